"""Bots: players that know what their seat knows and answer only what they are asked.

A bot never corrects anything, and declares an end only where the table plays by the book. Chance
is no bot's: faces come from :class:`Dice`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from shared_rules.pack import Packs
from shared_rules.state import HERO, PHASE_REVEAL, TRAITOR

from ..errors import OmenboxError
from .chance import FACES, Dice
from .greedy import GreedyBot
from .random_bot import Imagine, RandomBot

__all__ = ["BOTS", "FACES", "SIDES", "Bot", "Dice", "GreedyBot", "RandomBot", "player", "who_plays"]


class Bot(Protocol):
    """A player at one seat."""

    def answer(self, view: dict[str, Any], prompt: list, imagine: Imagine | None = None) -> Any:
        """Answer the seat's own ``prompt``, knowing its ``view`` and nothing else.

        ``imagine`` deals a state that looks the same to the seat, for bots that think ahead.
        """


#: Bots by the names that the commands take.
BOTS: dict[str, Callable[[Packs, int, int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
#: Sides by the names that the commands take.
SIDES = {"heroes": HERO, "traitor": TRAITOR}


class SidedBot:
    """Plays like one bot on one side and like another on the other; like the random one before the haunt.

    So all games of one seed come to the same haunt in the same position, whoever plays it then.
    """

    def __init__(self, packs: Packs, names: list[str], seat: int, seed: int) -> None:
        self._before = RandomBot(packs, seat, seed)
        self._of_side = [self._before if n == "random" else BOTS[n](packs, seat, seed) for n in names]
        self._seat = seat

    def answer(self, view: dict[str, Any], prompt: list, imagine: Imagine | None = None) -> Any:
        """The answer of the bot of the side that the seat is on, a secret one too."""
        bot: Bot = self._before
        if view["phase"] >= PHASE_REVEAL:
            bot = self._of_side[view["explorers"][self._seat][1]]
        return bot.answer(view, prompt, imagine)


def who_plays(bots: str) -> str | list[str]:
    """Name of the bot that plays every seat, or those of heroes and traitors: `heroes=greedy,traitor=random`.

    A side that is left out plays at random. Raises OmenboxError.
    """
    if bots in BOTS:
        return bots
    names = ["random", "random"]
    for word in bots.split(","):
        side, _, name = word.partition("=")
        if side not in SIDES or name not in BOTS:
            known = ", ".join(BOTS)
            raise OmenboxError(f"{word!r} is none of the bots {known}, nor one for a side such as heroes=greedy")
        names[SIDES[side]] = name
    return names


def player(packs: Packs, bots: str, seat: int, seed: int) -> Bot:
    """The bot of a seat, as ``bots`` says (:func:`who_plays`)."""
    names = who_plays(bots)
    return BOTS[names](packs, seat, seed) if isinstance(names, str) else SidedBot(packs, names, seat, seed)
