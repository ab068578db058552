"""People and bots round the box, wherever it is: their answers, and what each seat is shown."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from random import SystemRandom
from typing import Any

from omenbox_device.button import TICKS, since
from shared_rules import view
from shared_rules.game import SETUP, Game, Refused
from shared_rules.pack import Packs
from shared_rules.state import CHOICE, DICE, NONE, O_CLIMB, P_DOMAIN, P_KIND, P_TEXT, P_WHO, RULE_CARDBOARD
from shared_rules.vm import EffectError

from .. import putright
from ..feed import DRAWN_CARD, DRAWN_TILE, feed
from ..sim.bots import BOTS, Bot
from ..sim.games import DECKS, setup_of
from ..sim.unknown import imagined
from ..words import ENGLISH, said
from .boxes import Here, TheBox
from .gamelog import Logs
from .keeping import Keeping

#: Milliseconds for which a click presses the button of the box.
PRESS = 60


class AnsweredAlready(Refused):
    """An answer to a prompt that is no longer asked, such as a second click."""


@dataclass(frozen=True)
class Setup:
    """What a new game is begun with: ``seed`` 0 takes one at random, ``haunt`` 0 what the chart says.

    ``cardboard``: the table draws real cards and tiles, and says which. ``skill``: one of BOTS.
    """

    seats: int = 4
    bots: int = 3
    seed: int = 0
    deck: str = "second"
    haunt: int = 0
    expansion: bool = False
    cardboard: bool = False
    skill: str = "random"

    def game(self, packs: Packs, today: date) -> Game:
        """Begin the game. Raises :exc:`Refused` or :exc:`OmenboxError` for what cannot be."""
        if not 3 <= self.seats <= 6:
            raise Refused(f"{self.seats} seats: a game has 3 to 6")
        if not 0 <= self.bots <= self.seats:
            raise Refused(f"{self.bots} bots at {self.seats} seats; give 0 to {self.seats}")
        seed = self.seed or SystemRandom().randrange(1, 1 << 32)
        keywords = setup_of(packs, self.seats, seed, self.haunt, self.deck)
        if self.expansion:
            keywords["expansion"] = 1
        if self.cardboard:
            keywords["rules"] = RULE_CARDBOARD
        return Game(packs, month=today.month, day=today.day, **keywords)


def for_bots(prompt: list) -> list:
    """A prompt as bots are asked it: what stands in the book, the end of the game too, is for people to say."""
    if prompt[P_KIND] != CHOICE:
        return prompt
    left = [option for option in prompt[P_DOMAIN] if option >> 16 != O_CLIMB]
    return [*prompt[:P_DOMAIN], left, *prompt[P_DOMAIN + 1 :]] if left else prompt


def whose(game: Game) -> list[int]:
    """Whose each answer in force was, as far back as the table may take them: -1 before, and for corrections.

    They are played again from the last snapshot before.
    """
    known = [shot for shot in game.snapshots if shot[0] <= game.free] or game.snapshots[:1]
    if not known:
        return [NONE] * len(game.done)
    at, text, _free = known[-1]
    again = Game(game.packs, *game.setup)
    again.load(text)
    by = [NONE] * at
    for entry in game.done[at:]:
        prompt = again.prompt
        by.append(prompt[P_WHO] if entry[0] == "a" and prompt is not None else NONE)
        try:
            again.redo(entry)
        except EffectError:
            break
    return by + [NONE] * (len(game.done) - len(by))


class Host:
    """Looks after a box, answers for the bots, and keeps every seat to its own prompt.

    ``pace`` is the time in seconds that a bot takes over an answer. People sit on the first
    seats, bots on the others. ``box`` is by default one in this process; a game that is on its
    table already goes on, with the bots of ``setup``. ``lang`` is the language of all that is shown.
    Games are written to ``logs``, if given, and who plays is noted in ``keeping``. ``bots`` of a setup
    that was given to go on with are those noted there, unless ``bots_meant``.

    goes_on: when the game that goes on was saved last ("" is unknown), None for one begun here.
    greetings: what the box had to say at the start, as its ``notices``.
    """

    def __init__(
        self,
        packs: Packs,
        setup: Setup,
        pace: float = 0.8,
        entropy: Callable[[int], bytes] = os.urandom,
        box: TheBox | None = None,
        lang: str = ENGLISH,
        logs: Logs | None = None,
        keeping: Keeping | None = None,
        bots_meant: bool = True,
    ) -> None:
        self.packs = packs
        self.lang = lang
        self.logs = logs
        self.pace = pace
        self.hurry = False
        self.box: TheBox = Here(entropy) if box is None else box
        self.keeping = keeping
        self.goes_on: str | None = None
        self.greetings = list(self.box.notices)
        game = self.box.game
        if game is None or game.over:
            self.begin(setup)
            return
        self.goes_on = keeping.when() if keeping is not None else ""
        if not bots_meant and keeping is not None:
            kept = keeping.bots(game)
            setup = setup if kept is None else replace(setup, bots=kept)
        self._sit(setup)

    def begin(self, setup: Setup, game: Game | None = None) -> None:
        """Begin a new game in place of the last, or go on with ``game``, at a box in this program.

        Raises :exc:`Refused` and keeps the last if it cannot be.
        """
        self.box.begin(setup.game(self.packs, date.today()) if game is None else game)
        self.goes_on = None
        self._sit(setup)

    def _sit(self, setup: Setup, asked: int = 0) -> None:
        """Sit down round the game on the table; ``asked``: the prompts that older pages may know."""
        game = self._game = self.box.game
        given = dict(zip(SETUP, game.setup))
        seats = given["seats"]
        setup = self.setup = replace(
            setup,
            seats=seats,
            bots=min(setup.bots, seats),
            haunt=given["forced"],
            expansion=bool(given["expansion"]),
            cardboard=bool(given["rules"] & RULE_CARDBOARD),
            deck=next((name for name, number in DECKS.items() if number == given["deck"]), setup.deck),
        )
        self.seed = given["seed"]
        if self.keeping is not None:
            self.keeping.note(game, setup.bots)
        if self.logs is not None:
            self.logs.begin(self.box)
        self.people = range(setup.seats - setup.bots)
        bots = range(setup.seats - setup.bots, setup.seats)
        self._bots: dict[int, Bot] = {e: BOTS[setup.skill](self.packs, e, self.seed) for e in bots}
        self._by = whose(game)  # who gave each answer in force, -1: a correction, or nobody knows
        self._asked = [asked] * setup.seats  # how many prompts each seat has had
        self._drawn = [self.packs.find("text", f"base:{name}") for name in (DRAWN_TILE, DRAWN_CARD)]
        self._who = self._seat = -1
        self._change = -1
        self._now = 0
        self._due: int | None = None  # since when a bot has been thinking
        self._look()

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.box.game

    def seat_asked(self) -> int:
        """Who must answer now, -1 while nobody is asked; the first person says what was drawn for a bot."""
        return self._seat

    def answer(self, seat: int, number: int, value: Any) -> None:
        """Answer prompt ``number`` of ``seat``. Raises :exc:`Refused`; :exc:`AnsweredAlready` for an older prompt."""
        if seat != self._seat or number != self._asked[seat]:
            raise AnsweredAlready("this has been answered already")
        self.box.answer(value)
        self._note()

    def press(self, length: int = PRESS) -> None:
        """Press the button of the box for so many ms, at prompts of people: dice are thrown, answers picked."""
        if self._who in self.people:
            self.box.press(length)

    def release(self, length: int) -> None:
        """Let go of the button of the box, which was pressed so many ms in all."""
        self.box.release(length)

    def choices(self, seat: int, chosen: list[int]) -> dict[str, Any]:
        """What ``seat`` can choose next for a correction, see :func:`omenbox.putright.choices`."""
        return putright.choices(self.game, seat, chosen, self.lang)

    def correct(self, seat: int, change: list[Any]) -> None:
        """Set something by hand, whoever is asked just now; ``seat`` -1: the table. Raises :exc:`Refused`."""
        if self.box.thinking:
            self.box.round(self._now, True)
        self._look()
        if self.box.error:
            raise Refused(self.box.error)
        self.box.correct(change, seat)
        self._look()

    def can_take_back(self) -> int:
        """How many answers must be taken back to undo the last one of a person, or the last correction;
        0 if that cannot be."""
        allowed = self.box.undoable
        for n in range(1, min(allowed, len(self._by)) + 1):
            if self._by[-n] not in self._bots:
                return n
        return 1 if self.box.error and self.game.done else 0

    def taken_back(self) -> tuple[str, int, int]:
        """What taking back would undo: "answer" or "correction", whose (-1: the table's), and how many answers
        of bots after it. When nothing can be: why, "begun", "roll" or "seen"."""
        done = self.game.done
        n = self.can_take_back()
        if n:
            entry = done[-n]
            if entry[0] == "c":
                who = entry[1][1] if entry[1][0] == "secret" else entry[2] if len(entry) > 2 else NONE
                return "correction", who, n - 1
            return "answer", self._by[-n], n - 1
        stands = done[len(done) - self.box.undoable - 1 :][:1]
        if not stands:
            return "begun", NONE, 0
        faces = stands[0][1] if stands[0][0] == "a" else None
        rolled = isinstance(faces, list) and faces and all(0 <= face <= 2 for face in faces)
        return "roll" if rolled else "seen", NONE, 0

    def take_back(self) -> None:
        """Undo the last answer of a person, and what bots did after it. Raises :exc:`Refused`."""
        if self.box.thinking:
            self.box.round(self._now, True)
        self._look()
        n = self.can_take_back()
        if not n:
            raise Refused("nothing can be taken back: the last answer of a person lies before a roll")
        self.box.take_back(n)
        self._look()

    def feed(self, seat: int, since: int = 0) -> dict[str, Any]:
        """The feed of ``seat``, its own prompt numbered."""
        got = feed(self.game, seat, since, self.lang)
        if seat == self._seat != self._who:
            got["prompt"] = {**feed(self.game, self._who, lang=self.lang)["prompt"], "for": self._who}
        got["error"] = self.said(self.box.error)
        got["away"] = self.said(self.box.away)
        got["own"] = self.box.own
        if self.box.thinking:
            got["prompt"] = None
        elif got["prompt"] and got["prompt"]["mine"]:
            got["prompt"]["number"] = self._asked[seat]
        return got

    def said(self, sentence: str) -> str:
        """What the game or the box said, in the language of the table."""
        return said(sentence, self.packs, self.lang)

    def round(self, ms: int) -> float:
        """Go round once: the box, then a bot if its time has come; gives the seconds until the next round."""
        self._now = ms
        pause = self.box.round(ms, self._patience() == 0)
        if self.box.game is not self._game and self.box.game is not None:
            self._sit(self.setup, max(self._asked))  # another game was begun, or its whole state taken from the box
        self._look()
        if self._who in self._bots and self._seat == self._who and not self.box.away:
            self._bot_thinks(ms)
        return pause

    def _bot_thinks(self, ms: int) -> None:
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
            imagine = partial(imagined, self.game, self._who)
            self.box.answer(self._bots[self._who].answer(seen, for_bots(seen["prompt"]), imagine))
            self._note()

    def _note(self) -> None:
        """Note whose answers are new."""
        while len(self._by) < len(self.game.done):
            self._by.append(self._who if self.game.done[len(self._by)][0] == "a" else NONE)

    def _look(self) -> None:
        """See whom the game asks now."""
        self._note()
        if not self.box.thinking:
            del self._by[len(self.game.done) :]  # taken back
        if self._change == self.box.changes and not self.box.thinking:
            return
        prompt = self.game.prompt
        waits = prompt is not None and not self.box.thinking and not self.box.error
        self._who = self._seat = prompt[P_WHO] if waits else -1
        if self._who in self._bots and self.people and prompt[P_TEXT] in self._drawn:  # bots have no hands to draw with
            self._seat = self.people[0]
        if self._change != self.box.changes:
            self._change = self.box.changes
            self._due = None
            if waits:
                self._asked[self._seat] += 1
            if self.logs is not None:
                self.logs.write(self.box)

    def close(self) -> None:
        """Let the box carry out what was begun, and write the log to its end."""
        end = time.monotonic() + 2
        while self.box.thinking and not self.box.away and time.monotonic() < end:
            time.sleep(self.box.round(self._now, True))
        if self.logs is not None:
            self.logs.write(self.box)

    async def run(self) -> None:
        """Go round for ever."""
        while True:
            await asyncio.sleep(self.round(int(time.monotonic() * 1000) & TICKS))
