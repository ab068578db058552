"""Words about explorers and monsters: who is where, traits, movement."""

from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

# --- explorers and figures


def seats(g) -> "Number":
    """How many explorers began the game."""
    return len(g.ex)


def face_of(g, e: "Explorer") -> "Any":
    """Content id of the explorer's face, NONE before it is chosen."""
    return g.ex[e][E_FACE]


def set_face(g, e: "Explorer", face: "Any") -> "Number":
    """Give an explorer a face; every trait goes to its start (A05)."""
    g.ex[e][E_FACE] = face
    g.load_tracks()
    for t in range(4):
        g.ex[e][E_TRAITS + t] = g.tracks[e][t * 9 + 8]
    return 0


def alive(g, f: "Figure") -> "Number":
    """Whether a figure is in the game."""
    if f < MONSTER:
        return g.ex[f][E_ALIVE] if f >= 0 else 0
    return 1 if g.monsters[f - MONSTER][M_ROOM] >= 0 else 0


def side(g, f: "Figure") -> "Side":
    """Side of a figure: HERO or TRAITOR; before the haunt all explorers are HERO."""
    return g.ex[f][E_SIDE] if f < MONSTER else g.monsters[f - MONSTER][M_SIDE]


def set_side(g, f: "Figure", s: "Number") -> "Number":
    """Put a figure on a side."""
    if f < MONSTER:
        g.ex[f][E_SIDE] = s
    else:
        g.monsters[f - MONSTER][M_SIDE] = s
    return 0


def everybody(g) -> "Explorers":
    """The living explorers."""
    m = 0
    for e in range(len(g.ex)):
        if g.ex[e][E_ALIVE]:
            m |= 1 << e
    return m


def of_side(g, s: "Number") -> "Explorers":
    """The living explorers of a side."""
    m = 0
    for e in range(len(g.ex)):
        if g.ex[e][E_ALIVE] and g.ex[e][E_SIDE] == s:
            m |= 1 << e
    return m


def heroes(g) -> "Explorers":
    """The living heroes; before the haunt everybody."""
    return of_side(g, HERO)


def left_of(g, e: "Explorer") -> "Explorer":
    """The next explorer to the left, dead ones too."""
    return (e + 1) % len(g.ex)


def right_of(g, e: "Explorer") -> "Explorer":
    """The nearest living explorer to the right, yourself at the end (EG18)."""
    n = len(g.ex)
    for k in range(1, n):
        o = (e - k) % n
        if g.ex[o][E_ALIVE]:
            return o
    return e


def room_of(g, f: "Figure") -> "Room":
    """Room of a figure, NONE off the board."""
    if f < 0:
        return NONE
    return g.ex[f][E_ROOM] if f < MONSTER else g.monsters[f - MONSTER][M_ROOM]


def put(g, f: "Figure", r: "Room", half: "Number") -> "Number":
    """Set a figure down in a room, on a half of it; nothing else happens."""
    if f < MONSTER:
        g.ex[f][E_ROOM] = r
        g.ex[f][E_HALF] = half
    else:
        g.monsters[f - MONSTER][M_ROOM] = r
    return 0


def half(g, f: "Figure") -> "Number":
    """Half of its room on which a figure stands (D26); monsters stand on both."""
    return g.ex[f][E_HALF] if f < MONSTER else 0


def explorers_in(g, r: "Room") -> "Explorers":
    """The living explorers in a room."""
    m = 0
    for e in range(len(g.ex)):
        if g.ex[e][E_ALIVE] and g.ex[e][E_ROOM] == r:
            m |= 1 << e
    return m


def together(g, a: "Figure", b: "Figure") -> "Number":
    """Whether two figures share a room, and the half of a divided one (H02, H19)."""
    r = room_of(g, a)
    if r < 0 or r != room_of(g, b):
        return 0
    if not g.rooms[r][R_HALF] or a >= MONSTER or b >= MONSTER:
        return 1
    return 1 if g.ex[a][E_HALF] == g.ex[b][E_HALF] else 0


