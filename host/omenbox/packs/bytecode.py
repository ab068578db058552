"""The last mile of the compiler: from instructions with labels to the bytes of a procedure.

A function arrives as a list of `Ins` and `Label` over any number of registers; here jumps are
threaded, what cannot be reached or is never read is dropped, and registers share places in the
frame as far as their lives allow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

#: The first parameter's place in a frame; before it lie procedure, pc and source.
FIRST = 3
SOURCE = 2


class Const(NamedTuple):
    """A constant operand; `reloc` marks an id."""

    value: int
    reloc: bool = False


Operand = int | Const


class Label:
    """A place in the code that jumps name."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at = -1


@dataclass
class Ins:
    """One instruction: result register, operands, jump target, number of a word."""

    op: str
    d: int | None = None
    args: list[Operand] = field(default_factory=list)
    target: Label | None = None
    word: int = -1
    line: int = 0

    def uses(self) -> list[int]:
        """The registers that are read."""
        found = [a for a in self.args if isinstance(a, int)]
        if self.op == "FOR":
            assert self.d is not None
            found.append(self.d)
        return found

    def sets(self) -> list[int]:
        """The registers that are written."""
        found = [] if self.d is None else [self.d]
        if self.op == "FOR":
            found.append(self.uses()[0])
        return found


Item = Ins | Label

INVERSE = {
    **{"JF": "JT", "JT": "JF", "JEQ": "JNE", "JNE": "JEQ"},
    **{"JGE": "JLT", "JLT": "JGE", "JGT": "JLE", "JLE": "JGT"},
}
#: Nothing but a register changes: may be dropped if nobody reads it.
QUIET = frozenset("MOV ADD SUB MUL AND OR XOR EQ NE LT LE NOT NEG INV BIT RES".split())


