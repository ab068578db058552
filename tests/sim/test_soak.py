"""The long run: hundreds of games, saved and reloaded at every prompt, every invariant looked at."""

from __future__ import annotations

import os

import pytest

from omenbox.sim.games import GameFailed, play_all, series, setup_of

from . import DUEL_HAUNT

#: Haunt (0: as the chart says), number of games, and how all of them must end.
RUNS = {
    "storm": (57, 200, {"judged"}),
    "duel": (DUEL_HAUNT, 100, {"judged"}),
    "natural": (0, 100, {"judged", "declared"}),
}


@pytest.mark.parametrize("name", RUNS)
def test_bots_play_many_games_to_their_ends(packs, name) -> None:
    haunt, count, ends = RUNS[name]
    setups = [
        setup_of(packs, seats, seed, haunt) for seats, seed in series(10_001, count, (3, 6))
    ]
    failures = []
    for setup, result in zip(
        setups, play_all(packs, setups, jobs=os.cpu_count() or 1, reloaded=True), strict=True
    ):
        if isinstance(result, GameFailed):
            failures.append(f"seed {setup['seed']}, {setup['seats']} seats: {result.message}")
        elif result.outcome["ended"] not in ends:
            failures.append(f"seed {setup['seed']}: {result.outcome}")
    assert not failures, "\n".join(failures)
