"""A game that was played without a break, boxes that save, and what they come back as."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from omenbox_device.board import VirtualBoard
from omenbox_device.loop import Box
from omenbox_device.program import make
from omenbox_device.saves import Saves
from shared_rules import state as s
from shared_rules.game import Game

from . import plays
from .flash import Memory

SETUP: list[Any] = [4, 4, 1, 1, 0, 57, 1, 1, 0, []]


def choose(game: Game, picks: random.Random) -> Any:
    """Any legal answer."""
    prompt = game.prompt
    domain = prompt[s.P_DOMAIN]
    if prompt[s.P_KIND] == s.CHOICE:
        return picks.choice(domain)
    if prompt[s.P_KIND] == s.RANGE:
        return picks.randint(*domain)
    if prompt[s.P_KIND] == s.DICE:
        return [picks.randrange(3) for _ in range(domain[0])]
    return picks.sample(domain[2:], picks.randint(domain[0], domain[1]))


@dataclass
class Played:
    """A game uninterrupted: its records, and after each of them how it stood."""

    records: list[list[Any]]
    stood: list[str]  # see plays.reached


def table(storage: Any, packs: Any, lean: bool) -> Box:
    """A box at which a game begins."""
    box = Box(VirtualBoard())
    box.saves = Saves(storage, lean)
    box.begin(Game(packs, *SETUP), 77)
    return box


def again(storage: Any, packs: Any, lean: bool) -> Box:
    """The box after the power came back."""
    return make(VirtualBoard(), packs, saves=Saves(storage, lean))


def uninterrupted(packs: Any, seed: int) -> Played:
    """A game with answers, corrections and things taken back."""
    box = Box(VirtualBoard())
    box.begin(Game(packs, *SETUP))
    picks = random.Random(seed)
    records: list[list[Any]] = []
    stood = [plays.reached(box)]
    while not box.game.over:
        entry = ["a", choose(box.game, picks)]
        if box.game.undoable and picks.random() < 0.1:
            entry = ["u", picks.randint(1, box.game.undoable)]
        elif box.game.G[s.G_PHASE] >= s.PHASE_EXPLORE and picks.random() < 0.05:
            entry = ["c", ["trait", picks.randrange(4), picks.randrange(4), picks.randint(3, 6)]]
        plays.do(box, entry)
        plays.settle(box)
        records.append(entry)
        stood.append(plays.reached(box))
    return Played(records, stood)

def play(box: Box, records: list[list[Any]]) -> None:
    for entry in records:
        plays.do(box, entry)
        plays.settle(box)


def saved(packs: Any, played: Played, n: int = 40) -> Memory:
    memory = Memory()
    play(table(memory, packs, True), played.records[:n])
    return memory
