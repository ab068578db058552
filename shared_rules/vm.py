"""The interpreter: runs the bytecode of packs, one frame at a time.

A frame is `[procedure, pc, source, r3, r4, ...]`, integers only; the stack of
frames is part of the state, so a game can stop at any instruction and go on in
another process. An operand byte below 128 is a place in the frame, one above is
a constant of the procedure.
"""

from shared_rules.state import *
from shared_rules.words import ASKING_COST, COST, SUSPENDING, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

OP_MOV = 1
OP_ADD = 2
OP_SUB = 3
OP_MUL = 4
OP_DIV = 5
OP_MOD = 6
OP_AND = 7
OP_OR = 8
OP_XOR = 9
OP_SHL = 10
OP_SHR = 11
OP_EQ = 12
OP_NE = 13
OP_LT = 14
OP_LE = 15
OP_NOT = 16
OP_NEG = 17
OP_INV = 18
OP_BIT = 19
OP_JMP = 20
OP_JF = 21
OP_JT = 22
OP_JNE = 23
OP_JEQ = 24
OP_JGE = 25
OP_JGT = 26
OP_JLT = 27
OP_JLE = 28
OP_FOR = 29
OP_W0 = 30
OP_W1 = 31
OP_W2 = 32
OP_W3 = 33
OP_W4 = 34
OP_ASK = 35
OP_CALL = 36
OP_RES = 37
OP_RET = 38

FRAME_LIMIT = 40  # frames on the stack
CALL_COST = 4  # of a call
READ_COST = 30  # of reading what it runs, for the slice alone: how many steps an answer takes is not a matter of luck
STEP_LIMIT = 100000  # steps between two answers: an instruction is one, a word as many as `words.COST` says
QUERY_LIMIT = 10000  # steps of a query


class EffectError(Exception):
    """An effect went wrong: says what, and in which file and line of its pack."""


def new_frame(g: "Game", proc: "Proc", source: int, args: "Sequence[int]") -> list[int]:
    """A fresh frame of procedure `proc` with its parameters set."""
    f = [0] * max(g.packs.proc(proc)[0], 3 + len(args))
    f[0] = proc
    f[2] = source
    i = 3
    for a in args:
        f[i] = a
        i += 1
    return f


def query(g: "Game", proc: "Proc", source: int, *args: int) -> int:
    """Run a pure procedure at once and return its number; it must not prompt."""
    stack = [new_frame(g, proc, source, args)]
    G = g.G
    kept = G[G_RESULT]
    asked = G[G_PROMPT]  # also asked for the words of a prompt
    G[G_PROMPT] = None
    execute(g, stack, QUERY_LIMIT)
    G[G_PROMPT] = asked
    if stack:
        raise EffectError(place(g, stack[-1], "a query asked or ran too long"))
    got = G[G_RESULT]
    G[G_RESULT] = kept
    return got


def place(g: "Game", f: list[int], what: str) -> str:
    """`what` with the file and line of frame `f`."""
    name, line = g.packs.where(f[0], f[1])
    return "%s:%d: %s" % (name, line, what)


