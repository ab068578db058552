"""The pack file: what is read is what was written, and a damaged file is refused in one line."""

from __future__ import annotations

import binascii
import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import state, vm
from shared_rules.pack import OWN, Pack, PackError, Packs

from .rig import WORDS, Game, build, open_built

FILES = {
    "strings/en.toml": '"card.book" = "Book"\n"card.book.rule" = "Reads."\n"tile.hall" = "Hall"\n'
    '"tile.stairs" = "Stairs"\n"haunt.h7" = "Seven"\n"explorer.ann" = "Ann"\nyes = "Yes"\n'
    '"token.drip" = "Drip"\n"monster.imp" = "Imp"\nhello = "Hello"\n',
    "strings/zh.toml": '"card.book" = "\u4e66"\n"card.book.rule" = "\u8b80"\n"tile.hall" = "\u5ef3"\n'
    '"tile.stairs" = "\u68af"\n"haunt.h7" = "\u4e03"\n"explorer.ann" = "\u5b89"\nyes = "\u662f"\n'
    '"token.drip" = "\u6ef4"\n"monster.imp" = "\u9b3c"\nhello = "\u55e8"\n',
    "all.toml": """
[[tile]]
id = "hall"
floors = ["ground", "upper"]
doors = "NES"
symbol = "event"
windows = ["W"]
outside = true
barrier = { trait = "might", target = 4, half = "N" }
damage = { kind = "mental", amount = 2 }
gain = "knowledge"
link = "stairs"

[[tile]]
id = "stairs"
floors = ["basement"]
doors = "S"
leave = { trait = "sanity", target = 5, lose = "speed" }

[[token]]
id = "drip"
dice = -1
blocks_sight = true

[[monster]]
id = "imp"
speed = 4
might = 5

[[explorer]]
id = "ann"
colour = "green"
birthday = [12, 24]
age = 9
gender = "female"
speed = { track = [1, 2, 3, 4, 5, 6, 7, 8], start = 3 }
might = { track = [2, 2, 3, 4, 5, 6, 7, 8], start = 4 }
sanity = { track = [3, 3, 3, 4, 5, 6, 7, 8], start = 5 }
knowledge = { track = [4, 4, 4, 4, 5, 6, 7, 8], start = 6 }

[[haunt]]
id = "h7"
number = 7
traitor = "named:ann|highest:sanity:not_revealer"
implemented = true

[[chart]]
deck = "second"
omens = ["book"]

[chart.rows]
hall = [7]
""",
    "a.effect": """
@drawn("book")
def drawn_book(me):
    say("yes")
    note(me)
@setup("h7")
def begin():
    note(1)
def may(me):
    return 1
@action("hall", text="yes", once=True, when=may)
def act_hall(me):
    note(me)
@action("imp", text="hello")
def act_imp(me):
    note(me)
""",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    files = dict(FILES)
    return build(tmp_path_factory.mktemp("pack"), files.pop("a.effect"), **files)


@pytest.fixture
def packs(data):
    return open_built(data)


def test_the_same_source_gives_the_same_bytes(data, tmp_path):
    files = dict(FILES)
    assert build(tmp_path, files.pop("a.effect"), **files) == data


def test_rows_are_read_as_they_were_written(packs):
    hall, stairs = packs.find("tile", "hall"), packs.find("tile", "stairs")
    row = packs.tile(hall)
    assert list(row[:14]) == [7, 6, 3, 8, 1, 2, 4, 1, 0, 0, 0, 2, 2, 4]
    assert packs.tile_link(hall) == stairs
    assert packs.tile_link(stairs) == -1
    assert list(packs.tile(stairs)[8:11]) == [3, 5, 0]
    assert list(packs.token(0)[:2]) == [1, 255]
    assert list(packs.monster(0)[:4]) == [4, 5, 0, 0]
    ann = packs.explorer(0)
    assert len(ann) == 48
    assert list(ann[27:36]) == [4, 4, 4, 4, 5, 6, 7, 8, 6]
    assert list(ann[36:41]) == [2, 12, 24, 9, 1]


def test_a_monster_has_its_ways_in_its_row(tmp_path):
    files = dict(FILES)
    files["more.toml"] = """monster = [
    { id = "ghost", traits = [4, 0, 5, 2], sure = true, attack = ["might", "sanity"], defend = "sanity" },
    { id = "wolf", traits = [3, 6, 0, 0], steady = true, attack_dice = 2, removed_by = 3 },
]
token = [{ id = "seal", numbers = 2, carried = true }]
"""
    names = '[monster]\nghost = "Ghost"\nwolf = "Wolf"\n[token]\nseal_1 = "One"\nseal_2 = "Two"\n'
    files["strings/en/more.toml"] = files["strings/zh/more.toml"] = names
    packs = open_built(build(tmp_path, files.pop("a.effect"), **files))
    ghost, wolf = packs.find("monster", "ghost"), packs.find("monster", "wolf")
    assert list(packs.monster(ghost)) == [4, 0, 5, 2, state.MK_SURE, 1 << state.MIGHT | 1 << state.SANITY, 3, 0]
    assert list(packs.monster(wolf)) == [3, 6, 0, 0, state.MK_STEADY, 0, 3 << 4, 2]
    seals = [packs.find("token", f"seal_{n}") for n in (1, 2)]
    assert seals[1] == seals[0] + 1
    assert packs.token(seals[1])[0] == state.TF_CARRIED


def test_a_haunt_knows_its_rule_and_its_setup(packs):
    haunt = packs.haunt_by_number(7)
    row = packs.haunt(haunt)
    assert (row[2], row[3], row[6], row[7], row[8]) == (5, 2, 5, 2, 1)
    assert packs.haunt_named(haunt) == packs.find("explorer", "ann")
    assert packs.haunt_setup(haunt) == packs.find("proc", "begin")
    assert packs.haunt_by_number(8) == -1


def test_hooks_and_actions_are_found(packs):
    book = state.KIND_CARD << 16 | packs.find("card", "book")
    assert packs.hooks(state.H_DRAWN) == {book: packs.find("proc", "drawn_book")}
    assert packs.hooks(state.H_LOST) == {}
    hall = state.KIND_TILE << 16 | packs.find("tile", "hall")
    imp = state.KIND_MONSTER << 16 | packs.find("monster", "imp")
    assert packs.actions == {
        0: (0, hall, 1, packs.find("proc", "act_hall"), packs.find("proc", "may")),
        1: (1, imp, 0, packs.find("proc", "act_imp"), -1),
    }
    assert [packs.text(packs.action_text(n)) for n in (0, 1)] == ["Yes", "Hello"]


def test_an_action_may_say_itself_when_it_is_offered(tmp_path, monkeypatch):
    files = dict(FILES)
    text = (
        files.pop("a.effect")
        + """
@action("stairs", text="yes", when=room_of(me) > 3 and may(me))
def act_stairs(me):
    note(me)
"""
    )
    packs = open_built(build(tmp_path, text, **files))
    stairs = state.KIND_TILE << 16 | packs.find("tile", "stairs")
    [query] = [when for _n, ref, _once, _do, when in packs.actions.values() if ref == stairs]
    monkeypatch.setattr(vm, "WORDS", WORDS)
    found = []
    for explorer in (2, 3):
        game: Any = Game(packs)
        frames = [vm.new_frame(game, query, 0, (explorer,))]
        vm.execute(game, frames, 100)
        found.append(game.G[state.G_RESULT])
    assert found == [0, 1]


def test_a_star_binds_all_content_whose_id_fits(tmp_path):
    files = dict(FILES)
    files["more.toml"] = '[[monster]]\nid = "imp_red"\nspeed = 1\n\n[[monster]]\nid = "wolf"\nspeed = 1\n'
    files["strings/en/more.toml"] = files["strings/zh/more.toml"] = '[monster]\nimp_red = "Red Imp"\nwolf = "Wolf"\n'
    text = files.pop("a.effect") + '@enter("imp*")\ndef come(f):\n    note(1)\n'
    packs = open_built(build(tmp_path, text, **files))
    come = packs.find("proc", "come")
    imps = [state.KIND_MONSTER << 16 | packs.find("monster", name) for name in ("imp", "imp_red")]
    assert packs.hooks(state.H_ENTER) == dict.fromkeys(imps, come)


def test_what_is_bound_to_a_haunt_is_read_when_it_wakes(packs):
    haunt = packs.haunt_by_number(7)
    assert packs.hooks(state.H_SETUP) == {}
    for _ in range(2):
        packs.wake(haunt)
        assert packs.hooks(state.H_SETUP) == {state.KIND_HAUNT << 16 | haunt: packs.find("proc", "begin")}


def test_names_rules_and_languages(packs):
    book = packs.find("card", "book")
    assert packs.text(packs.name_of(state.KIND_CARD, book)) == "Book"
    assert packs.text(packs.name_of(state.KIND_CARD, book), "zh") == "\u4e66"
    assert packs.text(packs.rule_of(state.KIND_CARD, book), "zh") == "\u8b80"
    assert packs.text(packs.rule_of(state.KIND_CARD, book), "fr") == "Reads."
    assert packs.text(packs.name_of(state.KIND_CARD, book), "fr") == "Book"
    assert packs.text(packs.name_of(state.KIND_MONSTER, 0)) == "Imp"
    assert packs.rule_of(state.KIND_MONSTER, 0) == -1


def test_ids_are_found_by_name_and_named_by_id(packs):
    for kind in (state.KIND_TILE, "tile"):
        assert packs.find(kind, "small:stairs") == 1
        assert packs.find(kind, "stair") == -1
        assert packs.find(kind, "other:stairs") == -1
        assert packs.id_of(kind, 1) == "stairs"
    texts = packs.packs[0].names("text")
    assert texts == sorted(texts)
    assert [packs.find("text", key) for key in texts] == list(range(len(texts)))
    assert packs.ids(state.KIND_TILE) == [0, 1]
    assert packs.faces() == [0]


def test_many_names_are_found_beyond_the_first_block(tmp_path):
    keys = [f"key_number_{n:03}" for n in range(300)]
    strings = '"card.book" = "B"\n' + "".join(f'{k} = "{k}!"\n' for k in keys)
    packs = open_built(build(tmp_path, "", **{"strings/en.toml": strings}))
    for n, key in enumerate(keys):
        assert packs.text(packs.find("text", key)) == key + "!"
        assert packs.find("text", key) == n + 1


def test_the_chart_has_the_ids_of_the_game(packs):
    assert packs.charts() == [["second", [0], [[0, [7]]]]]


def test_code_knows_its_file_and_line(packs):
    proc = packs.find("proc", "drawn_book")
    assert packs.where(proc, 0) == ("small/a.effect", 4)
    assert packs.where(proc, 5) == ("small/a.effect", 5)
    assert packs.where(packs.find("proc", "act_imp"), 0) == ("small/a.effect", 16)


def test_lines_far_apart_are_still_right(tmp_path):
    lines = ["def f(a):", "    note(a)", *["    #"] * 700, "    note(a)"]
    lines += ["    while a:" + "\n" * 300 + "        note(a)\n        a -= 1", "    note(3)"]
    packs = open_built(build(tmp_path, "\n".join(lines)))
    proc = packs.find("proc", "f")
    _n, _p, _k, code = packs.proc(proc)
    seen = []
    for pc in range(len(code)):
        line = packs.where(proc, pc)[1]
        if line not in seen:
            seen.append(line)
    assert seen == [2, 703, 704, 1004, 1005, 1006]


# --- several packs -----------------------------------------------------------------------


def second(tmp_path, first, effects, **files):
    """A pack that requires `first`."""
    from omenbox.packs import build_pack

    from .rig import small_vocabulary, write

    pack = 'name = "second"\ntitle = "S"\nversion = "1"\nrequires = ["small"]\n'
    strings = '"tile.attic" = "Attic"\n"card.bell" = "Bell"\nno = "No"\n'
    cards = '[[card]]\nid = "bell"\ndeck = "omen"\n'
    tiles = '[[tile]]\nid = "attic"\nfloors = ["upper"]\ndoors = "N"\nlink = "hall"\n'
    own = {"pack.toml": pack, "strings/en.toml": strings, "cards.toml": cards, "t.toml": tiles}
    write(tmp_path, {**own, "a.effect": effects, **files})
    return build_pack(tmp_path, [first], small_vocabulary())


SECOND = """
WHAT = card("book")
OWN = card("bell")
@drawn("bell")
def ring(me):
    drawn_book(me)
    say("no")
    say("yes")
    note(tile("small:stairs"))
    return handle(WHAT) + handle(OWN)
"""


def test_a_pack_uses_what_it_requires(data, tmp_path):
    packs = open_built(data, second(tmp_path, data, SECOND))
    ring = packs.find("proc", "ring")
    assert ring >> 12 == 1
    constants = packs.proc(ring)[2]
    assert packs.find("proc", "drawn_book") in constants
    assert packs.find("text", "no") in constants and packs.find("text", "yes") in constants
    assert packs.find("card", "book") in constants and packs.find("card", "bell") in constants
    assert packs.find("tile", "stairs") in constants
    assert packs.tile_link(packs.find("tile", "attic")) == packs.find("tile", "hall")
    bell = state.KIND_CARD << 16 | 1 << 12
    assert packs.hooks(state.H_DRAWN)[bell] == ring
    assert packs.ids(state.KIND_CARD) == [0, 1 << 12]


def test_a_third_pack_sees_the_constants_of_the_second(data, tmp_path):
    from omenbox.packs import build_pack

    from .rig import small_vocabulary, write

    two = second(tmp_path / "2", data, SECOND)
    pack = 'name = "third"\ntitle = "T"\nversion = "1"\nrequires = ["second", "small"]\n'
    text = "def f(me):\n    ring(me)\n    return handle(WHAT) + handle(OWN)\n"
    files = {"pack.toml": pack, "a.effect": text, "cards.toml": "", "strings/en.toml": "a = 'b'"}
    three = build_pack(write(tmp_path / "3", files), [data, two], small_vocabulary())
    packs = open_built(data, two, three)
    constants = packs.proc(packs.find("proc", "f"))[2]
    assert set(constants) >= {packs.find("card", "book"), packs.find("card", "bell")}
    assert packs.find("proc", "ring") in constants


def test_a_pack_made_for_another_base_is_refused(data, tmp_path):
    two = second(tmp_path / "2", data, SECOND)
    other = build(tmp_path / "1", "def f(me):\n    pass")
    with pytest.raises(PackError, match="^second: made for another small .*build it again$"):
        open_built(other, two)
    with pytest.raises(PackError, match="^second: requires small; add that pack before it$"):
        open_built(two)
    with pytest.raises(PackError, match="^small: given twice"):
        open_built(data, data)


def test_a_pack_made_for_other_words_is_refused(data):
    with pytest.raises(PackError, match="^small: made for other rules"):
        Packs([Pack(io.BytesIO(data))], vocab=1)


# --- damage ------------------------------------------------------------------------------


def refused(data: bytes) -> str:
    with pytest.raises(PackError) as caught:
        Pack(io.BytesIO(data), label="small.pack")
    message = str(caught.value)
    assert "\n" not in message and message.startswith("small.pack: ") and ";" in message
    return message


@given(st.data())
@settings(deadline=None)
def test_any_changed_byte_is_noticed(data, draw):
    at = draw.draw(st.integers(0, len(data) - 1))
    bits = draw.draw(st.integers(1, 255))
    refused(data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :])


