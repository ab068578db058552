"""Which content uses each word and each hook, and which scenario shows it: docs/words_used.md.

    python -m tests.scenarios.words_used

Every scenario is played and watched: a row names an effect that used the word and the scenario in
which it did, content of the standard packs before that of the tests. A row stays as it is while it
is true. An empty row fails the build.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from omenbox.packs.hooks import HOOKS
from omenbox.packs.vocabulary import vocabulary
from omenbox.scenario import collect, play
from shared_rules import state, vm, words
from shared_rules.pack import Packs

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "words_used.md"
FOLDERS = (ROOT / "tests" / "scenarios", *sorted((ROOT / "docs" / "examples").glob("*/scenarios")))
STANDARD = ("base/", "widows_walk/")


@dataclass
class Watch:
    """What was used while scenarios were played: of each word and hook the effects and the scenarios."""

    words: dict[str, dict[tuple[str, str], None]] = field(default_factory=dict)
    hooks: dict[str, dict[tuple[str, str], None]] = field(default_factory=dict)
    scenario: str = ""
    called: set[tuple[str, int]] = field(default_factory=set)
    ran: set[int] = field(default_factory=set)

    def word(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The word, watched."""

        def watched(g: Any, *args: int) -> Any:
            frame = sys._getframe(1).f_locals.get("f")
            if frame is not None:
                self.called.add((name, frame[0]))
            return function(g, *args)

        return watched

    def ended(self, packs: Packs) -> None:
        """A scenario is over: note the words that were called and the hooks whose effects ran."""

        def effect(proc: int) -> str:
            return f"{packs.where(proc, 0)[0]}: {packs.id_of('proc', proc).rpartition(':')[2]}"

        for name, proc in sorted(self.called):
            self.words.setdefault(name, {})[effect(proc), self.scenario] = None
        for number, name in enumerate(state.HOOKS):
            for proc in sorted(packs.hooks(number).values()):
                if proc in self.ran:
                    self.hooks.setdefault(name, {})[effect(proc), self.scenario] = None


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """While this is open every word that an effect calls, and every procedure that runs, is noted."""
    kept = vm.WORDS, vm.SUSPENDING, vm.new_frame

    def new_frame(g: Any, proc: int, *rest: Any) -> list[int]:
        watch.ran.add(proc)
        return kept[2](g, proc, *rest)

    vm.WORDS = tuple(watch.word(f.__name__, f) for f in words.WORDS)
    vm.SUSPENDING = tuple(watch.word(f.__name__, f) for f in words.SUSPENDING)
    vm.new_frame = new_frame  # type: ignore
    try:
        yield
    finally:
        vm.WORDS, vm.SUSPENDING, vm.new_frame = kept


def watched() -> Watch:
    """Play all scenarios and give what was used."""
    watch = Watch()
    with watching(watch):
        for scenario in collect(FOLDERS):
            folder = scenario.file.resolve().relative_to(ROOT).parent
            watch.scenario = f"{folder.as_posix()}/{scenario.file.name}: {scenario.name}".replace("|", "/")
            watch.ran.clear()
            watch.called.clear()
            done = play(scenario)
            if done.world is not None:
                watch.ended(done.world.packs)
    return watch


def markdown(watch: Watch, old: str = "") -> str:
    """The text of docs/words_used.md; `old` is its text until now, whose rows stay while they are true."""
    rows = {m[1]: (m[2], m[3]) for m in re.finditer(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", old, re.MULTILINE)}
    out = [
        "# Where words are used and tested",
        "",
        "Made by `python -m tests.scenarios.words_used`; do not edit. What each word does is in [words.md](words.md).",
        "A row names an effect that uses it and a scenario in which it did; an empty row fails the build.",
    ]
    for title, names, found in (("Words", vocabulary().words, watch.words), ("Hooks", HOOKS, watch.hooks)):
        out += ["", f"## {title}", "", f"| {title[:-1].lower()} | effect | scenario |", "|---|---|---|"]
        for name in sorted(names):
            uses = found.get(name, {})
            use = rows.get(name, ("", ""))
            if use not in uses:
                use = min(uses, key=lambda u: not u[0].startswith(STANDARD), default=("", ""))
            out.append(f"| `{name}` | {use[0]} | {use[1]} |")
    return "\n".join(out) + "\n"


def empty(watch: Watch) -> list[str]:
    """Words and hooks that no scenario uses."""
    return [n for n in vocabulary().words if n not in watch.words] + [n for n in HOOKS if n not in watch.hooks]


def main() -> int:
    """Write docs/words_used.md; 1 if a row is empty."""
    watch = watched()
    DOC.write_text(markdown(watch, DOC.read_text("utf-8") if DOC.exists() else ""), "utf-8")
    print(f"{DOC}: {len(watch.words)} words, {len(watch.hooks)} hooks; empty: {', '.join(empty(watch)) or 'none'}")
    return 1 if empty(watch) else 0


if __name__ == "__main__":
    sys.exit(main())
