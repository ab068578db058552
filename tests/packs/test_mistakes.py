"""What an author is told about a pack with mistakes: file, line, column, what, and a hint."""

from __future__ import annotations

import pytest

from omenbox.errors import OmenboxError
from omenbox.packs import SourceError, check_pack, load_source

from . import mistakes
from .rig import build, problems, small_vocabulary, write

ZH = '"card.book" = "x"\nyes = "x"\nhello = "{0:explorer}"\n'
TILE = '[[tile]]\nid = "{0}"\nfloors = ["upper"]\ndoors = "NS"\n'


def effect_problems(tmp_path, text):
    return problems(tmp_path, {"a.effect": text})


#: An effect with one mistake, and what is said about it (file name left out).
EFFECTS = [
    ("def f(me):\n    gian(me, SPEED, 1)", "2:5: unknown word 'gian'"),
    ("def f(me):\n    gain(me, SPEED)", "2:5: gain takes 3 values, not 2"),
    ("def f(me):\n    pick(me)", "2:5: pick takes 2 to 3 values, not 1"),
    ("def f(me):\n    choose(me)", "2:5: choose takes at least 2 values, not 1"),
    ("def f(me):\n    gain(me, 1, 1)", "2:14: 't' of gain: a trait is wanted, this is a number"),
    (
        "def f(me):\n    gain(room_of(me), SPEED, 1)",
        "2:10: 'e' of gain: an explorer is wanted, this is a room",
    ),
    (
        "def f(a: figure):\n    gain(a, SPEED, 1)",
        "2:10: 'e' of gain: an explorer is wanted, this is a figure",
    ),
    ("def f(me):\n    note(hpe)", "2:10: unknown name 'hpe'"),
    ("def f(me):\n    note(SPED)", "2:10: unknown name 'SPED'"),
    ("def f(me):\n    note(rooms)", "2:10: 'rooms' is to be called"),
    ('def f(me):\n    say("helo")', "2:9: missing string 'helo'"),
    ('def f(me):\n    say(text("helo"))', "2:14: missing string 'helo'"),
    ("def f(me):\n    say(3)", "2:9: 'text' of say: a text is wanted, this is a number"),
    ('def f(me):\n    note("x")', "2:10: a text can stand only where a word takes one"),
    ('def f(me):\n    handle(card("bok"))', "2:17: unknown card 'bok'"),
    ('def f(me):\n    handle(tile("book"))', "2:17: unknown tile 'book'"),
    ('def f(me):\n    note(proc("g"))', "2:15: unknown function 'g'"),
    ('@drown("book")\ndef f(me):\n    pass', "1:2: unknown hook @drown"),
    ('@drawn("bok")\ndef f(me):\n    pass', "1:8: unknown content 'bok'"),
    ("@drawn\ndef f(me):\n    pass", "1:2: a decorator names what it binds to"),
    ('@drawn("book")\ndef f(a, b, c):\n    pass', "2:10: @drawn gives one value, 'b' gets nothing"),
    ('@action("book")\ndef f(me):\n    pass', "1:2: the action has no text"),
    ('@action("book", text="helo")\ndef f(me):\n    pass', "1:22: missing string 'helo'"),
    ('@action("book", text="yes", when=g)\ndef f(me):\n    pass', "1:34: when names a function"),
    (
        '@action("book", text="yes", twice=1)\ndef f(me):\n    pass',
        "1:29: @action knows no 'twice'",
    ),
    (
        '@drawn("book")\ndef f(me):\n    pass\n@drawn("book")\ndef g(me):\n    pass',
        "4:8: a second @drawn of the same card",
    ),
    ("def f(me):\n    pass\ndef f(me):\n    pass", "3:1: duplicate function 'f'"),
    ("A = 1\nA = 2", "2:1: duplicate constant 'A'"),
    ("SPEED = 2", "1:1: 'SPEED' has a meaning already"),
    ("def gain(me):\n    pass", "1:1: 'gain' is a word of the game"),
    ("def f(a: rom):\n    note(a)", "1:10: unknown type 'rom'"),
    ("def f(a) -> room:\n    return 3", "2:12: the result: a room is wanted, this is a number"),
    (
        "def f(me):\n    if everybody():\n        return everybody()\n    return 7",
        "3:9: this gives a set of explorers, another return something else",
    ),
    ("def f(me) -> room:\n    return", "2:5: this function gives a room"),
    ("def f(me):\n    pass\ndef g(me):\n    note(f(me))", "4:10: f gives no value"),
    (
        "def f(a):\n    if a:\n        b = 1\n    note(b)",
        "3:9: 'b' may be read before it has a value",
    ),
    ("def f(a):\n    note(b)\n    b = a", "2:10: 'b' may be read before it has a value"),
    ("def f(a):\n    break", "2:5: break outside a loop"),
    ("def f(a):\n    a == 1", "2:5: this does nothing"),
    (
        "def f(me):\n    for r in room_of(me):\n        note(r)",
        "2:14: a room is no set",
    ),
    ("def f(me):\n    note(me in rooms())", "2:10: an explorer is never in rooms"),
    ("def f(me):\n    note(me == room_of(me))", "2:10: an explorer is compared with a room"),
    ("def f(me):\n    note(rooms() & everybody())", "2:10: explorers and rooms do not mix"),
    ("def f(a):\n    a = 3000000000", "2:9: the number does not fit 32 bits"),
    ("A = 1 << 40", "1:5: the constant does not fit 32 bits"),
    ("A = ask(1)", "1:5: a constant is known when the pack is built"),
    ("A = 1 // 0", "1:5: cannot be computed"),
    ("x + 1", "1:1: this cannot stand outside a function"),
    ("import os", "1:1: effects import nothing"),
    ("def f(a):\n    import os", "2:5: effects import nothing"),
    ("def f(me):\n    note(me.room)", "2:10: there is no dot"),
    ("def f(me):\n    me.roll(3)", "2:5: there is no dot"),
    ("def f(a):\n    note(a[0])", "2:10: there are no lists"),
    ("def f(a):\n    a = [1]", "2:9: there are no lists"),
    ("def f(a):\n    a, b = 1, 2", "2:5: one name at a time"),
    ("def f(a):\n    a = b = 1", "2:5: one name at a time"),
    ("def f(a):\n    note(a / 2)", "2:10: there is no /"),
    ("def f(a):\n    note(a ** 2)", "2:10: there is no **"),
    ("def f(a):\n    note(a is None)", "2:10: there is no is"),
    ("def f(a):\n    if a is None:\n        note(a)", "2:8: there is no is"),
    ("def f(a):\n    note(1.5)", "2:10: 1.5 is not a whole number"),
    ('def f(a):\n    note(f"x")', "2:10: there are no f-strings"),
    ("def f(a):\n    note(n=a)", "2:10: arguments have no names here"),
    ("def f(a):\n    try:\n        note(a)\n    except E:\n        pass", "2:5: there is no try"),
    ("def f(a):\n    def g(b):\n        pass", "2:5: a function cannot stand inside another"),
    ("def f(a):\n    note((lambda: 1)())", "2:11: there is no lambda"),
    ("def f(a=1):\n    note(a)", "1:9: only plain parameters"),
    ("def f(*a):\n    note(1)", "1:8: only plain parameters"),
    ("def f(a):\n    while a:\n        a -= 1\n    else:\n        pass", "5:9: a loop has no else"),
    ("def f(a):\n    for i in range(0, 9, 2):\n        note(i)", "2:14: range takes one or two"),
    ("def f(a):\n    note(range(3))", "2:10: range belongs into a for loop"),
    ("class A:\n    pass", "1:1: this cannot stand outside a function"),
    ("def f(a)\n    note(a)", "1:9: syntax: expected ':'"),
    ("def f(a):\n    if a = 1:\n        note(a)", "2:8: syntax: invalid syntax. Maybe you meant"),
    ('def f(a):\n    say("hello")', "2:9: 'hello' shows {0:explorer}, which is not given"),
]