def company(g, f: "Figure") -> "Explorers":
    """The other living explorers who are together with a figure."""
    m = 0
    r = room_of(g, f)
    for e in range(len(g.ex)):
        row = g.ex[e]
        if row[E_ROOM] == r and e != f and row[E_ALIVE] and together(g, f, e):
            m |= 1 << e
    return m


def flag(g, e: "Explorer", n: "Number") -> "Number":
    """Whether flag `n` (F_...) of an explorer is set."""
    return 1 if g.ex[e][E_FLAGS] & n else 0


def set_flag(g, e: "Explorer", n: "Number") -> "Number":
    """Set flag `n` of an explorer."""
    g.ex[e][E_FLAGS] |= n
    return 0


def clear_flag(g, e: "Explorer", n: "Number") -> "Number":
    """Clear flag `n` of an explorer."""
    g.ex[e][E_FLAGS] &= ~n
    return 0


def remove_from_game(g, e: "Explorer") -> "Number":
    """Take an explorer out of the game for good."""
    g.ex[e][E_ALIVE] = 0
    return 0


def begin_turn(g, e: "Explorer") -> "Number":
    """Forget what an explorer has done in the last turn."""
    row = g.ex[e]
    row[E_SPENT] = row[E_USED] = row[E_DONE] = 0
    row[E_CAP] = NONE
    row[E_FLAGS] &= F_LASTING
    g.v[V_LIFT] = 0
    return 0


def traitor_like(g, f: "Figure") -> "Number":
    """Whether a figure ignores what does no damage: monsters, traitors (D27, D28), who has F_IGNORES."""
    return 1 if f >= MONSTER or g.ex[f][E_SIDE] == TRAITOR or g.ex[f][E_FLAGS] & F_IGNORES else 0


def keeper(g) -> "Explorer":
    """Who answers for the monsters: the traitor's seat, else the revealer's (J02)."""
    k = g.v[V_KEEPER]
    return k if k >= 0 else g.v[V_TURN]


def age(g, e: "Explorer") -> "Number":
    """Age of an explorer in years."""
    return g.packs.explorer(g.ex[e][E_FACE])[39]


def women(g) -> "Explorers":
    """The explorers that are women."""
    m = 0
    for e in range(len(g.ex)):
        if g.packs.explorer(g.ex[e][E_FACE])[40]:
            m |= 1 << e
    return m


def first_player(g) -> "Explorers":
    """Those whose birthday is the next on or after the table's date (A12)."""
    best = 9999
    m = 0
    today = g.v[V_MONTH] * 31 + g.v[V_DAY]
    for e in range(len(g.ex)):
        row = g.packs.explorer(g.ex[e][E_FACE])
        n = (row[37] * 31 + row[38] - today) % 372
        if n < best:
            best = n
            m = 0
        if n == best:
            m |= 1 << e
    return m


# --- traits


def value(g, f: "Figure", t: "Trait") -> "Number":
    """Value of a trait of a figure; 0 where a monster lacks it."""
    if f < MONSTER:
        i = g.ex[f][E_TRAITS + t]
        return g.tracks[f][t * 9 + i - 1] if i else 0
    return g.monsters[f - MONSTER][M_TRAITS + t]


def steps(g, e: "Explorer", t: "Trait") -> "Number":
    """Place on the track of a trait: 0 the skull, 1..8 (G16)."""
    return g.ex[e][E_TRAITS + t]


def start_steps(g, e: "Explorer", t: "Trait") -> "Number":
    """Place on the track where a trait began."""
    return g.tracks[e][t * 9 + 8]


def set_steps(g, e: "Explorer", t: "Trait", n: "Number") -> "Number":
    """Put a trait on a place of its track."""
    g.ex[e][E_TRAITS + t] = n
    return n


