"""Every scenario holds, on CPython and on MicroPython, and the tool says precisely what does not."""

from __future__ import annotations

import json
import re
import textwrap
from functools import cache
from pathlib import Path

import pytest

from omenbox.cli import main
from omenbox.scenario import Failure, Mistake, Played, Scenario, collect, parse, play, position
from shared_rules.vm import EffectError

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
        ("omens = 500", "omens is a number from 0 to 13, not 500"),
        ("track = 500", "track is a number from -1 to 12, not 500"),
        ("round = -1", "round is a number from 1 to"),
        ("due = 9", "due = 9: there is no seat 9; seats are 0 to 2, or -1: nobody"),
        ("revealer = 7", "revealer = 7: there is no seat 7"),
        ("keeper = -3", "keeper = -3: there is no seat -3"),
        ("traitor = -4", "traitor = -4: there is no seat -4"),
        ("forced = 999", "there is no haunt 999"),
        ('forced = 3\nphase = "haunt"', "forced = 3: the haunt has begun"),
        ("played = [-1]", "played is a number from 1 to"),
        ("date = [1]", "date is [month, day]"),
        ('rooms = ["library at ground 32,0"]', "a cell is a number from -32 to 31, not 32"),
        ('rooms = ["library at ground 0,-33"]', "a cell is a number from -32 to 31, not -33"),
        (
            'rooms = ["library at ground 5,-32", "kitchen north of library turned 0"]',
            "north of library: a floor ends there",
        ),
        ("secrets = [[1, 2]]", "say [kind, owner, value, [seats that read it]], not [1, 2]"),
        ("secrets = [7]", "say [kind, owner, value, [seats that read it]], not 7"),
        ("secrets = [[0, 1, 2, [5]]]", "there is no seat 5"),
        ('secrets = [[0, 1, "x", [1]]]', "holds something that is not a number"),
        ("explorers = [{ alive = false }, { alive = false }, { alive = false }]", "nobody is alive"),
        ("faces = { granny = { speed = 3 } }", "face granny: say speed = { track"),
        ('packs = ["nowhere"]', "nowhere: No such file"),
        ("rooms = [1]", "rooms holds texts, not 1"),
        ("stacks = { omen = [1] }", "stacks: omen holds texts, not 1"),
        ("numbers = { 3 = [] }", "numbers: 3 is a number, not []"),
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


@pytest.mark.parametrize(
    "text, line",
    [
        ("[defaults]\nseed = 2\nsede = 3\n", 3),
        ("# sede = 1\n[defaults]\nseed = 2\n\n  sede=3 # x\n", 5),
        ("defaults.sede = 3\n", 1),
        ("[defaults.sede]\nx = 3\n", 1),
        ('[defaults]\nrooms = [\n    "library north of foyer",\n]\nsede = 3\n', 5),
    ],
)
def test_an_unknown_default_is_refused_at_its_own_line(text: str, line: int) -> None:
    with pytest.raises(Mistake) as caught:
        parse(text + '[[scenario]]\nname = "x"\nsede = 1\nsteps = "0: end"\n', Path("x.toml"))
    assert str(caught.value).startswith(f"x.toml:{line}: [defaults]: there is no key of a scenario 'sede'")


def test_an_effect_that_never_asks_is_a_mistake_in_the_position(monkeypatch) -> None:
    def endless(world: object) -> None:
        raise EffectError("turn.effect:35: the effect never asks and never ends")

    monkeypatch.setattr(position, "start", endless)
    assert failure("0: end").startswith("x.toml:1: x: turn.effect:35: the effect never")


@pytest.mark.parametrize("args", [["-k", "TYPO"], ["-r", "ZZ9"]])
def test_a_choice_that_fits_no_scenario_is_refused(tmp_path: Path, capsys, args: list[str]) -> None:
    file = tmp_path / "a.toml"
    file.write_text('[[scenario]]\nname = "a"\nrules = ["B03"]\nsteps = "0: west"\n')
    assert main(["scenario", str(file), *args]) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"no scenario there fits {' '.join(args)}" in err and err.count("\n") == 1


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
