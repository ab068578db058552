"""Words about cards and rolls."""

from shared_rules import house
from shared_rules.figures import value
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

# --- cards


def card(g, i: "Number") -> "Card":
    """The card in play with content id `i`, NONE if it is not in the decks."""
    return g.card_index.get(i, NONE)


def as_card(g, n: "Number") -> "Card":
    """The card with number `n` of the game, as an option names it."""
    return n


def card_id(g, c: "Card") -> "Number":
    """Content id of a card."""
    return g.G[G_CARDS][c]


def deck_of(g, c: "Card") -> "Number":
    """Deck of a card: OMEN, ITEM, EVENT."""
    return g.packs.card(g.G[G_CARDS][c])[0]


def card_flag(g, c: "Card", bits: "Number") -> "Number":
    """Whether a card has a flag (C_...)."""
    return 1 if g.packs.card(g.G[G_CARDS][c])[1] & bits else 0


def card_rule(g, c: "Card", i: "Number") -> "Number":
    """Signed number `i` of the declared rules of a card."""
    n = g.packs.card(g.G[G_CARDS][c])[i]
    return n - 256 if n > 127 else n


def card_place(g, c: "Card") -> "Number":
    """Where a card is: a figure, 100 + room, or AT_..."""
    return g.place[c] if c >= 0 else AT_BOX


def holder(g, i: "Number") -> "Figure":
    """Who holds the card with content id `i`; NONE."""
    c = g.card_index.get(i, NONE)
    return g.place[c] if c >= 0 and 0 <= g.place[c] < ROOM_PLACE else NONE


def holds(g, f: "Figure", i: "Number") -> "Number":
    """Whether a figure holds the card with content id `i`."""
    c = g.card_index.get(i, NONE)
    return 1 if c >= 0 and g.place[c] == f else 0


def put_card(g, c: "Card", place: "Number") -> "Number":
    """Put a card somewhere; discards and stacks take it on top. No steps are gained or lost."""
    place_card(g, c, place)
    return 0


def place_card(g, c, place):
    """Move card `c` and keep the piles in order."""
    deck = g.packs.card(g.G[G_CARDS][c])[0]
    was = g.place[c]
    if was == AT_STACK:
        g.G[G_STACKS][deck].remove(c)
        house.show(g)
    elif was == AT_DISCARD:
        g.G[G_DISCARDS][deck].remove(c)
    g.place[c] = place
    if place == AT_STACK:
        g.G[G_STACKS][deck].append(c)
    elif place == AT_DISCARD:
        g.G[G_DISCARDS][deck].append(c)


def cards_at(g, place: "Number") -> "Cards":
    """The cards at a place."""
    m = 0
    for c in lying(g, place):
        m |= 1 << c
    return m


def lying(g: "Game", place: int) -> "list[Card]":
    """The cards at a place, in order."""
    found = []
    c = -1
    for _ in range(g.place.count(place)):
        c = g.place.index(place, c + 1)
        found.append(c)
    return found


def objects_of(g, f: "Figure", without: "Number") -> "Cards":
    """Cards a figure holds that lack every flag of `without` (C_...), events left out."""
    m = 0
    for c in lying(g, f):
        row = g.packs.card(g.G[G_CARDS][c])
        if row[0] != EVENT and not row[1] & without:
            m |= 1 << c
    return m


def items_of(g, f: "Figure") -> "Cards":
    """The item cards of a figure."""
    m = 0
    for c in lying(g, f):
        if g.packs.card(g.G[G_CARDS][c])[0] == ITEM:
            m |= 1 << c
    return m


def stack_cards(g, deck: "Number") -> "Cards":
    """The undrawn cards of a deck."""
    m = 0
    for c in g.G[G_STACKS][deck]:
        m |= 1 << c
    return m


def top_cards(g, deck: "Number", n: "Number") -> "Cards":
    """The top `n` cards of a deck, as a set."""
    m = 0
    for c in g.G[G_STACKS][deck][-n:]:
        m |= 1 << c
    return m


def top_tile(g, n: "Number") -> "Tile":
    """The tile `n` below the top of the stack, NONE."""
    s = g.G[G_STACKS][TILES]
    return s[-1 - n] if n < len(s) else NONE


def raise_tile(g, t: "Tile") -> "Number":
    """Put a tile of the stack on its top."""
    s = g.G[G_STACKS][TILES]
    s.remove(t)
    s.append(t)
    return 0


def next_card(g, deck: "Number") -> "Card":
    """Take the top card of a deck, its discards shuffled in when it is empty; NONE (EG19)."""
    refill(g, deck)
    s = g.G[G_STACKS][deck]
    if not s:
        return NONE
    c = s.pop()
    g.place[c] = AT_TABLE
    g.revealed = True
    return c


