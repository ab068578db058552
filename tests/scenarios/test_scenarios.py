"""Every scenario holds, on CPython and on MicroPython, and the tool says precisely what does not."""

from __future__ import annotations

import json
import re
import textwrap
from functools import cache
from pathlib import Path

import pytest

from omenbox.cli import main
from omenbox.scenario import Failure, Mistake, Played, Scenario, collect, parse, play

from ..platforms import ROOT

FOLDER = Path(__file__).parent
SCENARIOS = {f"{s.file.stem}:{s.name}": s for s in collect([FOLDER])}


@cache
def played(name: str) -> Played:
    return play(SCENARIOS[name])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule(*s.rules), id=name) for name, s in SCENARIOS.items()]
)
def test_scenario(name: str) -> None:
    played(name)


def test_micropython_reaches_the_same_states(unix, tmp_path: Path) -> None:
    lines = []
    count = 0
    files: dict[bytes, Path] = {}
    opened: list[str] = []
    for name in SCENARIOS:
        done = played(name)
        if done.world is None:
            continue
        packs = []
        for pack in done.world.packs.packs:
            data = pack.file.getvalue()
            if data not in files:
                files[data] = tmp_path / f"{len(files)}.pack"
                files[data].write_bytes(data)
            packs.append(str(files[data]))
        if packs != opened:
            lines.append(json.dumps(["packs", *packs]))
            opened = packs
        count += 1
        lines.append(json.dumps(["play", name, json.loads(done.start), list(zip(done.records, done.hashes))]))
    stdin = "\n".join(lines).encode()
    out = unix.run(FOLDER / "replay.py", heapsize=16_000_000, stdin=stdin).check()
    assert out.splitlines() == [f"{count} played on micropython"]


def test_the_list_of_rules_names_files_that_test_them() -> None:
    covered: dict[str, set[str]] = {}
    for s in SCENARIOS.values():
        covered.setdefault(f"scenarios/{s.file.name}", set()).update(re.sub(r"[a-z]$", "", rule) for rule in s.rules)
    for rule, where in re.findall(r"^\| ([A-Z]+\d+) \| .+? \| (.*?) \|$", (ROOT / "docs/rules.md").read_text(), re.M):
        for file in re.findall(r"`(scenarios/\w+\.toml)`", where):
            assert rule in covered[file], f"{rule} is said to be tested in {file}"


# --- the tool itself ---------------------------------------------------------------------------


def scenario(steps: str, head: str = "") -> Scenario:
    text = f'[[scenario]]\nname = "x"\n{head}\nsteps = """\n{textwrap.dedent(steps).strip()}\n"""\n'
    return parse(text, Path("x.toml"))[0]


def failure(steps: str, head: str = "") -> str:
    with pytest.raises((Failure, Mistake)) as caught:
        play(scenario(steps, head))
    return str(caught.value)


def test_a_failure_names_line_step_what_was_expected_and_what_came() -> None:
    text = failure("0: west\nexpect 0: in foyer, spaces 2")
    assert text == "x.toml:6: x: expect 0: in foyer, spaces 2\n    expected 0: spaces 2; it is 3"


def test_an_answer_that_is_not_offered_shows_what_is() -> None:
    text = failure("0: go east")
    assert "'go east' is not offered; seat 0 is asked ask.turn: explore north, explore south, go west, end" in text


def test_an_answer_by_the_wrong_seat_fails() -> None:
    assert "seat 0 is asked ask.turn" in failure("1: end")


def test_a_refusal_that_is_none_fails() -> None:
    assert "it was not refused" in failure("refuse 0: end")


def test_a_slip_of_the_pen_is_no_refusal() -> None:
    assert "'nroth' is nothing that can be answered" in failure("refuse 0: nroth")


def test_an_ambiguous_answer_is_no_answer() -> None:
    rooms = 'rooms = ["library north of entrance_hall"]\nlinks = ["entrance_hall to foyer", "entrance_hall to foyer"]'
    assert "can mean to foyer / passage 1 or to foyer / passage 2" in failure("0: to foyer", rooms)
    play(scenario("0: passage 2\nexpect 0: in foyer", rooms))


@pytest.mark.parametrize(
    "head, message",
    [
        ('rooms = ["libary north of entrance_hall"]', "there is no tile 'libary'; perhaps 'library'"),
        ('rooms = ["library east of entrance_hall"]', "there is no door"),
        ('rooms = ["library north of entrance_hall", "kitchen north of entrance_hall"]', "there lies library"),
        ('explorers = [{ at = "library" }]', "library is not in the house; there are entrance_hall, foyer"),
        ('explorers = [{ holds = ["axe"] }, { holds = ["axe"] }]', "the card axe is with 0 already"),
        ("explorers = [{ mihgt = 3 }]", "there is no key of explorers 'mihgt'; perhaps 'might'"),
        ("explorers = [{ might = 9 }]", "might is a place on the track"),
        ('phase = "huant"', "there is no phase 'huant'; perhaps 'haunt'"),
        ("seed = 0", "seed 0: give a number from 1"),
        ('omens = "two"', "omens is a number, not 'two'"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_name(head: str, message: str) -> None:
    with pytest.raises(Mistake) as caught:
        play(scenario("0: end", head))
    assert message in str(caught.value)
    assert str(caught.value).startswith("x.toml:1: ")


def test_a_file_that_is_no_toml_is_refused_in_one_line(tmp_path: Path, capsys) -> None:
    file = tmp_path / "a.toml"
    file.write_text("[[scenario]\n")
    assert main(["scenario", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


def test_the_command_tells_what_failed_and_how_many_hold(tmp_path: Path, capsys) -> None:
    file = tmp_path / "a.toml"
    file.write_text(
        '[[scenario]]\nname = "a"\nrules = ["B03"]\nsteps = "0: west"\n[[scenario]]\nname = "b"\nsteps = "0: east"\n'
    )
    assert main(["scenario", str(file)]) == 1
    out, err = capsys.readouterr()
    assert f"{file}:7: b: 0: east" in out
    assert "1 of 2 scenarios hold" in err
    assert main(["scenario", "--only", "a", "--verbose", str(file)]) == 0
    assert "expect" not in capsys.readouterr().out
    assert main(["scenario", "--json", "--rule", "B03", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True


def test_the_examples_of_the_document_hold() -> None:
    text = (ROOT / "docs/scenarios.md").read_text()
    blocks = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    examples = [s for block in blocks if "[[scenario]]" in block for s in parse(block, FOLDER / "scenarios.md")]
    assert examples
    for example in examples:
        play(example)
