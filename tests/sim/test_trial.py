"""`omenbox pack try` tells an author what was reached and what went wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omenbox.cli import main

from ..packs.rig import write

FILES = {
    "pack.toml": 'name = "small"\ntitle = "Small"\nversion = "1"\nrequires = ["base"]\n',
    "cards.toml": '[[haunt]]\nid = "h7"\nnumber = 307\ntraitor = "none"\nimplemented = true\n',
    "strings/en.toml": 'hello = "Hello"\nyes = "Yes"\n[haunt]\nh7 = "Seven"\n"h7.heroes" = "Wait."\n',
}

EFFECTS = """
@setup("h7")
def begin():
    set_var(V_TRACK, 2)
    choose(first_of(heroes()), "hello", "yes")
    if 0:
        say("yes")
    if var(V_TRACK) > 9:
        random(3)


@round_end("h7")
def hour():
    if track(0 - 1) == 0:
        end_game(WIN_HEROES, 0)


@death("h7")
def mourn(me):
    lose_all(me, one_of(everybody()))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "small", {**FILES, "a.effect": EFFECTS})


def test_ends_lengths_what_was_never_reached_and_questions_without_a_choice(folder: Path, capsys) -> None:
    assert main(["pack", "try", str(folder), "--games", "2", "--seats", "3", "--json"]) == 0
    got = json.loads(capsys.readouterr().out)
    assert (got["pack"], got["haunt"], got["games"]) == ("small", 307, 2)
    assert sum(got["ends"].values()) == 2 and len(got["answers"]) == len(got["turns"]) == 3
    assert [p["line"] for p in got["lines_never_reached"]] == [9]
    assert {"file": f"{folder}/a.effect", "line": 9, "what": "random"} in got["words_never_reached"]
    asked = {"file": f"{folder}/a.effect", "line": 5, "what": "asks hello", "times": 2}
    assert got["one_legal_answer"] == [asked]
    assert got["failed"] == []


def test_the_report_for_a_person_names_file_and_line(folder: Path, capsys) -> None:
    assert main(["pack", "try", str(folder), "--games", "1", "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("small, haunt 307: 1 game\n") and "heroes" in out and "median" in out
    assert f"  {folder}/a.effect:9: random(3)" in out
    assert f"  {folder}/a.effect:5: asks hello (once)" in out


def test_an_effect_that_fails_is_shown_where_it_did(folder: Path, capsys) -> None:
    (folder / "a.effect").write_text('@setup("h7")\ndef begin():\n    n = 0\n    set_var(V_TRACK, 3 // n)\n')
    assert main(["pack", "try", str(folder), "--games", "1", "--seats", "3"]) == 1
    out = capsys.readouterr().out
    assert "went wrong:" in out and f"seed 1: EffectError: {folder}/a.effect:4: " in out


def test_a_thing_that_is_not_there_is_told_in_words(folder: Path, capsys) -> None:
    (folder / "a.effect").write_text('@setup("h7")\ndef begin():\n    r: room = 99\n    tile_of(r)\n')
    assert main(["pack", "try", str(folder), "--games", "1", "--seats", "3"]) == 1
    out = capsys.readouterr().out
    assert f"{folder}/a.effect:4: IndexError: " in out and "a room, card or figure that may be None" in out


def test_mistakes_are_listed_and_nothing_is_played(folder: Path, capsys) -> None:
    (folder / "a.effect").write_text("def f(me):\n    gian(me)\n")
    assert main(["pack", "try", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and f"{folder}/a.effect:2:5: unknown word 'gian'" in err


def test_how_the_games_ended_how_often_a_function_ran_and_how_long_the_haunt_was(folder: Path, capsys) -> None:
    assert main(["pack", "try", str(folder), "--games", "3", "--seats", "3", "--json"]) == 0
    got = json.loads(capsys.readouterr().out)
    assert {"begin": 3, "hour": 3}.items() <= got["functions"].items() and got["functions"]["mourn"] <= 3
    by_hour = {"file": f"{folder}/a.effect", "line": 15, "what": "heroes"}
    assert by_hour in [{k: v for k, v in end.items() if k != "times"} for end in got["ended_by"]]
    assert sum(end["times"] for end in got["ended_by"]) == 3
    assert 1 <= got["rounds"][0] <= got["rounds"][2] <= 3  # a track of 2
    assert main(["pack", "try", str(folder), "--games", "3", "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert "ended by:\n" in out and "a.effect:15: heroes, " in out
    assert "functions, and in how many games they ran:\n" in out and "    3  hour\n" in out


def test_none_in_a_set_is_told_by_its_name(folder: Path, capsys) -> None:
    body = 'r = room(tile("attic"))\n    left = rooms() - {r}\n    set_var(V_H0, count(left))\n'
    (folder / "a.effect").write_text(f'@setup("h7")\ndef begin():\n    {body}')
    assert main(["pack", "try", str(folder), "--games", "1", "--seats", "3"]) == 1
    out = capsys.readouterr().out
    assert f"{folder}/a.effect:4: ValueError: negative shift count" in out
    assert "in `left = rooms() - {r}` r is None (-1): ask != None before" in out