def refill(g, deck):
    """Shuffle the discards of a deck into its stack when that is empty (EG19)."""
    s = g.G[G_STACKS][deck]
    if not s:
        spent = g.G[G_DISCARDS][deck]
        for c in spent:
            g.place[c] = AT_STACK
        s.extend(spent)
        del spent[:]
        house.shuffle(g, s)


def shuffle_deck(g, deck: "Number") -> "Number":
    """Shuffle what is left of a deck."""
    house.shuffle(g, g.G[G_STACKS][deck])
    return 0


def use_card(g, e: "Explorer", c: "Card") -> "Number":
    """Note that a card has been used this turn (B21, EG12)."""
    g.ex[e][E_USED] |= 1 << c
    return 0


def used(g, e: "Explorer", c: "Card") -> "Number":
    """Whether a card has been used this turn."""
    return 1 if g.ex[e][E_USED] >> c & 1 else 0


def card_number(g, c: "Card") -> "Number":
    """The number kept with a card."""
    return g.G[G_CARDN][c]


def set_card_number(g, c: "Card", n: "Number") -> "Number":
    """Keep a number with a card."""
    g.G[G_CARDN][c] = n
    return n


def unseen(g, deck: "Number") -> "Cards":
    """Cards of a deck that a table with real cards could have drawn: not in play, the discards only where
    nothing else is left (EG19)."""
    refill(g, deck)
    return stack_cards(g, deck)


def summed(g, e: "Explorer", i: "Number") -> "Number":
    """Sum of declared rule `i` over the cards an explorer holds (armour and the like)."""
    n = 0
    for c in lying(g, e):
        b = g.packs.card(g.G[G_CARDS][c])[i]
        n += b - 256 if b > 127 else b
    return n


# --- rolls


def trait_dice(g, f: "Figure", t: "Trait", text: "Text") -> "Number":
    """Dice of a trait roll before the pool's limits (F06): value and tokens here, each of which is told."""
    n = value(g, f, t)
    if f >= MONSTER:
        return n
    r = ROOM_PLACE + g.ex[f][E_ROOM]
    for row in g.tokens:
        if row[K_PLACE] == r:
            stats = g.packs.token(row[K_KIND])
            d = stats[1]
            if d and not (stats[0] & TF_HEROES and g.ex[f][E_SIDE] != HERO):
                d = d - 256 if d > 127 else d
                n += d
                g.tell(NONE, text, (f, row[K_KIND], d))
    return n


def begin_roll(g, f: "Figure", kind: "Number", t: "Number", n: "Number") -> "Number":
    """Start a roll of `n` dice, held to 1..8 (F04, F05)."""
    n = 1 if n < 1 else MAX_DICE if n > MAX_DICE else n
    g.G[G_ROLL][:] = [f, kind, t, n, NONE, 0, []]
    return n


def roll_dice(g) -> "Number":
    """Dice of the roll under way."""
    return g.G[G_ROLL][ROLL_DICE]


def roll_fixed(g) -> "Number":
    """Result chosen instead of dice, NONE without."""
    return g.G[G_ROLL][ROLL_FIXED]


def fix_roll(g, n: "Number") -> "Number":
    """Choose the result of the roll under way (F09)."""
    g.G[G_ROLL][ROLL_FIXED] = n
    return 0


def add_roll(g, n: "Number") -> "Number":
    """Add to the total of the roll under way (F08)."""
    g.G[G_ROLL][ROLL_FLAT] += n
    return 0


def more_dice(g, n: "Number") -> "Number":
    """Add dice to the roll under way, before it is thrown."""
    d = g.G[G_ROLL][ROLL_DICE] + n
    g.G[G_ROLL][ROLL_DICE] = 1 if d < 1 else MAX_DICE if d > MAX_DICE else d
    return 0


def roll_total(g) -> "Number":
    """Total of the roll under way, never below 0."""
    row = g.G[G_ROLL]
    n = row[ROLL_FIXED]
    if n < 0:
        n = sum(row[ROLL_FACES])
    n += row[ROLL_FLAT]
    return n if n > 0 else 0


def roll_twos(g) -> "Number":
    """Dice of the last roll that show 2 (F14)."""
    n = 0
    for d in g.G[G_ROLL][ROLL_FACES]:
        if d == 2:
            n += 1
    return n


WORDS = (
    card, as_card, card_id, deck_of, card_flag, card_rule, card_place, holder, holds, put_card, cards_at,
    objects_of, items_of, stack_cards, top_cards, top_tile, raise_tile, next_card, shuffle_deck, use_card,
    used, card_number, set_card_number, unseen, summed, trait_dice, begin_roll, roll_dice, roll_fixed,
    fix_roll, add_roll, more_dice, roll_total, roll_twos,
)  # fmt: skip