@pytest.mark.parametrize("text, wanted", EFFECTS, ids=[w for _t, w in EFFECTS])
def test_a_mistake_in_an_effect_is_shown_where_it_is(tmp_path, text, wanted):
    found = [p for p in effect_problems(tmp_path, text) if "warning" not in p]
    assert len(found) == 1, found
    assert found[0].startswith("a.effect:" + wanted), found


#: Files with one mistake, and what is said about it.
TABLES = [
    ({"cards.toml": '[[card]]\nid = "book"\ndeck = "omens"\n'}, "cards.toml:3:1: card 'book': deck 'omens' is unknown"),
    ({"cards.toml": '[[card]]\nid = "book"\n'}, "cards.toml:1:1: card 'book': deck is missing"),
    (
        {"cards.toml": '[[card]]\nid = "book"\ndeck = "omen"\ngian = 1\n'},
        "cards.toml:4:1: card 'book': unknown key 'gian'",
    ),
    (
        {"cards.toml": '[[card]]\nid = "book"\ndeck = "omen"\ngain = { sped = 1 }\n'},
        "cards.toml:4:1: card 'book': gain has an unknown key 'sped'",
    ),
    (
        {"cards.toml": '[[card]]\nid = "book"\ndeck = "omen"\nkept = 1\n'},
        "cards.toml:4:1: card 'book': kept is true or false",
    ),
    (
        {"cards.toml": '[[card]]\nid = "book"\ndeck = "omen"\n\n[[card]]\nid = "book"\ndeck = "item"\n'},
        "cards.toml:6:1: duplicate card id 'book'",
    ),
    (
        {"more.toml": '# a comment\n\n[[card]]\nid = "bell"\ndeck = "omen"\n'},
        "more.toml:4:1: card 'bell': missing string 'card.bell'",
    ),
    ({"more.toml": '[[crad]]\nid = "bell"\n'}, "more.toml:1:1: unknown table 'crad'"),
    ({"more.toml": '[[card]]\nid = bell\n'}, "more.toml:2:6: TOML: invalid value"),
    ({"more.toml": '[[card]\nid = "bell"\n'}, "more.toml:1:7: TOML: expected ']]'"),
    (
        {"t.toml": TILE.format("hall") + 'link = "hal"\n'},
        "t.toml:5:1: tile 'hall': link names an unknown tile 'hal'",
    ),
    (
        {"t.toml": TILE.format("hall").replace('"NS"', '""')},
        "t.toml:4:1: tile 'hall': a tile without doors that leads nowhere",
    ),
    (
        {"t.toml": TILE.format("hall").replace('"NS"', '"NX"')},
        "t.toml:4:1: tile 'hall': doors holds 'X'",
    ),
    (
        {"t.toml": TILE.format("hall") + 'barrier = { trait = "might", target = 3, half = "E" }\n'},
        "t.toml:5:1: tile 'hall': half of barrier names E, where no door is",
    ),
    (
        {"t.toml": TILE.format("hall") + 'barrier = { trait = "might", target = 3, half = "NS" }\n'},
        "t.toml:5:1: tile 'hall': the barrier has all doors on one side",
    ),
    (
        {"t.toml": TILE.format("hall") + 'leave = { trait = "migth", target = 3 }\n'},
        "t.toml:5:1: tile 'hall': trait of leave 'migth' is unknown",
    ),
    (
        {"h.toml": '[[haunt]]\nid = "h1"\nnumber = 1\ntraitor = "reveler"\n'},
        "h.toml:4:1: haunt 'h1': unknown rule 'reveler'",
    ),
    (
        {"h.toml": '[[haunt]]\nid = "h1"\nnumber = 1\ntraitor = "named:ox|revealer"\n'},
        "h.toml:4:1: haunt 'h1': traitor names an unknown explorer 'ox'",
    ),
    (
        {
            "h.toml": '[[haunt]]\nid = "h1"\nnumber = 1\ntraitor = "none"\n'
            '[[haunt]]\nid = "h2"\nnumber = 1\ntraitor = "none"\n'
        },
        "h.toml:7:1: haunt 'h2': duplicate haunt number 1",
    ),
    (
        {"c.toml": '[[chart]]\ndeck = "second"\nomens = ["book"]\n[chart.rows]\nhal = [1]\n'},
        "c.toml:5:1: chart: hal names an unknown tile 'hal'",
    ),
    (
        {
            "t.toml": TILE.format("hall"),
            "c.toml": '[[chart]]\ndeck = "second"\nomens = ["book"]\n[chart.rows]\nhall = [1, 2]\n',
        },
        "c.toml:5:1: chart: row hall has 2 numbers for 1 omens",
    ),
    (
        {
            "t.toml": TILE.format("hall"),
            "c.toml": '[[chart]]\ndeck = "second"\nomens = ["book"]\n[chart.rows]\nhall = [77]\n',
        },
        "c.toml:5:1: chart: row hall names an unknown haunt 77",
    ),
    (
        {"m.toml": '[[monster]]\nid = "imp"\nspeed = 20\n'},
        "m.toml:3:1: monster 'imp': speed is a whole number from 0 to 12, not 20",
    ),
    (
        {"e.toml": '[[explorer]]\nid = "ann"\ncolour = "red"\nbirthday = [2, 3]\nage = 9\n'
         'gender = "female"\nspeed = { track = [1,2,3], start = 3 }\n'
         'might = { track = [1,2,3,4,5,6,7,8], start = 3 }\n'
         'sanity = { track = [1,2,3,4,5,6,7,8], start = 3 }\n'
         'knowledge = { track = [1,2,3,4,5,6,7,8], start = 3 }\n'},
        "e.toml:7:1: explorer 'ann': the track of speed is no list of 8 rising numbers",
    ),
    ({"pack.toml": 'name = "small"\ntitle = "S"\n'}, "pack.toml:1:1: version is missing"),
    (
        {"pack.toml": 'name = "small"\ntitle = "S"\nversion = "1"\nreqires = []\n'},
        "pack.toml:4:1: unknown key 'reqires'",
    ),
    (
        {"pack.toml": 'name = "small"\ntitle = "S"\nversion = "1"\nrequires = ["bas"]\n'},
        "pack.toml:4:1: the required pack 'bas' is missing",
    ),
    (
        {"pack.toml": 'name = "small"\ntitle = "S"\nversion = "1"\nentry = "go"\n'},
        "pack.toml:4:1: entry: unknown function 'go'",
    ),
    ({"strings/zh.toml": 'yess = "x"\n' + ZH}, "strings/zh.toml:1:1: 'yess' is not in English"),
    ({"strings/zh.toml": ZH.replace("{0:explorer}", "")}, "strings/zh.toml:3:1: 'hello' has other placeholders"),
    ({"strings/en/x.toml": 'a = "{x}"\n'}, "strings/en/x.toml:1:1: 'a': '{x}' is no placeholder"),
    ({"strings/en/x.toml": 'a = "{0:hero}"\n'}, "strings/en/x.toml:1:1: 'a': unknown kind 'hero'"),
    ({"strings/en/x.toml": 'yes = "y"\n'}, "strings/en.toml:3:1: duplicate string 'yes'"),
    ({"strings/en/x.toml": '[a]\nb = 3\n'}, "strings/en/x.toml:2:1: a.b is not a text"),
    ({"strings/en/x.toml": 'a = "x"\na.b = "y"\n'}, "strings/en/x.toml:2:10: TOML: cannot"),
]  # fmt: skip


