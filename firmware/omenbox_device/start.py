"""What the board needs once after power-up: its pins, the packs on flash, the saved game.

The program is imported last: what is wrong with the rest is told before.
"""

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from omenbox_device.loop import Box
    from omenbox_device.pico import PicoBoard
    from omenbox_device.usb import Usb
    from shared_rules.pack import Packs

PINS = "/board.json"  # which part is at which pin
BUILD = "/build.json"  # hash of the program, checksum of the words that its packs may use
PACKS = "/packs"
SAVES = "/saves"

MOST = 160  # lamps whose colours fit into a line of the link


class BoardError(Exception):
    """Something that the board needs is not there: one line that says what, and what to do."""


def board() -> "PicoBoard":
    """The hardware, at the pins of the board file. Raises BoardError."""
    from omenbox_device.pico import PicoBoard

    try:
        return PicoBoard(parts(), PINS)
    except (ValueError, TypeError) as x:
        raise BoardError("%s names no pins (%r); copy the one of your board there" % (PINS, x))


def parts() -> "dict[str, int]":
    """What the board file says of the parts. Raises BoardError."""
    try:
        with open(PINS) as file:
            found = json.load(file)
        check(found)
        return found
    except (OSError, ValueError) as x:
        raise BoardError("%s names no pins (%r); copy the one of your board there" % (PINS, x))


def check(found: "Any") -> None:
    """Raises ValueError that says what is wrong with a board file."""
    if type(found) is not dict:
        raise ValueError("no list of parts")
    pins = []
    for name in ("strip", "button", "clk", "dio", "lamps"):
        n = found.get(name)
        if type(n) is not int:
            raise ValueError("%s: a whole number is missing" % name)
        if name == "lamps":
            if not 0 < n <= MOST:
                raise ValueError("lamps: 1 to %d" % MOST)
        elif n in pins:
            raise ValueError("%s: another part is at pin %d" % (name, n))
        pins.append(n)


def packs(vocab: "int | None" = None) -> "Packs":
    """All packs on flash, each after those that it requires. Raises BoardError, PackError."""
    from shared_rules.pack import Pack, Packs

    try:
        names = [name for name in os.listdir(PACKS) if name.endswith(".pack")]
    except OSError:
        names = []
    if not names:
        raise BoardError("no pack is in %s; copy base.pack there" % PACKS)
    left = [Pack(open("%s/%s" % (PACKS, name), "rb"), None, name) for name in sorted(names)]
    found: list[Pack] = []
    while left:
        known = [p.name for p in found]
        ready = [p for p in left if not [1 for name, _ in p.requires if name not in known]]
        p = (ready or left)[0]
        left.remove(p)
        found.append(p)
    return Packs(found, vocab)


def box(hardware: "PicoBoard") -> "tuple[Box, Usb]":
    """The box and its port. Raises BoardError, PackError."""
    try:
        with open(BUILD) as file:
            build, vocab = json.load(file)
    except (OSError, ValueError):
        raise BoardError("%s is missing or damaged; copy the program to the board again" % BUILD)
    found = packs(vocab)

    from omenbox_device import program
    from omenbox_device.saves import Folder, Saves
    from omenbox_device.usb import Usb
    from shared_rules.game import Game

    Game.every = 0  # snapshots are on flash
    port = Usb()
    return program.make(hardware, found, port, build, Saves(Folder(SAVES), True)), port