def execute(g: "Game", frames: list[list[int]], budget: int) -> int:
    """Run `frames` until empty, until a prompt, or for `budget` steps; returns how many it took.

    What would go beyond the budget is left to the next time, unless it comes first: so a budget bounds
    the time, and how it is cut never changes what comes of it. Raises EffectError with file and line
    when an effect fails.
    """
    G = g.G
    packs = g.packs
    lately = packs.cache
    left = budget
    kept = 0  # what was taken off the budget and is none of those steps
    f = None
    pc = 0
    try:
        while frames and left > 0 and G[G_PROMPT] is None:
            f = R = frames[-1]
            _n, _p, K, code = lately.get(f[0]) or packs.proc(f[0])
            pc = f[1]
            while left > 0:
                left -= 1
                op = code[pc]
                if op < 30:
                    if op > 22:
                        if op == OP_FOR:
                            m = R[code[pc + 2]]
                            if not m:
                                pc = code[pc + 3] << 8 | code[pc + 4]
                                continue
                            i = R[code[pc + 1]] + 1
                            while not m & 1:
                                m >>= 1
                                i += 1
                            R[code[pc + 1]] = i
                            R[code[pc + 2]] = m >> 1
                            pc += 5
                            continue
                        a = code[pc + 1]
                        a = R[a] if a < 128 else K[a - 128]
                        b = code[pc + 2]
                        b = R[b] if b < 128 else K[b - 128]
                        if op == OP_JNE:
                            a = a != b
                        elif op == OP_JEQ:
                            a = a == b
                        elif op == OP_JLT:
                            a = a < b
                        elif op == OP_JGE:
                            a = a >= b
                        elif op == OP_JLE:
                            a = a <= b
                        else:
                            a = a > b
                        if a:
                            pc = code[pc + 3] << 8 | code[pc + 4]
                        else:
                            pc += 5
                        continue
                    if op > 19:
                        if op == OP_JMP:
                            pc = code[pc + 1] << 8 | code[pc + 2]
                            continue
                        a = code[pc + 1]
                        a = R[a] if a < 128 else K[a - 128]
                        if (not a) if op == OP_JF else a:
                            pc = code[pc + 2] << 8 | code[pc + 3]
                        else:
                            pc += 4
                        continue
                    a = code[pc + 2]
                    a = R[a] if a < 128 else K[a - 128]
                    if op == OP_MOV:
                        R[code[pc + 1]] = a
                        pc += 3
                        continue
                    if 16 <= op <= 18:
                        R[code[pc + 1]] = (0 if a else 1) if op == OP_NOT else -a if op == OP_NEG else ~a
                        pc += 3
                        continue
                    b = code[pc + 3]
                    b = R[b] if b < 128 else K[b - 128]
                    R[code[pc + 1]] = compute(op, a, b)
                    pc += 4
                    continue
                if op < OP_CALL:
                    n = ASKING_COST[code[pc + 1]] if op == OP_ASK else COST[code[pc + 2]]
                    if n > left and left + 1 < budget:
                        kept += left + 1
                        left = 0
                        continue
                    left -= n
                if op == OP_W1:
                    a = code[pc + 3]
                    R[code[pc + 1]] = WORDS[code[pc + 2]](g, R[a] if a < 128 else K[a - 128])
                    pc += 4
                elif op == OP_RES:
                    R[code[pc + 1]] = G[G_RESULT]
                    pc += 2
                elif op == OP_W2:
                    a = code[pc + 3]
                    b = code[pc + 4]
                    R[code[pc + 1]] = WORDS[code[pc + 2]](
                        g, R[a] if a < 128 else K[a - 128], R[b] if b < 128 else K[b - 128]
                    )
                    pc += 5
                elif op == OP_CALL:
                    a = code[pc + 1]
                    if len(frames) >= FRAME_LIMIT:
                        raise ValueError("effects are nested too deep")
                    i = pc + 3
                    pc = i + code[pc + 2]
                    f[1] = pc
                    a = R[a] if a < 128 else K[a - 128]
                    callee = lately.get(a)
                    if callee is None:
                        callee = packs.proc(a)
                        kept += READ_COST
                        left -= READ_COST
                    new = [0] * callee[0]  # all at once: lists that grow are dear on the board
                    new[0] = a
                    new[2] = f[2]
                    a = 3
                    while i < pc:
                        b = code[i]
                        new[a] = R[b] if b < 128 else K[b - 128]
                        a += 1
                        i += 1
                    left -= CALL_COST
                    frames.append(new)
                    f = R = new
                    _n, _p, K, code = callee
                    pc = 0
                elif op == OP_RET:
                    a = code[pc + 1]
                    G[G_RESULT] = R[a] if a < 128 else K[a - 128]
                    frames.pop()
                    break
                elif op == OP_W0:
                    R[code[pc + 1]] = WORDS[code[pc + 2]](g)
                    pc += 3
                elif op == OP_ASK:
                    i = pc + 3
                    m = i + code[pc + 2]
                    a = 0
                    args = [0] * (m - i)
                    while i < m:
                        b = code[i]
                        args[a] = R[b] if b < 128 else K[b - 128]
                        a += 1
                        i += 1
                    f[1] = m
                    G[G_RESULT] = 0
                    SUSPENDING[code[pc + 1]](g, *args)  # pc stays, so that a mistake names this line
                    pc = m
                    if G[G_PROMPT] is not None or not frames or frames[-1] is not f:
                        break
                elif op == OP_W3:
                    a = code[pc + 3]
                    b = code[pc + 4]
                    i = code[pc + 5]
                    R[code[pc + 1]] = WORDS[code[pc + 2]](
                        g,
                        R[a] if a < 128 else K[a - 128],
                        R[b] if b < 128 else K[b - 128],
                        R[i] if i < 128 else K[i - 128],
                    )
                    pc += 6
                elif op == OP_W4:
                    args = []
                    for b in code[pc + 3 : pc + 7]:
                        args.append(R[b] if b < 128 else K[b - 128])
                    R[code[pc + 1]] = WORDS[code[pc + 2]](g, *args)
                    pc += 7
                else:
                    raise ValueError("bad instruction %d" % op)
            else:
                f[1] = pc
    except (IndexError, TypeError, ValueError, KeyError, ArithmeticError, MemoryError) as x:
        if f is None:
            raise
        if not isinstance(x, ValueError) and g.debug:
            raise
        raise EffectError(place(g, [f[0], pc], "%s: %s" % (type(x).__name__, x)))
    return budget - left - kept


def compute(op: int, a: int, b: int) -> int:
    """Result of a two-operand instruction; comparisons give 0 or 1."""
    if op == OP_ADD:
        return a + b
    if op == OP_SUB:
        return a - b
    if op == OP_BIT:
        return a >> b & 1 if b >= 0 else 0
    if op == OP_EQ:
        return 1 if a == b else 0
    if op == OP_NE:
        return 1 if a != b else 0
    if op == OP_LT:
        return 1 if a < b else 0
    if op == OP_LE:
        return 1 if a <= b else 0
    if op == OP_AND:
        return a & b
    if op == OP_OR:
        return a | b
    if op == OP_SHL:
        return a << b
    if op == OP_SHR:
        return a >> b
    if op == OP_MUL:
        return a * b
    if op == OP_DIV:
        return a // b
    if op == OP_MOD:
        return a % b
    return a ^ b