@pytest.mark.parametrize("files, wanted", TABLES, ids=[w for _f, w in TABLES])
def test_a_mistake_in_a_table_is_shown_where_it_is(tmp_path, files, wanted):
    if "t.toml" in files:
        text = '"card.book" = "Book"\n"tile.hall" = "Hall"\nyes = "Y"\nhello = "{0:explorer}"\n'
        files = {**files, "strings/en.toml": text}
    if "h.toml" in files:
        files = {
            **files,
            "strings/en.toml": '"card.book" = "B"\n"haunt.h1" = "H"\n"haunt.h2" = "H"\n',
        }
    if "m.toml" in files or "e.toml" in files:
        text = '"card.book" = "B"\n"monster.imp" = "Imp"\n"explorer.ann" = "Ann"\n'
        files = {**files, "strings/en.toml": text}
    found = [p for p in problems(tmp_path, files) if "warning" not in p]
    found = [p for p in found if not ("unknown haunt 1" in p and "hal" in p)] or found
    assert len(found) == 1, found
    assert found[0].startswith(wanted), found


def test_all_mistakes_are_listed_in_one_run(tmp_path):
    text = """
def f(me: explorer):
    gian(me, SPEED, 1)
    gain(me, SPEED)
    if me.room == 3:
        say("helo")
    for x in [1, 2]:
        note(x)
def g(me):
    return 1 / 2
"""
    files = {"a.effect": text, "cards.toml": '[[card]]\nid = "bell"\ndeck = "omn"\n'}
    found = [p for p in problems(tmp_path, files) if "warning" not in p]
    places = [":".join(p.split(":")[:2]) for p in found]
    effects = [f"a.effect:{n}" for n in (3, 4, 5, 6, 7, 10)]
    assert places == [*effects, "cards.toml:2", "cards.toml:3"]