def shift(g, e: "Explorer", t: "Trait", n: "Number") -> "Number":
    """Move a trait by steps; stops at the top, and above the skull outside the haunt (G04, G07, G08).

    Gives the steps moved.
    """
    row = g.ex[e]
    was = row[E_TRAITS + t]
    low = 0 if g.G[G_PHASE] == PHASE_HAUNT else 1
    now = was + n
    if now > 8:
        now = 8
    if now < low:
        now = low if was >= low else was
    row[E_TRAITS + t] = now
    return now - was


def traits_at(g, e: "Explorer", n: "Number") -> "Traits":
    """Traits that stand on place `n` of their tracks."""
    m = 0
    for t in range(4):
        if g.ex[e][E_TRAITS + t] == n:
            m |= 1 << t
    return m


def extreme(g, who: "Explorers", t: "Trait", sign: "Number") -> "Explorers":
    """Those of `who` with the highest (sign 1) or lowest (-1) value of a trait."""
    best = -999
    m = 0
    for e in range(len(g.ex)):
        if who >> e & 1:
            n = value(g, e, t) * sign
            if n > best:
                best = n
                m = 0
            if n == best:
                m |= 1 << e
    return m


# --- movement


def spaces(g, f: "Figure") -> "Number":
    """Spaces a figure may still move this turn (B03, B04)."""
    if f >= MONSTER:
        return g.monsters[f - MONSTER][M_LEFT]
    row = g.ex[f]
    if row[E_FLAGS] & (F_STOPPED | F_STUCK | F_CAPTIVE):
        return 0
    n = value(g, f, SPEED)
    if 0 <= row[E_CAP] < n:
        n = row[E_CAP]
    if row[E_FLAGS] & F_SLOW and n > 1:
        n = 1
    n -= row[E_SPENT]
    return n if n > 0 else 0


def hindrance(g, f: "Figure") -> "Number":
    """Extra spaces for leaving a room that holds active opponents (B16, B18, J24); captives are none."""
    if g.G[G_PHASE] != PHASE_HAUNT:
        return 0
    r = room_of(g, f)
    s = side(g, f)
    n = 0
    for e in range(len(g.ex)):
        row = g.ex[e]
        if row[E_ALIVE] and row[E_ROOM] == r and row[E_SIDE] != s and not row[E_FLAGS] & F_CAPTIVE:
            n += 1
    for row in g.monsters:
        if row[M_ROOM] == r and row[M_SIDE] != s and not row[M_STUNNED]:
            n += 1
    return n


def exit_cost(g, f: "Figure", base: "Number") -> "Number":
    """Spaces it costs to leave, NONE if that is too many; the first move is always possible (B19)."""
    if base > reach(g, f):
        return NONE
    left = spaces(g, f)
    n = base + hindrance(g, f)
    return n if n < left else left


def reach(g: "Game", f: "Figure") -> int:
    """The highest cost of a way that a figure can pay for now, 0 or less for none."""
    left = spaces(g, f)
    if left <= 0:
        return 0
    moved = g.monsters[f - MONSTER][M_FLAGS] & MF_MOVED if f >= MONSTER else g.ex[f][E_FLAGS] & F_MOVED
    return left - hindrance(g, f) if moved else 99


def spend(g, f: "Figure", n: "Number") -> "Number":
    """Use up spaces of movement."""
    if f >= MONSTER:
        g.monsters[f - MONSTER][M_LEFT] -= n
        g.monsters[f - MONSTER][M_FLAGS] |= MF_MOVED
    else:
        g.ex[f][E_SPENT] += n
        g.ex[f][E_FLAGS] |= F_MOVED
    return 0


def stop(g, e: "Explorer") -> "Number":
    """End an explorer's movement for this turn (B13)."""
    g.ex[e][E_FLAGS] |= F_STOPPED
    return 0


# --- monsters


def spawn(g, k: "Monster", r: "Room") -> "Figure":
    """Bring a monster of a kind into play in a room, on the traitor's side."""
    row = [k, r, 0, 0, 0, TRAITOR]
    stats = g.packs.monster(k)
    for t in range(4):
        row.append(stats[t])
    g.monsters.append(row)
    return MONSTER + len(g.monsters) - 1


