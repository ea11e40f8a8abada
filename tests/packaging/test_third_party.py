"""A strategy in somebody else's package: found, and played compiled, anywhere."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from tests.packaging.conftest import THIRD_PARTY, Environment, run

if TYPE_CHECKING:
    from pathlib import Path


def test_it_is_listed_beside_ours(installed: Environment, tmp_path: Path) -> None:
    listed = run(
        installed.python, "-m", "tarotsim", "strategies", "--json", folder=tmp_path
    )
    names = set(json.loads(listed))
    assert {"lowest", "random_legal", "point_count"} <= names


def test_it_plays_compiled_here_and_in_a_spawned_worker(
    installed: Environment, tmp_path: Path
) -> None:
    shutil.copy(THIRD_PARTY / "play.py", tmp_path)
    found = json.loads(run(installed.python, "play.py", folder=tmp_path))
    for file in found["files"]:
        assert file.startswith(str(installed.site)), "the checkout was used"
    assert len(found["compiled"]) == 60
    assert found["compiled"] == found["reference"] == found["spawned"]
