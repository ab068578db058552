"""The box's program as a process of its own behind a pseudo-terminal, so that it has a port name.

Linux and macOS only; elsewhere the box runs in this process (see :func:`memory_ports`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from ..device import build_hash
from ..errors import OmenboxError
from ..lock import Lock
from ..packs import standard_bytes
from ..paths import find
from ..sim.platforms import unix_missing, unix_program

#: What the program can run on.
PYTHONS = ("micropython", "cpython")


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
        lock = Lock(storage) if storage is not None else None
        self._folder = TemporaryDirectory()
        folder = Path(self._folder.name)
        command, environment = command_of(python, folder, packs or standard_bytes(), heap)
        if storage is not None:
            command += ["--storage", str(storage)]
        box_end, host_end = pty.openpty()
        tty.setraw(host_end)  # else the terminal would echo what the box says
        os.set_blocking(box_end, False)  # the box never waits for a reader
        self.port = os.ttyname(host_end)
        self._host_end = host_end  # held, so that the port stays while nobody has it open
        try:
            self.process = subprocess.Popen(
                command,
                stdin=box_end,
                stdout=box_end,
                stderr=subprocess.PIPE,
                env=environment,
                cwd=folder,
                pass_fds=[] if lock is None else [lock.number],
            )
        finally:
            os.close(box_end)
            if lock is not None:
                lock.release()  # the process holds it as long as it lives

    def __enter__(self) -> Spawned:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> str:
        """End the process; gives what it wrote to the error stream."""
        if self._host_end >= 0:
            os.close(self._host_end)
            self._host_end = -1
            self.process.terminate()
            self._said = self.process.communicate()[1].decode(errors="replace")
            self._folder.cleanup()
        return self._said


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
