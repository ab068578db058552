"""The menu of the box: what can be done at any prompt by a long hold, on digits alone.

    UndO    take the last answer back, down to the last roll or revealed thing
    nite    lamps at night level, or as bright as before
    PLAY    begin a game: to the number of players
    PL 4    begin a game of four players with the base game's rooms
    PL4E    and with those of all other packs that are there
    SUrE    when a game is on the table that has not ended: really begin another in its place
    GO      leave the menu

Where there is no game, or one that has ended, a press opens it at the number of players.
"""

from omenbox_device.board import number
from omenbox_device.program import begin
from shared_rules.game import Refused
from shared_rules.state import DECK_SECOND, KIND_TILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from omenbox_device.loop import Box

LEAVE = "GO  "
LINES = ["UndO", "nite", "PLAY", LEAVE]
UNDO = 0
NIGHT = 1
PLAY = 2
SURE = ["SUrE", LEAVE]
FEWEST = 3
MOST = 6


def games(box: "Box") -> "list[str]":
    """A line for each game that can be begun. Raises Refused."""
    if box.packs is None:
        raise Refused("the box has no packs")
    kinds = ["PL %d"]
    if [1 for p in box.packs.packs[1:] if p.rows[KIND_TILE]]:
        kinds.append("PL%dE")
    return [kind % n for kind in kinds for n in range(FEWEST, MOST + 1)] + [LEAVE]


class Menu:
    """An open menu. lines: what it offers. at: the line that is shown. changes: those of the box
    that whoever opened it knows. chosen: the place in `games` of the game to begin.

    players: whether it is opened at the number of players; raises Refused where none can be chosen.
    """

    def __init__(self, box: "Box", players: bool) -> None:
        self.changes = box.changes
        self.chosen = 0
        self.turn_to(games(box) if players else LINES)

    def turn_to(self, lines: "list[str]") -> None:
        """Offer other lines."""
        self.lines = lines
        self.at = self.before = 0

    def next(self) -> None:
        """The next line."""
        self.before = self.at
        self.at = (self.at + 1) % len(self.lines)

    def back(self) -> None:
        """One back from where it was before the last `next`."""
        self.at = (self.before - 1) % len(self.lines)

    def text(self) -> str:
        """What the digits show."""
        return self.lines[self.at]

    def do(self, box: "Box") -> bool:
        """Do what is shown; what came in between is not taken back unseen. Gives whether the menu is done with.

        Raises Refused, and EffectError or MemoryError for a game that could not be begun.
        """
        at = self.at
        if self.lines[at] == LEAVE:
            return True
        if self.lines is LINES:
            if at == PLAY:
                self.turn_to(games(box))
                return False
            if at == UNDO:
                self.undo(box)
            elif at == NIGHT:
                box.night = not box.night
            return True
        if self.lines is not SURE:
            self.chosen = at
            if not box.idle():
                self.turn_to(SURE)
                return False
        kinds = MOST - FEWEST + 1
        seed = number(box.board.entropy) or 1
        seats = FEWEST + self.chosen % kinds
        begin(box, box.packs, [seats, seed, DECK_SECOND, self.chosen // kinds, 0, 0, 1, 1, 0, []])
        return True

    def undo(self, box: "Box") -> None:
        """Take the last answer back. Raises Refused."""
        if self.changes != box.changes:
            self.changes = box.changes
            raise Refused("the game has gone on")
        if box.game is not None and (box.game.undoable or box.error and box.game.done):
            box.take_back()
