"""The random bot: any legal answer is possible, some are likelier."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from shared_rules.pack import Packs
from shared_rules.state import (
    CHOICE,
    LETTERS,
    O_CLIMB,
    O_DROP,
    O_END,
    O_GIVE,
    O_TAKE,
    O_TEXT,
    P_DOMAIN,
    P_KIND,
    P_MENU,
    P_TEXT,
    RANGE,
)

#: Gives a state that looks to the seat like the real one, with chance in place of all that it cannot know.
Imagine = Callable[[random.Random], list]


class RandomBot:
    """Answers at random, but does not dawdle: it seldom lays cards down or ends a turn early.

    In a haunt that is played by the book it opens the book now and then, and so declares an end
    some time. Games of one seed are the same everywhere.
    """

    #: How likely an option of a turn is, beside the usual 12.
    WEIGHTS = {O_END: 4, O_DROP: 1, O_GIVE: 3, O_TAKE: 3, O_CLIMB: 2}
    USUAL = 12

    def __init__(self, packs: Packs, seat: int, seed: int) -> None:
        self._random = random.Random(f"seat {seat} {seed}")
        self._book = packs.find("text", "base:ask.manual")
        declare = packs.find("text", "base:opt.declare")
        self._declare = O_TEXT << 16 | declare
        self._packs = packs

    def answer(self, view: dict[str, Any], prompt: list, imagine: Imagine | None = None) -> Any:
        """Answer ``prompt``: any legal answer is possible."""
        kind = prompt[P_KIND]
        domain = prompt[P_DOMAIN]
        if kind == CHOICE:
            if prompt[P_MENU] == 1:
                return self._weighed(domain)
            if prompt[P_TEXT] == self._book and self._random.randrange(2):
                return self._declare
            return domain[self._random.randrange(len(domain))]
        if kind == RANGE:
            return self._between(domain[0], domain[1])
        number = self._between(domain[0], domain[1])
        if kind == LETTERS and len(domain) == 2:
            return [self._between(32, 126) for _ in range(number)]
        if kind == LETTERS:
            return [domain[2 + self._random.randrange(len(domain) - 2)] for _ in range(number)]
        left = domain[2:]
        return [left.pop(self._random.randrange(len(left))) for _ in range(number)]

    def _weight(self, option: int) -> int:
        return self.WEIGHTS.get(option >> 16, self.USUAL)

    def _between(self, low: int, high: int) -> int:
        return low + self._random.randrange(high - low + 1)

    def _weighed(self, options: list[int]) -> int:
        weights = [self._weight(option) for option in options]
        at = self._random.randrange(sum(weights))
        for option, weight in zip(options, weights, strict=True):
            at -= weight
            if at < 0:
                return option
        raise AssertionError
