"""The USB serial port of the emulated Pico, as a port of this machine would be."""

from __future__ import annotations

import threading
from typing import Any

from ..sim.platforms import Pico

PACE = 1_000_000  # nanoseconds of the board between two looks for what is to be sent


class PicoPort:
    """The port of a booted :class:`Pico`; what runs on the board talks to it.

    Nothing else may talk to the board meanwhile (no :meth:`Pico.run`).

        with Pico(files) as board:
            port = PicoPort(board)
            port.write(b"import main\\r\\n")
    """

    def __init__(self, board: Pico) -> None:
        self._device: Any = board._device
        self._came = bytearray()
        self._lock = threading.Lock()
        self._device.simulator.submit(self._attach()).result(60)

    async def _attach(self) -> None:
        """Hear the board, and send to it in its own time; runs where the emulation runs."""
        from rp2040py.device.repl_runner import BaseReplRunner

        port = self

        class Runner(BaseReplRunner):
            def feed(self, data: bytes | bytearray) -> None:
                with port._lock:
                    port._came += data

        self._runner = Runner(self._device.cdc)
        await self._runner.start()
        self._alarm = self._device.simulator.clock.create_alarm(self._pump)
        self._alarm.schedule(PACE)

    def _pump(self) -> None:
        self._runner.pump()
        self._alarm.schedule(PACE)

    def read(self, n: int) -> bytes:
        """At most ``n`` bytes, none if nothing is there."""
        with self._lock:
            got = bytes(self._came[:n])
            del self._came[:n]
        return got

    def write(self, data: bytes) -> int:
        """Send all of it, as fast as the board's buffer takes it."""
        self._runner._queue(data)
        return len(data)

    def close(self) -> None:
        """The emulation goes on."""
