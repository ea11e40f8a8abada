"""The command line: one thin command for each public function.

Heavy modules are imported inside the commands, so that ``--help`` answers at once.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from tarotsim import __version__
from tarotsim.game.errors import NotationError, RulesError, TarotError
from tarotsim.present.output import open_writer, to_csv, to_json

__all__ = ["app", "main"]

app = typer.Typer(
    name="tarotsim",
    help="A laboratory for French tarot at 3, 4 and 5 players.",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

# -- options that several commands share ---------------------------------------------

Players = Annotated[int, typer.Option(help="Players at the table: 3, 4 or 5.")]
Deals = Annotated[
    int | None,
    typer.Option(
        help="Raw deals; passed out and cancelled ones count. [default: 1000]"
    ),
]
Played = Annotated[
    int | None, typer.Option(help="Go on until so many deals were played, instead.")
]
Seed = Annotated[
    int | None, typer.Option(help="Seed of the run; drawn and shown if left out.")
]
Strategies = Annotated[
    str,
    typer.Option(
        help="One strategy for all seats, or one for each, separated by commas: a name "
        "with parameters, package.module:Name, or file.py:Name."
    ),
]
Auction = Annotated[
    str | None,
    typer.Option(help="Instead of bidding: best:CONTRACT or SEAT:CONTRACT."),
]
Rule = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        help="Option of the rules, D1=follows_winner. Repeatable.",
        metavar="D=V",
    ),
]
Engine = Annotated[
    str, typer.Option(help="compiled, or reference to check it; both give the same.")
]
Threads = Annotated[
    int | None,
    typer.Option(help="Threads of the compiled engine. [default: all processors]"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Write CSV.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", help="Write to this file; .json and .csv set the form."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


def _version(value: bool) -> None:
    if value:
        print(f"tarotsim {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Show the version and exit.",
        ),
    ] = False,
    traceback: Annotated[
        bool,
        typer.Option(
            "--traceback", help="Show the traceback of an error; may stand anywhere."
        ),
    ] = False,
) -> None:
    """Take the options before a command; `main` deals with ``--traceback``."""


def _read_rules(players: int, options: list[str] | None) -> Any:
    from tarotsim.game.rules import rules_for

    chosen = {}
    for text in options or []:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or name == "players":
            raise RulesError(f"cannot read the rule {text!r}: write D1=follows_winner")
        if name in chosen:
            raise RulesError(f"the rule {name} is given twice")
        chosen[name] = value.strip()
    return rules_for(players, **chosen)


# -- writing results -----------------------------------------------------------------


def _check_threads(threads: int | None) -> int | None:
    if threads is not None and threads < 1:
        raise TarotError(f"threads must be 1 or more, not {threads}")
    return threads


def _tell_compiling() -> None:
    """Say once that code is being compiled, when it has to be."""
    from tarotsim.kernels import _cache

    def tell(name: str) -> None:
        _cache.listeners.clear()
        print("compiling (once; the code is kept) ...", file=sys.stderr, flush=True)

    _cache.listeners[:] = [tell]


def _tell_seed(given: int | None, seed: int) -> None:
    """Say which seed was drawn, where the form written has no place for it."""
    if given is None:
        print(f"seed {seed}", file=sys.stderr)


def _finish(interrupted: bool) -> None:
    if interrupted:
        print("interrupted: the result covers what was done so far", file=sys.stderr)
        raise typer.Exit(EXIT_INTERRUPTED)


# -- commands ------------------------------------------------------------------------


@app.command()
def simulate(
    *,
    players: Players = 4,
    deals: Deals = None,
    played: Played = None,
    strategies: Strategies = "point_count",
    seed: Seed = None,
    auction: Auction = None,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play many deals and sum them up.

    With --csv a row for each raw deal is written.
    """
    from tarotsim.present.tables import format_result
    from tarotsim.runs.simulate import simulate as run

    _tell_compiling()
    with open_writer(output, as_json, as_csv) as writer:
        results = run(
            deals,
            played=played,
            strategies=strategies,
            seed=seed,
            rules=_read_rules(players, rule),
            auction=auction,
            keep_rows=writer.as_csv,
            engine=engine,
            threads=_check_threads(threads),
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            _tell_seed(seed, results.run.seed)
            writer.write(results.to_pandas().to_csv(index=False).rstrip("\n"))
        elif writer.as_json:
            writer.write(to_json(results.summary().to_json()))
        else:
            writer.write(format_result(results))
    _finish(results.interrupted)


@app.command()
def poignee(
    *,
    players: Players = 4,
    deals: Deals = None,
    played: Played = None,
    strategies: Strategies = "point_count(reads_poignees=True)",
    seed: Seed = None,
    auction: Auction = None,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Study when showing a poignée pays.

    Every deal with a poignée is played twice, shown and silent. With --csv a row for
    each group and quantity is written.
    """
    from tarotsim.present.tables import format_result
    from tarotsim.studies.poignee import study_poignee

    _tell_compiling()
    with open_writer(output, as_json, as_csv) as writer:
        study = study_poignee(
            deals,
            played=played,
            strategies=strategies,
            seed=seed,
            rules=_read_rules(players, rule),
            auction=auction,
            engine=engine,
            threads=_check_threads(threads),
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            _tell_seed(seed, study.run.seed)
            rows = study.tidy()
            writer.write(to_csv(rows, list(rows[0])))
        elif writer.as_json:
            writer.write(to_json(study.to_json()))
        else:
            writer.write(format_result(study))
    _finish(study.interrupted)


@app.command()
def match(
    *,
    players: Players = 4,
    deals: Annotated[int, typer.Option(help="Raw deals of the session.")] = 36,
    strategies: Strategies = "point_count",
    seed: Seed = None,
    auction: Auction = None,
    rule: Rule = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play a session of deals and keep the score sheet."""
    from tarotsim.present.tables import format_result
    from tarotsim.runs.match import match as run

    with open_writer(output, as_json, as_csv) as writer:
        session = run(
            deals,
            strategies=strategies,
            seed=seed,
            rules=_read_rules(players, rule),
            auction=auction,
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            _tell_seed(seed, session.header["seed"])
            rows = session.rows()
            writer.write(to_csv(rows, list(rows[0]) if rows else []))
        elif writer.as_json:
            writer.write(to_json(session.to_json()))
        else:
            writer.write(format_result(session))
    _finish(session.interrupted)


@app.command()
def score(
    *,
    contract: Annotated[
        str, typer.Option(help="prise, garde, garde_sans or garde_contre.")
    ],
    points: Annotated[
        str, typer.Option(help="Card points of the attack, 0 to 91, Excuse settled.")
    ],
    bouts: Annotated[int, typer.Option(help="Bouts of the attack, 0 to 3.")],
    players: Players = 4,
    poignee: Annotated[
        list[str] | None,
        typer.Option(
            help="A poignée shown, simple, double or triple, and by which camp, attack "
            "or defence. Repeatable.",
            metavar="LEVEL:CAMP",
        ),
    ] = None,
    petit_au_bout: Annotated[
        str, typer.Option(help="none, attack or defence: the camp that made it.")
    ] = "none",
    chelem: Annotated[
        str,
        typer.Option(
            help="none, announced_made, unannounced_made, announced_failed or "
            "defence_made."
        ),
    ] = "none",
    alone: Annotated[
        bool, typer.Option("--alone", help="At five: the taker has no partner.")
    ] = False,
    rule: Rule = None,
    as_json: AsJson = False,
) -> None:
    """Count one deal, line by line."""
    from tarotsim.engine.count import score as count
    from tarotsim.game.notation import score_to_json

    result = count(
        contract=contract,
        points=points,
        bouts=bouts,
        poignees=poignee or [],
        petit_au_bout=petit_au_bout,
        chelem=chelem,
        alone=alone,
        rules=_read_rules(players, rule),
    )
    if as_json:
        roles = {"by_role": result.by_role, "lines": list(result.lines)}
        print(to_json(score_to_json(result) | roles))
    else:
        print(result)


@app.command()
def deal(
    *,
    players: Players = 4,
    seed: Seed = None,
    number: Annotated[int, typer.Option(help="Number of the first deal.")] = 0,
    count: Annotated[int, typer.Option(help="How many deals to show.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Show the cards of raw deals."""
    from tarotsim.engine.play import deal as deal_one
    from tarotsim.game.keys import new_seed
    from tarotsim.game.notation import deal_to_json, format_deal

    if count < 1:
        raise TarotError(f"count must be 1 or more, not {count}")
    seed = new_seed() if seed is None else seed
    if as_json:
        deals = [deal_one(seed, number + i, players) for i in range(count)]
        shown = [deal_to_json(one) for one in deals]
        print(to_json(shown[0] if count == 1 else shown))
        return
    for i in range(count):
        one = deal_one(seed, number + i, players)
        print(f"deal {one.number} of seed {one.seed}, {one.players} players")
        print(format_deal(one))


@app.command()
def replay(
    record: Annotated[
        Path | None,
        typer.Argument(help="File with the JSON form of a record; without it, a seed."),
    ] = None,
    *,
    players: Players = 4,
    seed: Seed = None,
    number: Annotated[int, typer.Option(help="Number of the deal.")] = 0,
    strategies: Strategies = "point_count",
    auction: Auction = None,
    rule: Rule = None,
    as_json: AsJson = False,
) -> None:
    """Play one deal and show every act.

    The deal is that of a seed and a number, or of a file.

    A record from a file is checked, act by act, against the rules.
    """
    from tarotsim.engine.play import deal as deal_one
    from tarotsim.engine.play import play, resume
    from tarotsim.game.notation import record_from_json, record_to_json

    if record is not None:
        if seed is not None or auction is not None or rule:
            message = "a record has its own seed, auction and rules: give a file alone"
            raise TarotError(message)
        read = record_from_json(_read_json(record))
        result = resume(read, strategies=strategies)
        if result != read:
            raise TarotError(
                f"{record}: the acts give another result than the record's"
            )
    else:
        rules = _read_rules(players, rule)
        dealt = deal_one(seed, number, rules=rules)
        result = play(dealt, strategies, rules=rules, auction=auction)
    print(to_json(record_to_json(result)) if as_json else result)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TarotError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{path} is not JSON: {error}") from error


@app.command()
def probability(
    quantity: Annotated[
        str | None,
        typer.Argument(
            help="Name of a quantity, or a part of names; without it, all of them."
        ),
    ] = None,
    *,
    players: Players = 4,
    condition: Annotated[
        str | None, typer.Option(help="Condition, as the table names it.")
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Give exact probabilities as fractions."""
    from tarotsim.present.tables import format_probabilities
    from tarotsim.stats.probability import find

    if condition is not None and quantity is None:
        raise TarotError("--condition needs the name of a quantity")
    with open_writer(output, as_json, as_csv) as writer:
        shown = [
            {
                "quantity": name,
                "players": players,
                "condition": given,
                "value_fraction": f"{fraction.numerator}/{fraction.denominator}",
                "value_float": float(fraction),
            }
            for name, given, fraction in find(quantity or "", players, condition)
        ]
        if writer.as_json:
            writer.write(to_json(shown))
        elif writer.as_csv:
            writer.write(to_csv(shown, list(shown[0])))
        else:
            writer.write(format_probabilities(shown))


@app.command()
def strategies(*, as_json: AsJson = False) -> None:
    """List the registered strategies."""
    from tarotsim.plugins.registry import available_strategies, describe_strategy

    found = {name: describe_strategy(name) for name in available_strategies()}
    if as_json:
        print(to_json(found))
        return
    width = max(map(len, found), default=0)
    for name, text in found.items():
        print(f"{name:<{width}}  {text}")


@app.command()
def warmup(*, quiet: Quiet = False) -> None:
    """Compile the engine and the registered strategies, so that later runs start fast.

    The code is kept in a folder of the user until the package, numba or the processor
    changes.
    """
    from tarotsim.engine.compiled import compiled_form, warm_up
    from tarotsim.kernels._cache import cache_root
    from tarotsim.plugins.registry import available_strategies, load_strategy
    from tarotsim.runs.progress import progress_bar

    forms = [compiled_form(load_strategy(name)) for name in available_strategies()]
    with progress_bar(None, enabled=not quiet, unit="functions") as bar:
        count = warm_up([form for form in forms if form], lambda name: bar.update(1))
    done = f"{count} functions compiled" if count else "nothing had to be compiled"
    print(f"{done}; the code is kept in {cache_root()}")


# -- errors and exit codes -----------------------------------------------------------

_ClickException: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)
"""Base of the parser's errors, which typer does not export by name."""


def _fail(error: BaseException, message: str, *, show_traceback: bool) -> NoReturn:
    if show_traceback:
        traceback.print_exception(error)
    print(f"tarotsim: error: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(EXIT_USAGE)


def _usage_message(error: Exception, given: list[str]) -> str:
    """Return a parser's message, with the value it refused."""
    message: str = getattr(error, "format_message", error.__str__)()
    options = getattr(getattr(error, "param", None), "opts", [])
    values = [b for a, b in itertools.pairwise(given) if a in options]
    refused = f", given {values[-1]!r}" if values else ""
    return f"{message.rstrip('.')}{refused} (try --help)"


def _prepare_process() -> None:
    """Make streams lossless, warnings one line, a request to end like Ctrl-C."""
    warnings.formatwarning = _format_warning
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Closed by the caller: what is written there goes nowhere.
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)
        elif isinstance(stream, io.TextIOWrapper):
            # A sign that the terminal does not know is shown by its number.
            stream.reconfigure(errors="backslashreplace")
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _format_warning(message: Warning | str, *args: object, **kwargs: object) -> str:
    return f"tarotsim: warning: {message}\n"


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    Exit codes: 0 done, 2 something given was not allowed (one line says what), 130
    interrupted. ``--traceback`` anywhere shows the traceback of an error.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    show_traceback = "--traceback" in given
    given = [argument for argument in given if argument != "--traceback"]
    _prepare_process()
    command: Callable[..., Any] = typer.main.get_command(app)
    try:
        # Without a command the help is the answer.
        code = command(given or ["--help"], prog_name="tarotsim", standalone_mode=False)
        sys.stdout.flush()
    except TarotError as error:
        _fail(error, str(error), show_traceback=show_traceback)
    except _ClickException as error:
        message = _usage_message(error, given)
        _fail(error, message, show_traceback=show_traceback)
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as with `| head`: the parser's code for that is 1.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(error, str(error), show_traceback=show_traceback)
    sys.exit(code if isinstance(code, int) else 0)
