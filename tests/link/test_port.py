"""Ports: which one is the box's, and what is said when one cannot be opened."""

from __future__ import annotations

import errno
import os
from types import SimpleNamespace

import pytest
import serial

from omenbox.link import LostPort, PortError, SerialPort, find_port
from omenbox.link import port as ports


def plugged(monkeypatch, *found: tuple[str, int, str]) -> None:
    rows = [SimpleNamespace(device=name, vid=vid, description="Pico", serial_number=n) for name, vid, n in found]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: rows)


def test_the_only_board_is_taken(monkeypatch) -> None:
    plugged(monkeypatch, ("/dev/ttyS0", 0, ""), ("/dev/ttyACM3", 0x2E8A, "E66"))
    assert find_port() == "/dev/ttyACM3"


def test_a_port_that_is_named_is_taken(monkeypatch) -> None:
    plugged(monkeypatch)
    assert find_port("COM7") == "COM7"


def test_several_boards_are_listed_and_none_is_taken(monkeypatch) -> None:
    plugged(monkeypatch, ("/dev/ttyACM1", 0x2E8A, "E67"), ("/dev/ttyACM0", 0x2E8A, "E66"))
    with pytest.raises(PortError, match=r"several.*/dev/ttyACM0 \(Pico, serial number E66\); /dev/ttyACM1"):
        find_port()


def test_without_a_board_the_remedy_is_told(monkeypatch) -> None:
    plugged(monkeypatch, ("/dev/ttyS0", 0, ""))
    with pytest.raises(PortError, match="no box is plugged in; plug it in with a cable that carries data"):
        find_port()


def test_a_port_that_is_not_there_is_named_with_those_that_are(monkeypatch) -> None:
    plugged(monkeypatch, ("/dev/ttyACM3", 0x2E8A, "E66"))
    with pytest.raises(PortError, match="no port /dev/ttyNONE; plug the box in. Ports with a board: /dev/ttyACM3"):
        SerialPort("/dev/ttyNONE")


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (serial.SerialException(errno.EACCES, "Permission denied"), "dialout"),
        (serial.SerialException("could not open port 'COM3': PermissionError(13, 'Access is denied.')"), "another"),
        (serial.SerialException(errno.EBUSY, "busy"), "in use by another program"),
        (serial.SerialException("could not open port 'COM9': FileNotFoundError(2, 'cannot find')"), "no port COM9"),
        (serial.SerialException(errno.EIO, "Input/output error"), "cannot be opened"),
    ],
)
def test_errors_of_every_system_are_told_in_one_line(monkeypatch, error, says) -> None:
    plugged(monkeypatch)

    def fails(*args, **keywords):
        raise error

    monkeypatch.setattr(serial, "serial_for_url", fails)
    with pytest.raises(PortError) as got:
        SerialPort("COM9")
    assert says in str(got.value) and "\n" not in str(got.value) and got.value.exit_code == 2


def test_a_cable_that_goes_while_the_port_is_opened_is_told(monkeypatch) -> None:
    """Then it is no OSError that comes out of the terminal's own calls."""
    termios = pytest.importorskip("termios")
    pty = pytest.importorskip("pty")
    plugged(monkeypatch)
    box_end, host_end = pty.openpty()
    name = os.ttyname(host_end)

    def gone(*args: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    for call in ("tcgetattr", "tcflush"):
        with monkeypatch.context() as patch:
            patch.setattr(termios, call, gone)
            with pytest.raises(PortError) as got:
                SerialPort(name)
        assert str(got.value).startswith(f"{name} cannot be opened: ") and "Input/output error" in str(got.value)
    SerialPort(name).close()
    os.close(box_end)
    os.close(host_end)


def test_a_port_that_another_program_holds_is_in_use() -> None:
    pty = pytest.importorskip("pty")
    box_end, host_end = pty.openpty()
    first = SerialPort(os.ttyname(host_end))
    with pytest.raises(PortError, match="in use by another program"):
        SerialPort(first.name)
    first.close()
    SerialPort(first.name).close()
    os.close(box_end)
    os.close(host_end)


def test_a_port_that_goes_is_lost_and_not_a_traceback() -> None:
    pty = pytest.importorskip("pty")
    box_end, host_end = pty.openpty()
    port = SerialPort(os.ttyname(host_end))
    assert port.read(10) == b""
    os.close(box_end)
    os.close(host_end)
    with pytest.raises(LostPort, match="has gone"):
        port.read(10)
    port.close()


def test_a_write_that_nobody_reads_does_not_wait() -> None:
    pty = pytest.importorskip("pty")
    import tty

    box_end, host_end = pty.openpty()
    tty.setraw(box_end)
    port = SerialPort(os.ttyname(host_end))
    written = [port.write(b"x" * 4096) for _ in range(100)]
    assert written[0] > 0 and written[-1] == 0
    port.close()
    os.close(box_end)
    os.close(host_end)


def test_a_cable_in_memory_holds_no_more_than_its_room() -> None:
    one, other = ports.memory_ports(room=10)
    assert one.write(b"0123456789abc") == 10 and one.write(b"x") == 0
    assert other.read(4) == b"0123" and one.write(b"ab") == 2
    assert other.read(99) == b"456789ab" and other.read(1) == b""
