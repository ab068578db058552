"""The reference of the effect language is complete, and docs/words.md is what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from omenbox.cli import main
from omenbox.packs import reference
from omenbox.packs.hooks import HOOKS
from omenbox.packs.vocabulary import MASKS, vocabulary

DOC = Path(__file__).parents[2] / "docs" / "words.md"


def test_the_document_is_what_the_code_says():
    assert DOC.read_text("utf-8") == reference.markdown(), "run: python -m omenbox.packs.reference"


def test_every_word_is_in_the_reference_and_says_what_it_does():
    found = {entry.name: entry.says for entry in reference.words()}
    assert set(found) == set(vocabulary().words)
    assert [name for name, says in found.items() if not says] == []


def test_every_function_of_the_base_pack_says_what_it_does():
    assert [entry.name for entry in reference.functions() if not entry.says] == []


def test_every_hook_is_described():
    assert set(HOOKS) == set(vocabulary().hooks), "describe the hook in omenbox/packs/hooks.py"


def test_every_type_is_described():
    assert {*reference.TYPES, *MASKS} == vocabulary().types, "describe the type in omenbox/packs/reference.py"


def test_parts_and_orders_name_what_there_is():
    known = {entry.name for entry in [*reference.words(), *reference.functions()]}
    assert [name for names in reference.ORDERS.values() for name in names if name not in known] == []
    assert set(reference.constants()) == set(reference.CONSTANTS)


@pytest.mark.parametrize(
    "word, wanted",
    [
        ("damage", ["damage(me: explorer, kind: number, n: number) -> number   (asks)", "armour"]),
        ("@attack_dice", ["@attack_dice(me: figure, x: trait) -> number   (a query)", "me: who rolls", "by side_roll"]),
        ("check", ["@check()\n    has somebody won?"]),
        ("drawn", ["@drawn(me: explorer)\n", "me: who drew it"]),
        ("turn_over", ["@turn_over(who, x: explorer)\n", "who: NONE", "x: whose turn it was"]),
        ("carried", ["there is no word 'carried'; about it:\n", "may_take", "a carried token was picked up"]),
        ("rooms", ["rooms() -> rooms", "a set of type room", "  entrance_hall: Entrance Hall, ground, doors NSW"]),
        ("tiles", ['tile("...") names one of these:', "  library: Library, ", ", symbol omen"]),
        ("cards", ["  axe: Axe, deck item"]),
        ("foyer", ['tile("foyer"): Foyer, ground']),
        ("hall", ["about it:", 'tile("entrance_hall")\n    Entrance Hall']),
        ("NONE", ["NONE: -1"]),
        ("V_TRACK", ["V_TRACK: Turn/Damage track"]),
        ("", ["  gain(me: explorer, t: trait, n: number)", "  @setup: the haunt begins"]),
    ],
)
def test_the_terminal_shows_a_word_a_hook_a_type_and_all(capsys, word, wanted):
    assert main(["pack", "words", *([word] if word else [])]) == 0
    out = capsys.readouterr().out
    assert [w for w in wanted if w not in out] == []


def test_an_unknown_word_has_a_hint(capsys):
    assert main(["pack", "words", "gian"]) == 2
    assert "there is no word 'gian'; did you mean 'gain'" in capsys.readouterr().err


def test_what_is_named_so_comes_first_and_the_inside_of_words_is_not_looked_at(capsys):
    assert main(["pack", "words", "take"]) == 0
    out = capsys.readouterr().out
    assert "mistake" not in out and out.index("take_thing(") < out.index("put_card(")
