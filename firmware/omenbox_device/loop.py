"""The box's loop: a hand-written round of slots, none of which waits for anything.

    link       what the host says and is told
    button     a press rolls the dice that the game asks for, or picks an answer on the digits
    game       a slice of what an answer sets in motion; after the last one a look at how it stands
    picture    the lamps sorted by what they show, if that is new; the digits, and a frame of the lights
    save       a snapshot in a quiet moment after it, if one is due

Whoever runs the box calls `tick` again and again. The game may be long at an answer; the
lights move on meanwhile.
"""

from omenbox_device import board as ports
from omenbox_device import display, drop, lights
from omenbox_device.button import DOUBLE, DOWN, HOLD, LONG, MENU, PRESS, TICKS, VERY_LONG, Button, since
from omenbox_device.picking import Pick
from shared_rules import house, view
from shared_rules.game import Refused
from shared_rules.state import *
from shared_rules.vm import EffectError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from shared_rules.game import Game

SLICE = 200  # steps of effects in one slice, some 0.04 ms each: see `shared_rules.words.COST`
ROUND = 8  # ms of a round after which it begins nothing more of the game
STEPS = 0  # stages of an answer that is carried out: the game runs,
LOOK = 1  # and what the table sees is read off it
FRAME = 40  # ms from one frame of the lights to the next
BUSY = 60  # and while the game runs, which has the rest of the time
QUIET = 100  # ms after a prompt has come before what may stop the lights for a moment is done
OFTEN = 8  # answers after which a snapshot that is due waits for that no longer
TOTAL = 2500  # ms for which the digits show the total of a roll


