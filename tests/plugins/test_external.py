"""Players that are programs of their own."""

from __future__ import annotations

import gc
import json
import os
import pickle
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tarotsim import Contract, StrategyError, external, simulate
from tarotsim.game.errors import IllegalActError, NotationError
from tarotsim.game.layout import Stage
from tarotsim.game.strategy import DECISIONS, Strategy
from tarotsim.game.view import SeatView
from tarotsim.plugins.external import External
from tarotsim.plugins.protocol import events, question, read_answer
from tarotsim.plugins.registry import load_strategy
from tarotsim.testing import random_table
from tests.property.recording import known_cards

EXAMPLES = Path(__file__).parents[2] / "strategies" / "examples"
CLIENT = [sys.executable, str(EXAMPLES / "external_player.py")]


class Default(Strategy):
    """The defaults of a strategy and nothing else."""

    name = "default"


class FirstLegal(Strategy):
    """The first that is legal, as the player in C."""

    name = "first_legal"

    def bid(self, view: SeatView) -> Contract:
        bid: Contract = view.legal[0]
        return bid

    def ecart(self, view: SeatView) -> tuple[int, ...]:
        return tuple(view.legal[: view.rules.chien_size])

    def call(self, view: SeatView) -> int:
        card: int = view.legal[0]
        return card

    def play(self, view: SeatView) -> int:
        card: int = view.legal[0]
        return card


def rows_of(player: Any, players: int, auction: str | None) -> np.ndarray:
    results = simulate(40, strategies=player, seed=3, players=players, auction=auction)
    return results.rows


@pytest.mark.parametrize("auction", [None, "best:garde"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_player_in_python_decides_as_the_defaults(
    players: int, auction: str | None
) -> None:
    player = external(CLIENT)
    expected = rows_of(Default(), players, auction)
    assert np.array_equal(rows_of(player, players, auction), expected)
    player.close()


@pytest.fixture(scope="session")
def player_in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = tmp_path_factory.mktemp("external") / "external_player"
    source = EXAMPLES / "external_player.c"
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *warnings, "-o", program, source], check=True)
    return str(program)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_player_in_c_takes_what_is_legal_first(
    player_in_c: str, players: int
) -> None:
    got = rows_of(external([player_in_c]), players, "best:garde")
    assert np.array_equal(got, rows_of(FirstLegal(), players, "best:garde"))


def test_both_engines_ask_alike() -> None:
    player = external(CLIENT)
    compiled, reference = (
        simulate(10, strategies=[player, "random_legal"] * 2, seed=5, engine=engine)
        for engine in ("compiled", "reference")
    )
    assert np.array_equal(compiled.rows, reference.rows)


def test_a_spec_seats_a_program() -> None:
    command = " ".join(f'"{part}"' for part in CLIENT)
    player = load_strategy(f"external(command={command!r}, timeout=20)")
    assert player == External(tuple(CLIENT), 20)
    assert pickle.loads(pickle.dumps(player)) == player


# -- the messages ------------------------------------------------------------------


class Listening(Strategy):
    """Hands on to another strategy, and keeps what each seat would be told."""

    name = "listening"

    def __init__(self, inner: Strategy) -> None:
        self.views: list[SeatView] = []
        for decision in DECISIONS:
            setattr(self, decision, self._asking(getattr(inner, decision)))

    def _asking(self, decide: Any) -> Any:
        def ask(view: SeatView) -> Any:
            self.views.append(view)
            return decide(view)

        return ask


def listened(seed: int, players: int) -> tuple[Any, list[Listening]]:
    table = random_table(random.Random(seed), players)
    seats = [Listening(player) for player in table.players]
    return table.play(players=seats), seats


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_seat_is_told_each_thing_once_and_in_order(players: int) -> None:
    told_to_the_end = 0
    for seed in range(60):
        record, seats = listened(seed, players)
        for seat in seats:
            told: list[dict[str, Any]] = []
            for view in seat.views:
                now = events(view)
                assert now[: len(told)] == told
                told = now
            if not told:
                continue
            plays = [m for m in told if m["type"] == "card"]
            expected = [p for trick in record.tricks for p in trick.plays()]
            assert [m["seat"] for m in plays] == [s for s, _ in expected][: len(plays)]
            winners = [m["winner"] for m in told if m["type"] == "trick"]
            assert winners == [t.winner for t in record.tricks][: len(winners)]
            told_to_the_end += len(winners) > len(record.tricks) - 6
    assert told_to_the_end > 20


def cards_in(message: object) -> set[str]:
    """Return the texts of a message that are not the names of its keys."""
    if isinstance(message, dict):
        return set().union(*map(cards_in, message.values()))
    if isinstance(message, list):
        return set().union(set(), *map(cards_in, message))
    return {message} if isinstance(message, str) else set()


