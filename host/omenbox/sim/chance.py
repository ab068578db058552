"""What falls by chance: dice, and answers that nobody thinks about."""

from __future__ import annotations

import random
from typing import Any

from shared_rules.state import CHOICE, DICE, LETTERS, P_DOMAIN, P_KIND, RANGE

#: The six faces of a die of the game.
FACES = (0, 0, 1, 1, 2, 2)
#: What a text on paper is made of.
LETTERS_OF_PAPER = range(32, 127)


class Dice:
    """The table's dice: faces from a generator that belongs to nobody."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(f"dice {seed}")

    def throw(self, number: int) -> list[int]:
        """The faces of ``number`` dice."""
        return [FACES[self._random.randrange(6)] for _ in range(number)]


def any_answer(prompt: list, chance: random.Random) -> Any:
    """An answer to a prompt, every one as likely as any other; to a throw of dice their faces."""
    kind, domain = prompt[P_KIND], prompt[P_DOMAIN]
    if kind == CHOICE:
        return domain[int(chance.random() * len(domain))]
    if kind == DICE:
        return [FACES[int(chance.random() * 6)] for _ in range(domain[0])]
    number = domain[0] + int(chance.random() * (domain[1] - domain[0] + 1))
    if kind == RANGE:
        return number
    if kind == LETTERS:
        return chance.choices(domain[2:] or LETTERS_OF_PAPER, k=number)
    return chance.sample(domain[2:], number)
