"""docs/packs.md teaches with a pack that builds, is the one in docs/examples, and does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from omenbox.packs import check_pack, reference, standard_bytes
from omenbox.packs.hooks import HOOKS
from omenbox.packs.source import load_source
from omenbox.packs.tables import CARD_FLAGS, MONSTER_FLAGS, TILE_FLAGS, TOKEN_FLAGS
from omenbox.packs.vocabulary import vocabulary
from omenbox.scenario import collect, play

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "packs.md").read_text("utf-8")
EXAMPLES = DOCS / "examples"
CARD_KEYS = ("physical_less", "mental_less")
#: The files that the document shows, in its order.
FILES = dict(re.findall(r"\*\*([\w./]+)\*\*\n\n```\w+\n(.*?)```", TEXT, re.DOTALL))
SCENARIOS = {f"{s.file.parts[-3]}:{s.name}": s for s in collect(sorted(EXAMPLES.glob("*/scenarios")))}


def test_the_document_shows_every_file_of_the_example():
    folder = EXAMPLES / "last_candle"
    files = [p for p in folder.rglob("*") if p.is_file()]
    found = {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in files}
    in_chinese = {name for name in found if name.startswith("strings/zh/")}
    assert len(in_chinese) == 3 and len(in_chinese & set(FILES)) == 1  # one is enough to show how
    assert {name: text for name, text in found.items() if name in FILES or name not in in_chinese} == FILES


@pytest.mark.parametrize("step", ["event", "room", "haunt"])
def test_the_pack_builds_without_a_warning_after_every_step(tmp_path, step):
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(content, "utf-8")
        if name == f"scenarios/{step}.toml":
            break
    found = check_pack(tmp_path, [standard_bytes()["base"]])
    assert [str(p) for p in found.all] == []
    played = [play(s) for s in collect([tmp_path / "scenarios"])]
    assert len(played) >= 2


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_of_an_example(name):
    play(SCENARIOS[name])


def test_the_haunt_has_about_forty_lines():
    source = load_source(EXAMPLES / "last_candle")
    (text,) = [e.text for e in source.effects if e.file == "haunt.effect"]
    lines = [line for line in text.splitlines() if line.strip() and not re.match(r'\s*(#|""")', line)]
    assert 25 <= len(lines) <= 45


def test_bots_win_the_haunt_for_both_sides_and_reach_all_of_it(capsys):
    from omenbox.cli import main

    assert main(["pack", "try", str(EXAMPLES / "last_candle"), "--games", "20"]) == 0
    out = capsys.readouterr().out
    assert " heroes\n" in out and " traitor\n" in out
    ends = ("haunt.effect:46: traitor", "haunt.effect:53: heroes")
    assert out.count("haunt.effect") == sum(map(out.count, ends)) == 2


def test_order_and_units_name_what_there_is():
    part = TEXT[TEXT.index("### Order") : TEXT.index("### Secrets")]
    entries = [entry.name for entry in [*reference.words(), *reference.functions()]]
    known = {*entries, *HOOKS, *vocabulary().constants, *dict(reference.base_constants()), *CARD_KEYS, "return"}
    named = set(re.findall(r"`@?(\w+)", part))
    assert len(named) > 40
    assert named - known == set()


@pytest.mark.parametrize("flags", [TILE_FLAGS, CARD_FLAGS, TOKEN_FLAGS, MONSTER_FLAGS])
def test_the_document_names_every_flag_of_the_tables(flags):
    tables = TEXT[TEXT.index("## Tables") :]
    assert [flag for flag in flags if not re.search(rf"\b{flag}\b", tables)] == []
