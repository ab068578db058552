"""Trying a pack out: bots play its haunt, and its author reads what was reached and what went wrong."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from shared_rules.game import Game
from shared_rules.pack import Packs
from shared_rules.state import (
    CHOICE,
    G_FRAMES,
    KIND_HAUNT,
    P_DOMAIN,
    P_KIND,
    P_MENU,
    P_TEXT,
    SUBSET,
    V_HAUNT,
    V_ROUND,
)

from ..packs import Problem, Source
from ..packs.listing import decoded
from ..packs.vocabulary import vocabulary
from .games import ENDLESS, GameFailed, opened, pack_bytes, play, series, setup_of
from .imagination import worth
from .show import ending


class Traced(bytes):
    """The code of a function that notes which of its bytes were read."""

    seen: set[int]  # in this game
    reached: set[int]  # in all games
    games = 0  # in how many it ran

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int:
            self.seen.add(at)
        return bytes.__getitem__(self, at)


@dataclass(frozen=True, order=True)
class Place:
    """A line of the pack's effects, and what is said about it."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass
class Report:
    """What came of the games."""

    pack: str
    haunt: int
    games: int
    ends: Counter[str] = field(default_factory=Counter)
    answers: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)  # of the haunt, where it began
    ended_by: Counter[Place] = field(default_factory=Counter)  # the line of end_game, and who won by it
    ran: dict[str, int] = field(default_factory=dict)  # function: in how many games it ran
    failed: list[tuple[int, str]] = field(default_factory=list)  # seed, what went wrong
    warnings: list[Problem] = field(default_factory=list)
    never_ran: list[Place] = field(default_factory=list)
    never_reached: list[Place] = field(default_factory=list)
    never_called: list[Place] = field(default_factory=list)
    one_answer: Counter[Place] = field(default_factory=Counter)

    def data(self) -> dict[str, Any]:
        """The report as one JSON object."""
        return {
            "pack": self.pack,
            "haunt": self.haunt,
            "games": self.games,
            "ends": dict(self.ends),
            "answers": _spread(self.answers),
            "turns": _spread(self.turns),
            "rounds": _spread(self.rounds),
            "ended_by": [{**vars(p), "times": n} for p, n in sorted(self.ended_by.items())],
            "functions": self.ran,
            "failed": [{"seed": seed, "message": message} for seed, message in self.failed],
            "warnings": [str(w).splitlines()[0] for w in self.warnings],
            "functions_never_run": [vars(p) for p in self.never_ran],
            "lines_never_reached": [vars(p) for p in self.never_reached],
            "words_never_reached": [vars(p) for p in self.never_called],
            "one_legal_answer": [{**vars(p), "times": n} for p, n in sorted(self.one_answer.items())],
        }

    def lines(self) -> list[str]:
        """The report for a person."""
        of = f"haunt {self.haunt}" if self.haunt else "no haunt forced"
        out = [f"{self.pack}, {of}: {self.games} game{'' if self.games == 1 else 's'}"]
        out += [f"  {count:>5}  {end}" for end, count in self.ends.most_common()]
        lengths = (("answers", self.answers), ("turns", self.turns), ("rounds in which the haunt was on", self.rounds))
        for name, numbers in lengths:
            if numbers:
                least, middle, most = _spread(numbers)
                out.append(f"  {name}: {least} to {most}, median {middle}")
        out += self._part("ended by", [f"{place}, {n} of {self.games}" for place, n in self.ended_by.most_common()])
        rarest = sorted(self.ran.items(), key=lambda item: item[1])
        out += self._part("functions, and in how many games they ran", [f"{n:>5}  {name}" for name, n in rarest if n])
        mended = len(out)
        out += self._part("went wrong", [f"seed {seed}: {message}" for seed, message in self.failed])
        out += self._part("warnings", [str(w).splitlines()[0] for w in self.warnings])
        out += self._part("functions that never ran", self.never_ran)
        out += self._part("lines never reached", self.never_reached)
        out += self._part("words never reached", self.never_called)
        many = [f"{place} ({n} times)".replace("(1 times)", "(once)") for place, n in sorted(self.one_answer.items())]
        out += self._part("questions with one legal answer only", many)
        if len(out) == mended:
            out.append("  every line was reached; every question left a choice")
        return out

    @staticmethod
    def _part(title: str, items: Sequence[object]) -> list[str]:
        return [f"{title}:", *(f"  {item}" for item in items)] if items else []


