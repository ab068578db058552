"""The board layer of a Raspberry Pi Pico: a strip of WS2812, a button, four digits behind a TM1637.

The one module of the box's program that touches `machine`. Pins are those of the board file
(hardware/pico/README.md). Each class is the one of `omenbox_device.board` with hardware behind it.
"""

import os
from hashlib import sha256
from time import ticks_ms, ticks_us

from machine import Pin, bitstream

from omenbox_device import board
from omenbox_device.button import SETTLE, since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    ptr8 = bytearray

WIDTHS = (320, 880, 700, 500)  # ns high and low of a 0, then of a 1: within the limits of WS2812, WS2812B and SK6812
AGAIN = 25  # frames without a change after which lamps are told again what they were told: one may have missed it

# What four digits can show, and its segments: bit 0 the top one, then clockwise, bit 6 the middle.
CHARS = "0123456789 -_=EGUdeinortOALPSY"
SEGMENTS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f\x00\x40\x08\x48\x79\x3d\x3e\x5e\x7b\x10\x54\x5c\x50\x78\x3f"
SEGMENTS += b"\x77\x38\x73\x6d\x6e"


def paint(pixels: "list[int]", wire: "ptr8", bright: int) -> int:
    """Write colours as the lamps take them, green first, at `bright` of 256; gives whether anything changed."""
    changed = 0
    at = 0
    n = int(len(pixels))
    for i in range(n):
        c = int(pixels[i])
        red = (c >> 16) * bright >> 8
        green = (c >> 8 & 255) * bright >> 8
        blue = (c & 255) * bright >> 8
        if wire[at] != green or wire[at + 1] != red or wire[at + 2] != blue:
            wire[at] = green
            wire[at + 1] = red
            wire[at + 2] = blue
            changed = 1
        at += 3
    return changed


class Strip(board.Strip):
    """A strip of `n` lamps at a pin; it is written when something changed."""

    def __init__(self, pin: int, n: int) -> None:
        self.pixels = [0] * n
        self.wire = bytearray(3 * n)
        self.pin = Pin(pin, Pin.OUT, value=0)
        self.shows = 0
        self.same = AGAIN
        self.brightness = 1.0
        self.auto_write = False

    @property
    def shown(self) -> "list[int]":  # type: ignore[override]
        """The colours that glow."""
        w = self.wire
        return [w[i + 1] << 16 | w[i] << 8 | w[i + 2] for i in range(0, len(w), 3)]

    def show(self) -> None:
        """Let the lamps glow as they were set: 0.1 ms, and 1.9 on the wire when something changed."""
        self.shows += 1
        self.same += 1
        if paint(self.pixels, self.wire, int(self.brightness * 256)) or self.same > AGAIN:
            self.same = 0
            bitstream(self.pin, 0, WIDTHS, self.wire)


class Digits(board.Digits):
    """Four digits behind a TM1637, which takes bytes on two wires, the lowest bit first."""

    def __init__(self, clk: int, dio: int) -> None:
        self.clk = Pin(clk, Pin.OUT, value=1)
        self.dio = Pin(dio, Pin.OUT, value=1)
        self.shown = ""
        self.show("    ")

    def show(self, text: str) -> None:
        """Show four characters; the wires are touched when they are other ones than before."""
        if text != self.shown:
            self.shown = text
            self.send(b"\x40")  # what follows goes to one digit after the other
            self.send(b"\xc0" + bytes([SEGMENTS[CHARS.find(c)] if c in CHARS else 0 for c in text[:4]]))
            self.send(b"\x8f")  # on, as bright as it gets

    def send(self, data: bytes) -> None:
        """One command. The chip acknowledges a byte by pulling `dio` down, where this end then holds it too."""
        clk, dio = self.clk, self.dio
        dio(0)
        for byte in data:
            for _ in range(8):
                clk(0)
                dio(byte & 1)
                byte >>= 1
                clk(1)
            clk(0)
            dio(0)
            clk(1)
        clk(0)
        dio(0)
        clk(1)
        dio(1)


class Button(board.Button):
    """A button from a pin to ground. A press that is over before anybody looks is seen all the same.

    noise: grows out of the moments at which it went down and up.
    """

    def __init__(self, pin: int) -> None:
        super().__init__()
        self.felt = False
        self.edge = ticks_ms()
        self.noise = 0
        self.pin = Pin(pin, Pin.IN, Pin.PULL_UP)
        self.pin.irq(self.feel, Pin.IRQ_FALLING | Pin.IRQ_RISING)

    def feel(self, pin: "Any") -> None:
        """The contact went down or up; what follows soon after is chatter."""
        self.noise = (self.noise * 31 ^ ticks_us()) & 0x3FFFFFFF
        now = ticks_ms()
        if since(self.edge, now) >= SETTLE and not pin():
            self.felt = True
        self.edge = now

    def pressed(self, ms: int) -> bool:
        """Whether it is down, or was since the last look; or pressed from the host."""
        down = self.felt or not self.pin()
        self.felt = False
        return down or super().pressed(ms)


class PicoBoard:
    """The hardware of a box, at the pins that the board file names.

    Its random bytes come from the chip and from the moments at which people press, hashed
    together: neither is trusted alone.
    """

    def __init__(self, pins: "dict[str, int]", file: str = "") -> None:
        self.file = file
        self.strip = Strip(pins["strip"], pins["lamps"])
        self.digits = Digits(pins["clk"], pins["dio"])
        self.button = Button(pins["button"])
        self.pool = b""

    def entropy(self, n: int) -> bytes:
        """So many random bytes, at most 32."""
        h = sha256(self.pool)
        h.update(os.urandom(32))
        h.update((self.button.noise << 32 | ticks_us()).to_bytes(8, "big"))
        self.pool = h.digest()
        return sha256(self.pool + b"out").digest()[:n]
