"""The program on a desktop, as a process: a virtual board, the link on standard input and output.

    micropython -m omenbox_device.unix PACK... [--build HASH] [--storage FOLDER]

It runs on MicroPython's unix port, and on CPython where there is `select.poll`. Games are
saved in FOLDER; without one they end with the process. Standard output must not block
(`omenbox.link.spawn` sees to that); the process ends with its input.
"""

import select
import sys
import time

from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.button import TICKS
from omenbox_device.saves import Folder, Saves
from shared_rules.pack import PackError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Stdio:
    """A port on standard input and output."""

    def __init__(self) -> None:
        self.input = sys.stdin.buffer
        self.output = sys.stdout.buffer
        self.open = True
        self.poll = select.poll()
        self.poll.register(sys.stdin, select.POLLIN)
        if not hasattr(time, "ticks_ms"):  # CPython keeps its own buffers, which poll does not see
            self.input = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115
            self.output = open(1, "wb", buffering=0, closefd=False)  # noqa: SIM115

    def wait(self, ms: int) -> bool:
        """Wait for input, at most so long; False when there will be none any more."""
        for _, event in self.poll.poll(ms):
            if event & (select.POLLHUP | select.POLLERR) and not event & select.POLLIN:
                self.open = False
        return self.open

    def read(self, n: int) -> bytes:
        """At most `n` bytes, none if nothing is there."""
        got = b""
        while len(got) < n and self.open and self.poll.poll(0):
            try:
                c = self.input.read(1)
            except OSError:
                c = b""
            if c is None:
                break
            if not c:
                self.open = False
            got += c
        return got

    def write(self, data: bytes) -> int:
        """Send what fits; gives how many bytes that were."""
        try:
            return self.output.write(data) or 0
        except OSError:
            return 0


def ticks() -> int:
    """Milliseconds that wrap as on the board."""
    if hasattr(time, "ticks_ms"):
        return int(time.ticks_ms()) & TICKS
    return int(time.monotonic() * 1000) & TICKS


def main(args: "Sequence[str]") -> int:
    """Run a box over the packs named in `args`."""
    words = list(args)
    options = {}
    for name in ("--build", "--storage"):
        if name in words[:-1]:
            i = words.index(name)
            options[name] = words[i + 1]
            del words[i : i + 2]
    if not words:
        print("omenbox: name the files of the packs to play with")
        return 2
    try:
        packs = program.open_packs(words)
    except PackError as x:
        print("omenbox: %s" % x)
        return 2
    except OSError as x:
        print("omenbox: %s: cannot be opened (%s)" % (", ".join(words), x))
        return 2
    port = Stdio()
    saves = None
    if "--storage" in options:
        saves = Saves(Folder(options["--storage"]), lean=hasattr(time, "ticks_ms"))
    box = program.make(VirtualBoard(), packs, port, options.get("--build", ""), saves)
    program.run(box, ticks, port.wait)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
