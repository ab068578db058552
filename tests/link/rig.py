"""A box and a mirror in one process, on a clock of their own and a cable that may be bad."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from omenbox.device import build_hash
from omenbox.link import LostPort, MemoryPort, Mirror, PortError, memory_ports
from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.button import TICKS
from shared_rules.pack import Packs
from shared_rules.state import DICE, P_KIND

from ..players import Players

STEP = 5  # ms of the rig's clock from one round to the next


class BadCable:
    """One direction of a cable that loses, doubles, spoils and delays pieces of what it carries.

    A piece that is delayed longer than the next one arrives after it.
    """

    def __init__(self, seed: int, rate: float, now: Callable[[], int], port: MemoryPort) -> None:
        self._random = random.Random(seed)
        self._rate = rate
        self._now = now
        self._port = port
        self._under_way: list[tuple[int, int, bytes]] = []
        self._written = b""
        self._count = 0
        self.spoiled = 0

    def write(self, data: bytes) -> int:
        self._written += data
        return len(data)

    def _cut(self) -> None:
        """Cut what was written in a round into pieces."""
        at = 0
        while at < len(self._written):
            n = self._random.randint(1, 60)
            self._piece(self._written[at : at + n])
            at += n
        self._written = b""

    def _piece(self, piece: bytes) -> None:
        due, kind = self._now(), self._random.random() / self._rate
        copies = 1
        if kind < 4:
            self.spoiled += 1
        if kind < 1:
            copies = 0
        elif kind < 2:
            copies = 2
        elif kind < 3:
            spoiled = bytearray(piece)
            spoiled[self._random.randrange(len(piece))] = self._random.randrange(256)
            piece = bytes(spoiled)
        elif kind < 4:
            due += self._random.randint(1, 40) * STEP
        for _ in range(copies):
            self._count += 1
            self._under_way.append((due, self._count, piece))

    def read(self, n: int) -> bytes:
        self._cut()
        self._under_way.sort()
        while self._under_way and self._under_way[0][0] <= self._now():
            self._port.write(self._under_way.pop(0)[2])
        return b""

    def close(self) -> None:
        """Nothing is kept of it."""


class End:
    """An end of the cable: writes into one direction, reads from the port."""

    def __init__(self, port: MemoryPort, out: BadCable, back: BadCable) -> None:
        self._port = port
        self._out = out
        self._back = back

    def read(self, n: int) -> bytes:
        self._back.read(0)
        return self._port.read(n)

    def write(self, data: bytes) -> int:
        return self._out.write(data)

    def close(self) -> None:
        """Nothing to give back."""


class Plug:
    """The host's end of a cable that can be pulled."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    def read(self, n: int) -> bytes:
        if not self._rig.plugged:
            raise LostPort("it was pulled out")
        return self._rig.host_port.read(n)

    def write(self, data: bytes) -> int:
        if not self._rig.plugged:
            raise LostPort("it was pulled out")
        return self._rig.host_port.write(data)

    def close(self) -> None:
        """Nothing to give back."""


class Rig:
    """A box, a cable and a mirror. ``rate``: how likely each way to spoil a piece of data is."""

    def __init__(self, packs: Packs, seed: int = 1, rate: float = 0.0, every: int = 1, room: int = 4096) -> None:
        self.packs = packs
        self.ms = TICKS - 3000  # the box's clock wraps early in every test
        self.seconds = 0.0
        self.plugged = True
        self.reading = True
        self.happened: list[tuple[str, str]] = []
        box_port, self.host_port = memory_ports(room)
        self.box_port: Any = box_port
        self.cables: list[BadCable] = []
        if rate:
            now = lambda: int(self.seconds * 1000)  # noqa: E731
            ends = memory_ports(1 << 20), memory_ports(1 << 20)
            there = BadCable(seed, rate, now, ends[0][0])
            back = BadCable(seed + 1, rate, now, ends[1][0])
            self.cables = [there, back]
            self.box_port = End(ends[1][1], there, back)
            self.host_port = End(ends[0][1], back, there)  # type: ignore[assignment]
        self.box = self.start()
        self.mirror = Mirror(self._open, packs, self._told, every, lambda: self.seconds, seed)

    def start(self, boot: int = 7) -> Any:
        """The box's program begins anew."""
        box = program.make(VirtualBoard(), self.packs, self.box_port, build_hash())
        box.link.boot = boot
        return box

    def _open(self) -> Any:
        if not self.plugged:
            raise PortError("there is no box")
        return Plug(self)

    def _told(self, what: str, text: str) -> None:
        self.happened.append((what, text))

    def round(self, times: int = 1) -> None:
        """Let time go on."""
        for _ in range(times):
            self.ms = self.ms + STEP & TICKS
            self.seconds += STEP / 1000
            self.box.tick(self.ms)
            if self.reading:
                self.mirror.poll()

    def until(self, condition: Callable[[], Any], seconds: float = 120) -> None:
        """Let time go on until ``condition`` holds."""
        end = self.seconds + seconds
        while not condition():
            assert self.seconds < end, f"nothing came of it: {self.happened[-5:]}"
            self.round()

    def begin(self, seed: int = 5, seats: int = 3, haunt: int = 57) -> None:
        """Begin a game from the host."""
        was = self.box.id
        self.mirror.begin([seats, seed, 1, 0, 0, haunt, 1, 1, 0, []])
        self.until(lambda: self.box.id != was and self.mirror.id == self.box.id and self.mirror.synced)
        self.players = Players(self.packs, seats, seed)

    def choose(self) -> Any:
        """An answer to the prompt of the mirror."""
        game = self.mirror.game
        assert game is not None
        return self.players.answer(game)

    def answer(self) -> None:
        """Answer over the link, and wait until the mirror shows what follows."""
        got: list[Any] = []
        n = self.mirror.number
        self.mirror.answer(self.choose(), done=got.append)
        self.until(lambda: got and self.mirror.number > n and self.mirror.synced)
        assert got == [[]]
        assert self.equal()

    def answer_at_box(self) -> None:
        """Answer at the box itself, while no host looks on or can do anything about it."""
        game = self.box.game
        if game.prompt[P_KIND] == DICE:
            self.box.roll()
        else:
            self.box.answer(self.players.answer(game))
        self.round()
        while self.box.thinking:
            self.round()

    def equal(self) -> bool:
        """Whether mirror and box are the same game at the same prompt."""
        mine, its = self.mirror.game, self.box.game
        assert mine is not None
        return mine.hash() == its.hash() and mine.crc == its.crc and self.mirror.number == self.box.number
