"""The USB serial port of the emulated Pico, as a port of this machine would be."""

from __future__ import annotations

import os
import select
import threading
from types import TracebackType
from typing import Any

from ..errors import OmenboxError
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

    def pause(self, paused: bool = True) -> None:
        """Stop reading as a host does that hangs with the port open: what the board sends is not taken. Or go on."""
        self._device.simulator.submit(self._hold(paused)).result(60)

    async def _hold(self, paused: bool) -> None:
        usb, line = self._device.mcu.usb_ctrl, self._device.cdc._in_endpoint
        if paused:
            taken = usb._indicate_buffer_ready

            def held(endpoint: int, out: bool) -> None:
                if out or endpoint != line:
                    taken(endpoint, out)
                else:
                    self._held = True

            usb._indicate_buffer_ready, self._taken, self._held = held, taken, False
        else:
            usb._indicate_buffer_ready = self._taken
            if self._held:
                self._taken(line, False)

    def close(self) -> None:
        """The emulation goes on."""


class PicoTerminal:
    """The port of a booted :class:`Pico` under a name, which any program of this machine can open.

    Linux and macOS only. Raises :exc:`OmenboxError` where there are no pseudo-terminals.

        with Pico(files) as board, PicoTerminal(board) as terminal:
            subprocess.run(["mpremote", "connect", terminal.name, "fs", "ls"])
    """

    def __init__(self, board: Pico) -> None:
        try:
            import pty
            import tty
        except ImportError as error:
            raise OmenboxError("there are no pseudo-terminals here") from error
        self._port = PicoPort(board)
        self._end, self._other_end = pty.openpty()
        tty.setraw(self._other_end)  # else the terminal would echo what the board says
        os.set_blocking(self._end, False)
        self.name = os.ttyname(self._other_end)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _carry(self) -> None:
        """Carry what comes at either end to the other."""
        said = b""
        while not self._closed.is_set():
            if select.select([self._end], [], [], 0.01)[0]:
                self._port.write(os.read(self._end, 4096))
            said = said or self._port.read(4096)
            if said:
                try:
                    said = said[os.write(self._end, said) :]
                except BlockingIOError:  # nobody reads: it waits
                    self._closed.wait(0.01)

    def close(self) -> None:
        """Take the name away; the emulation goes on."""
        if not self._closed.is_set():
            self._closed.set()
            self._thread.join()
            os.close(self._end)
            os.close(self._other_end)

    def __enter__(self) -> PicoTerminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
