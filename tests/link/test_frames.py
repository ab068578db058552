"""Frames: what was sent arrives whole or not at all, whatever lies around it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omenbox_device.framing import FROM_BOX, LONGEST, TO_BOX, Lines, frame, unframe

numbers = st.integers(-(1 << 31), (1 << 32) - 1)
words = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20)
values = st.recursive(
    numbers | words | st.none() | st.booleans(), lambda inner: st.lists(inner, max_size=5), max_leaves=12
)
bodies = st.tuples(words, st.lists(values, max_size=5)).map(lambda parts: [parts[0], *parts[1]])
logged = st.binary(max_size=60).map(lambda data: data.replace(b"\n", b" "))


@given(bodies)
def test_a_frame_is_a_printable_line_that_gives_its_body_back(body) -> None:
    line = frame(FROM_BOX, body)
    assert line.endswith(b"\r\n") and all(32 <= c < 127 for c in line[:-2])
    assert unframe(FROM_BOX, line) == body


@given(bodies, st.data())
def test_one_spoiled_byte_spoils_the_frame(body, data) -> None:
    line = frame(FROM_BOX, body)[:-2]
    at = data.draw(st.integers(0, len(line) - 1))
    spoiled = bytearray(line)
    spoiled[at] ^= data.draw(st.integers(1, 255))
    assert unframe(FROM_BOX, bytes(spoiled)) is None


@given(bodies, st.data())
def test_a_frame_cut_short_is_none(body, data) -> None:
    line = frame(FROM_BOX, body)[:-2]
    assert unframe(FROM_BOX, line[: data.draw(st.integers(0, len(line) - 1))]) is None


@given(st.lists(bodies, max_size=5), st.lists(logged, min_size=6, max_size=6), st.data())
@settings(max_examples=60)
def test_frames_come_through_between_log_lines_in_any_pieces(sent, logs, data) -> None:
    stream = b"".join(log + b"\n" + frame(FROM_BOX, body) for log, body in zip(logs, sent)) + logs[5] + b"\n"
    lines, got = Lines(2000), []
    while stream:
        n = data.draw(st.integers(1, len(stream)))
        got += [unframe(FROM_BOX, line) for line in lines.feed(stream[:n])]
        stream = stream[n:]
    assert [body for body in got if body is not None] == sent


@given(bodies, logged)
def test_text_without_a_line_end_before_a_frame_does_no_harm(body, log) -> None:
    assert unframe(FROM_BOX, log + frame(FROM_BOX, body)) == body


@given(st.binary(max_size=200))
def test_noise_is_no_frame(data) -> None:
    for line in Lines().feed(data + b"\n"):
        assert unframe(TO_BOX, line) is None


@given(bodies)
def test_what_a_terminal_echoes_is_not_taken_for_the_box(body) -> None:
    assert unframe(FROM_BOX, b">>> " + frame(TO_BOX, body)) is None


def test_a_line_without_end_takes_no_memory_and_the_next_is_read() -> None:
    lines = Lines()
    for _ in range(50):
        assert lines.feed(b"x" * 300) == []
        assert len(lines.rest) <= LONGEST
    assert lines.feed(b"tail\nnext\n") == [b"next"]


@pytest.mark.parametrize("body", [{"a": 1}, [], [1], "hi"])
def test_a_body_is_a_list_that_begins_with_a_word(body) -> None:
    assert unframe(TO_BOX, frame(TO_BOX, body)) is None


def test_both_pythons_write_the_same_frames(unix) -> None:
    sent = [["e", 5, 0, ["g", [["base", "0a"]], [3, 4294967295, [1, -2]]], None, True, 'a"\\~']]
    script = f"import json\nfrom omenbox_device.framing import frame\nfor b in json.loads({json.dumps(sent)!r}):\n"
    out = unix.run(script + "    print(frame(b'#<', b).decode().strip())").check()
    assert out.split("\n")[:-1] == [frame(FROM_BOX, body).decode().strip() for body in sent]


def test_what_a_host_said_comes_back_in_ascii_on_both_pythons(unix) -> None:
    """MicroPython's `json` leaves other characters as they are."""
    script = (
        "from omenbox_device.link import Link\n"
        "it = Link(None, None, None, 1)\n"
        "it.hello(5, '\\u9b3c\\u7af9' * 30, 0, 9)\n"
        "print(all(32 <= b < 127 for b in it.out[0][:-2]), len(it.out[0]) < 1024)\n"
    )
    assert unix.run(script).check() == "True True\n"
