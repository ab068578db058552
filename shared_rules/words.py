"""The vocabulary: what effects may call.

WORDS are pure and give a number at once. SUSPENDING words ask somebody, or start
other effects; the effect that calls one goes on when the answer is there. The
annotations are the types that the pack compiler checks; `g` is the game. Words
about figures take explorers and monsters alike. A missing thing is NONE (-1).
"""

from shared_rules import asking, cards, figures, house, offers, places
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

# --- the game


def var(g, i: "Number") -> "Any":
    """Variable `i` of the game (V_...)."""
    return g.v[i]


def set_var(g, i: "Number", n: "Any") -> "Number":
    """Set variable `i` of the game."""
    g.v[i] = n
    if i == V_HAUNT:
        g.packs.wake(n)
    return n


def phase(g) -> "Number":
    """Phase of the game (PHASE_...)."""
    return g.G[G_PHASE]


def set_phase(g, n: "Number") -> "Number":
    """Go to phase `n`."""
    g.G[G_PHASE] = n
    return n


def rule(g, n: "Number") -> "Number":
    """Whether table option `n` (RULE_...) is on."""
    return 1 if g.v[V_RULES] & n else 0


def random(g, n: "Number") -> "Number":
    """A number 0..n-1 from the game's generator."""
    return house.random(g, n) if n > 0 else 0


def count(g, mask: "Any") -> "Number":
    """How many things are in a set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def one_of(g, mask: "Any") -> "Any":
    """One thing of a set at random, NONE of an empty one."""
    n = count(g, mask)
    if not n:
        return NONE
    for _ in range(house.random(g, n)):
        mask &= mask - 1
    n = 0
    while not mask & 1:
        mask >>= 1
        n += 1
    return n


def first_of(g, mask: "Any") -> "Any":
    """The lowest thing of a set, NONE of an empty one."""
    if not mask:
        return NONE
    n = 0
    while not mask & 1:
        mask >>= 1
        n += 1
    return n


def min(g, a: "Number", b: "Number") -> "Number":
    """The smaller number."""
    return a if a < b else b


def max(g, a: "Number", b: "Number") -> "Number":
    """The larger number."""
    return a if a > b else b


def say(g, text: "Text") -> "Number":
    """Tell the table."""
    g.tell(NONE, text, ())
    return 0


def say1(g, text: "Text", a: "Any") -> "Number":
    """Tell the table, with one thing named."""
    g.tell(NONE, text, (a,))
    return 0


def say2(g, text: "Text", a: "Any", b: "Any") -> "Number":
    """Tell the table, with two things named."""
    g.tell(NONE, text, (a, b))
    return 0


def say3(g, text: "Text", a: "Any", b: "Any", c: "Any") -> "Number":
    """Tell the table, with three things named."""
    g.tell(NONE, text, (a, b, c))
    return 0


def tell(g, readers: "Explorers", text: "Text", a: "Any", b: "Any") -> "Number":
    """Tell some explorers only."""
    g.tell(readers, text, (a, b))
    return 0


# --- secrets


def keep_secret(g, kind: "Any", owner: "Any", n: "Any", readers: "Explorers") -> "Number":
    """Record something hidden: who may read it is part of it. Gives its number.

    kind: the text by which its readers are shown it ({0} the owner, {1} the value), 0 without;
    SECRET_SIDE for the side on which the owner is in truth.
    """
    g.G[G_SECRETS].append([kind, owner, n, readers])
    return len(g.G[G_SECRETS]) - 1


def secret(g, i: "Number") -> "Any":
    """What a secret record holds; NONE of a word."""
    n = g.G[G_SECRETS][i][S_VALUE]
    return NONE if isinstance(n, list) else n


def set_secret(g, i: "Number", n: "Any") -> "Number":
    """Change what a secret record holds."""
    g.G[G_SECRETS][i][S_VALUE] = n
    return 0


def reveal_secret(g, i: "Number") -> "Number":
    """Let everybody read a secret record."""
    g.G[G_SECRETS][i][S_READERS] = (1 << len(g.ex)) - 1
    return 0


def show_secret(g, i: "Number", who: "Explorers") -> "Number":
    """Let some more explorers read a secret record: they look."""
    g.G[G_SECRETS][i][S_READERS] |= who
    g.revealed = True
    return 0


def secret_equal(g, i: "Number", j: "Number") -> "Number":
    """Whether two secret records hold the same number or the same word."""
    return 1 if g.G[G_SECRETS][i][S_VALUE] == g.G[G_SECRETS][j][S_VALUE] else 0


def secret_letter(g, i: "Number", k: "Number") -> "Number":
    """Code point of letter `k` (from 0) of a secret word; NONE past its end."""
    n = g.G[G_SECRETS][i][S_VALUE]
    return n[k] if isinstance(n, list) and 0 <= k < len(n) else NONE


def tell_secret(g, readers: "Explorers", text: "Text", a: "Any", i: "Number") -> "Number":
    """Tell some explorers, or the table (None), one thing and what a secret record holds ({1} or {1:word})."""
    n = g.G[G_SECRETS][i][S_VALUE]
    g.tell(readers, text, (a, list(n) if isinstance(n, list) else n))
    return 0


# --- the haunt


def charted(g, omen: "Card", r: "Room") -> "Number":
    """Number in the haunt chart for an omen and the room where it was drawn, 0 without (I06)."""
    return g.chart(g.G[G_CARDS][omen], g.rooms[r][R_TILE])


def cell_omen(g, n: "Number") -> "Card":
    """Omen of the first chart cell of haunt `n` whose card is in the decks, NONE."""
    return g.chart_cell(n)[0]


def cell_tile(g, n: "Number") -> "Tile":
    """Tile of the first chart cell of haunt `n` whose omen is in the decks, NONE."""
    return g.chart_cell(n)[1]


def haunt_numbered(g, n: "Number") -> "Haunt":
    """The haunt with a printed number, NONE."""
    return g.packs.haunt_by_number(n)


def haunt_number(g, h: "Haunt") -> "Number":
    """Printed number of a haunt."""
    row = g.packs.haunt(h)
    return row[0] | row[1] << 8


def haunt_rule(g, h: "Haunt", i: "Number") -> "Number":
    """Byte `i` of a haunt's row: its traitor rule."""
    return g.packs.haunt(h)[i]