@given(st.data())
@settings(deadline=None)
def test_any_truncation_is_noticed(data, draw):
    refused(data[: draw.draw(st.integers(0, len(data) - 1))])


def test_a_longer_file_is_noticed(data):
    refused(data + b"\0")


def test_refusals_say_what_is_wrong(data):
    assert "this is no pack" in refused(b"something else entirely, longer than a header")
    assert "cut off after 12 bytes" in refused(data[:12])
    assert f"{len(data) - 1} bytes long instead of {len(data)}" in refused(data[:-1])
    assert "checksum" in refused(data[:-1] + bytes([data[-1] ^ 1]))
    assert "format 9" in refused(data[:8] + b"\x09" + data[9:])


@given(st.data())
@settings(deadline=None)
def test_a_forged_checksum_lets_nothing_but_refusals_through(data, draw):
    at = draw.draw(st.integers(20, min(len(data) - 1, 900)))
    forged = bytearray(data)
    forged[at] ^= draw.draw(st.integers(1, 255))
    forged[16:20] = binascii.crc32(forged[20:]).to_bytes(4, "little")
    try:
        Packs([Pack(io.BytesIO(bytes(forged)))])
    except PackError as error:
        assert "\n" not in str(error)


def test_own_content_has_the_last_slot_in_the_file(data):
    pack = Pack(io.BytesIO(data))
    assert pack.moved(OWN << 12 | 3) == OWN << 12 | 3


