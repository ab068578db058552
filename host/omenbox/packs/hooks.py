"""What each hook is for: when it runs, what it is given, and what types these values have.

The compiler takes the types of a hook's parameters from here; an author reads it in docs/words.md
and from ``omenbox pack words``; a test holds the list against that of the rules core.
"""

from __future__ import annotations

from typing import NamedTuple

#: Kinds of content that get a hook: of a card; asked of a figure; run for a figure; of the haunt alone.
CARD = ("card",)
ASKED = ("card", "monster", "haunt")
FIGURE = ("tile", "token", "card", "explorer", "monster", "haunt")
HAUNT = ("haunt",)
#: What stands for the first value of a hook that is about nobody.
NOBODY = "NONE"


class Said(NamedTuple):
    """A hook in words: when it runs, and its two values, each with its type before a colon."""

    when: str
    first: str = "explorer: who it is about"
    second: str = "0"
    kinds: tuple[str, ...] = FIGURE

    def values(self) -> tuple[str, ...]:
        """What is said of the values that it gives; a first one is None where it is about nobody but has a second."""
        if ": " in self.second:
            return self.first, self.second
        return () if self.first == NOBODY else (self.first,)

    def type_of(self, index: int, kind: str = "") -> str:
        """The type of the first value (0) or the second (1) where the hook is bound to content of `kind`."""
        found, colon, _ = (self.first, self.second)[index].partition(":")
        if found == "figure" and index == 0 and kind == "explorer":
            return "explorer"
        return found if colon else "number"


#: Hook: its description, in the order in which the reference shows them.
HOOKS: dict[str, Said] = {
    "setup": Said("the haunt begins, sides are told; sets it up", NOBODY, kinds=HAUNT),
    "drawn": Said(
        "a card is drawn (after `gained`); all of an event happens here", "explorer: who drew it", kinds=CARD
    ),
    "gained": Said("a card came into a hand", "explorer: who has it now", kinds=CARD),
    "lost": Said("a card left a hand", "explorer: who had it", kinds=CARD),
    "stolen": Said("a card was stolen", "explorer: who had it", kinds=CARD),
    "use": Said("its owner uses a card, once a turn", "explorer: the owner", kinds=CARD),
    "can_use": Said("whether the menu offers that use: 0 or 1", "explorer: the owner", kinds=CARD),
    "wielded": Said(
        "an attacker takes the weapon, before any dice", "explorer: the attacker", "figure: whom it is aimed at", CARD
    ),
    "before_roll": Said(
        "dice are about to fall: `more_dice`, `fix_roll`", "explorer: who rolls", "number: kind of roll"
    ),
    "after_roll": Said("dice have fallen: `throw_again`, `add_roll`", "explorer: who rolls", "number: kind of roll"),
    "damage_before": Said(
        "damage is coming: V_DAMAGE and V_DKIND may be changed", "explorer: who suffers", "number: PHYSICAL or MENTAL"
    ),
    "damage_after": Said("damage was taken", "explorer: who suffered", "number: points"),
    "trait_gained": Said("a trait rose", "explorer: whose", "trait: which"),
    "death": Said("somebody dies, unless V_MARGIN is set to 0 or SPARED", "explorer: who"),
    "leave": Said(
        "a figure leaves a room", "figure: who", "number: side 0 to 3, monsters on a passage 4 + its number; or NONE"
    ),
    "enter": Said("a figure came into a room", "figure: who", "room: where"),
    "discover": Said("a room was explored, before its symbol", "explorer: who explored it", "room: which"),
    "way": Said(
        "what a way costs: NONE as usual, 0 no way, else spaces",
        "figure: who would go",
        "number: side 0 to 3, or 4 + a passage's number",
        ASKED,
    ),
    "pass_lock": Said(
        "above 0: opens a Lock without a roll", "explorer: the holder of the card", "number: side 0 to 3", ASKED
    ),
    "may_take": Said(
        "0 forbids to pick a carried token up from the floor; gifts and theft are not asked",
        "explorer: who would pick it up",
        "token: the kind of token that would be picked up",
        ASKED,
    ),
    "taken": Said(
        "a carried token was picked up from the floor, not given or stolen",
        "explorer: who has it now",
        "token: the kind of token that was picked up",
    ),
    "turn_start": Said("a turn begins", "explorer: whose"),
    "turn_end": Said("a turn ends, before the haunt roll", "explorer: whose"),
    "turn_over": Said(
        "a turn of the haunt is over with all that followed", NOBODY, "explorer: whose turn it was", HAUNT
    ),
    "may_attack": Said("0 forbids an attack", "figure: the attacker", "figure: whom", ASKED),
    "attack_dice": Said("more dice in a fight, from 0", "figure: who rolls", "trait: the one rolled", ASKED),
    "wins": Said(
        "a fight is won by V_MARGIN, V_DEFENDER was attacked; with V_MARGIN set to 0 nothing else comes of it",
        "figure: the winner",
        "figure: the loser",
    ),
    "loses": Said("the same, after `wins`", "figure: the loser", "figure: the winner"),
    "monsters_start": Said("the monsters' turn begins", NOBODY, kinds=HAUNT),
    "monster_end": Said("a monster's own turn ends", "figure: the monster", kinds=("monster", "haunt")),
    "woken": Said("a monster is no longer stunned", "figure: the monster"),
    "round_end": Said("after the monsters' turn, each round", NOBODY, kinds=HAUNT),
    "check": Said("has somebody won? After every action, turn and death", NOBODY, kinds=HAUNT),
    "worth": Said(
        "how well things stand for somebody: bots strive for more", "explorer: whom they stand so for", kinds=HAUNT
    ),
}
