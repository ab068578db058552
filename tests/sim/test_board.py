"""What `omenbox bench --board` measures: a game on the emulated Pico, and how its lines are read."""

from __future__ import annotations

from omenbox.packs import standard_packs
from omenbox.sim import board

#: Answers that are played on the emulated Pico: up to the first moves.
FEW = 12


def test_the_game_chosen_is_the_shortest_that_is_long_enough() -> None:
    done = board.chosen(standard_packs(), 57, 150)
    assert done.outcome["haunt"] == 57
    assert done.outcome["seats"] == 6
    assert done.outcome["answers"] >= 150
    assert board.chosen(standard_packs(), 57, 1).outcome["answers"] <= done.outcome["answers"]


def test_spread_ranks_by_the_nearest_answer() -> None:
    assert board.spread([3]) == {"median": 3, "p99": 3, "most": 3}
    assert board.spread([*range(1, 201)]) == {"median": 100.5, "p99": 198, "most": 200}


def test_the_board_comes_to_the_same_state_within_the_budgets(pico) -> None:
    (got,) = board.report([57], answers=FEW)
    assert (got["haunt"], got["seats"], got["answers"], got["whole"]) == (57, 6, FEW, False)
    assert got["live"] < 100_000
    assert got["largest"] > 100_000
    assert got["ms"]["median"] <= 60
    assert got["ms"]["most"] <= 300
    assert got["import_ms"] < 1000
    assert set(got["bytes"]["modules"]) == set(board.MODULES)
