"""The box's loop: a hand-written round of slots, none of which waits for anything.

    link       what the host says and is told
    button     a press rolls the dice that the game asks for
    game       a slice of what an answer sets in motion
    display    the digits
    lights     a frame
    save       a snapshot after it, if one is due

Whoever runs the box calls `tick` again and again. The game may be long at an answer; the
lights move on meanwhile.
"""

from omenbox_device import board as ports
from omenbox_device import display, lights
from omenbox_device.button import DOWN, TICKS, Button, since
from shared_rules import view
from shared_rules.game import Refused
from shared_rules.state import *
from shared_rules.vm import EffectError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from shared_rules.game import Game

SLICE = 24  # instructions of effects in one slice: some 7 ms on the board (`omenbox bench --board`)
FRAME = 40  # ms from one frame of the lights to the next
TOTAL = 2500  # ms for which the digits show the total of a roll


class Box:
    """A game behind the ports of a board.

    game: the game, None before `begin`. id: a number of its own for each game. view: what the
    whole table may see of it. changes: counts up whenever there is something new to see.
    error: why the game cannot go on, empty while it can. link: the host's end of the cable,
    None without. saves: where the game is kept at every answer, None without.
    """

    def __init__(self, board: "Any", panel: "dict[int, int] | None" = None) -> None:
        self.board = board
        self.panel = panel
        self.link: Any = None
        self.saves: Any = None
        self.game: Any = None
        self.id = 0
        self.base = 0
        self.view: Any = None
        self.changes = 0
        self.error = ""
        self.thinking = False
        self.button = Button()
        self.scene: list[Any] = []
        self.colours: list[int] = []
        self.total = NONE
        self.told: int | None = None
        self.drawn: int | None = None

    def begin(self, game: "Game", id: int = 0, base: int = 0) -> None:
        """Put a game on the table in place of the last one.

        A game that goes on after a power cut keeps its id; `base` is then the number of log
        records that it does not hold in memory.
        """
        self.game = game
        chance = int.from_bytes(self.board.entropy(4), "big") >> 2
        self.id = id or (self.id + 1 + chance) & TICKS or 1
        self.base = base
        self.thinking = False
        self.total = NONE
        self.error = ""
        if self.saves is not None:
            if id and id == self.saves.id:
                self.error = self.saves.error
            else:
                self.saves.begin(game, self.id)
        self.settle()

    @property
    def number(self) -> int:
        """How many records the log of the game has: the number of the prompt, which only grows."""
        return self.base + len(self.game.records) if self.game else 0

    @property
    def warning(self) -> str:
        """What the table should know of its saves, empty while all is well."""
        return self.saves.warning if self.saves is not None else ""

    def answer(self, value: "Any") -> None:
        """Accept an answer; the next ticks carry it out. Raises Refused."""
        if self.thinking or self.error:
            raise Refused(self.error or "the last answer is still being carried out")
        dice = self.game.prompt[P_KIND] == DICE
        self.game.answer(value)
        if self.saves is not None:
            self.saves.note(self.game)
        self.total = self.thrown() if dice else NONE
        self.told = None
        self.thinking = True

    def take_back(self, n: int = 1) -> None:
        """Take back the last `n` answers. Raises Refused."""
        if self.thinking:
            raise Refused("the last answer is still being carried out")
        if self.saves is None:
            self.game.undo(n)
        else:
            self.saves.undo(self.game, n)
            self.base = self.saves.base
        self.total = NONE
        self.error = ""
        self.settle()

    def correct(self, change: "list[Any]") -> None:
        """Set something by hand, see `shared_rules.correct`. Raises Refused."""
        if self.thinking:
            raise Refused("the last answer is still being carried out")
        try:
            self.game.correct(change)
        finally:
            if self.saves is not None:
                self.saves.note(self.game)
        self.total = NONE
        self.settle()

    def roll(self) -> None:
        """Throw the dice that the game asks for; nothing happens when it asks for something else."""
        prompt = None if self.thinking or self.error or self.game is None else self.game.prompt
        if prompt is not None and prompt[P_KIND] == DICE:
            self.answer(ports.throw(self.board.entropy, prompt[P_DOMAIN][0]))

    def tick(self, ms: int) -> None:
        """Go round once; `ms` counts up and may wrap as on the board."""
        if self.link is not None:
            self.link.tick(ms)
        if self.button.look(self.board.button.pressed(ms), ms) == DOWN:
            self.roll()
        if self.thinking:
            self.think()
        if self.view is None:
            return
        if self.total >= 0:
            if self.told is None:
                self.told = ms
            elif since(self.told, ms) > TOTAL:
                self.total = NONE
        self.board.digits.show(display.digits(self.view, self.total))
        if self.drawn is None or since(self.drawn, ms) >= FRAME:
            self.drawn = ms
            strip = self.board.strip
            lights.frame(self.scene, ms, strip.pixels)
            strip.show()
            if self.saves is not None and not self.thinking and not self.error and self.saves.mark(self.game):
                self.base = self.saves.base

    def think(self) -> None:
        """Run one slice of the game; an effect that fails stops it until the answer is taken back."""
        try:
            if not self.game.step(SLICE):
                return
            self.game.mark()
        except EffectError as x:
            self.error = str(x)
        self.thinking = False
        self.settle()

    def settle(self) -> None:
        """Look at the game afresh when it waits again."""
        g = self.game
        self.view = view.view(g, NONE)
        self.colours = [g.packs.explorer(row[E_FACE])[36] if row[E_FACE] >= 0 else 5 for row in g.ex]
        self.scene = lights.scene(self.view, self.colours, self.panel, len(self.board.strip))
        self.changes += 1

    def thrown(self) -> int:
        """Total of the roll whose faces have just come."""
        row = self.game.G[G_ROLL]
        n = sum(row[ROLL_FACES]) + row[ROLL_FLAT]
        return n if n > 0 else 0
