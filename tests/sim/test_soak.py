"""The long run: hundreds of games, saved and reloaded at every prompt, every invariant looked at."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

from omenbox.sim.bench import implemented
from omenbox.sim.games import DECKS, GameFailed, play_all, series, setup_of
from shared_rules.pack import Packs
from shared_rules.state import KIND_HAUNT

from . import DUEL_HAUNT, HAUNTS

#: Haunt (0: as the chart says), number of games, and how all of them must end.
RUNS = {
    "storm": (57, 200, {"judged"}),
    "duel": (DUEL_HAUNT, 100, {"judged"}),
    "natural": (0, 100, {"judged", "declared"}),
}


#: Every table option on (RULE_...), and haunts 1 to 30 played before.
SWITCHES = {"rules": 63, "played": (1 << 31) - 2}


def soak(
    packs: Packs, setups: Iterable[dict[str, int]], ends: set[str], reloaded: bool = True, bots: str = "random"
) -> list[str]:
    """Play the games; say what went wrong in which."""
    failures = []
    jobs = os.cpu_count() or 1
    setups = list(setups)
    played = play_all(packs, setups, bots, jobs, reloaded=reloaded)
    for setup, result in zip(setups, played, strict=True):
        if isinstance(result, GameFailed):
            failures.append(f"{setup}: {result.message}")
        elif result.outcome["ended"] not in ends:
            failures.append(f"{setup}: {result.outcome}")
    return failures


@pytest.mark.parametrize("name", RUNS)
def test_bots_play_many_games_to_their_ends(packs, name) -> None:
    haunt, count, ends = RUNS[name]
    games = series(10_001, count, (3, 6))
    failures = soak(packs, (setup_of(packs, *game, haunt) for game in games), ends)
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("haunt", [53, 57, 80, 81])
def test_greedy_bots_play_the_haunts_to_an_end_that_the_rules_judge(packs, haunt) -> None:
    setups = (setup_of(packs, *game, haunt) for game in series(1, 20, (3, 6)))
    failures = soak(packs, setups, {"judged"}, bots="greedy", reloaded=False)
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("haunt", HAUNTS)
def test_bots_play_with_every_table_option(packs, haunt) -> None:
    games = series(10_001, 8, (3, 6))
    setups = ({**setup_of(packs, *game, haunt), **SWITCHES} for game in games)
    failures = soak(packs, setups, {"judged", "declared"})
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("deck", DECKS)
def test_bots_play_with_every_deck(packs, deck) -> None:
    games = series(10_001, 8, (3, 6))
    failures = soak(packs, (setup_of(packs, *game, 0, deck) for game in games), {"judged", "declared"})
    assert not failures, "\n".join(failures)


def test_every_other_haunt_is_played_by_the_book_to_a_declared_end(packs) -> None:
    judged = set(implemented(packs))
    rows = [packs.haunt(haunt) for haunt in packs.ids(KIND_HAUNT)]
    numbers = sorted({row[0] | row[1] << 8 for row in rows} - judged)
    assert len(numbers) > 90
    setups = [setup_of(packs, 3 + number % 4, number, number) for number in numbers]
    failures = soak(packs, setups, {"declared"}, reloaded=False)
    assert not failures, "\n".join(failures)
