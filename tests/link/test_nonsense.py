"""Frames of no sense, as another program or a tired author of one sends them: they are refused, and do no harm."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omenbox.packs import standard_bytes
from omenbox_device.framing import TO_BOX, frame

from ..platforms import HOST
from .rig import Rig


@pytest.fixture
def rig(packs) -> Rig:
    it = Rig(packs)
    it.begin()
    return it


@pytest.mark.parametrize(
    "body",
    [["hi"], ["hi", "x", 1, 1, 1], ["hi", 1, 1, "x", 1], ["from", None, None], ["from", 1, 2.5], ["k", [], 1], ["a"],
     ["zap", 10**9], ["k", 1, 10**30], ["get", 5, {}], ["press", 6, "long"], ["new", 7, [[]]], [""]],
)  # fmt: skip
def test_frames_of_no_sense_do_no_harm(rig, body) -> None:
    rig.answer()
    rig.mirror.client.tell(*body)
    rig.round(20)
    rig.answer()


def test_requests_of_no_sense_are_refused(rig) -> None:
    for body in (["zap"], ["a"], ["get", {}], ["get", 1, 2, "x"], ["press", "long"], ["new", [[]]], ["u", 1]):
        got: list = []
        rig.mirror.client.request(*body, done=got.append)
        rig.until(lambda: got)  # noqa: B023
        assert got[0].code in ("unknown", "snap", "game"), body
    rig.answer()


def test_an_answer_after_the_end_is_refused_with_the_reason(rig) -> None:
    while not rig.box.game.over:
        rig.answer()
    got: list = []
    rig.mirror.client.request("a", rig.box.id, rig.box.number, 1, done=got.append)
    rig.until(lambda: got)
    assert (got[0].code, str(got[0])) == ("refused", "nothing is asked now")


KINDS = ["hi", "from", "k", "bye", "a", "c", "u", "roll", "new", "snap", "get"]
KINDS += ["look", "press", "release", "panel", "ping", "no", "e"]
ODD: list[Any] = [1.5, None, True, "x", "trait", "omens", "library", "track", {}, {"a": 1}]
ODD += [-(1 << 40), 1 << 31, 1 << 70, 1e300]
small = st.integers(-3, 12) | st.sampled_from(ODD)
args = st.recursive(small, lambda inner: st.lists(inner, max_size=10), max_leaves=14)

frames = st.tuples(st.sampled_from(KINDS), st.booleans(), st.booleans(), st.lists(args, max_size=5))


@given(st.lists(frames, max_size=8))
@settings(max_examples=80, deadline=None)
def test_no_frame_whatever_it_holds_stops_the_box(packs, sent) -> None:
    rig = Rig(packs)
    rig.begin()
    end = rig.box.link
    for kind, numbered, here, rest in sent:
        body = [kind, *([end.last + 1] if numbered else []), *([rig.box.id, rig.box.number] if here else []), *rest]
        rig.host_port.write(frame(TO_BOX, body))
        rig.round(3)
    rig.mirror.client.pull()
    rig.until(lambda: rig.mirror.synced)
    assert rig.equal()


def bodies() -> list[list[Any]]:
    """Frames without numbers: of each kind, every odd thing in every place."""
    return [
        [kind, *([1] * at), odd]
        for kind in KINDS
        for at in range(4)
        for odd in [*ODD, -(1 << 70), [], [[]], [{}], [[1, {}]], [[1 << 70, 1]], ["library", 1 << 70]]
    ]


NONSENSE = """
import json
from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.framing import TO_BOX, frame

""" + HOST + """
def rounds():
    global ms
    while host.said or box.thinking:
        ms += 10
        box.tick(ms)

ms = 0
host = Host()
box = program.make(VirtualBoard(), program.open_packs(PACKS), host)
host.said = frame(TO_BOX, ["hi", 1, 1, 8, 1]) + frame(TO_BOX, ["new", 2, [3, 5, 1, 0, 0, 57, 1, 1, 0, []]])
rounds()
for line in open("bodies"):
    kind, *rest = json.loads(line)
    for here in ([], [box.id, box.number]):
        host.said = frame(TO_BOX, [kind, box.link.last + 1] + here + rest) + frame(TO_BOX, [kind] + rest)
        rounds()
print(box.game is not None and box.error == "")
"""


def test_nonsense_does_not_stop_the_box_on_micropython(unix, tmp_path) -> None:
    for name, data in standard_bytes().items():
        (tmp_path / name).write_bytes(data)
    shuffled = bodies()
    random.Random(1).shuffle(shuffled)
    (tmp_path / "bodies").write_text("\n".join(map(json.dumps, shuffled)))
    script = NONSENSE.replace("PACKS", repr(list(standard_bytes())))
    assert unix.run(script, cwd=tmp_path, heapsize=3_000_000).check().strip() == "True"
