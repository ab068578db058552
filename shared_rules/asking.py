"""The suspending words: they ask somebody, or start other effects, and end the game."""

from shared_rules import house
from shared_rules.figures import room_of
from shared_rules.offers import source_of
from shared_rules.places import lift_options
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *


def ask(g, who, kind, text, domain, menu=0, args=()):
    """Set the prompt. A choice with one option that is no menu is taken at once."""
    if kind == CHOICE and not menu:
        if len(domain) == 1:
            g.G[G_RESULT] = argument(domain[0])
            return
        if not domain:
            g.G[G_RESULT] = NONE
            return
    g.G[G_PROMPT] = [who, kind, text, domain, g.G[G_FRAMES][-1][2], list(args), menu]


def argument(option):
    """Argument of an option; NONE of "nothing"."""
    return NONE if option >> 16 == O_NOTHING else option & 0xFFFF


def options(mask, kind, optional):
    """Options for every thing of a set."""
    got = []
    i = 0
    while mask:
        if mask & 1:
            got.append(kind << 16 | i)
        mask >>= 1
        i += 1
    if optional and got:
        got.append(O_NOTHING << 16)
    return got


def menu(g, who: "Explorer", text: "Text") -> "Option":
    """Ask for one of the options offered; gives the option."""
    ask(g, who, CHOICE, text, list(g.G[G_OFFERS]), 1)


def menu_for(g, who: "Explorer", f: "Figure", text: "Text") -> "Option":
    """Ask for one of the options offered, on behalf of a monster."""
    ask(g, who, CHOICE, text, list(g.G[G_OFFERS]), 1, (f,))


def choose(g, who: "Explorer", text: "Text", *texts: "Text") -> "Number":
    """Ask for one of some answers in words; gives its position from 0."""
    ask(g, who, CHOICE, text, [O_TEXT << 16 | i for i in texts], 1)
    g.G[G_PROMPT][P_MENU] = 2


def number(g, who: "Explorer", low: "Number", high: "Number", text: "Text") -> "Number":
    """Ask for a number; the only possible one is taken at once."""
    if low >= high:
        g.G[G_RESULT] = low
        return
    ask(g, who, RANGE, text, [low, high])


def pick_explorer(g, who: "Explorer", among: "Explorers", text: "Text", optional: "Number" = 0) -> "Explorer":
    """Ask for one explorer."""
    ask(g, who, CHOICE, text, options(among, O_EXPLORER, optional))


def pick_figure(g, who: "Explorer", among: "Figures", text: "Text", optional: "Number" = 0) -> "Figure":
    """Ask for one explorer or monster."""
    ask(g, who, CHOICE, text, options(among, O_FIGURE, optional))


def pick_room(g, who: "Explorer", among: "Rooms", text: "Text", optional: "Number" = 0) -> "Room":
    """Ask for one room."""
    ask(g, who, CHOICE, text, options(among, O_ROOM, optional))


def pick_card(g, who: "Explorer", among: "Cards", text: "Text", optional: "Number" = 0) -> "Card":
    """Ask for one card."""
    ask(g, who, CHOICE, text, options(among, O_CARD, optional))


def pick_trait(g, who: "Explorer", among: "Traits", text: "Text", optional: "Number" = 0) -> "Trait":
    """Ask for one trait."""
    ask(g, who, CHOICE, text, options(among, O_TRAIT, optional))


def pick_figures(g, who: "Explorer", among: "Figures", text: "Text") -> "Figures":
    """Ask for any number of figures."""
    subset(g, who, options(among, O_FIGURE, 0), 0, 99, text)


def pick_rooms(g, who: "Explorer", among: "Rooms", least: "Number", most: "Number", text: "Text") -> "Rooms":
    """Ask for several rooms."""
    subset(g, who, options(among, O_ROOM, 0), least, most, text)


def pick_cards(g, who: "Explorer", among: "Cards", least: "Number", most: "Number", text: "Text") -> "Cards":
    """Ask for several cards."""
    subset(g, who, options(among, O_CARD, 0), least, most, text)


