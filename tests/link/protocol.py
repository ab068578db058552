"""The frames in docs/protocol.md, held with a real box. `python -m tests.link.protocol` writes them anew."""

from __future__ import annotations

import json
import re
from typing import Any

from omenbox.packs import standard_packs
from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.framing import TO_BOX, frame
from shared_rules.game import Game
from shared_rules.state import P_DOMAIN

from ..platforms import ROOT

DOCUMENT = ROOT / "docs" / "protocol.md"
BLOCK = re.compile(r"(?<=```frames\n).*?(?=```)", re.DOTALL)


class Wire:
    """The box's end of the cable."""

    def __init__(self) -> None:
        self.heard = b""
        self.said = b""

    def read(self, n: int) -> bytes:
        got, self.heard = self.heard[:n], self.heard[n:]
        return got

    def write(self, data: bytes) -> int:
        self.said += data
        return len(data)


class Talk:
    """A box whose numbers are always the same: packs' checksums, boot, the game's number, its saved text, lamps."""

    def __init__(self) -> None:
        self.packs = standard_packs()
        self.ms = 0
        self.start(41)

    def start(self, boot: int) -> None:
        self.wire = Wire()
        self.box: Any = program.make(VirtualBoard(lambda n: bytes([0, 0, 0, 11][:n]), pixels=4), self.packs, self.wire)
        self.box.board.strip.show = self.box.board.digits.show = lambda *args: None
        self.box.board.strip.shown = [0xFFA000, 0, 0x0A0603, 0xE01808]
        self.box.board.digits.shown = " 6d4"
        self.box.link.boot = boot
        self.box.link.build = "5eed0bad"
        self.box.link.names = lambda: [[name, "%08x" % crc] for name, crc in (("base", 0xBA5E), ("extra", 0xEC5))]

    def tick(self, ms: int = 5, times: int = 30) -> list[str]:
        """Let time go on; gives the lines that the box says."""
        for _ in range(times):
            self.ms += ms
            self.box.tick(self.ms)
            if self.box.game is not None:
                self.box.game.save = lambda: "[1, [2, 3], null]"
        said, self.wire.said = self.wire.said.decode(), b""
        assert not said or said.endswith("\r\n")
        return said.split("\r\n")[:-1]

    def do(self, line: str) -> list[str]:
        """Carry out a line of the document; gives the lines that follow it there."""
        who, _, rest = line.partition(" ")
        if who == "host":
            body = json.loads(rest[2:-8])
            sent = frame(TO_BOX, body)
            self.wire.heard += sent
            return [f"host {sent.decode().strip()}", *[f"box  {said}" for said in self.tick(times=10)]]
        if rest == "two answers at the box":
            said = []
            for _ in range(2):
                self.box.answer(self.box.game.prompt[P_DOMAIN][0])
                said += self.tick(times=10)
        elif rest == "400 ms without k":
            said = self.tick(times=75)
        elif rest == "the box is started again":
            self.start(42)
            said = self.tick()
        elif rest == "a box goes on from its save":
            self.start(43)
            game = Game(self.packs, seats=3, seed=7)
            self.box.begin(game, id=3, base=3)
            said = self.tick()
        else:
            raise ValueError(line)
        return [line, *[f"box  {each}" for each in said]]


def rewritten(text: str) -> str:
    """The document with every frame as the program sends it."""
    talk = Talk()

    def block(match: re.Match[str]) -> str:
        lines = [line for line in match[0].splitlines() if not line.startswith("box")]
        return "".join(f"{said}\n" for line in lines for said in talk.do(line))

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    DOCUMENT.write_text(rewritten(DOCUMENT.read_text()))
