"""Two languages: every string in each of them, and nothing in English on a page in another."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from omenbox import paths, putright, words
from omenbox.cli import main
from omenbox.errors import OmenboxError
from omenbox.feed import feed
from omenbox.packs import check_pack, open_packs, standard_bytes, standard_packs
from omenbox.packs.source import PAGE, load_source
from omenbox.packs.strings import SENTENCES, placeholders
from omenbox.paths import find
from omenbox.screen import asking, box, explorers, floors, panels
from omenbox.screen.asking import Choosing
from omenbox.screen.map import Floor
from omenbox.screen.righting import righting
from shared_rules import state as s
from shared_rules.game import Refused

from ..screen.test_feed import prompts

CONTENT = find("content")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PACKS = {folder.name: folder for folder in sorted([*CONTENT.iterdir(), *EXAMPLES.iterdir()]) if folder.is_dir()}
LANGUAGES = ("en", "zh")
LETTERS = re.compile(r"[A-Za-z]{2,}")


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


@pytest.mark.parametrize("pack", PACKS)
def test_every_language_has_every_string(pack):
    tables = load_source(PACKS[pack]).strings
    assert set(tables) == set(LANGUAGES) == {folder.name for folder in (PACKS[pack] / "strings").iterdir()}
    english = tables["en"]
    for lang, table in tables.items():
        assert set(english) - set(table) == set(), f"{lang} lacks strings"
        assert set(table) - set(english) == set(), f"{lang} has strings that English lacks"
        for key, text in table.items():
            assert text.text.strip(), (lang, key)
            assert set(placeholders(text.text)) == set(placeholders(english[key].text)), (lang, key)


@pytest.mark.parametrize("pack", PACKS)
def test_no_string_in_chinese_is_left_in_english(pack):
    source = load_source(PACKS[pack])
    for key, text in (source.strings["zh"] | source.page.get("zh", {})).items():
        assert key.startswith(SENTENCES) or not LETTERS.search(re.sub(r"\{[^}]*\}", "", text.text)), key


def test_the_page_has_its_words_in_every_language():
    assert list(words.tables()) == list(LANGUAGES)
    assert set(words.words("zh").table) >= set(words.words("en").table)


@pytest.fixture
def example(tmp_path):
    """A copy of the example."""
    return Path(shutil.copytree(EXAMPLES / "last_candle", tmp_path / "last_candle"))


def test_a_string_that_a_language_lacks_fails_the_build_with_a_line_for_each(example, capsys):
    room = example / "strings" / "zh" / "room.toml"
    room.write_text("".join(line for line in room.read_text("utf-8").splitlines(True) if "=" not in line), "utf-8")
    (example / "strings" / "zh" / "event.toml").unlink()
    for command in (["check"], ["build", "-o", str(example / "out.pack")]):
        assert main(["pack", command[0], str(example), *command[1:]]) == 1
        said = capsys.readouterr().err.splitlines()
        assert f"{room}:1:1: 'tile.music_room' is missing in 'zh'" in said
        assert "    strings/en/room.toml:2 reads: Music Room" in said
        assert f"{example}/strings/zh/event.toml:1:1: 'cold_breath.run' is missing in 'zh'" in said
        assert said[-1] == f"{example}: 9 mistakes" and len(said) == 2 * 9 + 1
    assert not (example / "out.pack").exists()


def test_an_empty_string_is_missing_too(example):
    room = example / "strings" / "zh" / "room.toml"
    room.write_text(re.sub('act = ".*"', 'act = ""', room.read_text("utf-8")), "utf-8")
    (problem,) = check_pack(example, [standard_bytes()["base"]]).errors
    assert str(problem).startswith("strings/zh/room.toml:6:1: 'music_room.act' is empty\n")


def test_a_pack_in_english_alone_is_fine_and_shown_in_english(example):
    shutil.rmtree(example / "strings" / "zh")
    assert not check_pack(example, [standard_bytes()["base"]]).all
    packs = open_packs([example])
    assert packs.text(packs.find("text", "h301.act"), "zh") == "Light a candle"


@pytest.fixture
def third(tmp_path, monkeypatch):
    """A third language: the base pack with a folder more, and nothing else."""
    content = Path(shutil.copytree(CONTENT, tmp_path / "content"))
    folder = content / "base" / "strings"
    shutil.copytree(folder / "zh", folder / "xx")
    for file in (folder / "xx").glob("*.toml"):
        lines = [re.sub(r'^([^#=]* = )"', r'\1"xx', line) for line in file.read_text("utf-8").splitlines(True)]
        file.write_text("".join(lines), "utf-8")
    real = paths.find
    found = lambda place, *parts: content.joinpath(*parts) if place == "content" else real(place, *parts)  # noqa: E731
    monkeypatch.setattr(paths, "find", found)
    monkeypatch.setattr(words, "find", found)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    words.words.cache_clear()
    yield folder
    words.words.cache_clear()


def test_a_language_is_one_folder(third):
    packs = standard_packs()
    words.check_language(packs, "xx")
    assert list(words.tables()) == ["en", "xx", "zh"]
    for n, game in enumerate(prompts(packs, 31, 0)):
        got = feed(game, game.prompt[s.P_WHO] if game.prompt else 0, 0, "xx")
        assert all(option["text"].startswith(("xx", "Xx")) for option in (got["prompt"] or {}).get("options", ())[:1])
        if n > 40:
            break
    assert words.words("xx")("new_game") == "xx新遊戲"


def test_the_page_must_have_every_word_too(third):
    page = third / "xx" / PAGE
    text = page.read_text("utf-8")
    page.write_text(re.sub(r"^seat = .*\n", "", re.sub(r"\{n\}", "{m}", text, count=2), flags=re.M), "utf-8")
    errors = [str(p).splitlines()[0] for p in check_pack(third.parent).errors]
    assert errors[0] == "strings/xx/page.toml:1:1: 'seat' is missing in 'xx'"
    assert errors[1].endswith("'space' has other placeholders")


def said(value, skip=("lang", "phase", "colour", "side", "deck", "symbol", "kind", "key", "winner", "stacks")):
    """Every text of a feed that a person reads: not what stands for a thing in the program."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from said(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in skip:
                yield from said(one)


