"""The box that `omenbox play --box micropython` runs as a program of its own: one that ends is started again."""

from __future__ import annotations

import time

from omenbox.link import spawn
from omenbox.link.spawn import Spawned
from omenbox.packs import standard_packs
from omenbox.screen import panels
from omenbox.screen.asking import Choosing, asking
from omenbox.screen.boxes import There
from omenbox.screen.host import Host, Setup


def until(host: Host, condition) -> None:
    end = time.monotonic() + 60
    ms = 0
    while not condition():
        assert time.monotonic() < end
        ms += 5
        time.sleep(host.round(ms))


def test_a_box_whose_program_is_killed_is_started_again_with_its_game(unix, tmp_path, monkeypatch) -> None:
    spawned = Spawned(storage=tmp_path)
    box = There(standard_packs(), spawned.open, spawned.stop, own=True)
    try:
        host = Host(box.mirror.packs, Setup(4, 4, 9, haunt=57), 0.0, box=box)
        until(host, lambda: len(host.game.records) > 20)
        number = box.mirror.number
        first = spawned.process
        monkeypatch.setattr(spawn, "AGAIN", 3600)  # not so soon
        first.kill()
        until(host, lambda: host.box.away)
        assert box.away == "the box's program ended (signal 9)" and first.returncode == -9
        feed = host.feed(0)
        assert "It is started again" in asking(feed, Choosing(), frozenset(), range(4))
        assert "disabled" in panels.actions(feed, ("begun", -1, 0), False, frozenset())
        monkeypatch.setattr(spawn, "AGAIN", 0)
        until(host, lambda: not box.away and box.mirror.synced and box.mirror.number > number + 5)
        assert spawned.process is not first and not box.mirror.differences
        assert [key for key, _ in box.notices] == ["box.ended", "box.back"]
    finally:
        box.close()
    assert spawned.process.returncode is not None


def test_a_program_that_cannot_run_says_why(unix, tmp_path) -> None:
    with Spawned(packs={"base": b"nonsense"}) as box:
        said = box.ended()
        assert said == "the box's program ended (exit status 2)"
