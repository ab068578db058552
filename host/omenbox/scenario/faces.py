"""Explorers made for tests, in a pack of their own: TX, and what a scenario describes itself."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from shared_rules.pack import Packs

from ..packs import open_packs
from .names import TRAITS, Mistake

#: The synthetic explorer of the examples: every trait alike.
TRACK = [2, 3, 3, 4, 5, 6, 6, 7]
START = 4
COLOURS = ("red", "yellow", "green", "blue", "white", "purple")
KEYS = ("birthday", "age", "gender", *TRAITS)


def packs_for(extra: Sequence[Path], own: dict[str, dict[str, Any]]) -> Packs:
    """The standard packs, `extra` ones, and the test explorers tx0 to tx5 with those of `own`."""
    return _open(tuple(extra), json.dumps(own, sort_keys=True))


@lru_cache(maxsize=32)
def _open(extra: tuple[Path, ...], own: str) -> Packs:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "scenario"
        write(root, json.loads(own))
        return open_packs([*extra, root])


def write(root: Path, own: dict[str, dict[str, Any]]) -> None:
    """Write the source of the pack of test explorers into the folder `root`."""
    (root / "strings").mkdir(parents=True)
    head = ['name = "scenario"', 'title = "Explorers for tests"', 'version = "1"']
    (root / "pack.toml").write_text("\n".join([*head, 'requires = ["base"]', ""]))
    rows: dict[str, dict[str, Any]] = {f"tx{i}": {"colour": c} for i, c in enumerate(COLOURS)}
    rows.update({name: dict(row) for name, row in own.items()})
    text = []
    for name, row in rows.items():
        text.append(f"[[explorer]]\nid = {json.dumps(name)}")
        text.append(f"colour = {json.dumps(row.get('colour', 'red'))}")
        text.append(f"birthday = {row.get('birthday', [1, 1])}")
        text.append(f"age = {row.get('age', 30)}")
        text.append(f"gender = {json.dumps(row.get('gender', 'male'))}")
        for trait in TRAITS:
            track, start = _track(name, trait, row.get(trait, {}))
            text.append(f"{trait} = {{ track = {track}, start = {start} }}")
        text.append("")
    (root / "explorers.toml").write_text("\n".join(text))
    names = [f"{name} = {json.dumps(name.replace('tx', 'TX '))}" for name in rows]
    (root / "strings" / "en.toml").write_text("\n".join(["[explorer]", *names, ""]))


def _track(name: str, trait: str, given: dict[str, Any]) -> tuple[list[int], int]:
    if not isinstance(given, dict):
        raise Mistake(f"face {name}: say {trait} = {{ track = [eight values], start = 4 }}, not {given!r}")
    track, start = given.get("track", TRACK), given.get("start", START)
    if len(track) != 8 or not all(isinstance(n, int) and 0 < n < 9 for n in track):
        raise Mistake(f"face {name}: {trait} needs a track of eight values from 1 to 8")
    if start not in range(1, 9):
        raise Mistake(f"face {name}: {trait} needs a start from 1 to 8, a place on its track")
    return list(track), start
