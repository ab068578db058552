"""Two languages: every string in each of them, and nothing in English on a page in another."""

from __future__ import annotations

import re

import pytest

from omenbox import words
from omenbox.cli import main
from omenbox.errors import OmenboxError
from omenbox.feed import feed
from omenbox.packs import standard_packs
from omenbox.packs.source import load_source
from omenbox.packs.strings import placeholders
from omenbox.paths import find
from omenbox.screen import asking, box, explorers, floors, panels
from omenbox.screen.asking import Choosing
from omenbox.screen.map import Floor
from shared_rules import state as s

from ..screen.test_feed import prompts

PACKS = ("base", "widows_walk")
LANGUAGES = ("en", "zh")
LETTERS = re.compile(r"[A-Za-z]{2,}")


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


def strings(pack):
    return load_source(find("content", pack)).strings


@pytest.mark.parametrize("pack", PACKS)
def test_every_language_has_every_string(pack):
    tables = strings(pack)
    assert set(tables) == set(LANGUAGES) == {folder.name for folder in find("content", pack, "strings").iterdir()}
    english = tables["en"]
    for lang, table in tables.items():
        assert set(english) - set(table) == set(), f"{lang} lacks strings"
        assert set(table) - set(english) == set(), f"{lang} has strings that English lacks"
        for key, text in table.items():
            assert text.text.strip(), (lang, key)
            assert set(placeholders(text.text)) == set(placeholders(english[key].text)), (lang, key)


@pytest.mark.parametrize("pack", PACKS)
def test_no_string_in_chinese_is_left_in_english(pack):
    for key, text in strings(pack)["zh"].items():
        assert not LETTERS.search(re.sub(r"\{[^}]*\}", "", text.text)), key


@pytest.mark.parametrize("lang", words.tables())
def test_the_pages_own_words_are_the_same_in_every_language(lang):
    tables = {name: words.read(find("host", "words", f"{name}.toml")) for name in ("en", lang)}
    assert set(tables["en"]) == set(tables[lang])
    for key, text in tables[lang].items():
        assert places(text) == places(tables["en"][key]), key


def places(text):
    return {found for one in (text if isinstance(text, list) else [text]) for found in re.findall(r"\{\w+\}", one)}


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


@pytest.mark.parametrize("seed, haunt", [(21, 57), (22, 53), (23, 80), (24, 81)])
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
    yield panels.actions(1, False, bots, got["lang"])
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


def test_a_page_in_chinese_has_no_english(packs):
    for n, game in enumerate(prompts(packs, 31, 80)):
        asked = game.prompt[s.P_WHO] if game.prompt else 0
        got = feed(game, asked if n % 3 else n % 4 - 1, max(0, len(game.events) - 8), "zh")
        got["error"] = ""
        if got["prompt"] and got["prompt"]["mine"]:
            got["prompt"]["number"] = 1
        for part in shown(got):
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