def subset(g, who, got, least, most, text):
    """Ask for some of the options; none at all is answered at once."""
    if most > len(got):
        most = len(got)
    if least > most:
        least = most
    if most == 0:
        g.G[G_RESULT] = 0
        return
    ask(g, who, SUBSET, text, [least, most] + got)


def pick_dice(g, who: "Explorer", most: "Number", text: "Text") -> "Number":
    """Ask which dice of the last roll to throw again; gives a mask of their positions (F10)."""
    subset(g, who, options((1 << len(g.G[G_ROLL][ROLL_FACES])) - 1, O_DIE, 0), 0, most, text)


def throw(g, who: "Explorer", n: "Number", text: "Text") -> "Number":
    """Ask for the faces of `n` dice (chance is an answer); they become the faces of the roll under way."""
    g.G[G_ROLL][ROLL_FACES] = []
    ask(g, who, DICE, text, [n])


def throw_again(g, who: "Explorer", dice: "Number", text: "Text") -> "Number":
    """Throw some dice of the last roll again (mask); the new faces stand."""
    old = g.G[G_ROLL][ROLL_FACES]
    kept = [old[i] for i in range(len(old)) if not dice >> i & 1]
    g.G[G_ROLL][ROLL_FACES] = kept
    ask(g, who, DICE, text, [len(old) - len(kept)])


def pick_cell(g, who: "Explorer", t: "Tile", floor: "Number", text: "Text") -> "Number":
    """Ask where on a floor to put a tile; NONE when it fits nowhere."""
    ask(g, who, CHOICE, text, [O_CELL << 16 | c for c in house.cells_for(g, t, floor)])


def pick_lift(g, who: "Explorer", r: "Room", floor: "Number", text: "Text") -> "Number":
    """Ask where on a floor to put a room that moves; NONE when it fits nowhere."""
    ask(g, who, CHOICE, text, [O_CELL << 16 | c for c in lift_options(g, r, floor)])


def pick_lift_turn(g, who: "Explorer", r: "Room", c: "Number", text: "Text") -> "Number":
    """Ask how to turn a room that moves to cell `c`, as if it stood nowhere; best joined first."""
    row = g.rooms[r]
    kept = house.lift(g, r)
    got = house.turnings(g, row[R_TILE], c, house.facing(g, c))
    house.lower(g, r, kept)
    ask(g, who, CHOICE, text, [O_TURNED << 16 | rot for rot in got], 0, (row[R_TILE], c))


def pick_floor(g, who: "Explorer", floors: "Number", text: "Text") -> "Floor":
    """Ask for one floor of a set (bit 1 << floor); NONE of an empty one."""
    ask(g, who, CHOICE, text, options(floors, O_FLOOR, 0))


def pick_turn(g, who: "Explorer", t: "Tile", c: "Number", entry: "Number", text: "Text") -> "Number":
    """Ask how to turn a tile at a cell so that a door meets one of the sides `entry`; best joined first (C04, C05)."""
    got = house.turnings(g, t, c, entry)
    if not got:
        doors = g.packs.tile(t)[0]
        got = [rot for rot in range(4) if house.turned(doors, rot) & entry]
    ask(g, who, CHOICE, text, [O_TURNED << 16 | rot for rot in got], 0, (t, c))


def pick_wall(g, who: "Explorer", r: "Room", text: "Text") -> "Number":
    """Ask for a side of a room that has no door; NONE when there is none."""
    got = []
    for d in range(4):
        if not g.rooms[r][R_DOORS] >> d & 1:
            got.append(O_WALL << 16 | d)
    ask(g, who, CHOICE, text, got)


def pick_side(g, who: "Explorer", sides: "Number", text: "Text", optional: "Number" = 0) -> "Number":
    """Ask for one of some sides of a room (bits)."""
    ask(g, who, CHOICE, text, options(sides, O_SIDE, optional))