def test_hints_name_what_was_probably_meant(tmp_path):
    text = "def f(me: explorer):\n    gian(me, SPEDE, 1)\n"
    with pytest.raises(SourceError) as caught:
        build(tmp_path, text)
    assert "did you mean 'gain'?" in str(caught.value)
    assert "did you mean 'SPEED'?" in str(caught.value)
    assert str(caught.value).endswith(f"{tmp_path}: 2 mistakes")


def test_files_are_shown_so_that_an_editor_opens_them(tmp_path):
    with pytest.raises(SourceError) as caught:
        build(tmp_path, "def f():\n    gian()")
    assert str(caught.value).startswith(f"{tmp_path}/a.effect:2:5: ")


@pytest.mark.parametrize("hook", ['@can_use("book")', '@may_attack("book")', '@action("book", when=f, text="yes")'])
def test_a_query_must_not_prompt_even_through_others(tmp_path, hook):
    name = "g" if hook.startswith("@action") else "f"
    text = f"def h():\n    return ask(1)\ndef k():\n    return h()\n{hook}\ndef {name}(me):\n"
    text += "    return 1\n" if name == "g" else "    return k()\n"
    if name == "g":
        text += "def f(me):\n    return k()\n"
    write(tmp_path, {"a.effect": text})
    found = check_pack(tmp_path, vocab=small_vocabulary()).errors
    assert [p.message for p in found] == ["f must not prompt"]
    assert "f -> k -> h -> ask" in found[0].hint