def keys_in(message: object) -> set[str]:
    """Return the names of all keys of a message."""
    if isinstance(message, dict):
        return set(message).union(*map(keys_in, message.values()))
    return (
        set().union(set(), *map(keys_in, message))
        if isinstance(message, list)
        else set()
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_seat_is_told_nothing_that_it_may_not_know(players: int) -> None:
    from tarotsim.game.cards import format_cards

    for seed in range(40):
        record, seats = listened(seed, players)
        for view in (view for seat in seats for view in seat.views):
            known = known_cards(view, record)
            # A card that was called is named, and still nobody's.
            hidden = set(range(78)) - known - {view.called}
            names = set(format_cards(hidden, ascii_only=True).split())
            asked = question(view)
            if view.stage is Stage.CALL:
                asked.pop("legal")  # cards to name, which are nobody's yet
            assert not names & cards_in([*events(view), asked])
            assert not {"seed", "number"} & keys_in([*events(view), asked])
            if record.deal.seed is not None:
                secrets = {str(record.deal.seed), str(record.deal.number)}
                text = json.dumps([*events(view), asked])
                assert not any(secret in text for secret in secrets if len(secret) > 4)


def test_every_answer_is_read_back() -> None:
    """What random players decide, written as a program would, is what they decided."""
    kinds = set()
    for seed in range(80):
        table = random_table(random.Random(seed))

        class Relayed(Listening):
            def _asking(self, decide: Any) -> Any:
                def ask(view: SeatView) -> Any:
                    answer = decide(view)
                    written = json.loads(json.dumps(as_json(view, answer)))
                    kinds.add((view.stage, type(written)))
                    return read_answer(view, written)

                return ask

        record = table.play(players=[Relayed(player) for player in table.players])
        assert record == table.play()
    assert {stage for stage, _ in kinds} == set(Stage) - {Stage.DEAL}
    assert (Stage.POIGNEE, dict) in kinds


def as_json(view: SeatView, answer: Any) -> Any:
    from tarotsim.game.cards import format_cards

    if view.stage is Stage.BID:
        return answer.label
    if view.stage is Stage.CHELEM:
        return answer
    if view.stage is Stage.ECART:
        return format_cards(answer, ascii_only=True).split()
    if view.stage is Stage.POIGNEE:
        if answer is None or answer.hidden is None:
            return answer and answer.level.label
        hide = format_cards(answer.hidden, ascii_only=True).split()
        return {"level": answer.level.label, "hide": hide}
    return format_cards([answer], ascii_only=True)


# -- what goes wrong ---------------------------------------------------------------

HELLO = "import sys, json, time; hi = input(); print('{\"protocol\": 1}', flush=True)\n"
READ = HELLO + "for line in sys.stdin:\n m = json.loads(line)\n"


def answering(text: str) -> str:
    """Return a program that answers every question so."""
    return READ + f" if m['type'] == 'question': print({text!r}, flush=True)\n"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        pytest.param("1/0", "exit code 1.*ZeroDivisionError", id="dies at once"),
        pytest.param(
            "input(); print('ready')", "answered 'hello' with 'ready'", id="greets"
        ),
        pytest.param(
            "input(); print('{}')", "answered 'hello' with {}", id="no version"
        ),
        pytest.param(
            "input(); print('{\"protocol\": 2}')",
            "expected.*protocol.*1",
            id="other version",
        ),
        pytest.param(HELLO, r"ended \(exit code 0\)", id="leaves"),
        pytest.param(
            READ + " if m['type'] == 'question': sys.exit('tired')",
            "exit code 1.*tired",
            id="gives up",
        ),
        pytest.param(READ + " pass", "did not answer.*within 1 s", id="silent"),
        pytest.param(answering("garde"), "a JSON object on one line", id="text"),
        pytest.param(answering("[" * 9999), "a JSON object", id="deep"),
        pytest.param(answering("{}"), 'expected: {"answer"', id="no answer"),
        pytest.param(
            answering('{"error": "no idea"}'), "gives up.*no idea", id="error"
        ),
        pytest.param(
            answering('{"answer": "grande"}'), "unknown contract", id="no contract"
        ),
        pytest.param(answering('{"answer": 3}'), "is no bid", id="number"),
        pytest.param(
            READ + " print('{}', flush=True)", "without being asked|expected", id="chat"
        ),
        pytest.param(
            "input(); print('x' * 5_000_000)", "a JSON object", id="endless line"
        ),
    ],
)
def test_a_program_that_misbehaves_is_named(program: str, message: str) -> None:
    player = external(
        [sys.executable, "-c", program], timeout=1 if "pass" in program else 20
    )
    place = (
        r"strategy external at seat 1 \(seed 1, deal 0\), asked for bid: the program"
    )
    with pytest.raises(StrategyError, match=place) as caught:
        simulate(10, strategies=player, seed=1)
    assert re.search(message, str(caught.value)), str(caught.value)
    assert not player._programs


