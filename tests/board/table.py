"""A box on an emulated Pico, a host that mirrors it, and people who answer here and there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from omenbox.link import Mirror
from omenbox.link.emulated import PicoPort
from omenbox.sim.parts import Button, Digits, Frame, Lamps
from omenbox.sim.platforms import Pico
from omenbox_device import display, lights
from omenbox_device.picking import Pick
from shared_rules import state as s
from shared_rules import view
from shared_rules.pack import Packs

from ..players import Players

SEATS = 3
#: Board seconds for anything.
PATIENCE = 20.0
#: ms by which a frame may be older than the moment at which its first bit is on the wire: a round of the loop.
ROUND = 80


class Table:
    """A box at its prompt. ``flash`` as :class:`Pico` takes it.

    delays: ms from each press to the first light that changed. first: when the first frame of a
    game was on the wire.
    """

    def __init__(self, flash: bytes, packs: Packs) -> None:
        self.packs = packs
        self.lamps, self.digits, self.button = Lamps(22), Digits(19, 20), Button(21)
        self.board = Pico(flash=flash, parts=[self.lamps, self.digits, self.button])
        self.players = Players(packs, SEATS, 3)
        self.delays: list[float] = []
        self.first: float | None = None
        self.told: list[tuple[str, str]] = []

    def __enter__(self) -> Table:
        self.board.__enter__()
        self.port = PicoPort(self.board)
        self.mirror = Mirror(
            lambda: self.port, self.packs, lambda *what: self.told.append(what), 4, lambda: self.board.ms / 1000
        )
        return self

    def __exit__(self, *error: Any) -> None:
        self.board.cut()

    @property
    def game(self) -> Any:
        """The game as the host sees it."""
        assert self.mirror.game is not None
        return self.mirror.game

    def until(self, condition: Callable[[], Any]) -> None:
        """Let the board's time go by until ``condition``."""
        self.mirror.wait(condition, PATIENCE, 0.02)

    def begin(self) -> None:
        """Begin a game of haunt 57 from the host."""
        got: list[Any] = []
        self.until(lambda: self.mirror.hello)
        self.mirror.begin([SEATS, 9, 1, 0, 0, 57, 6, 21, 0, list(self.packs.faces()[:6:2])], got.append)
        self.until(lambda: got and self.mirror.number == 0 and self.mirror.synced)

    def resumed(self) -> None:
        """Wait until the host has the game that the box took up."""
        self.until(lambda: self.mirror.game is not None and self.mirror.synced)

    def choose(self) -> Any:
        """An answer to the prompt."""
        return self.players.answer(self.game)

    def answer(self) -> None:
        """One answer: every other throw and now and then a choice at the button, the rest from the host."""
        number, prompt = self.mirror.number, self.game.prompt
        before, self.told = view.view(self.game, s.NONE), []
        dice = prompt[s.P_KIND] == s.DICE
        if dice and number % 2:
            self.press(40)
        elif prompt[s.P_KIND] == s.CHOICE and number % 6 == 3:
            pick = Pick(prompt)
            pick.next()
            self.press(40)
            self.board.wait(180)
            assert self.digits.text == display.window(pick.text(), 0)
            self.press(640)
        else:
            self.mirror.answer(self.choose())
        self.until(lambda: self.mirror.number > number and self.mirror.synced)
        self.shows(before, dice)

    def press(self, ms: float) -> None:
        """Press the button, and see how long the lights take to answer."""
        count = len(self.lamps.frames)
        self.button.press(ms)
        pressed = self.button.pressed_at
        self.board.until(lambda: len(self.lamps.frames) > count and self.lamps.frames[-1].at > pressed, 500)
        self.delays.append(next(frame.at for frame in self.lamps.frames if frame.at > pressed) - pressed)
        self.board.wait(max(0.0, pressed + ms + 20 - self.board.ms))

    def shows(self, before: dict[str, Any], dice: bool) -> None:
        """Lamps and digits come to show what the pure functions say of the game."""
        seen = view.view(self.game, s.NONE)
        texts = [display.digits(seen)] + [display.digits(seen, total) for total in range(40 if dice else 0)]
        self.board.until(lambda: self.digits.text in [display.window(text, 0).replace("O", "0") for text in texts], 300)
        colours = [self.packs.explorer(row[s.E_FACE])[36] for row in self.game.ex]
        news = {lights.lamp_of(seen, row[1], None, lights.PIXELS) for row in lights.news(before, seen, 0)}
        scene = lights.scene(seen, colours)
        self.board.until(lambda: self.pictured(self.lamps.frames[-1], scene, news), 2500)
        assert self.digits.errors == []
        assert all(frame.bad == 0 and frame.wire < 2 for frame in self.lamps.frames)

    def looks(self) -> None:
        """What the box tells a host of its lamps and digits is what they show; a press from there is one."""
        got: list[Any] = []
        self.mirror.client.request("look", done=got.append)
        self.until(lambda: got)
        text, lamps = got[0]
        assert text.replace("O", "0") == self.digits.text
        colours = tuple(int(lamps[i : i + 6], 16) for i in range(0, len(lamps), 6))
        assert colours in [frame.colours for frame in self.lamps.frames[-20:]]
        self.mirror.client.request("press", 3200, done=got.append)
        self.until(lambda: self.digits.text == "Und0")

    def pictured(self, frame: Frame, scene: list[Any], news: set[int]) -> bool:
        """Whether a frame is the scene at the moment at which it was painted; the lamps of ``news`` left out."""
        shown = [c for i, c in enumerate(frame.colours) if i not in news]
        painted = [0] * lights.PIXELS
        for ms in range(int(frame.at) - ROUND, int(frame.at) + 1):
            load = lights.frame(scene, ms, painted)
            bright = lights.level(load, lights.PIXELS)
            if shown == [dimmed(c, bright) for i, c in enumerate(painted) if i not in news]:
                return True
        return False


def dimmed(c: int, bright: int) -> int:
    """A colour at ``bright`` of 256."""
    return (c >> 16) * bright >> 8 << 16 | (c >> 8 & 255) * bright >> 8 << 8 | (c & 255) * bright >> 8
