"""``omenbox replay``: the same end as the game had, on every Python, or the line that does not fit."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omenbox.cli import main
from omenbox.sim import driver
from omenbox.sim.driver import KEYS
from shared_rules import log

from . import DUEL, DUEL_HAUNT, game_of


@pytest.fixture(scope="module")
def game(packs):
    return game_of(packs, DUEL_HAUNT, 2)


@pytest.fixture(scope="module")
def lines(game) -> list[str]:
    return game.lines


@pytest.fixture
def replay(capsys, tmp_path) -> Callable[..., tuple[int, dict, str]]:
    """Write lines to a log and replay it: exit status, the object printed, the error stream."""

    def run(lines: list[str], *args: object) -> tuple[int, dict, str]:
        path = tmp_path / "game.log"
        path.write_text("".join(f"{line}\n" for line in lines))
        status = main(["replay", str(path), "--json", "--pack", str(DUEL), *map(str, args)])
        shown = capsys.readouterr()
        return status, json.loads(shown.out or "{}"), shown.err

    return run


@pytest.mark.parametrize("on", ["cpython", "micropython"])
def test_replay_gives_what_the_game_gave(replay, game, on, unix) -> None:
    status, found, err = replay(game.lines, "--on", on)
    assert (status, err) == (0, "")
    assert found == game.outcome and list(found) == list(KEYS)


@pytest.mark.parametrize("on", ["cpython", "micropython"])
def test_replay_stops_after_so_many_records(replay, game, on, unix) -> None:
    for until in (0, 1, 40):
        found = replay(game.lines, "--until", until, "--on", on)[1]
        assert found["answers"] == until and found["ended"] is None and found["winner"] is None
    assert replay(game.lines, "--until", 9999, "--on", on)[1] == game.outcome


@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_view_is_the_same_on_both_pythons(replay, lines, seat, unix) -> None:
    here = replay(lines, "--until", 60, "--view", seat + 1)[1]
    assert here["view"]["explorers"] and "stacks" in here["view"]
    assert replay(lines, "--until", 60, "--view", seat + 1, "--on", "micropython")[1] == here


def test_view_hides_what_another_seat_is_asked(replay, lines, packs) -> None:
    until = next(n for n in range(30, 90) if log.replay(packs, lines, n).prompt[1] == 0)
    who = log.replay(packs, lines, until).prompt[0]
    views = [replay(lines, "--until", until, "--view", seat + 1)[1]["view"] for seat in range(4)]
    assert [len(view["prompt"]) > 1 for view in views] == [seat == who for seat in range(4)]


def test_person_gets_a_table_and_a_view_in_words(capsys, tmp_path, lines) -> None:
    path = tmp_path / "game.log"
    path.write_text("\n".join(lines))
    args = ["replay", str(path), "--pack", str(DUEL), "--view", "1", "--until", "60"]
    assert main(args) == 0
    shown = capsys.readouterr().out
    assert "what seat 1 sees: round" in shown and "Entrance Hall" in shown and "Speed" in shown


def test_sealed_log_is_read_too(capsys, tmp_path, game) -> None:
    path = tmp_path / "game.log.gz"
    path.write_bytes(gzip.compress("\n".join(game.lines).encode()))
    assert main(["replay", str(path), "--json", "--pack", str(DUEL)]) == 0
    assert json.loads(capsys.readouterr().out) == game.outcome


def changed(lines: list[str], at: int, line: str) -> list[str]:
    return [*lines[: at - 1], line, *lines[at:]]


def without(lines: list[str], at: int) -> list[str]:
    return [*lines[: at - 1], *lines[at:]]


REFUSED: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "illegal answer": (lambda s: changed(s, 9, '["a", 99]'), "line 9: 99 is not one of the"),
    "answer of another kind": (lambda s: changed(s, 9, '["a", [1, 1]]'), "line 9: [1, 1] is not one"),
    "answer in words": (lambda s: changed(s, 9, '["a", {"x": 1}]'), "line 9: {'x': 1} is not one"),
    "missing record": (lambda s: without(s, 20), ""),
    "missing record at the end": (lambda s: without(s, len(s) - 1), f"line {0}: "),
    "wrong hash": (lambda s: changed(s, len(s), '["h", 9, "0"]'), " records stand before it"),
    "damage": (lambda s: changed(s, 9, '["a", 9'), "line 9: this is not JSON"),
    "no record": (lambda s: changed(s, 9, "7"), "line 9: this is not a record"),
    "unknown record": (lambda s: changed(s, 9, '["z", 7]'), "line 9: unknown record 'z'"),
    "undo of nothing": (lambda s: changed(s, 9, '["u", 99]'), "line 9: there are not 99 answers to take back"),
    "undo of a word": (lambda s: changed(s, 9, '["u", "x"]'), "line 9: there are not 'x' answers to take back"),
    "unknown correction": (lambda s: changed(s, 9, '["c", ["moon", 1]]'), "line 9: "),
    "correction out of range": (lambda s: changed(s, 9, '["c", ["omens", 99]]'), "line 9: omens"),
    "correction of nothing": (lambda s: changed(s, 9, '["c", [[], 1]]'), "line 9: "),
    "empty": (lambda s: [], "line 1: the log is empty"),
    "another format": (lambda s: changed(s, 1, '["other", 1, [], []]'), "line 1: this is not a log"),
    "a later version": (lambda s: changed(s, 1, '["omenbox-log", 2, [], []]'), "line 1: this log has"),
    "no packs": (lambda s: changed(s, 1, '["omenbox-log", 1, 7, []]'), "line 1: its list of packs"),
    "other packs": (
        lambda s: changed(s, 1, s[0].replace('"duel"', '"moon"')),
        "line 1: the game was played with pack moon",
    ),
    "an older pack": (
        lambda s: changed(s, 1, json.dumps(json.loads(s[0])[:2] + [[["base", "0"]], []])),
        "line 1: the game was played with pack base 0",
    ),
    "seats": (
        lambda s: changed(s, 1, s[0].replace("[4, 2,", "[9, 2,")),
        "line 1: the set-up does not work: 9 seats",
    ),
    "haunt": (lambda s: changed(s, 1, s[0].replace("201", "999")), "there is no haunt 999"),
    "faces": (lambda s: changed(s, 1, s[0].replace("[]]", "[9999]]")), "are not explorers"),
}


@pytest.mark.parametrize("on", ["cpython", "micropython"])
@pytest.mark.parametrize("name", REFUSED)
def test_log_that_does_not_fit_is_refused_in_one_line(replay, lines, name, on, unix) -> None:
    change, says = REFUSED[name]
    status, found, err = replay(change(lines), "--on", on)
    assert (status, found) == (2, {})
    assert "game.log: line " in err and err.count("\n") == 1 and "Traceback" not in err
    if on == "cpython":
        assert says.replace(f"line {0}", f"line {len(lines) - 1}") in err


@pytest.mark.parametrize("on", ["cpython", "micropython"])
def test_torn_last_record_is_left_out_and_said(capsys, tmp_path, lines, on, unix) -> None:
    path = tmp_path / "game.log"
    path.write_text("\n".join([*lines[:20], lines[20][:3]]))
    args = ["replay", str(path), "--json", "--pack", str(DUEL), "--on", on]
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["answers"] == 19 and json.loads(out)["ended"] is None
    assert "game.log: line 21: this last record is torn and was left out" in err and err.count("\n") == 1
    assert main([*args, "--until", "10"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("on", ["cpython", "micropython"])
def test_log_cut_between_records_is_not_said_to_be_whole(replay, lines, on, unix) -> None:
    status, found, err = replay(lines[:20], "--on", on)
    assert status == 0 and found["answers"] == 19
    assert "the log is not closed" in err and err.count("\n") == 1
    assert replay(lines[:20], "--until", 5, "--on", on)[2] == ""


@pytest.mark.parametrize(
    "content", [b"\x1f\x8b broken", b"\xff\xfe", gzip.compress(b"x")[:-5]], ids=["gzip", "bytes", "cut"]
)
def test_file_that_is_no_log_is_refused_in_one_line(capsys, tmp_path, content) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    err = capsys.readouterr().err
    assert str(path) in err and err.count("\n") == 1


def test_missing_file_and_seat_are_refused(capsys, replay, lines) -> None:
    assert main(["replay", "nowhere.log"]) == 2
    assert "nowhere.log" in capsys.readouterr().err
    status, _found, err = replay(lines, "--view", 5)
    assert status == 2 and "seats 1 to 4" in err


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 1 << 33) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 60), st.sampled_from("acuhz"), json_values)
def test_any_record_is_played_or_refused(packs, lines, at, kind, value) -> None:
    record = [kind, value] if kind != "h" else [kind, value, value]
    changed_lines = [*lines[: at + 1], json.dumps(record)]
    try:
        driver.replay(packs, changed_lines)
    except log.LogError as error:
        assert str(error).startswith(f"line {len(changed_lines)}: ")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 13), json_values)
def test_any_header_is_played_or_refused(packs, lines, at, value) -> None:
    head = json.loads(lines[0])
    if at < 4:
        head[at] = value
    else:
        head[3][at - 4] = value
    try:
        driver.replay(packs, [json.dumps(head)])
    except log.LogError as error:
        assert str(error).startswith("line 1: ")
