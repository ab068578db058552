"""What each hook is for: when it runs, whom it is about, and its second value.

An author reads it in docs/words.md and from ``omenbox pack words``; a test holds the list against
that of the rules core.
"""

from __future__ import annotations

from typing import NamedTuple

#: Kinds of content that get a hook: of a card; asked of a figure; run for a figure; of the haunt alone.
CARD = ("card",)
ASKED = ("card", "monster", "haunt")
FIGURE = ("tile", "token", "card", "explorer", "monster", "haunt")
HAUNT = ("haunt",)


class Said(NamedTuple):
    """A hook in words: when it runs, its first and its second parameter."""

    when: str
    first: str = "the explorer"
    second: str = "0"
    kinds: tuple[str, ...] = FIGURE


#: Hook: its description, in the order in which the reference shows them.
HOOKS: dict[str, Said] = {
    "setup": Said("the haunt begins, sides are told; sets it up", "NONE", kinds=HAUNT),
    "drawn": Said("a card is drawn (after `gained`); all of an event happens here", "who drew it", kinds=CARD),
    "gained": Said("a card came into a hand", "who has it now", kinds=CARD),
    "lost": Said("a card left a hand", "who had it", kinds=CARD),
    "stolen": Said("a card was stolen", "who had it", kinds=CARD),
    "use": Said("its owner uses a card, once a turn", "the owner", kinds=CARD),
    "can_use": Said("whether the menu offers that use: 0 or 1", "the owner", kinds=CARD),
    "wielded": Said(
        "an attacker takes the weapon, before any dice", "the attacker", "whom it is aimed at: a figure", kinds=CARD
    ),
    "before_roll": Said("dice are about to fall: `more_dice`, `fix_roll`", "who rolls", "kind of roll"),
    "after_roll": Said("dice have fallen: `throw_again`, `add_roll`", "who rolls", "kind of roll"),
    "damage_before": Said("damage is coming: V_DAMAGE and V_DKIND may be changed", "who suffers", "PHYSICAL or MENTAL"),
    "damage_after": Said("damage was taken", "who suffered", "points"),
    "trait_gained": Said("a trait rose", "whose", "the trait"),
    "death": Said("somebody dies, unless V_MARGIN is set to 0", "who"),
    "leave": Said("a figure leaves a room", "the figure", "side 0 to 3, monsters on a passage 4 + its number; or NONE"),
    "enter": Said("a figure came into a room", "the figure", "the room"),
    "discover": Said("a room was explored, before its symbol", "who explored it", "the room"),
    "way": Said(
        "what a way costs: NONE as usual, 0 no way, else spaces",
        "the figure",
        "side 0 to 3, or 4 + a passage's number",
        kinds=ASKED,
    ),
    "pass_lock": Said("above 0: opens a Lock without a roll", "the holder of the card", "side 0 to 3", kinds=ASKED),
    "turn_start": Said("a turn begins"),
    "turn_end": Said("a turn ends, before the haunt roll"),
    "turn_over": Said("a turn of the haunt is over with all that followed", "NONE", "whose turn it was", kinds=HAUNT),
    "may_attack": Said("0 forbids an attack", "the attacker", "whom: a figure", kinds=ASKED),
    "attack_traits": Said("traits that a monster may attack with: a set", "the monster", "whom: a figure", kinds=ASKED),
    "defend": Said("the trait that is rolled in defence", "the defender", "the attacker's trait", kinds=ASKED),
    "attack_dice": Said("more dice in a fight, from 0", "who rolls", "the trait", kinds=ASKED),
    "attack_result": Said(
        "both have rolled; with V_MARGIN set to 0 nothing else comes of it", "the attacker", "the trait"
    ),
    "monsters_start": Said("the monsters' turn begins", "NONE", kinds=HAUNT),
    "woken": Said("a monster is no longer stunned", "the monster"),
    "round_end": Said("after the monsters' turn, each round", "NONE", kinds=HAUNT),
    "check": Said("has somebody won? After every action, turn and death", "NONE", kinds=HAUNT),
}
