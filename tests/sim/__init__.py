"""Bots, their games, and the proofs that run on many of them."""

from __future__ import annotations

from typing import Any

from omenbox.sim.games import Played, play, setup_of
from shared_rules.pack import Packs

from ..platforms import ROOT

#: The source of the test pack, and the number of its haunt.
DUEL = ROOT / "tests" / "content" / "duel"
DUEL_HAUNT = 201

#: Haunts that the games of the tests reveal: the expansion's storm, the test pack's, any.
HAUNTS = (57, DUEL_HAUNT, 0)


def game_of(packs: Packs, haunt: int, seed: int, **options: Any) -> Played:
    """A game of bots with 3 to 6 seats, as ``omenbox sim --seats 3..6`` would play it."""
    return play(packs, setup_of(packs, 3 + (seed - 1) % 4, seed, haunt), **options)
