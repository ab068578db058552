"""The board's USB serial port, which MicroPython's own prompt uses too."""

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CHUNK = 64  # bytes at a time: what one packet of USB holds


class Usb:
    """The port of the link on the board; it never blocks.

    Reading takes a byte at a time, because a read of more than is there would wait. So would a write
    of more than there is room for, half a second if nobody reads; and the firmware says only
    whether there is room for one byte. Its buffer holds 256 (`link.SURE`), and a packet
    more is under way: who writes counts what the host may not have read.
    """

    def __init__(self) -> None:
        self.input: Any = sys.stdin.buffer
        self.output: Any = sys.stdout.buffer
        self.there = select.poll()
        self.there.register(sys.stdin, select.POLLIN)
        self.room = select.poll()
        self.room.register(sys.stdout, select.POLLOUT)
        self.buffer = bytearray(256)
        self.one = bytearray(1)

    def wait(self, ms: int) -> bool:
        """Wait for input, at most so long."""
        self.there.poll(ms)
        return True

    def read(self, n: int) -> bytes:
        """At most `n` bytes, none if nothing is there."""
        got = 0
        buffer = self.buffer
        one = self.one
        n = min(n, len(buffer))
        while got < n and self.there.poll(0):
            self.input.readinto(one)
            buffer[got] = one[0]
            got += 1
        return bytes(memoryview(buffer)[:got]) if got else b""

    def write(self, data: bytes) -> int:
        """Send a packet, or what there is of one, if there is any room; gives how many bytes that were."""
        if not self.room.poll(0):
            return 0
        return self.output.write(data if len(data) <= CHUNK else data[:CHUNK]) or 0
