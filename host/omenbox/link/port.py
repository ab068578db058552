"""Serial ports: finding the box's, opening it, and ports in memory that behave alike."""

from __future__ import annotations

import errno
import select
import sys
from collections import deque
from typing import Protocol

from ..errors import OmenboxError

try:
    from termios import error as _TerminalError
except ImportError:  # Windows

    class _TerminalError(OSError):  # type: ignore[no-redef]
        """No terminal fails like that here."""


#: What pyserial raises when a port goes: its own SerialException is an OSError.
GONE = (OSError, ValueError, TypeError, _TerminalError)

#: USB vendors of boards that run MicroPython: Raspberry Pi, Espressif, MicroPython, Adafruit.
VENDORS = {0x2E8A, 0x303A, 0xF055, 0x239A}


class PortError(OmenboxError):
    """A port that cannot be opened: which, why, and what to do."""


class LostPort(Exception):
    """The port has gone while it was open: the cable was pulled or the box switched off."""


class Port(Protocol):
    """A serial port that never blocks. Raises :exc:`LostPort` when it has gone."""

    def read(self, n: int) -> bytes:
        """At most ``n`` bytes, none if nothing is there."""

    def write(self, data: bytes) -> int:
        """Send what fits now; gives how many bytes that were."""

    def close(self) -> None:
        """Give the port back."""


class SerialPort:
    """A serial port of this machine, by name, such as ``/dev/ttyACM0`` or ``COM3``.

    Raises :exc:`PortError` if it cannot be opened.
    """

    def __init__(self, name: str) -> None:
        import serial

        self.name = name
        try:
            self._port = serial.serial_for_url(name, baudrate=115200, timeout=0, write_timeout=0, exclusive=True)
            self._port.reset_input_buffer()  # what has lain there since the last host
        except GONE as error:
            raise PortError(_why(name, error)) from error

    def read(self, n: int) -> bytes:
        try:
            return self._port.read(n)
        except GONE as error:
            raise LostPort(f"{self.name} has gone: {_reason(error)}") from error

    def write(self, data: bytes) -> int:
        import serial

        try:
            if not self._room():
                return 0
            return self._port.write(data) or 0
        except serial.SerialTimeoutException:
            return 0
        except GONE as error:
            if getattr(error, "errno", None) == errno.EAGAIN:
                return 0
            raise LostPort(f"{self.name} has gone: {_reason(error)}") from error

    def _room(self) -> bool:
        """Whether a write would get rid of something; pyserial would wait for ever."""
        if sys.platform == "win32":
            return True
        return bool(select.select([], [self._port], [], 0)[1])

    def close(self) -> None:
        try:
            self._port.close()
        except GONE:
            pass


def _reason(error: Exception) -> str:
    said = getattr(error, "strerror", None) or (error.args[-1] if error.args else "")
    return str(said) or type(error).__name__


def _why(name: str, error: Exception) -> str:
    """Why a port cannot be opened, for a person."""
    number = getattr(error, "errno", None)
    if number is None and error.args and isinstance(error.args[0], int):
        number = error.args[0]  # of a termios.error
    text = str(error).lower()
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "filenotfound" in text or "cannot find" in text:
        found = ", ".join(port for port, _ in boxes()) or "none"
        return f"there is no port {name}; plug the box in. Ports with a board: {found}"
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text:
        return f"{name} is in use by another program; close that (a terminal, mpremote, another omenbox)"
    if number in (errno.EACCES, errno.EPERM) or "access is denied" in text or "permission" in text:
        hint = "on Linux join the group that owns it ('sudo usermod -aG dialout $USER', then log in again)"
        return f"{name} may not be opened: it belongs to others, or another program uses it; {hint}"
    if number in (errno.ENOTTY, errno.EISDIR) or "inappropriate ioctl" in text or f"({errno.ENOTTY}," in text:
        found = ", ".join(port for port, _ in boxes()) or "none"
        return f"{name} is no serial port. Ports with a board: {found}"
    return f"{name} cannot be opened: {_reason(error)}"


def boxes() -> list[tuple[str, str]]:
    """Ports that a board is plugged into: (name, what it says it is)."""
    from serial.tools import list_ports

    found = []
    for port in list_ports.comports():
        if port.vid in VENDORS:
            serial_number = f", serial number {port.serial_number}" if port.serial_number else ""
            found.append((port.device, f"{port.description}{serial_number}"))
    return sorted(found)


def find_port(name: str | None = None) -> str:
    """The port of the box: ``name`` if it is given, else the only one with a board.

    Raises :exc:`PortError` when there is none, and when there are several, which it lists.
    """
    if name:
        return name
    found = boxes()
    if not found:
        raise PortError("no box is plugged in; plug it in with a cable that carries data, or name its port")
    if len(found) > 1:
        lines = "; ".join(f"{port} ({what})" for port, what in found)
        raise PortError(f"several boards are plugged in; name the port of one: {lines}")
    return found[0][0]


class MemoryPort:
    """One end of a cable in memory; ``room`` is how many bytes wait before a write takes no more."""

    def __init__(self, incoming: deque[int], outgoing: deque[int], room: int = 4096) -> None:
        self._in = incoming
        self._out = outgoing
        self._room = room

    def read(self, n: int) -> bytes:
        return bytes(self._in.popleft() for _ in range(min(n, len(self._in))))

    def write(self, data: bytes) -> int:
        fits = max(0, min(len(data), self._room - len(self._out)))
        self._out.extend(data[:fits])
        return fits

    def close(self) -> None:
        self._in.clear()


def memory_ports(room: int = 4096) -> tuple[MemoryPort, MemoryPort]:
    """The two ends of a cable in memory."""
    there: deque[int] = deque()
    back: deque[int] = deque()
    return MemoryPort(there, back, room), MemoryPort(back, there, room)