def test_an_illegal_answer_names_the_rule() -> None:
    player = external([sys.executable, "-c", answering('{"answer": "S1"}')])
    for engine in ("compiled", "reference"):
        with pytest.raises(IllegalActError, match=r"external at seat .*R9") as caught:
            simulate(
                10,
                strategies=[player, *[Default()] * 3],
                seed=1,
                auction="1:garde",
                engine=engine,
            )
        # In the names of the protocol, which the program knows.
        told = r'it answered "S1": cannot play .*\(R9\); allowed: [A-Z0-9 ]+$'
        assert re.search(told, str(caught.value))


def test_a_program_that_ends_at_once_never_answered() -> None:
    quitter = external([sys.executable, "-c", "raise SystemExit(3)"])
    told = r"\(exit code 3\) before it answered 'hello'"
    for _ in range(3):  # it is gone before or after it is written to
        with pytest.raises(StrategyError, match=told):
            simulate(1, strategies=quitter, seed=1)


def test_one_that_keeps_its_answer_in_a_buffer_is_told_so() -> None:
    waiting = "import time; time.sleep(60)"
    player = external([sys.executable, "-c", waiting], timeout=1)
    with pytest.raises(StrategyError, match=r"'hello' within 1 s; .* flushes"):
        simulate(1, strategies=player, seed=1)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(StrategyError, match="cannot start the program 'no-such"):
        simulate(1, strategies=external("no-such-program"), seed=1)


def test_a_program_that_is_killed_is_started_again_by_the_next_question() -> None:
    player = external(CLIENT)
    expected = rows_of(player, 4, None)
    for program in player._programs.values():
        program._process.kill()
        program._process.wait()
    with pytest.raises(StrategyError, match="ended"):
        rows_of(player, 4, None)
    player.close()
    assert np.array_equal(rows_of(player, 4, None), expected)


def test_processes_end_with_the_strategy() -> None:
    player = external(CLIENT)
    simulate(2, strategies=player, seed=1)
    processes = [program._process for program in player._programs.values()]
    assert len(processes) == 4
    assert all(process.poll() is None for process in processes)
    del player
    gc.collect()
    assert [process.wait(timeout=10) for process in processes] == [0] * 4


@pytest.mark.parametrize(
    ("command", "timeout"),
    [("", 1), ([], 1), ([""], 1), (3, 1), ("'", 1), ("x", 0), ("x", "1"), ("x", True)],
    ids=repr,
)
def test_wrong_parameters_are_refused(command: Any, timeout: Any) -> None:
    with pytest.raises(StrategyError, match=r"command|timeout|cannot read"):
        external(command, timeout=timeout)


def test_answers_that_cannot_be_read() -> None:
    views: dict[Stage, SeatView] = {}
    for seed in range(40):
        _, seats = listened(seed, 5)
        views |= {view.stage: view for seat in seats for view in seat.views}
    wrong: dict[Stage, list[object]] = {
        Stage.BID: [None, 1, "slam"],
        Stage.CALL: [None, 13, "S15"],
        Stage.ECART: ["S1", None, [1, 2]],
        Stage.CHELEM: [0, "yes", None],
        Stage.POIGNEE: [
            True,
            "quadruple",
            {"level": "simple"},
            {"level": 1, "hide": []},
        ],
        Stage.PLAY: [0, ["S1"], ""],
    }
    assert views.keys() == wrong.keys()
    for stage, answers in wrong.items():
        for answer in answers:
            with pytest.raises(NotationError):
                read_answer(views[stage], answer)


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_what_a_script_has_started_ends_too(tmp_path: Path) -> None:
    """A player that hangs behind a script is not left behind."""
    told = tmp_path / "pid"
    player = f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid()))"
    command = [sys.executable, "-c", f"{player}; time.sleep(60)"]
    script = f"{shlex.join(command)}; true"
    with pytest.raises(StrategyError, match="did not answer 'hello'"):
        simulate(1, strategies=external(["sh", "-c", script], timeout=3), seed=1)
    pid = int(told.read_text())
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]:
            return
        time.sleep(0.05)
    pytest.fail("the player goes on")


def test_a_program_that_closes_its_output_is_told_so() -> None:
    program = READ + " if m['type'] == 'question': os.close(1); time.sleep(60)\n"
    player = external([sys.executable, "-c", "import os\n" + program], timeout=20)
    with pytest.raises(StrategyError, match="closed its output before it answered"):
        simulate(1, strategies=player, seed=1)


def test_lingering_programs_are_ended_together() -> None:
    program = (
        READ
        + " if m['type'] == 'question': print('{\"answer\": \"pass\"}', flush=True)\n"
    )
    player = external([sys.executable, "-c", program + "time.sleep(60)"])
    simulate(1, strategies=player, seed=1)
    start = time.monotonic()
    player.close()
    assert time.monotonic() - start < 3