def pick_rotation(g, who: "Explorer", r: "Room", turns: "Number", text: "Text") -> "Number":
    """Ask how to turn a room where it stands, among some quarter turns (bits)."""
    ask(g, who, CHOICE, text, options(turns, O_TURNED, 0), 0, (g.rooms[r][R_TILE], house.cell_of(g, r)))


def pick_kind(g, who: "Explorer", first: "Monster", among: "Number", text: "Text") -> "Monster":
    """Ask for one of some kinds of monster: bit i of `among` is the i-th after `first`."""
    got = [O_MONSTER << 16 | first + i for i in range(16) if among >> i & 1]
    ask(g, who, CHOICE, text, got)


def pick_token(g, who: "Explorer", among: "Number", text: "Text", optional: "Number" = 0) -> "Token":
    """Ask for the kind of one of some tokens (a set of their numbers); NONE of none."""
    got: list[Option] = []
    for i in range(len(g.tokens)):
        o = O_TOKEN << 16 | g.tokens[i][K_KIND]
        if among >> i & 1 and o not in got:
            got.append(o)
    if optional and got:
        got.append(O_NOTHING << 16)
    ask(g, who, CHOICE, text, got)


def pick_tile(g, who: "Explorer", tiles: "Number", text: "Text", but: "Number" = 0) -> "Tile":
    """Ask for a tile of the stack: of its top `tiles` but the uppermost `but`; 0: of all with its
    rejects, in order of their ids."""
    s = g.G[G_STACKS][TILES]
    got = s[-tiles : len(s) - but] if tiles else sorted(s + g.G[G_DISCARDS][TILES])
    house.show(g)
    ask(g, who, CHOICE, text, [O_TILE << 16 | t for t in got])


def pick_drawn(g, who: "Explorer", floor: "Floor", c: "Number", entry: "Number", text: "Text") -> "Tile":
    """Ask a table with real tiles which one it drew for a cell of a floor (NONE: any cell): one that may
    go there; one that closes the floor only when nothing else is left (C02, C06)."""
    fit = [t for t in sorted(g.G[G_STACKS][TILES] + g.G[G_DISCARDS][TILES]) if house.fits(g, t, floor)]
    got = [t for t in fit if house.places_for(g, t, floor, c, entry)]
    if not got and c >= 0:
        got = fit
    ask(g, who, CHOICE, text, [O_TILE << 16 | t for t in got], 0, (floor, c, entry))


def pick_face(g, who: "Explorer", text: "Text") -> "Number":
    """Ask which face a seat plays; two faces of one card never play together (A04)."""
    taken = [g.packs.explorer(row[E_FACE])[36] for row in g.ex if row[E_FACE] >= 0]
    got = [O_FACE << 16 | f for f in g.packs.faces() if g.packs.explorer(f)[36] not in taken]
    ask(g, who, CHOICE, text, got)


def letters(g, who: "Explorer", least: "Number", most: "Number", text: "Text") -> "Number":
    """Ask for a word in capital letters; gives the number of the secret record that holds it."""
    ask(g, who, LETTERS, text, [least, most] + list(range(65, 91)))


def paper(g, who: "Explorer", most: "Number", text: "Text") -> "Number":
    """Ask for a text of any characters, at most so many, that nobody else reads; gives the number of the
    secret record that holds it."""
    ask(g, who, LETTERS, text, [0, most])


