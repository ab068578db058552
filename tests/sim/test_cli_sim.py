"""``omenbox sim``: what it prints, writes and returns."""

from __future__ import annotations

import json

import pytest

from omenbox.cli import main
from omenbox.packs import build_pack, standard_bytes
from omenbox.sim import games
from omenbox.sim.bots import RandomBot
from omenbox.sim.driver import KEYS
from omenbox.sim.invariants import Broken
from shared_rules.state import V_EXPANSION

from . import DUEL, DUEL_HAUNT, game_of


def sim(capsys, *args: object) -> tuple[int, list[dict], str]:
    """Exit status, the objects printed, and the error stream."""
    status = main(["sim", "--json", *map(str, args)])
    shown = capsys.readouterr()
    return status, [json.loads(line) for line in shown.out.splitlines()], shown.err


def test_one_object_a_game_with_the_documented_keys(capsys) -> None:
    status, found, err = sim(capsys, "--seats", 3, "--seed", 7, "--games", 3, "--haunt", 57)
    assert (status, err) == (0, "")
    assert [list(game) for game in found] == [[*KEYS, "bots"]] * 3
    assert [game["seed"] for game in found] == [7, 8, 9]
    for game in found:
        assert game["seats"] == 3 and game["haunt"] == 57
        assert game["ended"] == "judged" and game["winner"] in ("heroes", "none")
        assert 0 < game["turns"] < game["answers"] <= 3000
        assert len(game["hash"]) == 8 and int(game["hash"], 16) >= 0


def test_natural_games_reveal_what_the_chart_says(capsys) -> None:
    found = sim(capsys, "--games", 6, "--seats", "3..6")[1]
    assert [game["seats"] for game in found] == [3, 4, 5, 6, 3, 4]
    assert len({game["haunt"] for game in found}) > 2
    assert all(game["ended"] in ("judged", "declared") for game in found)


def test_the_same_games_in_several_processes(capsys) -> None:
    args = ("--seats", "3..6", "--games", 4, "--haunt", DUEL_HAUNT, "--pack", DUEL)
    assert sim(capsys, *args) == sim(capsys, *args, "--jobs", 2)


def test_pack_may_be_a_built_file(capsys, tmp_path) -> None:
    file = tmp_path / "duel.pack"
    file.write_bytes(build_pack(DUEL, list(standard_bytes().values())))
    args = ("--haunt", DUEL_HAUNT, "--pack")
    assert sim(capsys, *args, file) == sim(capsys, *args, DUEL)


def test_person_gets_a_table(capsys) -> None:
    assert main(["sim", "--games", "2", "--haunt", "57"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split() == list(KEYS)
    assert [line.split()[0] for line in shown[1:3]] == ["1", "2"]
    assert shown[3].startswith("2 games played, bots random: ")


def test_logs_are_written_and_replay_to_the_same_end(capsys, tmp_path) -> None:
    found = sim(capsys, "--games", 2, "--seed", 5, "--log", tmp_path / "logs")[1]
    assert sorted(file.name for file in (tmp_path / "logs").iterdir()) == ["5.log", "6.log"]
    for game in found:
        main(["replay", "--json", str(tmp_path / "logs" / f"{game['seed']}.log")])
        assert {**json.loads(capsys.readouterr().out), "bots": "random"} == game


def test_broken_invariant_names_seed_and_reason(capsys, monkeypatch, tmp_path) -> None:
    def check(game) -> None:
        if game.setup[1] == 2 and game.answers == 10:
            raise Broken("broken invariant: a card is on the moon")

    monkeypatch.setattr(games, "check", check)
    status, found, err = sim(capsys, "--games", 3, "--log", tmp_path)
    assert status == 1
    assert [game["seed"] for game in found] == [1, 3]
    assert err.startswith("omenbox: seed 2, 4 seats: broken invariant: a card is on the moon (after 10")
    assert err.count("\n") == 1 and str(tmp_path / "2.log") in err
    assert main(["replay", str(tmp_path / "2.log"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answers"] == 10


def test_error_in_a_game_names_seed_and_reason(capsys, monkeypatch) -> None:
    def broken(self, view, prompt, imagine) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(RandomBot, "answer", broken)
    status, found, err = sim(capsys)
    assert (status, found) == (1, [])
    assert "seed 1, 4 seats: ZeroDivisionError: by nothing" in err


def test_game_that_does_not_end_is_a_failure(capsys, monkeypatch) -> None:
    monkeypatch.setattr(games, "MOST_ANSWERS", 20)
    status, _found, err = sim(capsys)
    assert status == 1 and "has not ended (after 20 answers)" in err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--haunt", 300), "no pack here has haunt 300"),
        (("--haunt", 0), "no pack here has haunt 0"),
        (("--haunt", -1), "no pack here has haunt -1"),
        (("--games", 0), "1 or more"),
        (("--seed", 0), "seeds are 1 to"),
        (("--seed", 0xFFFFFFFF, "--games", 2), "seeds are 1 to"),
        (("--pack", "nothing.pack"), "nothing.pack"),
    ],
)
def test_bad_arguments_are_one_line(capsys, args, says) -> None:
    status, found, err = sim(capsys, *args)
    assert (status, found) == (2, []) and says in err and err.count("\n") == 1


def test_logs_into_a_file_are_refused_before_anything_is_shown(capsys, tmp_path) -> None:
    file = tmp_path / "README.md"
    file.write_text("x")
    for folder in (file, file / "logs"):
        assert main(["sim", "--log", str(folder)]) == 2
        out, err = capsys.readouterr()
        assert out == "" and "name a folder to write logs to" in err and err.count("\n") == 1


@pytest.mark.parametrize("seats", ["2", "7", "5..4", "3..7", "x", "3.."])
def test_seats_are_three_to_six(capsys, seats) -> None:
    with pytest.raises(SystemExit) as stop:
        sim(capsys, "--seats", seats)
    assert stop.value.code == 2
    assert "is not 3 to 6" in capsys.readouterr().err


@pytest.mark.rule("I06")
def test_forced_haunt_brings_the_tiles_that_it_needs(packs) -> None:
    assert game_of(packs, 57, 1).game.v[V_EXPANSION] == 1
    assert game_of(packs, 60, 1).game.v[V_EXPANSION] == 1
    assert game_of(packs, DUEL_HAUNT, 1).game.v[V_EXPANSION] == 0
    assert game_of(packs, 1, 1).game.v[V_EXPANSION] == 0
