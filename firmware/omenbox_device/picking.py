"""An answer picked with one button: the digits show a number, presses move it, a hold confirms.

    choice    3-5     option 3 of 5
    range       7     the number itself
    subset    3_5     option 3 of 5, not chosen;  3=5  chosen;  a hold turns one into the other
    letters   3_26    letter 3 of 26;  a hold adds it;  `Er 2` takes the last of two away again
              do 2    after the options: a hold answers with the two that are chosen

Nothing is shown of a prompt before the first press, which also confirms nothing: a table that
answers on its phones sees no number of options here. Dice are thrown, not picked.
"""

from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LETTER_A = 65
LETTERS_OF_ALPHABET = 26


class Pick:
    """What one person is picking as the answer to `prompt`.

    at: the place that is shown, NONE before the first press. chosen: what is chosen so far of
    several. answer: what a hold has confirmed, None before.
    """

    def __init__(self, prompt: "list[Any]") -> None:
        domain = prompt[P_DOMAIN]
        kind = self.kind = prompt[P_KIND]
        self.domain = domain
        self.at = self.before = NONE
        self.chosen: list[int] = []
        self.answer: Any = None
        self.options: list[int] = []
        if kind == CHOICE:
            self.options = domain
        elif kind == SUBSET or kind == LETTERS:
            self.options = domain[2:]
            if kind == LETTERS and not self.options:
                self.options = list(range(LETTER_A, LETTER_A + LETTERS_OF_ALPHABET))
        places = len(self.options)
        if kind == RANGE:
            places = domain[1] - domain[0] + 1
        elif kind == SUBSET:
            places += 1
        elif kind == LETTERS:
            places += 2
        self.places = places  # 0 where there is nothing to pick

    def next(self) -> None:
        """The next place; after the last one the first."""
        if self.places:
            self.before = self.at
            self.at = (self.at + 1) % self.places

    def back(self) -> None:
        """One back from where it was before the last `next`: that was the first of two presses."""
        if self.places:
            self.at = (max(self.before, 0) - 1) % self.places

    def hold(self) -> bool:
        """Confirm what is shown; False if that cannot be."""
        at = self.at
        if at < 0:
            return False
        if self.kind == RANGE:
            self.answer = self.domain[0] + at
        elif self.kind == CHOICE:
            self.answer = self.options[at]
        elif at == len(self.options):
            if not self.domain[0] <= len(self.chosen) <= self.domain[1]:
                return False
            self.answer = list(self.chosen)
        elif at > len(self.options):
            if not self.chosen:
                return False
            del self.chosen[-1]
        elif self.kind == SUBSET and self.options[at] in self.chosen:
            self.chosen.remove(self.options[at])
        else:
            if self.kind == SUBSET and self.domain[1] == 1:
                self.chosen = []
            if len(self.chosen) >= self.domain[1]:
                return False
            self.chosen.append(self.options[at])
        return True

    def shown(self) -> int:
        """The option that is shown, NONE if that is none."""
        return self.options[self.at] if 0 <= self.at < len(self.options) else NONE

    def text(self) -> str:
        """What the digits show, empty before the first press."""
        at = self.at
        if at < 0:
            return ""
        if self.kind == RANGE:
            return "%4d" % (self.domain[0] + at)
        if at == len(self.options):
            return "do%2d" % len(self.chosen)
        if at > len(self.options):
            return "Er%2d" % len(self.chosen)
        sign = "-"
        if self.kind != CHOICE:
            sign = "=" if self.options[at] in self.chosen else "_"
        return "%d%s%d" % (at + 1, sign, len(self.options))
