"""The frequency of showing that is its own answer."""

from __future__ import annotations

import pytest

from tarotsim.game.errors import TarotError
from tarotsim.studies.silence import silence_equilibrium


def test_beliefs_move_towards_their_answers() -> None:
    found = silence_equilibrium(
        4000, start=0.0, steps=3, players=4, seed=2, auction="best:garde"
    )
    first, *later = found.steps
    assert first.belief == 0.0
    assert first.study.run.seed == 2
    assert first.response is not None
    assert first.low is not None
    assert first.high is not None
    assert 0 < first.low <= first.response <= first.high <= 1
    assert not first.is_equilibrium
    assert later[0].belief == pytest.approx(first.response / 2)
    assert found.converged == found.steps[-1].is_equilibrium
    end = "converged" if found.converged else "not converged"
    assert str(found).splitlines()[-1] == f"{end} after {len(found.steps)} steps"


def test_a_step_limit_is_said() -> None:
    found = silence_equilibrium(2000, start=0.0, steps=1, seed=2, auction="best:garde")
    assert not found.converged
    assert str(found).endswith("not converged after 1 step")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"start": 1.5}, "start must be"),
        ({"start": "often"}, "start must be"),
        ({"damping": 0}, "damping must be"),
        ({"steps": 0}, "steps must be"),
        ({"strategies": "expert"}, "all seats are experts"),
    ],
)
def test_bad_arguments(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(TarotError, match=said):
        silence_equilibrium(10, **wrong)  # type: ignore[arg-type]  # wrong on purpose
