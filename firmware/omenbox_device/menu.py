"""The menu of the box: what can be done at any prompt by a long hold, on digits alone.

    UndO    take the last answer back, down to the last roll or revealed thing
    nite    lamps at night level, or as bright as before
    GO      leave the menu
"""

from shared_rules.game import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from omenbox_device.loop import Box

TEXTS = ("UndO", "nite", "GO  ")
UNDO = 0
NIGHT = 1


class Menu:
    """An open menu. at: the line that is shown. changes: those of the box that whoever opened it knows."""

    def __init__(self, changes: int) -> None:
        self.at = self.before = 0
        self.changes = changes

    def next(self) -> None:
        """The next line."""
        self.before = self.at
        self.at = (self.at + 1) % len(TEXTS)

    def back(self) -> None:
        """One back from where it was before the last `next`."""
        self.at = (self.before - 1) % len(TEXTS)

    def text(self) -> str:
        """What the digits show."""
        return TEXTS[self.at]

    def do(self, box: "Box") -> None:
        """Do what is shown; what came in between is not taken back unseen. Raises Refused."""
        if self.at == UNDO:
            if self.changes != box.changes:
                self.changes = box.changes
                raise Refused("the game has gone on")
            if box.game is not None and (box.game.undoable or box.error and box.game.done):
                box.take_back()
        elif self.at == NIGHT:
            box.night = not box.night
