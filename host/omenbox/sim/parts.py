"""What a box has wired to its board, on the emulated Pico: lamps, four digits, a button.

Each part is given to :class:`~omenbox.sim.platforms.Pico` and sees nothing but the levels of its
pins and the board's own time, as the real part would:

    lamps, digits, button = Lamps(16), Digits(18, 19), Button(15)
    with Pico(files, parts=[lamps, digits, button]) as board:
        button.press(60)
        board.until(lambda: lamps.frames)
        lamps.frames[-1].colours, digits.text

Times are emulated milliseconds since power-up.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from typing import Any, Protocol

#: A WS2812B's own limits, ns: a high below this is a 0, a longer one a 1.
ZERO, ONE = (220, 380), (580, 1000)
#: ns of low after which lamps show what they were sent.
LATCH = 50_000


class Part(Protocol):
    """Anything wired to the emulated chip."""

    def attach(self, rp2040: Any) -> None:
        """Wire it up, before the power comes."""


@dataclass(frozen=True)
class Frame:
    """A frame as a strip of WS2812 took it from the wire.

    at: when its first bit began, in ms. wire: how long it was on the wire, in ms. colours: those of
    all lamps, ``red << 16 | green << 8 | blue``; bad: bits whose width no lamp need understand.
    """

    at: float
    wire: float
    colours: tuple[int, ...]
    bad: int


class Lamps:
    """A strip of WS2812 lamps at pin ``pin``. ``frames`` are those it has taken so far."""

    def __init__(self, pin: int) -> None:
        self._pin = pin
        self._lock = threading.Lock()
        self._frames: list[Frame] = []
        self._bits: list[float] = []
        self._began = self._rose = self._fell = 0.0

    def attach(self, rp2040: Any) -> None:
        self._clock = rp2040.clock
        rp2040.gpio[self._pin].add_listener(self._changed)

    def _changed(self, new: int, old: int) -> None:
        now = self._clock.nanos
        if new == 1:
            with self._lock:
                self._latch(now)
            if not self._bits:
                self._began = now
            self._rose = now
        elif old == 1:
            self._bits.append(now - self._rose)
            self._fell = now

    def _latch(self, now: float) -> None:
        """Show what came, if the wire has been low for long enough."""
        if not self._bits or now - self._fell < LATCH:
            return
        bits, self._bits = self._bits, []
        bad = sum(not (ZERO[0] <= high <= ZERO[1] or ONE[0] <= high <= ONE[1]) for high in bits)
        value = [int(high > (ZERO[1] + ONE[0]) / 2) for high in bits]
        colours = []
        for i in range(0, len(value) - len(value) % 24, 24):
            green, red, blue = (int("".join(map(str, value[i + n : i + n + 8])), 2) for n in (0, 8, 16))
            colours.append(red << 16 | green << 8 | blue)
        bad += len(value) % 24
        self._frames.append(Frame(self._began / 1e6, (self._fell - self._began) / 1e6, tuple(colours), bad))

    @property
    def frames(self) -> list[Frame]:
        """All frames taken so far."""
        with self._lock:
            self._latch(self._clock.nanos)
            return list(self._frames)


#: Segments of a digit by the character that they make (bit 0 the top one, clockwise, bit 6 the middle).
SEGMENTS = {
    0x00: " ", 0x40: "-", 0x08: "_", 0x48: "=",
    0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7", 0x7F: "8", 0x6F: "9",
    0x79: "E", 0x54: "n", 0x5E: "d", 0x5C: "o", 0x50: "r", 0x3E: "U", 0x10: "i", 0x78: "t", 0x7B: "e", 0x3D: "G",
    0x77: "A", 0x38: "L", 0x73: "P", 0x6E: "Y",
}  # fmt: skip


class Digits:
    """Four digits behind a TM1637 at the pins ``clk`` and ``dio``. ``shows`` counts how often they were written."""

    def __init__(self, clk: int, dio: int) -> None:
        self._pins = clk, dio
        self._levels = [1, 1]
        self._bits: list[int] | None = None
        self._bytes: list[int] = []
        self._memory = [0] * 6
        self.bright = 0
        self.lit = False
        self.shows = 0
        self.at = 0.0
        self.errors: list[str] = []

    def attach(self, rp2040: Any) -> None:
        self._clock = rp2040.clock
        for n in (0, 1):
            rp2040.gpio[self._pins[n]].add_listener(lambda new, old, n=n: self._changed(n, int(new) in (1, 3)))

    def _changed(self, n: int, level: bool) -> None:
        if self._levels[n] == level:
            return
        self._levels[n] = level
        clk, dio = self._levels
        if n == 1 and clk:  # data moves while the clock is high: a start, or a stop
            if not dio:
                self._bits, self._bytes = [], []
            elif self._bits is not None:
                self._command(self._bytes)
                self._bits = None
        elif n == 0 and clk and self._bits is not None:
            self._bits.append(int(dio))
            if len(self._bits) == 9:  # the ninth clock is the chip's: it pulls the wire down
                if self._bits[8]:
                    self.errors.append("the board drives the wire high against the chip's acknowledgement")
                self._bytes.append(sum(bit << i for i, bit in enumerate(self._bits[:8])))
                self._bits = []

    def _command(self, data: list[int]) -> None:
        kind = data[0] & 0xC0 if data else 0
        if kind == 0xC0:
            for i, byte in enumerate(data[1:]):
                self._memory[(data[0] + i) % 8 % 6] = byte
            self.shows += 1
            self.at = self._clock.nanos / 1e6
        elif kind == 0x80:
            self.lit, self.bright = bool(data[0] & 8), data[0] & 7
        elif kind != 0x40 or data[0] != 0x40:
            self.errors.append(f"the chip does not know the command {data}")

    @property
    def segments(self) -> tuple[int, ...]:
        """What glows: a byte for each of the four digits, none of it while the display is off."""
        return tuple(self._memory[:4]) if self.lit else (0, 0, 0, 0)

    @property
    def text(self) -> str:
        """The four characters, ``?`` for segments that make none."""
        return "".join(SEGMENTS.get(byte, "?") for byte in self.segments)


class Button:
    """A push button from pin ``pin`` to ground.

    held: for how many ms a finger is on it when the power comes, ``math.inf`` until :meth:`release`.
    """

    def __init__(self, pin: int, held: float = 0) -> None:
        self._pin = pin
        self._held = held
        self.pressed_at = 0.0

    def attach(self, rp2040: Any) -> None:
        self._rp2040 = rp2040
        self._alarm = rp2040.clock.create_alarm(self._up)
        if self._held:
            self._down()
        if 0 < self._held < math.inf:
            self._alarm.schedule(self._held * 1e6)

    def _down(self) -> None:
        self.pressed_at = self._rp2040.clock.nanos / 1e6
        self._rp2040.gpio[self._pin].set_input_value(False)

    def _up(self) -> None:
        self._rp2040.gpio[self._pin].release_input()

    def press(self, ms: float) -> None:
        """Put a finger on it for ``ms``. Returns when it is down."""
        done = threading.Event()

        def down() -> None:
            self._down()
            self._alarm.schedule(ms * 1e6)
            done.set()

        self._rp2040.schedule_threadsafe(down)
        done.wait()

    def release(self) -> None:
        """Take the finger off that was on it when the power came."""
        self._rp2040.schedule_threadsafe(self._up)
