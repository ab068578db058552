"""What to write instead of the parts of Python that the effect language leaves out."""

from __future__ import annotations

import ast

_WORDS = "every word, constant and function of the packs required is there by itself"
_NUMBERS = "there are only whole numbers; sets are numbers too, one bit a thing"

EXPLAINED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Import: ("effects import nothing", _WORDS),
    ast.ImportFrom: ("effects import nothing", _WORDS),
    ast.Attribute: ("there is no dot", "me.room is room_of(me): values are asked for by words"),
    ast.Subscript: ("there are no lists", _NUMBERS),
    ast.List: ("there are no lists", _NUMBERS),
    ast.Tuple: ("there are no tuples", "one value at a time; " + _NUMBERS),
    ast.Dict: ("there are no dicts", _NUMBERS),
    ast.ListComp: ("there are no comprehensions", "write a for loop"),
    ast.SetComp: ("there are no comprehensions", "write a for loop"),
    ast.DictComp: ("there are no comprehensions", "write a for loop"),
    ast.GeneratorExp: ("there are no comprehensions", "write a for loop"),
    ast.Lambda: ("there is no lambda", "define a function and name it"),
    ast.FunctionDef: ("a function cannot stand inside another", "move it to the left margin"),
    ast.AsyncFunctionDef: ("there is no async", "words that ask wait by themselves"),
    ast.Await: ("there is no await", "words that ask wait by themselves"),
    ast.Yield: ("there is no yield", "words that ask wait by themselves"),
    ast.YieldFrom: ("there is no yield", "words that ask wait by themselves"),
    ast.ClassDef: ("there are no classes", "write functions"),
    ast.JoinedStr: (
        "there are no f-strings",
        'a string of strings/en.toml holds {0:explorer}, say("key", me) fills it',
    ),
    ast.Try: ("there is no try", "ask first: if r != None"),
    ast.With: ("there is no with", ""),
    ast.Raise: ("there is no raise", "return early"),
    ast.Assert: ("there is no assert", "write an if"),
    ast.Delete: ("there is no del", "assign None"),
    ast.Global: ("there are no global variables", "set_var(V_H0 + 1, n) keeps a number"),
    ast.Nonlocal: ("there are no outer variables", "pass it as a parameter"),
    ast.Match: ("there is no match", "write if, elif, else"),
    ast.NamedExpr: ("there is no :=", "assign on a line of its own"),
    ast.Starred: ("there is no *", "name each value"),
    ast.Slice: ("there are no lists", _NUMBERS),
    ast.Div: ("there is no /", "// divides and rounds down"),
    ast.Pow: ("there is no **", "multiply, or 1 << n for powers of two"),
    ast.MatMult: ("there is no @", ""),
    ast.Is: ("there is no is", "compare with ==: r == None"),
    ast.IsNot: ("there is no is not", "compare with !=: r != None"),
    ast.In: ("in cannot be chained", "use and"),
    ast.NotIn: ("not in cannot be chained", "use and"),
}


#: What to call instead of the functions that Python has by itself.
PYTHON = {
    "print": 'say("key") tells the table a string of strings/en.toml',
    "input": "choose(...), number(...) and the words pick_... ask somebody",
    "len": "count(set) counts a set",
    "sum": "add in a loop",
    "any": "a set is true when it is not empty",
    "all": "compare sets: a - b is what a has and b has not",
    "abs": "max(n, -n)",
    "int": "everything is a whole number",
    "bool": "everything is a whole number; 0 is false",
    "str": "a string of strings/en.toml shows a number with {0}",
    "randint": "dice(me, n) throws n dice; random(n) is 0 to n - 1",
    "randrange": "dice(me, n) throws n dice; random(n) is 0 to n - 1",
    "set": "{a, b} is a set of two things, 0 the empty one",
    "list": _NUMBERS,
}


def explain(node: ast.AST) -> tuple[str, str]:
    """What is wrong about `node`, and what to write instead."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id in ("random", "math"):
            return "there is no dot", PYTHON["randint"]
        return "there is no dot", _without_dot(node.value.id, node.attr)
    if isinstance(node, ast.List | ast.Tuple) and all(isinstance(e, ast.Name) for e in node.elts):
        message, hint = EXPLAINED[type(node)]
        names = ", ".join(ast.unparse(e) for e in node.elts)
        return message, f"a set of them: {{{names}}}" if names else hint
    known = EXPLAINED.get(type(node))
    return known or (f"{type(node).__name__} is not part of the effect language", "")


def _without_dot(name: str, attribute: str) -> str:
    """What to write for `me.room` or `me.gain(...)`."""
    from .vocabulary import vocabulary

    if f"{attribute}_of" in vocabulary().words:
        return f"values are asked for by words: {attribute}_of({name})"
    if attribute in vocabulary().words:
        return f"a word comes first: {attribute}({name}, ...)"
    return f"a word comes first: room_of({name}) is a room, gain({name}, SPEED, 1) an effect"


def explain_target(node: ast.AST, count: int) -> tuple[str, str]:
    """The same for the left side of an assignment to `count` targets."""
    if count > 1:
        return "one name at a time", "write one assignment a line"
    if isinstance(node, ast.Tuple | ast.List):
        return "one name at a time", "write one assignment a line"
    return explain(node)
