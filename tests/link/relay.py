"""A cable between a box of its own process and a host, through pseudo-terminals, that loses what is in it."""

from __future__ import annotations

import os
import select
import threading
from pathlib import Path
from types import TracebackType


class Relay:
    """Carries bytes between the port ``box`` and a port of its own, ``port``, until it is pulled or stopped.

    pull: the port is gone, and whatever is under way with it, in both directions. cut: how many
    more bytes get through to the box before the cable is pulled by itself, None for no end. mute: what the
    box says is lost. lost, unheard: bytes that were lost on their way to the box, and from it. said: all
    that the box has said.
    """

    def __init__(self, box: str, folder: Path) -> None:
        self.port = str(folder / "cable")
        self.cut: int | None = None
        self.mute = False
        self.pulls = self.lost = self.unheard = 0
        self.said = b""
        self._box = os.open(box, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._near = self._far = -1
        self._lock = threading.Lock()
        self._ended = False
        self.plug()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def plug(self) -> None:
        """Plug it in."""
        import pty
        import tty

        with self._lock:
            self._near, self._far = pty.openpty()
            tty.setraw(self._far)
            os.set_blocking(self._near, False)
            os.symlink(os.ttyname(self._far), self.port)

    def pull(self) -> None:
        """Pull it out."""
        with self._lock:
            self._pull()

    @property
    def plugged(self) -> bool:
        return self._near >= 0

    def _pull(self) -> None:
        if self._near < 0:
            return
        self.pulls += 1
        self.cut = None
        os.unlink(self.port)
        os.close(self._near)
        os.close(self._far)
        self._near = self._far = -1

    def _run(self) -> None:
        while not self._ended:
            near = self._near
            ends = [end for end in (near, self._box) if end >= 0]
            try:
                ready = select.select(ends, [], [], 0.002)[0]
            except (OSError, ValueError):
                continue  # it was pulled just now
            with self._lock:
                if near == self._near:
                    self._carry(ready)

    def _carry(self, ready: list[int]) -> None:
        try:
            if self._box in ready:
                data = os.read(self._box, 4096)
                self.said += data
                if self._near >= 0 and not self.mute:
                    os.write(self._near, data)
                else:
                    self.unheard += len(data)
            if self._near in ready:
                data = os.read(self._near, 4096)
                through = data if self.cut is None else data[: self.cut]
                if self.cut is not None:
                    self.cut -= len(through)
                os.write(self._box, through)
                if len(through) < len(data):
                    self.lost += len(data) - len(through)
                    self._pull()
        except OSError:
            pass  # full, or gone: it is lost

    def __enter__(self) -> Relay:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        self._thread.join()
        self.pull()
        os.close(self._box)