class TooLarge(Exception):
    """A function does not fit the format: says what there is too much of, and a remedy."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def _resolve(code: list[Item]) -> dict[Label, int]:
    """The index of the instruction that each label stands before (past labels)."""
    where: dict[Label, int] = {}
    waiting: list[Label] = []
    for index, item in enumerate(code):
        if isinstance(item, Label):
            waiting.append(item)
        else:
            for label in waiting:
                where[label] = index
            waiting.clear()
    for label in waiting:
        where[label] = len(code)
    return where


def _next_ins(code: list[Item], index: int) -> int:
    while index < len(code) and isinstance(code[index], Label):
        index += 1
    return index


def thread_jumps(code: list[Item]) -> bool:
    """Let jumps go where they end up; turn a jump over a jump round; returns if changed."""
    changed = False
    where = _resolve(code)
    for index, item in enumerate(code):
        if isinstance(item, Label) or item.target is None:
            continue
        seen = set()
        target = item.target
        while target not in seen and where[target] < len(code):
            seen.add(target)
            there = code[where[target]]
            assert isinstance(there, Ins)
            if there.op != "JMP" or there.target is None:
                break
            target = there.target
        if where[target] != where[item.target]:
            item.target = target
            changed = True
        if item.op == "JMP" and where[item.target] < len(code):
            there = code[where[item.target]]
            assert isinstance(there, Ins)
            if there.op == "RET":
                code[index] = Ins("RET", None, list(there.args), line=there.line)
                changed = True
        elif item.op in INVERSE:
            jump = code[index + 1] if index + 1 < len(code) else None
            if isinstance(jump, Ins) and jump.op == "JMP":
                if where[item.target] == _next_ins(code, index + 2):
                    item.op = INVERSE[item.op]
                    item.target = jump.target
                    del code[index + 1]
                    return True
    return changed


def drop_dead(code: list[Item]) -> bool:
    """Drop what cannot be reached and jumps to the next instruction; returns if changed."""
    where = _resolve(code)
    reached: set[int] = set()
    todo = [0]
    while todo:
        index = _next_ins(code, todo.pop())
        if index in reached or index >= len(code):
            continue
        reached.add(index)
        item = code[index]
        assert isinstance(item, Ins)
        if item.target is not None:
            todo.append(where[item.target])
        if item.op not in ("JMP", "RET"):
            todo.append(index + 1)
    kept: list[Item] = []
    for index, item in enumerate(code):
        if isinstance(item, Label):
            kept.append(item)
        elif index in reached:
            no_effect = item.op in INVERSE or item.op == "JMP"
            if item.target is None or not no_effect or where[item.target] != _next_ins(code, index + 1):
                kept.append(item)
    targets = {i.target for i in kept if isinstance(i, Ins)}
    kept = [i for i in kept if isinstance(i, Ins) or i in targets]
    changed = len(kept) != len(code)
    code[:] = kept
    return changed


def liveness(code: list[Item]) -> list[set[int]]:
    """For each item the registers whose values are still wanted after it."""
    where = _resolve(code)
    before: list[set[int]] = [set() for _ in range(len(code) + 1)]
    after: list[set[int]] = [set() for _ in code]
    changed = True
    while changed:
        changed = False
        for index in range(len(code) - 1, -1, -1):
            item = code[index]
            out: set[int] = set()
            if isinstance(item, Label):
                out |= before[index + 1]
                new = out
            else:
                if item.op not in ("JMP", "RET"):
                    out |= before[index + 1]
                if item.target is not None:
                    out |= before[where[item.target]]
                new = (out - set(item.sets())) | set(item.uses())
            after[index] = out
            if new != before[index]:
                before[index] = new
                changed = True
    live_in = before[0] if before else set()
    return [live_in, *after]


def drop_unread(code: list[Item]) -> bool:
    """Drop instructions whose only result nobody reads; returns if changed."""
    after = liveness(code)[1:]
    kept = [
        item
        for item, live in zip(code, after)
        if isinstance(item, Label)
        or item.op not in QUIET
        or (item.d in live and not (item.op == "MOV" and item.args[0] == item.d))
    ]
    changed = len(kept) != len(code)
    code[:] = kept
    return changed


def optimise(code: list[Item]) -> None:
    """Make `code` smaller and quicker without changing what it does."""
    changed = True
    while changed:
        changed = thread_jumps(code)
        changed = drop_dead(code) or changed
        changed = drop_unread(code) or changed


def allocate(code: list[Item], nparams: int) -> int:
    """Give registers places in the frame; returns the frame's length.

    Parameters keep their places. A copy gets the place of its original where it can.
    """
    live = liveness(code)
    clashes: dict[int, set[int]] = {}
    wishes: dict[int, list[int]] = {}
    order: list[int] = []
    params = list(range(FIRST, FIRST + nparams))

    def meet(a: int, others: set[int]) -> None:
        for b in others:
            if a != b:
                clashes.setdefault(a, set()).add(b)
                clashes.setdefault(b, set()).add(a)

    for param in params:
        meet(param, live[0] | set(params))
    for item, after in zip(code, live[1:]):
        if isinstance(item, Label):
            continue
        for register in [*item.uses(), *item.sets()]:
            if register >= FIRST and register not in order:
                order.append(register)
        copied = item.args[0] if item.op == "MOV" and isinstance(item.args[0], int) else None
        for register in item.sets():
            meet(register, (after | set(item.sets())) - {copied})
        if copied is not None and copied >= FIRST and item.d is not None:
            wishes.setdefault(item.d, []).append(copied)
            wishes.setdefault(copied, []).append(item.d)
    place = {p: p for p in params}
    for register in order:
        if register in place:
            continue
        taken = {place[c] for c in clashes.get(register, ()) if c in place}
        wished = [place[w] for w in wishes.get(register, ()) if w in place]
        free = (p for p in count(FIRST) if p not in taken)
        place[register] = next((w for w in wished if w not in taken), None) or next(free)
    for item in code:
        if isinstance(item, Ins):
            item.args = [place[a] if isinstance(a, int) and a >= FIRST else a for a in item.args]
            if item.d is not None:
                item.d = place[item.d]
    drop_unread(code)
    length = max([FIRST + nparams - 1, *place.values()]) + 1
    if length > 128:
        raise TooLarge(f"the function needs {length - FIRST} variables", "split it in two")
    return length


def assemble(code: list[Item], nparams: int, nregs: int, ops: dict[str, int]) -> tuple[bytes, list[tuple[int, int]]]:
    """The blob of a procedure, and its lines as (pc, line) wherever the line changes."""
    constants: dict[Const, int] = {}
    out = bytearray()
    jumps: list[tuple[int, Label]] = []
    lines: list[tuple[int, int]] = []

    def operand(arg: Operand) -> int:
        if isinstance(arg, int):
            return arg
        return 128 + constants.setdefault(arg, len(constants))

    for item in code:
        if isinstance(item, Label):
            item.at = len(out)
            continue
        if not lines or lines[-1][1] != item.line:
            lines.append((len(out), item.line))
        places = [operand(a) for a in item.args]
        if len(constants) > 128:
            raise TooLarge("the function has more than 128 constants", "split it in two")
        name = f"W{len(places)}" if item.op == "W" else item.op
        out.append(ops[name])
        if item.op == "ASK":
            out += bytes([item.word, len(places)])
        elif item.op == "CALL":
            out += bytes([places[0], len(places) - 1])
            places = places[1:]
        elif item.d is not None:
            out.append(item.d)
        if item.op == "W":
            out.append(item.word)
        out += bytes(places)
        if item.target is not None:
            jumps.append((len(out), item.target))
            out += b"\0\0"
    if len(out) > 0xFFFF:
        raise TooLarge("the function is longer than 65535 bytes", "split it in two")
    for at, label in jumps:
        out[at : at + 2] = label.at.to_bytes(2, "big")
    head = bytearray([nregs, nparams, len(constants), 0])
    for const in constants:
        head += const.value.to_bytes(4, "little", signed=True)
        head.append(1 if const.reloc else 0)
    return bytes(head + out), lines
