"""The golden frames: what the strip shows of a scene at a time is the same on every Python."""

from __future__ import annotations

import json

import pytest

from omenbox_device import lights
from omenbox_device.board import Strip
from shared_rules import state as s

from ..platforms import ROOT
from . import frames


@pytest.mark.parametrize("name", frames.scenes())
def test_a_scene_is_painted_as_it_is_kept(name):
    assert frames.painted(name) == frames.path(name).read_text(), "if that is wanted: python -m tests.device.frames"


def test_no_frames_are_kept_of_scenes_that_are_no_more():
    assert {path.stem for path in frames.HERE.glob("*.txt")} == set(frames.scenes())


def test_micropython_paints_the_same_frames(unix, tmp_path):
    cases = {name: scene.case() for name, scene in frames.scenes().items()}
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    script = f"""
import json, sys
sys.path.append({str(ROOT / "tests" / "device" / "frames")!r})
import paint
cases = json.load(open("cases.json"))
print(json.dumps([[name, paint.frames(cases[name])] for name in cases]))
"""
    got = dict(json.loads(unix.run(script, cwd=tmp_path, heapsize=4_000_000).check()))
    assert got == {name: frames.path(name).read_text() for name in cases}


def test_pictures_differ_by_pattern_and_not_by_colour_alone():
    """Whoever sees no colours can still tell them apart: brightness over time differs."""
    patterns = {}
    for name in ("exploring", "rolling", "haunt_roll", "monster", "destroyed", "track_7", "end_heroes"):
        scene = frames.scenes()[name]
        groups = lights.scene(scene.view, [5, 3, 0], None, 64, scene.fresh)
        moments = []
        for ms in range(900, 4000, 50):
            lamps = [0] * 64
            lights.frame(groups, ms, lamps)
            moments.append(tuple(max(c >> 16, c >> 8 & 255, c & 255) for c in lamps))
        patterns[name] = tuple(moments)
    assert len(set(patterns.values())) == len(patterns)


def test_lamps_never_take_more_than_the_port_gives():
    strip = Strip()
    for name in frames.scenes():
        scene = frames.scenes()[name]
        groups = lights.scene(scene.view, [5, 3, 0], None, 64, scene.fresh)
        for ms in range(0, 4000, 130):
            for held in (-1, 0, 700, 3300):
                load = lights.frame(groups, ms, strip.pixels, held)
                strip.brightness = lights.level(load, 64) / 256
                strip.show()
                taken = 64 * lights.IDLE + sum(map(lights.weight, strip.shown)) * lights.FULL / 255
                assert taken <= lights.MOST
    assert lights.level(64 * 765, 64) < 64 and lights.level(0, 64) == 256


def test_night_is_never_brighter_than_day():
    for load in range(0, 64 * 765, 997):
        night = lights.level(load, 64, night=True)
        assert 0 < night <= lights.NIGHT and night <= lights.level(load, 64)


def test_a_room_that_opens_or_falls_is_news():
    old, new = frames.scenes()["exploring"].view, frames.scenes()["destroyed"].view
    assert lights.news(old, new, 5) == [[lights.FALLING, 3, 5], [lights.FALLING, 6, 5]]
    fewer = {**old, "rooms": old["rooms"][:-1]}
    assert lights.news(fewer, old, 7) == [[lights.OPENING, len(old["rooms"]) - 1, 7]]
    assert lights.news(old, old, 9) == [] == lights.news({**old, "rooms": []}, old, 9)


def test_a_step_that_is_picked_points_at_its_room():
    groups = lights.scene(frames.scenes()["exploring"].view)
    before = len(groups)
    lights.point(groups, 3)
    lights.point(groups, 4)
    assert groups[-1][:2] == [lights.POINT, [4]] and len(groups) == before + 1
    lights.point(groups, s.NONE)
    assert len(groups) == before