def haunt_named(g, h: "Haunt") -> "Explorer":
    """The explorer a haunt's traitor rule names, if in play by that name (I08), else NONE."""
    face = g.packs.haunt_named(h)
    for e in range(len(g.ex)):
        if g.ex[e][E_FACE] == face and face >= 0:
            return e
    return NONE


WORDS: "tuple[Callable[..., int], ...]" = (
    var, set_var, phase, set_phase, rule, random, count, one_of, first_of, min, max, say, say1, say2, say3,
    tell, keep_secret, secret, set_secret, reveal_secret, show_secret, secret_equal, secret_letter,
    tell_secret, charted, cell_omen, cell_tile, haunt_numbered,
    haunt_rule, haunt_named,
) + figures.WORDS + places.WORDS + cards.WORDS + offers.WORDS  # fmt: skip

SUSPENDING: "tuple[Callable[..., int], ...]" = asking.SUSPENDING

# --- what words cost

SHORT = 4  # steps of a word that is not named below


def costs(words: "Sequence[Callable[..., int]]", long: "Sequence[tuple[int, Sequence[Callable[..., int]]]]") -> bytes:
    """For each of `words` its cost in steps, which are some 0.04 ms of the board in a large house."""
    got = bytearray([SHORT] * len(words))
    for n, names in long:
        for f in names:
            got[words.index(f)] = n
    return bytes(got)


COST = costs(WORDS, (
    (255, (cell_omen, cell_tile, places.rotations, places.nearer, places.nearest, places.within, places.distance,
           places.stroll, places.place_tile, places.lift_cells, offers.deal_tiles, offers.deal_cards,
           places.next_tile, offers.far_targets, offers.consult, places.unexplored, cards.shuffle_deck)),
    (200, (places.tile_fits,)),
    (80, (offers.way_cost, offers.offer_exit, offers.targets, places.take_tile, places.rooms,
          figures.set_face, figures.first_player, haunt_numbered)),
    (40, (offers.offer_acts, offers.offer_cards, offers.exits, places.move_room, places.rooms_of_kind)),
    (20, (set_var, figures.exit_cost, figures.spawn, places.lock_on, places.rooms_on, cards.trait_dice,
          cards.next_card)),
))  # fmt: skip
ASKING_COST = costs(SUSPENDING, (
    (255, (asking.pick_lift, asking.pick_lift_turn)),
    (150, (asking.pick_face, asking.pick_cell)),
    (80, (asking.pick_turn,)),
    (50, (asking.fire,)),
    (40, (asking.fire_card, asking.act, asking.pick_rooms, asking.pick_room, asking.pick_drawn,
          asking.pick_tile)),
    (15, (asking.menu, asking.menu_for, asking.pick_explorer, asking.pick_figure, asking.pick_trait, asking.throw,
          asking.may_act)),
))  # fmt: skip
