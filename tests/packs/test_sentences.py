"""What the game and the box refuse or warn of is an English sentence; each has its translation."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

import pytest

from omenbox import words
from omenbox.packs import standard_packs
from omenbox.paths import find
from omenbox.screen.boxes import Here
from omenbox.screen.host import Host, Setup
from shared_rules import state as s
from shared_rules.game import Game, Refused

#: The files whose sentences a player may read.
FILES = (
    *(find("rules", name) for name in ("game.py", "correct.py", "vm.py")),
    *(find("device", name) for name in ("loop.py", "saves.py", "link.py", "seldom.py", "resume.py")),
    *(find("host", "link", name) for name in ("client.py", "mirror.py", "port.py")),
    *(find("host", "screen", name) for name in ("boxes.py", "host.py")),
)
#: What looks like a sentence in them and is none: parts of what a system says, and of sentences.
PARTS = {
    *("cannot find", "exclusively lock", "access is denied", "inappropriate ioctl", ", serial number {}"),
    *("the box is there{}", " and was started again", "omenbox: {}\r\n"),
}
#: Put together from parts, or said by another program.
BUILT = {
    *("omenbox: {0}", "{0} (waiting)", "{0}:{1}: {2}", "no pack here has haunt {0}; add one with --pack"),
    "no box answers on {0}; is its program running, and nothing else on the port?",
}
#: Latin letters that stay: what has to be typed so.
KEPT = re.compile(r"Linux|sudo usermod -aG dialout \$USER")
LETTERS = re.compile(r"[A-Za-z]{2,}")
LANGUAGES = [lang for lang in words.tables() if lang != words.ENGLISH]


def shape(node: ast.AST) -> str | None:
    """The sentence that an expression makes, with {} for what it shows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"%-?\d*[a-z]", "{}", node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return shape(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = shape(node.left), shape(node.right)
        return None if left is None and right is None else f"{left or '{}'}{right or '{}'}"
    return None


def texts(node: ast.AST):
    """The constants that make up a sentence."""
    if isinstance(node, ast.BinOp):
        yield from texts(node.left)
        if isinstance(node.op, ast.Add):
            yield from texts(node.right)
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
    yield node


def sentences(file: Path) -> set[str]:
    """What a file says in words."""
    tree = ast.parse(file.read_text("utf-8"))
    passed = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        notes = [getattr(node, name, None) for name in ("annotation", "returns")]
        passed |= {id(part) for note in notes if note is not None for part in ast.walk(note)}
    found = set()
    for node in ast.walk(tree):
        said = None if id(node) in passed else shape(node)
        if said is not None:
            passed |= {id(part) for part in texts(node)}
            said = re.sub(r"(\{\})+", "{}", said)
            if re.search(r"[A-Za-z]{2,}[^A-Za-z{}]* [a-z{]|\} [a-z]", said):
                found.add(said)
    return found


@lru_cache(maxsize=8)
def translated(lang: str) -> dict[str, str]:
    table = words.words(lang).table
    return {key.removeprefix("said."): str(text) for key, text in table.items() if key.startswith("said.")}


def parts(sentence: str) -> list[str]:
    """What a sentence says itself, between what it names."""
    return [part.strip() for part in re.split(r"\{\d?\}", sentence) if re.search("[A-Za-z]{2,}", part)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-2:]))
def test_every_sentence_is_translated(file, lang):
    """Of one that is put together from parts each part stands in a sentence that is translated."""
    assert sentences(file)
    known = "\n".join(translated(lang))
    missing = {said for said in sentences(file) - PARTS if not all(part in known for part in parts(said))}
    assert missing == set(), "add them to the table said in strings/*/page.toml of the base pack"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_translation_is_of_a_sentence(lang):
    known = {part for file in FILES for said in sentences(file) for part in parts(said)} | BUILT
    stale = [key for key in translated(lang) if " " in key and not any(part in key for part in known)]
    assert [key for key in stale if key not in BUILT] == []
    for key, text in translated(lang).items():
        places = re.findall(r"\{(\d)\}", key)
        assert places == [str(n) for n in range(len(places))], key
        assert sorted(re.findall(r"\{(\d)\}", text)) == places, key


def test_every_sentence_in_chinese_has_no_english():
    say = words.words("zh")
    for key in translated("zh"):
        said = say.said(re.sub(r"\{(\d)\}", r"\1\1", key))
        assert not LETTERS.search(KEPT.sub("", said)), (key, said)


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


def refusals(game: Game):
    """What a game says to answers and corrections that cannot be."""
    prompt = game.prompt
    wrong = [-5, 1 << 30, "x", None, [], [9], [7, 7, 7], [1 << 30] * 3, [0] * 9]
    for value in wrong:
        yield lambda value=value: game.answer(value)
    for change in (
        *(["trait", 9, 0, 1], ["trait", 0, 9, 1], ["trait", 0, 0, 99], ["room", 0, 99], ["card", 999, 0]),
        *(["token", 9999, 100, 1], ["monster", 9999, 0], ["value", 3, 0, 1], ["track"], ["nothing", 1], [], 7),
        *(["side", 0, 1], ["alive", 0, 0], ["end", 1]),
        *(["secret", 0, 99, 1], ["secret", "x"], ["alive", 9, 0], ["door", 1, 0, 0, 1]),
    ):
        yield lambda change=change: game.correct(change)
    yield lambda: game.undo(9999)
    assert game.prompt == prompt


def test_what_a_game_refuses_is_said_in_chinese(packs):
    game = Game(packs, seats=3, seed=5, faces=tuple(packs.faces()[i] for i in (0, 2, 4)))
    said = set()
    for _ in range(40):
        for refused in refusals(game):
            with pytest.raises(Refused) as caught:
                refused()
            said.add(words.said(str(caught.value), packs, "zh"))
        domain = game.prompt[s.P_DOMAIN]
        kind = game.prompt[s.P_KIND]
        game.play(domain[0] if kind in (s.CHOICE, s.RANGE) else [1] * domain[0] if kind == s.DICE else domain[2:3])
    assert len(said) > 15
    given = re.compile("None|nothing")
    assert [text for text in said if LETTERS.search(given.sub("", text))] == []


def test_names_in_a_sentence_are_those_of_the_language(packs):
    assert words.said("Ox Bellows is the last hero", packs, "zh") == "奧斯．貝洛斯是最後一名英雄"
    assert words.said("the Foyer has no door there", packs, "zh") == "門廳那一面沒有門"
    assert words.said("the Foyer has no door there", packs, "en") == "the Foyer has no door there"
    assert words.said("what nobody ever wrote", packs, "zh") == "what nobody ever wrote"


def test_the_host_says_it_in_the_language_of_the_table(packs):
    here = Here()
    host = Host(packs, Setup(seats=3, bots=0, seed=3), box=here, lang="zh")
    here.box.error = "h57.effect:3: the effect never asks and never ends"
    assert host.feed(0)["error"] == "h57.effect:3：效果永不發問，也永不完結"
    with pytest.raises(Refused) as caught:
        host.answer(0, host.feed(0)["prompt"] and 0, 5)
    assert not LETTERS.search(host.said(str(caught.value)))
