"""The box on this machine: people and bots round it, their answers, and what each seat is shown."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from random import SystemRandom
from typing import Any

from omenbox_device.board import VirtualBoard
from omenbox_device.button import TICKS, since
from omenbox_device.loop import Box
from shared_rules import view
from shared_rules.game import SETUP, Game, Refused
from shared_rules.pack import Packs
from shared_rules.state import DICE, P_KIND, P_WHO

from ..feed import feed
from ..sim.bots import BOTS, Bot
from ..sim.games import setup_of

#: Seconds between two rounds of the box's loop.
ROUND = 0.02


class AnsweredAlready(Refused):
    """An answer to a prompt that is no longer asked, such as a second click."""


@dataclass(frozen=True)
class Setup:
    """What a new game is begun with: ``seed`` 0 takes one at random, ``haunt`` 0 what the chart says."""

    seats: int = 4
    bots: int = 3
    seed: int = 0
    deck: str = "second"
    haunt: int = 0
    expansion: bool = False

    def game(self, packs: Packs, today: date) -> Game:
        """Begin the game. Raises :exc:`Refused` or :exc:`OmenboxError` for what cannot be."""
        if not 0 <= self.bots <= self.seats:
            raise Refused(f"{self.bots} bots at {self.seats} seats; give 0 to {self.seats}")
        seed = self.seed or SystemRandom().randrange(1, 1 << 32)
        keywords = setup_of(packs, self.seats, seed, self.haunt, self.deck)
        if self.expansion:
            keywords["expansion"] = 1
        return Game(packs, month=today.month, day=today.day, **keywords)


class Host:
    """Runs a virtual box, answers for the bots, and keeps every seat to its own prompt.

    ``pace`` is the time in seconds that a bot takes over an answer. People sit on the first
    seats, bots on the others.
    """

    def __init__(
        self,
        packs: Packs,
        setup: Setup,
        pace: float = 0.8,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.packs = packs
        self.pace = pace
        self.hurry = False
        self.box = Box(VirtualBoard(entropy))
        self.begin(setup)

    def begin(self, setup: Setup) -> None:
        """Begin a new game in place of the last. Raises :exc:`Refused` and keeps the last if it cannot be."""
        game = setup.game(self.packs, date.today())
        self.setup = setup
        self.seed = game.setup[SETUP.index("seed")]
        self.people = range(setup.seats - setup.bots)
        bots = range(setup.seats - setup.bots, setup.seats)
        self._bots: dict[int, Bot] = {e: BOTS["random"](self.packs, e, self.seed) for e in bots}
        self._by: list[int] = []  # who gave each answer in force
        self._asked = [0] * setup.seats  # how many prompts each seat has had
        self._who = -1
        self._change = -1
        self._now = 0
        self._due: int | None = None  # since when a bot has been thinking
        self.box.begin(game)
        self._look()

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.box.game

    def seat_asked(self) -> int:
        """Who must answer now, -1 while nobody is asked."""
        return self._who

    def answer(self, seat: int, number: int, value: Any) -> None:
        """Answer prompt ``number`` of ``seat``. Raises :exc:`Refused`; :exc:`AnsweredAlready` for an older prompt."""
        if seat != self._who or number != self._asked[seat]:
            raise AnsweredAlready("this has been answered already")
        self._give(value)

    def press(self) -> None:
        """Press the button of the box: dice that people are asked for are thrown."""
        if self._who in self.people:
            self.box.board.button.press()

    def _give(self, value: Any) -> None:
        self.box.answer(value)
        self._by.append(self._who)

    def can_take_back(self) -> int:
        """How many answers must be taken back to undo the last one of a person, 0 if that cannot be."""
        allowed = len(self.game.done) if self.box.error else self.game.undoable
        for n in range(1, min(allowed, len(self._by)) + 1):
            if self._by[-n] in self.people:
                return n
        return 1 if self.box.error and self.game.done else 0

    def take_back(self) -> None:
        """Undo the last answer of a person, and what bots did after it. Raises :exc:`Refused`."""
        while self.box.thinking:
            self.box.tick(self._now)
        self._look()
        n = self.can_take_back()
        if not n:
            raise Refused("nothing can be taken back: the last answer of a person lies before a roll")
        self.box.take_back(n)
        del self._by[-n:]
        self._look()

    def feed(self, seat: int, since: int = 0) -> dict[str, Any]:
        """The feed of ``seat``, its own prompt numbered."""
        got = feed(self.game, seat, since)
        got["error"] = self.box.error
        if self.box.thinking:
            got["prompt"] = None
        elif got["prompt"] and got["prompt"]["mine"]:
            got["prompt"]["number"] = self._asked[seat]
        return got

    def round(self, ms: int) -> None:
        """Go round once: the box's loop, then a bot if its time has come."""
        self._now = ms
        self.box.tick(ms)
        while self.box.thinking and self._patience() == 0:
            self.box.tick(ms)
        self._look()
        if self._who not in self._bots:
            return
        if self._due is None:
            self._due = ms
        if since(self._due, ms) >= self._patience():
            self._due = None
            self._bot_answers()

    def _patience(self) -> int:
        """Milliseconds that a bot takes over an answer."""
        return int(self.pace * (150 if self.hurry else 1000))

    def _bot_answers(self) -> None:
        prompt = self.game.prompt
        if prompt[P_KIND] == DICE:
            self.box.roll()
        else:
            seen = view.view(self.game, self._who)
            self._give(self._bots[self._who].answer(seen, seen["prompt"]))

    def _look(self) -> None:
        """See whom the game asks now."""
        if len(self._by) < len(self.game.done):
            self._by.append(self._who)  # dice, thrown by the button
        if self._change == self.box.changes and not self.box.thinking:
            return
        prompt = self.game.prompt
        waits = prompt is not None and not self.box.thinking and not self.box.error
        self._who = prompt[P_WHO] if waits else -1
        if self._change != self.box.changes:
            self._change = self.box.changes
            self._due = None
            if waits:
                self._asked[self._who] += 1

    async def run(self) -> None:
        """Go round for ever."""
        while True:
            self.round(int(time.monotonic() * 1000) & TICKS)
            await asyncio.sleep(0 if self.box.thinking else ROUND)