def _spread(numbers: list[int]) -> list[int]:
    """Least, median and most of some numbers; nothing of none."""
    return [min(numbers), int(median(numbers)), max(numbers)] if numbers else []


def haunt_of(packs: Packs, slot: int) -> int:
    """Number of the only haunt of the pack in `slot`, 0 if it has none or several."""
    pack = packs.packs[slot]
    if pack.counts[KIND_HAUNT] != 1:
        return 0
    row = packs.haunt(slot << 12)
    return row[0] | row[1] << 8


def try_out(
    source: Source,
    packs: Packs,
    haunt: int,
    games: int,
    seats: tuple[int, int] = (3, 6),
    seed: int = 1,
    bots: str = "random",
    deck: str = "second",
) -> Report:
    """Let bots play `games` games with the pack of `source`, which is one of `packs` and compiled.

    haunt: its number; 0 means its only one, and if it has none or several leaves it to the chart.
    """
    slot = [pack.name for pack in packs.packs].index(source.name)
    haunt = haunt or haunt_of(packs, slot)
    minds = opened(pack_bytes(packs))  # what bots only imagine does not count as reached
    trace = _Trace(packs, slot, source.root)
    report = Report(source.name, haunt, games, warnings=source.problems.warnings)
    for players, number in series(seed, games, seats):
        setup = setup_of(packs, players, number, haunt, deck)
        try:
            done = play(packs, setup, bots=bots, each=lambda game, value: trace.asked(game, report), minds=minds)
        except GameFailed as failure:
            message = trace.located(" ".join(failure.message.split()))
            report.failed.append((number, message + _remedy(message)))
            trace.over()
            continue
        begun, line = trace.begun, trace.over()
        if done.outcome["ended"] == "judged":
            where = line or Place("the rules", 0, "")
            report.ended_by[Place(where.file, where.line, ending(done.outcome))] += 1
        if begun:
            report.rounds.append(done.game.v[V_ROUND] - begun + 1)
        report.ends[ending(done.outcome)] += 1
        report.answers.append(done.outcome["answers"])
        report.turns.append(done.outcome["turns"])
    trace.note(source, report)
    return report


def _remedy(message: str) -> str:
    """What to do about an error in an effect, to stand after it."""
    if message.startswith(ENDLESS):
        return "; see that every way to end it calls end_game"
    if "IndexError: " in message or "KeyError: " in message:
        return "; a number there stands for nothing: a room, card or figure that may be None (-1)"
    place = re.search(r"EffectError: (.+\.effect):(\d+): ValueError: negative shift", message)
    if place is None:
        return ""
    try:
        text = Path(place[1]).read_text("utf-8").splitlines()[int(place[2]) - 1].strip()
        tree = ast.parse(text)
    except (OSError, SyntaxError, IndexError):
        return "; what is in {...} there is None (-1): ask != None before"
    held = [ast.unparse(e) for n in ast.walk(tree) if isinstance(n, ast.Set) for e in n.elts]
    return f"; in `{text}` {' or '.join(held) or 'what is shifted by'} is None (-1): ask != None before"


