"""Small packs for tests: written into a folder, built, and run in the real interpreter."""

from __future__ import annotations

import io
import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import omenbox.packs
from omenbox.packs.vocabulary import Vocabulary, read_words, vocabulary, vocabulary_crc
from shared_rules import state, vm
from shared_rules.pack import Pack, Packs

#: Words of the tests' own vocabulary: `note` keeps what it is given, `ask` waits for an answer.
WORDS_SOURCE = """
def note(g, n: "any") -> "number": ...
def tick(g) -> "number": ...
def note2(g, a: "any", b: "any") -> "number": ...
def everybody(g) -> "explorers": ...
def rooms(g) -> "rooms": ...
def monsters(g) -> "figures": ...
def room_of(g, f: "figure") -> "room": ...
def gain(g, e: "explorer", t: "trait", n: "number") -> "number": ...
def four(g, a: "number", b: "number", c: "number", d: "number") -> "number": ...
def say(g, text: "text") -> "number": ...
def say1(g, text: "text", a: "any") -> "number": ...
def handle(g, i: "number") -> "card": ...
def ask(g, n: "number") -> "number": ...
def choose(g, who: "explorer", text: "text", *texts: "text") -> "number": ...
def pick(g, who: "explorer", among: "rooms", optional: "number" = 0) -> "room": ...
WORDS = (note, tick, note2, everybody, rooms, monsters, room_of, gain, four, say, say1, handle)
SUSPENDING = (ask, choose, pick)
"""


class Game:
    """As much of a game as the interpreter needs, and a note of what the words were given."""

    def __init__(self, packs: Packs | None) -> None:
        self.G: list = [None] * state.G_SIZE
        self.G[state.G_RESULT] = 0
        self.packs = packs
        self.debug = True
        self.notes: list = []

    def note(self, *values: int) -> int:
        self.notes.append(values if len(values) != 1 else values[0])
        return len(self.notes)

    def tick(self) -> int:
        """How often this has been called."""
        self.note(-77)
        return self.notes.count(-77)


def _ask(g: Game, *args: int) -> None:
    g.note(*args)
    g.G[state.G_PROMPT] = list(args)


WORDS = (
    Game.note,
    Game.tick,
    Game.note,
    lambda g: 0b1101,
    lambda g: 0b101010,
    lambda g: 1 << 17,
    lambda g, f: f + 1,
    lambda g, e, t, n: g.note(e, t, n),
    lambda g, a, b, c, d: a * 1000 + b * 100 + c * 10 + d,
    lambda g, text: g.note(text),
    lambda g, text, a: g.note(text, a),
    lambda g, i: i & 4095,
)
SUSPENDING = (_ask, _ask, _ask)


@cache
def small_vocabulary() -> Vocabulary:
    """The real hooks, constants and instructions with the words above."""
    words = read_words(WORDS_SOURCE)
    return replace(vocabulary(), words={w.name: w for w in words}, crc=vocabulary_crc(words))


#: What most snippets need beside their effects.
FILES = {
    "pack.toml": 'name = "small"\ntitle = "Small"\nversion = "1"\nrequires = []\n',
    "strings/en.toml": '"card.book" = "Book"\nhello = "Hello {0:explorer}"\nyes = "Yes"\n',
    "cards.toml": '[[card]]\nid = "book"\ndeck = "omen"\n',
}


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write a pack's source: FILES, changed and completed by `files`."""
    for name, text in {**FILES, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def build(folder: Path, effects: str, **files: str) -> bytes:
    """The built pack whose only effect file is `effects`."""
    write(folder, {"a.effect": effects, **files})
    return omenbox.packs.build_pack(folder, vocab=small_vocabulary())


def problems(folder: Path, files: dict[str, str], required: list[bytes] | None = None) -> list[str]:
    """The first lines of all mistakes and warnings of a source."""
    write(folder, files)
    found = omenbox.packs.check_pack(folder, required or [], small_vocabulary())
    return [str(p).splitlines()[0] for p in found.all]


def open_built(*data: bytes) -> Packs:
    """The built packs as the packs of a game."""
    return Packs([Pack(io.BytesIO(d)) for d in data])


class Runner:
    """Runs functions of one snippet in the real interpreter with the words above."""

    def __init__(self, folder: Path, monkeypatch) -> None:
        self.folder = folder
        self.count = itertools.count()
        monkeypatch.setattr(vm, "WORDS", WORDS)
        monkeypatch.setattr(vm, "SUSPENDING", SUSPENDING)
        self.steps = 0

    def __call__(self, effects: str, *args: int, answers: tuple[int, ...] = (), **files: str):
        """Run function `f` of `effects`; returns its result and what the words noted."""
        left = list(answers)
        got = self._run(effects, args, lambda prompt: left.pop(0), files)
        assert not left
        return got

    def halving(self, effects: str, *args: int):
        """The same with each question's number, halved, as its answer."""
        return self._run(effects, args, lambda prompt: prompt[0] >> 1, {})

    def _run(self, effects: str, args: tuple[int, ...], answer, files: dict[str, str]):
        self.data = build(self.folder / str(next(self.count)), effects, **files)
        packs = open_built(self.data)
        game: Any = Game(packs)
        frames = [vm.new_frame(game, packs.find("proc", "f"), 7, args)]
        game.G[state.G_FRAMES] = frames
        self.steps = 0
        while frames:
            ran = vm.execute(game, frames, 10000)
            self.steps += ran
            assert ran < 10000, "endless"
            prompt = game.G[state.G_PROMPT]
            if prompt is not None:
                game.G[state.G_PROMPT] = None
                game.G[state.G_RESULT] = answer(prompt)
        return game.G[state.G_RESULT], game.notes