MICROPYTHON = """
import io
from shared_rules.pack import Pack, PackError, Packs
with open({path!r}, "rb") as f:
    data = f.read()
def refused(b):
    try:
        Pack(io.BytesIO(bytes(b)))
    except PackError as e:
        assert "\\n" not in str(e)
        return 1
    return 0
good = bytearray(data)
n = 0
for at in range(len(good)):
    good[at] ^= 1 << at % 8
    n += refused(good)
    good[at] ^= 1 << at % 8
    n += refused(data[:at])
assert n == 2 * len(data), n
assert not refused(good)
f = open({path!r}, "rb")
packs = Packs([Pack(f)])
print(list(packs.tile(0)), list(packs.explorer(0)), sorted(packs.actions.values()), packs.charts())
print(packs.find("text", "yes"), packs.text(packs.find("text", "yes"), "zh"))
print([packs.proc(i) for i in range(5)], packs.where(0, 5))
"""


def test_micropython_reads_the_same_and_refuses_the_same(data, tmp_path, unix):
    path = tmp_path / "small.pack"
    path.write_bytes(data)
    out = unix.run(MICROPYTHON.format(path=str(path)))
    packs = open_built(data)
    wanted = [
        f"{list(packs.tile(0))} {list(packs.explorer(0))} {sorted(packs.actions.values())} {packs.charts()}",
        f"{packs.find('text', 'yes')} \u662f",
        f"{[packs.proc(i) for i in range(5)]} {packs.where(0, 5)}",
    ]
    assert out.check().splitlines() == wanted
