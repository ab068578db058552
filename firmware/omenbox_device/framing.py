"""Lines and frames of the link: what both of its ends write, and read out of what comes in.

docs/protocol.md describes them.
"""

import json
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FROM_BOX = b"#<"
TO_BOX = b"#>"  # a comment to MicroPython's prompt: it does nothing there
LONGEST = 512  # bytes of a line to the box, its end not counted


def frame(mark: bytes, body: "list[Any]") -> bytes:
    """The line that carries `body`: mark, JSON, eight digits of CRC-32, line end."""
    text = json.dumps(body, separators=(",", ":")).encode()
    return mark + text + ("%08x\r\n" % (crc32(text) & 0xFFFFFFFF)).encode()


def unframe(mark: bytes, line: bytes) -> "list[Any] | None":
    """The body of the frame in a line, None if it holds no sound one; text before it is let be."""
    line = line.rstrip(b"\r\n")
    end = len(line) - 8
    at = line.find(mark)
    while 0 <= at < end:
        text = line[at + len(mark) : end]
        if line[end:] == ("%08x" % (crc32(text) & 0xFFFFFFFF)).encode():
            try:
                body = json.loads(text.decode())
            except ValueError:
                return None
            return body if type(body) is list and body and type(body[0]) is str else None
        at = line.find(mark, at + 1)
    return None


class Lines:
    """Cuts what comes in into lines; one longer than `longest` is thrown away whole."""

    def __init__(self, longest: int = LONGEST) -> None:
        self.longest = longest
        self.rest = b""
        self.torn = False

    def feed(self, data: bytes) -> "list[bytes]":
        """The lines that `data` completes, without their ends."""
        got = (self.rest + data).split(b"\n")
        self.rest = got.pop()
        if self.torn and got:
            del got[0]
            self.torn = False
        if len(self.rest) > self.longest:
            self.rest = b""
            self.torn = True
        return [line for line in got if len(line) <= self.longest + 1]
