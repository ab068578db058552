"""The box's program as a process of its own behind a pseudo-terminal, so that it has a port name.

Linux and macOS only; elsewhere the box runs in this process (see :func:`memory_ports`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from ..device import build_hash
from ..errors import OmenboxError
from ..lock import Lock
from ..packs import standard_bytes
from ..paths import find
from ..sim.platforms import unix_missing, unix_program
from .port import LostPort, PortError, SerialPort

#: What the program can run on.
PYTHONS = ("micropython", "cpython")
#: Seconds that a program is given between two starts, lest one that cannot run is started without end.
AGAIN = 3.0


class Spawned:
    """A running box. ``port`` is the name of its serial port.

    python: "micropython" or "cpython". packs: built packs by name, by default the standard ones.
    heap: bytes of MicroPython's heap. storage: the folder for saves, which no other box may use
    meanwhile. Raises :exc:`OmenboxError` where it cannot run.

        with Spawned() as box:
            port = SerialPort(box.port)
    """

    def __init__(
        self,
        python: str = "micropython",
        packs: dict[str, bytes] | None = None,
        heap: int = 2_000_000,
        storage: Path | None = None,
    ) -> None:
        try:
            import pty
            import tty
        except ImportError as error:
            raise OmenboxError("there are no pseudo-terminals here; let the box run in this process") from error
        self._said = ""
        self._storage = storage
        self._folder = TemporaryDirectory()
        self._command, self._environment = command_of(python, Path(self._folder.name), packs or standard_bytes(), heap)
        if storage is not None:
            self._command += ["--storage", str(storage.resolve())]
        self._openpty, self._setraw = pty.openpty, tty.setraw
        self._start()

    def _start(self) -> None:
        """Start the process behind a new port."""
        lock = Lock(self._storage) if self._storage is not None else None
        box_end, host_end = self._openpty()
        self._setraw(host_end)  # else the terminal would echo what the box says
        os.set_blocking(box_end, False)  # the box never waits for a reader
        self.port = os.ttyname(host_end)
        self._host_end = host_end  # held, so that the port stays while nobody has it open
        self._begun = time.monotonic()
        try:
            self.process = subprocess.Popen(
                self._command,
                stdin=box_end,
                stdout=box_end,
                stderr=subprocess.PIPE,
                env=self._environment,
                cwd=self._folder.name,
                pass_fds=[] if lock is None else [lock.number],
                start_new_session=True,  # Ctrl-C is for who started it
            )
        finally:
            os.close(box_end)
            if lock is not None:
                lock.release()  # the process holds it as long as it lives

    def open(self) -> SerialPort:
        """Open its port; a process that has ended is started again, with what it saved.

        Raises :exc:`PortError` where it cannot run, or ends as soon as it is started.
        """
        if self.process.poll() is not None:
            why = self.ended()
            if time.monotonic() - self._begun < AGAIN:
                raise PortError(why)
            self._close()
            try:
                self._start()
            except (OmenboxError, OSError) as error:
                raise PortError(f"{why} and cannot be started again: {error}") from error
        return _OwnPort(self)

    def ended(self) -> str:
        """Why its port has gone: how the process ended. One that is cut off but runs is ended."""
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
        if self.process.stderr is not None and not self.process.stderr.closed:
            self._said = self.process.communicate()[1].decode(errors="replace")
        code = self.process.returncode
        last = (self._said.strip().splitlines() or [f"exit status {code}"])[-1]
        return f"the box's program ended ({f'signal {-code}' if code < 0 else last})"

    def __enter__(self) -> Spawned:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> str:
        """End the process; gives what it wrote to the error stream."""
        if self._host_end >= 0:
            self._close()
            self.process.terminate()
            if self.process.stderr is not None and not self.process.stderr.closed:
                self._said = self.process.communicate()[1].decode(errors="replace")
            self._folder.cleanup()
        return self._said

    def _close(self) -> None:
        os.close(self._host_end)
        self._host_end = -1


class _OwnPort(SerialPort):
    """The port of a process of one's own: when it goes, the process has ended."""

    def __init__(self, box: Spawned) -> None:
        self._box = box
        try:
            super().__init__(box.port)
        except PortError as error:
            raise PortError(box.ended()) from error

    def read(self, n: int) -> bytes:
        try:
            return super().read(n)
        except LostPort as error:
            raise LostPort(self._box.ended()) from error

    def write(self, data: bytes) -> int:
        try:
            return super().write(data)
        except LostPort as error:
            raise LostPort(self._box.ended()) from error


def command_of(python: str, folder: Path, packs: dict[str, bytes], heap: int) -> tuple[list[str], dict[str, str]]:
    """The command that runs the program over ``packs``, which are put into ``folder``, and its environment."""
    files = []
    for name, data in packs.items():
        path = folder / f"{name}.pack"
        path.write_bytes(data)
        files.append(str(path))
    roots = [str(find("rules").parent), str(find("device").parent)]
    environment = {**os.environ}
    if python == "micropython":
        if unix_program() is None:
            raise OmenboxError(unix_missing() or "")
        command = [str(unix_program()), "-X", f"heapsize={heap}"]
        environment["MICROPYPATH"] = ":".join([*roots, ".frozen"])
    else:
        command = [sys.executable]
        environment["PYTHONPATH"] = os.pathsep.join(roots)
    return [*command, "-m", "omenbox_device.unix", *files, "--build", build_hash()], environment