def test_an_unused_function_is_only_a_warning(tmp_path):
    assert build(tmp_path, "def f():\n    pass\ndef g():\n    f()")
    text = "def f():\n    pass\ndef g():\n    f()"
    assert problems(tmp_path, {"a.effect": text}) == ["a.effect:3:1: warning: g is never used"]


def test_a_library_has_no_unused_functions(tmp_path):
    pack = 'name = "small"\ntitle = "S"\nversion = "1"\nlibrary = true\n'
    assert problems(tmp_path, {"pack.toml": pack, "a.effect": "def f():\n    pass"}) == []


def test_an_ambiguous_id_is_named_with_its_kind(tmp_path):
    files = {
        "t.toml": TILE.format("book"),
        "strings/en.toml": '"card.book" = "B"\n"tile.book" = "B"\nyes = "Y"\nhello = "H"\n',
        "a.effect": '@drawn("book")\ndef f(me):\n    pass\n',
    }
    assert problems(tmp_path, files) == ["a.effect:1:8: 'book' is a tile and a card"]
    files["a.effect"] = '@drawn("card:book")\ndef f(me):\n    pass\n'
    assert problems(tmp_path, files) == []


def test_a_function_that_is_too_large_is_refused(tmp_path):
    many = " + ".join(f"{n} * a" for n in range(2000, 2140))
    found = effect_problems(tmp_path, f"def f(a):\n    return {many}\ndef g():\n    f(1)")
    assert found[0] == "a.effect:1:1: the function has more than 128 constants"
    lines = ["def f(a):"] + [f"    x{n} = ask({n})" for n in range(140)]
    lines += [f"    note(x{n})" for n in range(140)]
    found = effect_problems(tmp_path, "\n".join([*lines, "def g():", "    f(1)"]))
    assert found[0].startswith("a.effect:1:1: the function needs 140 variables")


def test_a_folder_without_a_pack_says_so(tmp_path):
    with pytest.raises(OmenboxError, match="holds no pack.toml"):
        load_source(tmp_path)
    with pytest.raises(OmenboxError, match="is not a folder"):
        load_source(tmp_path / "nowhere")


def test_a_text_shows_what_it_is_given(tmp_path):
    text = '"card.book" = "B"\nhello = "{0:explorer} {1}"\nyes = "Y"\n'
    words = 'def f(me):\n    say1("hello", me)\n'
    files = {"strings/en.toml": text, "a.effect": words}
    vocab = small_vocabulary()
    write(tmp_path, files)
    found = check_pack(tmp_path, vocab=vocab).errors
    assert [p.message for p in found] == ["'hello' shows {1}, which is not given"]
    (tmp_path / "strings/en.toml").write_text(text.replace("{0:explorer} {1}", "{0:room}"))
    found = check_pack(tmp_path, vocab=vocab).errors
    assert [p.message for p in found] == ["'hello' shows {0:room}, but this is an explorer"]
    (tmp_path / "strings/en.toml").write_text(text.replace("{0:explorer} {1}", "{0}"))
    found = check_pack(tmp_path, vocab=vocab).errors
    assert [p.message for p in found] == ["'hello' shows an explorer as a number"]


TYPICAL = {
    f"{path.stem}: {case.title}": case
    for path in sorted(mistakes.FOLDER.glob("*.txt"))
    for case in mistakes.read(path)
}


@pytest.mark.parametrize("name", TYPICAL)
def test_a_typical_mistake_is_explained_word_for_word(tmp_path, name):
    case = TYPICAL[name]
    assert case.check(tmp_path) == case.said, "if it teaches as well: python -m tests.packs.mistakes"


def test_every_typical_mistake_has_a_message_and_a_hint():
    assert len(TYPICAL) >= 40
    for name, case in TYPICAL.items():
        lines = case.said.splitlines()
        assert lines and all(line.startswith("    ") for line in lines[1::2]), name