class Box:
    """A game behind the ports of a board.

    game: the game, None before `begin`. id: a number of its own for each game. view: what the
    whole table may see of it. changes: counts up whenever there is something new to see.
    error: why the game cannot go on, empty while it can. link: the host's end of the cable,
    None without. saves: where the game is kept at every answer, None without. night: whether
    the lamps are dimmed. pick: the answer that is being picked at the button, None while it is
    not touched. clock: gives the ms that `tick` is told; with it a round has as many slices as there is time for,
    without it one. menu: the open menu, None while it is closed. packs: those that games begun at the
    button have, None without. litter: pieces of work since memory
    was tidied, whoever runs the box sets it back.
    """

    def __init__(self, board: "Any", panel: "dict[int, int] | None" = None, packs: "Any" = None) -> None:
        self.board = board
        self.panel = panel
        self.packs = packs
        self.link: Any = None
        self.saves: Any = None
        self.game: Any = None
        self.id = 0
        self.base = 0
        self.view: Any = None
        self.changes = 0
        self.error = ""
        self.thinking = False
        self.stage = STEPS
        self.litter = 0
        self.clock: Any = None
        self.button = Button()
        self.scene: list[Any] = []
        self.painted = True  # whether the scene is that of the view
        self.doors: Any = None  # the rooms with unopened doors, None where that must be found out
        self.colours: list[int] = []
        self.total = NONE
        self.told: int | None = None
        self.drawn: int | None = None
        self.came = 0
        self.tried = 0
        self.ms = 0
        self.night = False
        self.bright = 256
        self.fresh: list[list[int]] = []
        self.pick: Any = None
        self.menu: Any = None
        self.asked = NONE
        self.text = ""
        self.begun = 0

    def begin(self, game: "Game", id: int = 0, base: int = 0) -> None:
        """Put a game on the table in place of the last one.

        A game that goes on after a power cut keeps its id; `base` is then the number of log
        records that it does not hold in memory.
        """
        self.game = game
        self.id = id or (self.id + 1 + ports.number(self.board.entropy)) & TICKS or 1
        self.base = base
        self.thinking = False
        self.total = NONE
        self.error = ""
        self.tried = base
        if self.saves is not None:
            if id and id == self.saves.id:
                self.error = self.saves.error
            else:
                self.saves.begin(game, self.id)
        self.close()
        self.settle()

    def clear(self) -> None:
        """Take the game off the table before another begins: there is no room for two. Its save stays till then."""
        self.game = self.view = self.pick = None
        self.scene = self.fresh = []
        self.thinking = False
        self.error = ""
        self.base = 0
        if self.link is not None:
            self.link.forget()

    def idle(self) -> bool:
        """Whether no game is on the table, or one that has ended."""
        return not self.thinking and (self.game is None or self.game.over)

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
        self.ready()
        prompt = self.game.prompt
        dice = prompt is not None and prompt[P_KIND] == DICE
        self.game.answer(value)
        self.stage = STEPS
        self.thinking = True
        if self.saves is not None:
            self.saves.note(self.game)
        self.total = self.thrown() if dice else NONE
        self.told = None

    def ready(self) -> None:
        """Raises Refused while the game can neither be answered nor set by hand."""
        if self.thinking or self.error:
            raise Refused(self.error or "the last answer is still being carried out")

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

    def correct(self, change: "list[Any]", who: int = NONE) -> None:
        """Set something by hand, see `shared_rules.correct`; who: the seat whose hand it was. Raises Refused."""
        self.ready()
        try:
            self.game.correct(change, who)
        except EffectError as x:
            self.error = str(x)
        if self.saves is not None:
            self.saves.note(self.game)
        self.total = NONE
        self.settle()

    def roll(self) -> bool:
        """Throw the dice that the game asks for; False when it asks for something else."""
        prompt = None if self.thinking or self.error or self.game is None else self.game.prompt
        if prompt is None or prompt[P_KIND] != DICE:
            return False
        self.answer(ports.throw(self.board.entropy, prompt[P_DOMAIN][0]))
        return True

    def feel(self, gesture: int) -> None:
        """Do what a gesture at the button asks for; the prompt it is meant for is the one it began at."""
        self.drawn = None  # the light answers at once
        if gesture == DOWN:
            self.asked = NONE if self.thinking else self.changes
            if self.menu is None and self.roll():
                self.button.use()
        elif self.menu is not None:
            self.move(self.menu, gesture)
            if gesture == MENU or gesture == HOLD and not self.thinking and self.menu.do(self):
                self.close()
        elif gesture == MENU or self.idle() and self.asked == self.changes:
            from omenbox_device.menu import Menu

            self.menu = Menu(self, gesture != MENU)
        elif self.game is None or self.thinking or self.error or self.asked != self.changes:
            pass
        elif self.game.prompt is not None:
            if self.pick is None:
                self.pick = Pick(self.game.prompt)
            self.move(self.pick, gesture)
            self.paint()
            lights.point(self.scene, self.pointed())
            if gesture == HOLD and self.pick.hold() and self.pick.answer is not None:
                self.answer(self.pick.answer)

    def close(self) -> None:
        """Close the menu, and let its program go."""
        if self.menu is not None:
            self.menu = None
            drop("menu")

    def move(self, lines: "Any", gesture: int) -> None:
        """Move on in what the digits show, or back."""
        if gesture == PRESS:
            lines.next()
        elif gesture == DOUBLE:
            lines.back()

    def pointed(self) -> int:
        """The lamp of the room that the step being picked leads to, NONE for anything else: a choice may be secret."""
        option = self.pick.shown()
        if option >> 16 not in (O_STEP, O_LINK):
            return NONE
        from shared_rules import text

        g = self.game
        r = text.where(g)
        x = option & 0xFFFF
        r = house.beside(g, r, x) if option >> 16 == O_STEP else house.link_end(g, x, r)
        return lights.lamp_of(self.view, r, self.panel, len(self.board.strip)) if r >= 0 else NONE

    def tick(self, ms: int) -> None:
        """Go round once; `ms` counts up and may wrap as on the board."""
        self.ms = ms
        if self.link is not None:
            self.link.tick(ms)
        gesture = self.button.look(self.board.button.pressed(ms), ms)
        if gesture:
            try:
                self.feel(gesture)
            except (Refused, EffectError, MemoryError):  # what the digits show stays
                if self.pick is not None:
                    self.pick.answer = None
        if self.thinking and self.drawn is not None:  # the light that answers a press comes first
            self.think()
        if self.drawn is not None and since(self.drawn, ms) < (BUSY if self.thinking else FRAME):
            return
        self.drawn = ms
        if self.total >= 0:
            if self.told is None:
                self.told = ms
            elif since(self.told, ms) > TOTAL:
                self.total = NONE
        self.paint()
        self.board.digits.show(self.says())
        self.draw()
        if self.saves is None or self.game is None or self.thinking or self.error:
            return
        if self.quiet() or self.number >= self.tried + OFTEN:
            self.tried = self.number
            if self.saves.mark(self.game):
                self.base = self.saves.base

    def quiet(self) -> bool:
        """Whether nothing runs, nobody presses, and the prompt has been there for a moment."""
        return not self.thinking and not self.button.down and since(self.came, self.ms) >= QUIET

    def says(self) -> str:
        """What the digits show now."""
        lines = self.menu or self.pick
        text = lines.text() if lines is not None else ""
        text = text or display.digits(self.view, self.total)
        if text != self.text:
            self.text = text
            self.begun = self.ms
        return display.window(text, since(self.begun, self.ms))

    def draw(self) -> None:
        """Draw a frame of the lights."""
        ms = self.ms
        strip = self.board.strip
        held = self.button.held(ms)
        if self.menu is not None:
            held = VERY_LONG + ms
        elif self.button.spent:
            held = min(held, LONG - 1)
        load = lights.frame(self.scene, ms, strip.pixels, held)
        bright = lights.level(load, len(strip.pixels), self.night)
        if bright != self.bright:
            self.bright = bright
            strip.brightness = bright / 256
        strip.show()

    def think(self) -> None:
        """Do the next piece of what an answer sets in motion; what fails in it stops it until it is taken back."""
        if self.stage == STEPS:
            try:
                while True:
                    self.litter += 1
                    if self.game.step(SLICE):
                        break
                    if self.late():
                        return
                self.game.mark()
            except (EffectError, MemoryError) as x:
                self.error = str(x)
            self.stage = LOOK
            if self.late():
                return
        self.thinking = False
        self.look(True)

    def late(self) -> bool:
        """Whether this round has taken long enough; without a clock it always has."""
        return self.clock is None or since(self.ms, self.clock()) >= ROUND

    def settle(self) -> None:
        """Look at the game afresh: it was put on the table, or something was taken back or set by hand."""
        self.look(False)

    def look(self, went_on: bool) -> None:
        """Read off the game what the table sees. went_on: what is new in it was done just now."""
        g = self.game
        old = self.view
        self.view = view.shown(g, NONE, old)
        if old is None or old["rooms"] is not self.view["rooms"]:
            self.doors = None
        self.fresh = [row for row in self.fresh if went_on and since(row[2], self.ms) < lights.NEWS]
        if went_on:
            self.fresh += lights.news(old, self.view, self.ms)
        else:
            self.colours = []  # other faces may be there
        self.pick = None
        self.painted = False
        self.came = self.ms
        self.litter += 1
        self.changes += 1

    def paint(self) -> None:
        """Sort the lamps by what they show of that, unless they are."""
        g = self.game
        if self.painted or g is None:
            return
        if not self.colours or self.view["phase"] == PHASE_SETUP:
            self.colours = [g.packs.explorer(row[E_FACE])[36] if row[E_FACE] >= 0 else 5 for row in g.ex]
        if self.doors is None:
            self.doors = lights.unopened(self.view["rooms"])
        self.scene = lights.scene(self.view, self.colours, self.panel, len(self.board.strip), self.fresh, self.doors)
        self.painted = True
        self.litter += 1

    def thrown(self) -> int:
        """Total of the roll whose faces have just come."""
        row = self.game.G[G_ROLL]
        n = sum(row[ROLL_FACES]) + row[ROLL_FLAT]
        return n if n > 0 else 0
