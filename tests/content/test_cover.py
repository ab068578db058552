"""The base cards between them use every kind of effect, trigger, modifier and prompt.

The rows P1 to P4 of the rules reference name the primitives of the game. The 43 cards of the base
pack were chosen from those that both decks share so that each row which any such card uses is
used by one of them. Whoever takes a card out of the pack, or puts another in, sees here what that
costs.
"""

import tomllib
from pathlib import Path

import shared_rules

# The rows that cards of both decks use.
ROWS = """
P1.01:step P1.02:dmg P1.03:rolltrait P1.04:rolldice P1.05:foreach P1.06:draw P1.07:keepdisc
P1.08:losecard P1.09:search P1.10:peek P1.11:teleport P1.12:walk P1.13:newtile P1.14:edittile
P1.15:token P1.16:link P1.17:fight P1.18:stun P1.21:xfer P1.22:track P1.23:fixresult P1.24:reroll
P1.25:addresult P1.26:heal P1.27:settrait P1.28:convert P1.30:status P1.31:pass
P2.01:drawn P2.02:gain P2.03:lose P2.04:use P2.05:set P2.06:attack P2.07:stolen P2.08:before_roll
P2.09:after_roll P2.10:dmg_before P2.11:dmg_after P2.12:trait_gain P2.13:co_occ P2.14:move
P2.19:room_action P2.20:turn_start P2.21:turn_end
P3.01:dice_roll P3.02:dice_attack P3.04:attack_trait P3.05:ranged P3.06:weapon_excl
P3.08:dmg_reduce P3.13:immune_room P3.16:action_ban P3.17:move_limit P3.21:nohinder
P3.24:los_block P3.29:nodrop P3.30:nogive P3.31:nosteal
P4.01:opt P4.02:alloc P4.03:trait P4.04:explorer P4.05:room P4.06:edge P4.07:target P4.08:monsters
P4.09:card P4.10:order P4.11:points P4.12:num P4.13:dice P4.14:path
"""

# Card: the rows it uses.
USES = """
bite: P1.17 P2.01 P3.29 P3.30 P3.31 P4.02
book: P1.01 P2.02 P2.03 P2.05
crystal_ball: P1.01 P1.03 P1.09 P1.10 P2.04 P4.01 P4.09
dog: P1.01 P1.12 P1.21 P2.02 P2.03 P2.04 P3.21 P3.29 P3.30 P3.31 P4.01 P4.09 P4.14
girl: P1.01 P2.02 P2.03 P3.29 P3.30 P3.31
holy_symbol: P1.01 P2.02 P2.03
madman: P1.01 P2.02 P2.03 P3.29 P3.30 P3.31
mask: P1.01 P1.03 P1.30 P2.03 P2.04 P4.01
medallion: P3.13
ring: P2.06 P3.04 P4.01
skull: P1.28 P2.10 P4.01
spear: P2.06 P3.02 P3.06 P4.01
spirit_board: P1.10 P1.12 P2.04 P4.01 P4.08
adrenaline_shot: P1.07 P1.25 P2.08 P4.01
armor: P1.28 P2.10 P3.08 P3.30 P3.31
axe: P2.06 P3.02 P3.06 P4.01
bell: P1.01 P1.03 P1.12 P2.02 P2.03 P2.04 P2.05 P4.04 P4.08
blood_dagger: P1.01 P1.02 P1.04 P2.06 P2.07 P3.02 P3.06 P3.29 P3.30 P4.01 P4.02
candle: P1.01 P1.07 P2.02 P2.03 P2.05 P2.08 P3.01
dynamite: P1.02 P1.03 P1.05 P1.07 P1.18 P2.04 P3.16 P4.02 P4.06
lucky_stone: P1.07 P1.24 P2.09 P4.01 P4.13
medical_kit: P1.03 P1.26 P2.04 P4.04 P4.11
revolver: P2.06 P3.02 P3.04 P3.05 P3.06 P4.01 P4.07
a_moment_of_hope: P1.15 P2.01 P3.01
angry_being: P1.01 P1.02 P1.03 P1.04 P2.01 P4.02
bloody_vision: P1.01 P1.03 P1.12 P1.17 P2.01 P4.07
closet_door: P1.04 P1.06 P1.15 P2.01 P2.19 P4.01
creepy_puppet: P1.01 P1.17 P2.01 P2.11 P4.02
drip: P1.15 P2.01 P3.01
grave_dirt: P1.01 P1.02 P1.03 P1.07 P1.30 P2.01 P2.12 P2.20 P2.21 P4.02
hideous_shriek: P1.02 P1.03 P1.04 P1.05 P2.01 P4.02
image_in_the_mirror_give: P1.01 P1.08 P1.31 P2.01 P4.09
it_is_meant_to_be: P1.04 P1.07 P1.10 P1.23 P2.01 P2.08 P4.01 P4.09 P4.10 P4.12
lights_out: P1.07 P1.30 P2.01 P2.13 P2.14 P2.21 P3.17
locked_safe: P1.02 P1.03 P1.04 P1.06 P1.15 P2.01 P2.19 P4.01 P4.02
phone_call: P1.01 P1.02 P1.04 P2.01 P4.02
possession: P1.01 P1.03 P1.27 P2.01 P4.03
secret_passage: P1.04 P1.15 P1.16 P2.01 P2.19 P4.01 P4.05
smoke: P1.15 P2.01 P3.01 P3.24
spider: P1.01 P1.02 P1.03 P1.04 P2.01 P4.02 P4.03
the_lost_one: P1.01 P1.03 P1.04 P1.06 P1.11 P1.13 P2.01 P4.06
webs: P1.01 P1.03 P1.07 P1.22 P1.30 P2.01 P2.19 P3.16 P4.01
what_the: P1.14 P2.01 P4.06
"""


def uses() -> dict[str, set[str]]:
    """The table above as card id -> rows."""
    table: dict[str, set[str]] = {}
    for line in USES.replace("\n  ", " ").split("\n"):
        if line:
            card, rows = line.split(": ")
            table[card] = set(rows.split())
    return table


def cards() -> list[dict]:
    """The cards of the base pack as its source has them."""
    source = Path(shared_rules.__file__).parent / "content" / "base" / "cards.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))["card"]


def test_the_table_is_about_the_cards_of_the_pack():
    assert set(uses()) == {card["id"] for card in cards()}


def test_every_row_is_used_by_a_card():
    needed = {row.split(":")[0] for row in ROWS.split()}
    assert needed <= set().union(*uses().values())


def test_the_decks_have_13_omens_10_items_and_20_events():
    decks = [card["deck"] for card in cards()]
    assert [decks.count(deck) for deck in ("omen", "item", "event")] == [13, 10, 20]


def test_every_card_is_in_both_decks():
    assert all({"first", "second"} <= set(card["decks"]) for card in cards())