def become(g, f: "Figure", k: "Monster") -> "Number":
    """Turn a monster into one of another kind, with its traits."""
    row = g.monsters[f - MONSTER]
    row[M_KIND] = k
    row[M_TRAITS:] = list(g.packs.monster(k)[:4])
    return 0


def monster_rule(g, f: "Figure", i: "Number") -> "Number":
    """Byte `i` (MR_...) of the declared rules of a monster's kind; 0 of an explorer."""
    return g.packs.monster(g.monsters[f - MONSTER][M_KIND])[i] if f >= MONSTER else 0


def set_value(g, f: "Figure", t: "Trait", n: "Number") -> "Number":
    """Give a monster another trait value."""
    g.monsters[f - MONSTER][M_TRAITS + t] = n
    return 0


def monsters(g) -> "Figures":
    """The monsters on the board."""
    m = 0
    for i in range(len(g.monsters)):
        if g.monsters[i][M_ROOM] >= 0:
            m |= 1 << MONSTER + i
    return m


def monsters_of(g, k: "Monster") -> "Figures":
    """The monsters of a kind on the board."""
    m = 0
    for i in range(len(g.monsters)):
        if g.monsters[i][M_ROOM] >= 0 and g.monsters[i][M_KIND] == k:
            m |= 1 << MONSTER + i
    return m


def monsters_in(g, r: "Room") -> "Figures":
    """The monsters in a room."""
    m = 0
    for i in range(len(g.monsters)):
        if g.monsters[i][M_ROOM] == r:
            m |= 1 << MONSTER + i
    return m


def monster_kind(g, f: "Figure") -> "Monster":
    """Kind of a monster, NONE for an explorer."""
    return g.monsters[f - MONSTER][M_KIND] if f >= MONSTER else NONE


def stunned(g, f: "Figure") -> "Number":
    """Whether a monster is stunned (J17)."""
    return g.monsters[f - MONSTER][M_STUNNED] if f >= MONSTER else 0


def set_stunned(g, f: "Figure", n: "Number") -> "Number":
    """Stun a monster or wake it (J16)."""
    g.monsters[f - MONSTER][M_STUNNED] = n
    return 0


def set_spaces(g, f: "Figure", n: "Number") -> "Number":
    """Give a monster its spaces for this turn."""
    row = g.monsters[f - MONSTER]
    row[M_LEFT] = n
    row[M_FLAGS] = 0
    return 0


def monster_flag(g, f: "Figure", n: "Number") -> "Number":
    """Whether a monster has flag `n` (MF_...)."""
    return 1 if g.monsters[f - MONSTER][M_FLAGS] & n else 0


def set_monster_flag(g, f: "Figure", n: "Number") -> "Number":
    """Set flag `n` of a monster."""
    g.monsters[f - MONSTER][M_FLAGS] |= n
    return 0


def as_explorer(g, f: "Figure") -> "Explorer":
    """The same figure as an explorer, NONE for a monster."""
    return f if f < MONSTER else NONE


def is_explorer(g, f: "Figure") -> "Number":
    """Whether a figure is an explorer."""
    return 1 if f < MONSTER else 0


WORDS = (
    seats, face_of, set_face, alive, side, set_side, everybody, of_side, heroes, left_of, right_of, room_of,
    put, half, explorers_in, together, company, flag, set_flag, clear_flag, remove_from_game,
    begin_turn, traitor_like, keeper, age, women, first_player, value, steps, start_steps, set_steps, shift,
    traits_at, extreme, spaces, exit_cost, spend, stop, spawn, become, monster_rule, set_value,
    monsters, monsters_of, monsters_in, monster_kind, stunned, set_stunned, set_spaces, monster_flag, set_monster_flag,
    as_explorer, is_explorer,
)  # fmt: skip