def fire(g, h: "Number", who: "Any", x: "Any") -> "Number":
    """Run every effect that hook `h` has for a figure, in this order: its room, tokens there,
    tokens it carries, its cards, its face, the haunt. Without a figure (NONE): the haunt."""
    table = g.packs.hooks(h)
    if not table:
        return
    found: list[tuple[Proc, int]] = []
    if who >= 0:
        r = room_of(g, who)
        if r >= 0 and not g.rooms[r][R_FLAGS] & RF_DESTROYED:
            find(g, table, KIND_TILE << 16 | g.rooms[r][R_TILE], r, found)
        if g.packs.token_hooks >> h & 1:
            for place in (ROOM_PLACE + r, who) if r >= 0 else (who,):
                for row in g.tokens:
                    if row[K_PLACE] == place:
                        find(g, table, KIND_TOKEN << 16 | row[K_KIND], row[K_KIND], found)
        for c in g.hook_cards(h):
            if g.place[c] == who:
                found.append((table[KIND_CARD << 16 | g.G[G_CARDS][c]], c))
        if who < MONSTER:
            find(g, table, KIND_EXPLORER << 16 | g.ex[who][E_FACE], who, found)
        else:
            find(g, table, KIND_MONSTER << 16 | g.monsters[who - MONSTER][M_KIND], who, found)
    if g.v[V_HAUNT] >= 0:
        find(g, table, KIND_HAUNT << 16 | g.v[V_HAUNT], g.v[V_HAUNT], found)
    for proc, source in reversed(found):
        g.push(proc, source, (who, x))


def find(g, table, ref, source, found):
    """Note the effect that `table` has for `ref`."""
    proc = table.get(ref, NONE)
    if proc >= 0:
        found.append((proc, source))


def fire_card(g, h: "Number", c: "Card", who: "Any", x: "Any") -> "Number":
    """Run the effect that hook `h` has for one card."""
    proc = g.packs.hooks(h).get(KIND_CARD << 16 | g.G[G_CARDS][c], NONE)
    if proc >= 0:
        g.push(proc, c, (who, x))


def act(g, e: "Figure", n: "Number") -> "Number":
    """Run action `n` of the menu."""
    _n, ref, once, do, _when = g.packs.actions[n]
    if e >= MONSTER:
        if once:
            g.monsters[e - MONSTER][M_FLAGS] |= MF_ACTIONS << n
        g.push(do, e, (e,))
        return
    if once:
        g.ex[e][E_DONE] |= 1 << n
    g.push(do, source_of(g, ref), (e,))


def may_act(g, f: "Figure", i: "Number") -> "Number":
    """Whether the action or card that is option `i` of the list is open to a figure: what decides it is run,
    and gives that."""
    x = g.G[G_OFFERS][i]
    if x >> 16 == O_USE:
        source = x & 0xFFFF
        when = g.packs.hooks(H_CAN_USE).get(KIND_CARD << 16 | g.G[G_CARDS][source], NONE)
    else:
        _n, ref, _once, _do, when = g.packs.actions[x & 0xFFFF]
        source = f if f >= MONSTER else source_of(g, ref)
    if when < 0:
        g.G[G_RESULT] = 1
    else:
        g.push(when, source, (f, 0))


def end_game(g, winner: "Number", who: "Explorers" = 0) -> "Number":
    """End the game, judged: WIN_NONE, WIN_HEROES, WIN_TRAITOR or WIN_SEATS with their set."""
    finish(g, 1, winner, who)


def declare(g, winner: "Number", who: "Explorers" = 0) -> "Number":
    """End the game by the table's word."""
    finish(g, 2, winner, who)


def finish(g, how, winner, who):
    """Note the end and drop everything that was still to happen."""
    g.v[V_ENDED] = how
    g.v[V_WINNER] = winner
    g.v[V_WINNERS] = who
    g.G[G_PHASE] = PHASE_ENDED
    del g.G[G_FRAMES][:]


SUSPENDING = (
    menu, menu_for, choose, number, pick_explorer, pick_figure, pick_room, pick_card, pick_trait,
    pick_figures, pick_rooms, pick_cards, pick_dice, throw, throw_again, pick_cell, pick_lift, pick_lift_turn,
    pick_floor, pick_turn, pick_wall, pick_side, pick_rotation, pick_kind, pick_token, pick_tile, pick_drawn, pick_face,
    letters, paper, fire, fire_card, act, may_act, end_game, declare,
)  # fmt: skip