class _Trace:
    """Which code of one pack was run."""

    def __init__(self, packs: Packs, slot: int, folder: Path) -> None:
        self.packs = packs
        self.slot = slot
        self.folder = folder
        self.prefix = packs.packs[slot].name + "/"
        self.code: dict[int, Traced] = {}
        pack = packs.packs[slot]
        read = pack.proc
        self.ends = {  # procedure: where it calls end_game
            n: [at for at, op, parts in decoded(pack, n) if op == "ASK" and parts[0] == "end_game"]
            for n in range(len(pack.names("proc")))
        }
        self.begun = 0  # the round in which the haunt of this game began

        def proc(n: int) -> tuple[int, int, tuple[int, ...], bytes]:
            frame, params, constants, code = read(n)
            if n not in self.code:
                self.code[n] = Traced(code)
                self.code[n].seen, self.code[n].reached = set(), set()
            return frame, params, constants, self.code[n]

        pack.proc = proc  # type: ignore[method-assign]
        packs.cache.clear()
        packs.before.clear()

    def over(self) -> Place | None:
        """A game is over: add what it ran to the rest; gives the line of the pack that ended it."""
        line, self.begun = None, 0
        for number, code in self.code.items():
            for at in self.ends[number]:
                if at in code.seen:
                    line = self.place(self.slot << 12 | number, at, "")
            code.games += bool(code.seen)
            code.reached |= code.seen
            code.seen = set()
        return line

    def located(self, text: str) -> str:
        """`text` with the names of the pack's files as they are seen from here."""
        return text.replace(self.prefix, f"{self.folder}/")

    def place(self, proc: int, pc: int, what: str) -> Place:
        """The line of byte `pc` of a procedure of the pack."""
        name, line = self.packs.where(proc, pc)
        return Place(self.located(name), line, what)

    def asked(self, game: Game, report: Report) -> None:
        """Note a question that leaves no choice and comes of the pack's own effects.

        At every menu its haunt is asked for the worth, as bots do.
        """
        if not self.begun and game.v[V_HAUNT] >= 0:
            self.begun = game.v[V_ROUND]
        prompt = game.prompt
        if prompt[P_MENU] == 1 and game.v[V_HAUNT] >> 12 == self.slot:
            for seat in range(len(game.ex)):
                worth(game, seat)
        kind, domain = prompt[P_KIND], prompt[P_DOMAIN]
        single = kind == CHOICE and prompt[P_MENU] != 1 and len(domain) == 1
        whole = kind == SUBSET and domain[0] == domain[1] == len(domain) - 2
        if not (single or whole):
            return
        for frame in reversed(game.G[G_FRAMES]):
            if frame[0] >> 12 == self.slot:
                what = f"asks {self.packs.id_of('text', prompt[P_TEXT])}"
                report.one_answer[self.place(frame[0], max(0, frame[1] - 1), what)] += 1
                return

    def note(self, source: Source, report: Report) -> None:
        """Note in `report` what was never run and never reached."""
        pack = self.packs.packs[self.slot]
        ran: set[str] = set()
        reached: set[tuple[str, int]] = set()
        all_lines: dict[tuple[str, int], str] = {}
        for number, name in enumerate(pack.names("proc")):
            code = bytes(pack.proc(number)[3])
            seen = self.code[number].reached
            report.ran[name] = self.code[number].games
            if seen:
                ran.add(name)
            for at in range(len(code) - 2):  # the last two bytes are the way out
                where = pack.line(number, at)
                all_lines.setdefault(where, name)
                if at in seen:
                    reached.add(where)
        self._words(source, report, ran, reached, all_lines)

    def _words(
        self,
        source: Source,
        report: Report,
        ran: set[str],
        reached: set[tuple[str, int]],
        lines: dict[tuple[str, int], str],
    ) -> None:
        known = vocabulary().words
        calls: dict[str, list[tuple[str, int]]] = {}
        for effects in source.effects:
            text = effects.text.splitlines()
            file = f"{self.folder}/{effects.file}"
            if not any(name == effects.file and function in ran for (name, _), function in lines.items()):
                report.never_ran.append(Place(file, 1, "nothing in this file"))
                continue
            for node in ast.parse(effects.text).body:
                if not isinstance(node, ast.FunctionDef):
                    continue
                if node.name not in ran:
                    report.never_ran.append(Place(file, node.lineno, node.name))
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in known:
                        line = _line(call, node, lines, effects.file)
                        calls.setdefault(call.func.id, []).append((effects.file, line))
            report.never_reached += [
                Place(file, line, text[line - 1].strip())
                for (name, line), function in lines.items()
                if name == effects.file and (name, line) not in reached and function in ran
            ]
        report.never_reached.sort()
        for word, places in sorted(calls.items()):
            if not any(place in reached for place in places):
                name, line = min(places)
                report.never_called.append(Place(f"{self.folder}/{name}", line, word))


def _line(call: ast.Call, function: ast.FunctionDef, lines: dict[tuple[str, int], str], file: str) -> int:
    """The line to which the code of a call belongs: that on which its statement begins."""
    line = call.lineno
    while line > function.lineno and (file, line) not in lines:
        line -= 1
    return line
