"""A box whose program is of another version, as a real process: its host says so in one line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from omenbox.cli import main
from omenbox.errors import OmenboxError
from omenbox.link import Client, SerialPort, spawn
from omenbox.paths import find
from omenbox.screen.boxes import There

from .test_program import HEAP, built


class Silent:
    """Nobody who would be told anything."""

    def greeted(self, hello: dict[str, Any]) -> None: ...
    def frame(self, body: list[Any]) -> None: ...
    def logged(self, text: str) -> None: ...
    def lost(self, why: str) -> None: ...


@contextmanager
def changed(packs: Any, folder: Path, monkeypatch: Any, file: str, pattern: str, new: str) -> Iterator[spawn.Spawned]:
    """A running box in whose program a line was changed."""
    for place, name in (("rules", "shared_rules"), ("device", "omenbox_device")):
        shutil.copytree(find(place), folder / name, ignore=shutil.ignore_patterns("content", "__pycache__"))
    text = (folder / file).read_text()
    (folder / file).write_text(re.sub(pattern, new, text, count=1, flags=re.M))
    assert (folder / file).read_text() != text
    with monkeypatch.context() as patch:
        patch.setattr(
            spawn, "find", lambda place: folder / {"rules": "shared_rules", "device": "omenbox_device"}[place]
        )
        box = spawn.Spawned(packs=built(packs), heap=HEAP)
    with box:
        yield box


def refused(box: spawn.Spawned, packs: Any, capsys: Any, line: str) -> None:
    """Whatever looks at the box ends with this line."""
    for args in ([], ["--once"]):
        assert main(["mirror", box.port, *args]) == 2
        assert capsys.readouterr().err == f"omenbox: {line}\n"
    with pytest.raises(OmenboxError) as got:
        There(packs, lambda: SerialPort(box.port))
    assert str(got.value) == line and box.process.poll() is None


def test_a_box_of_another_protocol(packs, unix, tmp_path, monkeypatch, capsys) -> None:
    with changed(packs, tmp_path, monkeypatch, "omenbox_device/link.py", r"^PROTOCOL = 1$", "PROTOCOL = 2") as box:
        line = "this box speaks protocol 2, the host 1; bring both to the same version of Omenbox"
        refused(box, packs, capsys, line)


def test_a_box_of_another_schema(packs, unix, tmp_path, monkeypatch, capsys) -> None:
    with changed(packs, tmp_path, monkeypatch, "shared_rules/state.py", r"^SCHEMA = (\d+)", r"SCHEMA = 1\1") as box:
        client, got = Client(lambda: SerialPort(box.port), Silent()), list[Any]()
        client.request("new", [3, 5, 1, 0, 0, 57, 1, 1, 0, []], done=got.append)
        while not got:
            client.poll()
        client.close()
        assert len(got[0]) == 1
        why = "this save was made by another version of the rules; finish it with that version"
        line = f"the box's game cannot be followed here ({why}); bring both to the same version of Omenbox"
        refused(box, packs, capsys, line)
