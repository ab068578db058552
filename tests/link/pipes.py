"""A box in a process of its own at a cable of known length, where what nobody reads stays until no more fits."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import termios
from pathlib import Path
from types import TracebackType

from omenbox.link import LostPort
from omenbox.link.spawn import command_of

ROOM = 4096  # bytes that the cable holds: a page, no pipe is smaller


class Piped:
    """A port to a running box; hold: the host does not read."""

    def __init__(self, folder: Path, packs: dict[str, bytes], heap: int) -> None:
        command, environment = command_of("micropython", folder, packs, heap)
        there, self._out = os.pipe()
        self._in, back = os.pipe()
        fcntl.fcntl(self._in, fcntl.F_SETPIPE_SZ, ROOM)
        for end in (self._out, self._in, back):
            os.set_blocking(end, False)
        self.hold = False
        self.process = subprocess.Popen(
            command, stdin=there, stdout=back, stderr=subprocess.PIPE, env=environment, cwd=folder
        )
        os.close(there)
        os.close(back)

    def read(self, n: int) -> bytes:
        return b"" if self.hold else self.read_raw(n)

    def read_raw(self, n: int) -> bytes:
        """What the box has written, whether the host reads or not."""
        try:
            return os.read(self._in, n)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        try:
            return os.write(self._out, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise LostPort("the box has gone") from error

    def waits(self) -> int:
        """How many bytes of the box nobody has read yet."""
        return int.from_bytes(fcntl.ioctl(self._in, termios.FIONREAD, bytes(4)), sys.byteorder)

    def close(self) -> None:
        """The cable stays."""

    def __enter__(self) -> Piped:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._out)
        self.process.terminate()
        said = self.process.communicate()[1]
        os.close(self._in)
        assert not said, said