@pytest.mark.parametrize("seed, haunt", [(21, 57), (22, 53), (23, 80), (24, 81), (25, 12)])
def test_a_feed_in_chinese_has_no_english(packs, seed, haunt):
    for n, game in enumerate(prompts(packs, seed, haunt)):
        asked = game.prompt[s.P_WHO] if game.prompt else 0
        got = feed(game, asked if n % 3 else n % 4 - 1, max(0, len(game.events) - 8), "zh")
        for text in said(got):
            assert not LETTERS.search(text), text


def shown(got):
    """All parts of the page."""
    bots = frozenset({1, 2, 3})
    yield panels.seats(got, bots - {1}, True, 0)
    yield panels.status(got)
    yield panels.actions(got, ("answer", 1, 2), False, bots)
    yield panels.tome(got)
    yield panels.log(got)
    yield explorers.explorers(got, bots)
    yield floors.tabs(got, floors.floor_to_show(got))
    yield from (Floor(got, f, set()).svg() for f, _ in got["floors"])
    yield box.strip(got, 64, got["lang"])
    yield box.digits("8888", got["lang"])
    yield box.button(True, got["lang"])
    for faces in (None, [0, 1]):
        yield asking.asking(got, Choosing(1, set(), faces), bots, range(1))
    yield asking.dice(got)


@pytest.mark.parametrize("seed, haunt", [(31, 80), (32, 12)])
def test_a_page_in_chinese_has_no_english(packs, seed, haunt):
    for n, game in enumerate(prompts(packs, seed, haunt)):
        asked = game.prompt[s.P_WHO] if game.prompt else 0
        got = feed(game, asked if n % 3 else n % 4 - 1, max(0, len(game.events) - 8), "zh")
        got["error"] = ""
        if got["prompt"] and got["prompt"]["mine"]:
            got["prompt"]["number"] = 1
        for part in shown(got):
            tips = re.findall(r'(?:data-tip|aria-label|placeholder)="([^"]*)"', part)
            for text in [re.sub(r"<[^>]*>", " ", part), *tips]:
                assert not LETTERS.search(re.sub(r"&#?\w+;", "", text)), text


@pytest.mark.parametrize("seed, haunt", [(31, 80), (32, 12), (33, 81)])
def test_putting_right_in_chinese_has_no_english(packs, seed, haunt):
    """Every question of a correction, what tells of it, and why it cannot be."""
    chance = random.Random(seed)
    said = []
    for n, game in enumerate(prompts(packs, seed, haunt)):
        for seat in (-1, n % 3) if n % 12 == 0 else ():
            chosen: list[int] = []
            while True:
                got = putright.choices(game, seat, chosen, "zh")
                said += [righting(got, "zh"), got["says"]]
                if got["change"] is not None or not got["options"] or len(chosen) > 8:
                    break
                chosen = [step["value"] for step in got["chosen"]] + [chance.choice(got["options"])["value"]]
            if got["change"] is not None:
                try:
                    game.correct(got["change"], seat)
                except Refused as refused:
                    said.append(words.said(str(refused), packs, "zh"))
        if game.over:
            break
    assert len(said) > 20
    for part in said:
        tips = re.findall(r'(?:data-tip|aria-label|placeholder)="([^"]*)"', part)
        for text in [re.sub(r"<[^>]*>", " ", part), *tips]:
            assert not LETTERS.search(re.sub(r"&#?\w+;", "", text)), text


def test_a_language_that_nobody_wrote_is_refused(packs):
    words.check_language(packs, "zh")
    with pytest.raises(OmenboxError, match="--lang tlh: there is no such language; there are en, zh"):
        words.check_language(packs, "tlh")


@pytest.mark.parametrize("command", ["play", "mirror"])
def test_the_commands_say_which_languages_there_are(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "--lang" in capsys.readouterr().out
