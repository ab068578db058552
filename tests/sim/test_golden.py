"""Golden logs reach the same hash at every checkpoint, and playthroughs read the same."""

from __future__ import annotations

import difflib
import json

import pytest

from omenbox.errors import OmenboxError
from omenbox.sim.elsewhere import replay

from .. import golden, playthroughs

MAKE = "\nif this is meant: python -m tests.golden"
SHORT = [name for name, game in golden.GAMES.items() if game.short]


@pytest.mark.parametrize("name", golden.GAMES)
def test_golden_log_replays_on_cpython_and_micropython(name, unix) -> None:
    lines = golden.kept(name)
    checks = [json.loads(line) for line in lines if line.startswith('["h"')]
    try:
        here = replay(golden.packs(), lines)
        there = replay(golden.packs(), lines, "micropython")
    except OmenboxError as error:
        pytest.fail(f"{name}: {error}{MAKE}")
    assert here == there
    assert here["hash"] == checks[-1][2]
    assert len(checks) > here["answers"] // 33


@pytest.mark.parametrize("name", SHORT)
def test_short_golden_log_replays_on_the_pico(name, pico) -> None:
    lines = golden.kept(name)
    assert sum(line.startswith('["a"') for line in lines) <= golden.SHORT
    try:
        assert replay(golden.packs(), lines, "pico") == replay(golden.packs(), lines)
    except OmenboxError as error:
        pytest.fail(f"{name}: {error}{MAKE}")


@pytest.mark.parametrize("platform", ["cpython", "micropython"])
def test_checkpoints_are_looked_at(platform, unix) -> None:
    lines = golden.kept("storm_3")
    at = next(n for n, line in enumerate(lines) if line.startswith('["h", 64'))
    record = json.loads(lines[at])
    lines[at] = json.dumps([*record[:2], f"{int(record[2], 16) ^ 1:08x}"])
    with pytest.raises(OmenboxError, match=f"line {at + 1}: the state is"):
        replay(golden.packs(), lines, platform)


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_playthrough_reads_the_same(name) -> None:
    old = playthroughs.path(name).read_text().splitlines()
    new = playthroughs.made(name).splitlines()
    changes = list(difflib.unified_diff(old, new, "kept", "now", n=2, lineterm=""))
    assert not changes, "\n".join(changes[:40]) + MAKE
