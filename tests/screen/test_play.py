"""`omenbox play` answers bad input with one line that says what to do."""

from __future__ import annotations

import socket

import pytest

from omenbox.cli import main


@pytest.mark.parametrize(
    "args, says",
    [
        ("--port 99999", "--port 99999"),
        ("--seats 7", "3 to 6"),
        ("--seats 3 --bots 4", "0 to 3"),
        ("--seed 0", "4294967295"),
        ("--pace -1", "0 to 60"),
        ("--haunt 999", "haunt 999"),
        ("--pack nowhere.pack", "nowhere.pack"),
    ],
)
def test_a_wrong_number_is_named(args, says, capsys):
    assert main(["play", "--no-browser", *args.split()]) == 2
    error = capsys.readouterr().err
    assert says in error and len(error.splitlines()) == 1


def test_a_port_in_use_is_named(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["play", "--no-browser", "--port", str(port)]) == 2
    error = capsys.readouterr().err
    assert f"port {port}" in error and "--port" in error and len(error.splitlines()) == 1
