"""The house: tiles and their doors, placing and moving them, ways, distances and sight.

North is y - 1, east x + 1. Cells, neighbours and ways are derived from the rooms
in play and never saved. A destroyed room keeps its doors.
"""

from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

BESIDE = (-1, 64, 1, -64)  # from a cell to the next one, by direction
T_SHAFT = T_DUMBWAITER | T_LANDING | T_NO_REST  # tiles at an end of a shaft
DOORS = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # how many sides a mask holds


def turned(mask: int, rot: int) -> int:
    """Side mask after `rot` quarter turns clockwise."""
    return (mask << rot | mask >> 4 - rot) & 15


def cell(floor: "Floor", x: int, y: int) -> int:
    """One number for a cell of a floor; x and y are -32..31."""
    return floor << 12 | x + 32 << 6 | y + 32


def cell_beside(c: int, d: int) -> int:
    """The cell next to cell `c` in direction `d`."""
    return c + BESIDE[d]


def derive(g: "Game") -> None:
    """Rebuild what follows from the rooms in play."""
    g.cells = {}
    g.tile_rooms = {}
    for r in range(len(g.rooms)):
        row = g.rooms[r]
        if row[R_FLOOR] >= 0:
            g.cells[cell(row[R_FLOOR], row[R_X], row[R_Y])] = r
        g.tile_rooms[row[R_TILE]] = r
    g.edges = {}
    g.ways = {r: doorways(g, r) for r in range(len(g.rooms))}  # all at once, not in the middle of a turn
    for link in g.links:
        if not link[L_FLAGS] & (LF_WALL | LF_ONE_WAY):
            g.ways[link[L_A]].append(link[L_B])
            g.ways[link[L_B]].append(link[L_A])
    for r in range(len(g.rooms)):
        g.ways[r].sort()


def forget(g: "Game", r: "Room", c: int) -> None:
    """Drop what was worked out about ways from cell `c`, where room `r` comes or goes, and its floor's open doors."""
    g.edges.pop(c >> 12, None)
    g.ways.pop(r, None)
    for d in range(4):
        g.ways.pop(g.cells.get(c + BESIDE[d], NONE), None)


def cell_of(g: "Game", r: "Room") -> int:
    """Cell of room `r`."""
    row = g.rooms[r]
    return cell(row[R_FLOOR], row[R_X], row[R_Y])


def beside(g: "Game", r: "Room", d: int) -> "Room":
    """Room that shares side `d` with room `r`, doors or not; NONE without."""
    row = g.rooms[r]
    return g.cells.get((row[R_FLOOR] << 12 | row[R_X] + 32 << 6 | row[R_Y] + 32) + BESIDE[d], NONE)


def door_to(g: "Game", r: "Room", d: int) -> "Room":
    """Room behind door `d` of room `r` where both sides are doors (B06), else NONE."""
    row = g.rooms[r]
    if not row[R_DOORS] >> d & 1:
        return NONE
    o = g.cells.get(cell(row[R_FLOOR], row[R_X], row[R_Y]) + BESIDE[d], NONE)
    if o >= 0 and not g.rooms[o][R_DOORS] >> (d + 2 & 3) & 1:
        return NONE
    return o


def edge(g: "Game", floor: "Floor") -> "tuple[list[int], dict[int, int], int]":
    """The edge of a floor: its empty cells behind doors in order of discovery, for each the mask of its sides
    with a neighbour's door, and how many doors lead to nothing (C06). Kept until something moves."""
    got = g.edges.get(floor)
    if got is None:
        order = []
        sides: dict[int, int] = {}
        n = 0
        for row in g.rooms:
            if row[R_FLOOR] == floor:
                c = cell(floor, row[R_X], row[R_Y])
                doors = row[R_DOORS]
                for d in range(4):
                    if doors >> d & 1:
                        o = c + BESIDE[d]
                        if o not in g.cells:
                            n += 1
                            if o not in sides:
                                order.append(o)
                            sides[o] = sides.get(o, 0) | 1 << (d + 2 & 3)
        got = g.edges[floor] = (order, sides, n)
    return got


def open_doors(g: "Game", floor: "Floor") -> int:
    """How many doors of a floor lead to nothing (C06)."""
    return edge(g, floor)[2]


def facing(g: "Game", c: int) -> int:
    """Mask of the sides of an empty cell that have a neighbour's door on them."""
    m = 0
    for d in range(4):
        o = g.cells.get(cell_beside(c, d), NONE)
        if o >= 0 and g.rooms[o][R_DOORS] >> (d + 2 & 3) & 1:
            m |= 1 << d
    return m


def turnings(g: "Game", tile: "Tile", c: int, entry: int) -> list[int]:
    """Legal quarter turns of `tile` at cell `c`, most joined doors first (C04-C07).

    entry: the side mask one of whose doors must be met. Turns that would leave the
    floor without an open door are left out.
    """
    row = g.packs.tile(tile)
    here = facing(g, c)
    left = open_doors(g, c >> 12) - DOORS[here]
    plain = not row[3] and not row[5]
    seen = []
    ranked = []
    for rot in range(4):
        doors = turned(row[0], rot)
        if not doors & entry or (plain and doors in seen):
            continue
        seen.append(doors)
        if left > 0 or leads_on(g, c, doors):
            ranked.append((-DOORS[doors & here], rot))
    ranked.sort()
    return [rot for _, rot in ranked]


def cells_for(g: "Game", tile: "Tile", floor: "Floor", most: int = 999) -> list[int]:
    """The first `most` cells of a floor, in order of discovery, where `tile` can legally go (C14)."""
    doors = g.packs.tile(tile)[0]
    order, sides, n = edge(g, floor)
    turns = [turned(doors, rot) for rot in range(4)]
    got = []
    for c in order:
        here = sides[c]
        for doors in turns:
            if doors & here and (n > DOORS[here] or leads_on(g, c, doors)):
                got.append(c)
                break
        if len(got) >= most:
            break
    return got


def leads_on(g: "Game", c: int, doors: int) -> bool:
    """Whether one of the doors of a tile at cell `c` would lead to nothing."""
    for d in range(4):
        if doors >> d & 1 and c + BESIDE[d] not in g.cells:
            return True
    return False


def set_cell(g: "Game", r: "Room", c: int, rot: int) -> None:
    """Put room `r` on cell `c` with `rot` quarter turns."""
    row = g.rooms[r]
    lift(g, r)
    for token in g.tokens:
        if token[K_SIDE] and token[K_PLACE] == ROOM_PLACE + r:
            token[K_SIDE] = (token[K_SIDE] - 1 + rot - row[R_ROT] & 3) + 1
    tile = g.packs.tile(row[R_TILE])
    row[R_X] = (c >> 6 & 63) - 32
    row[R_Y] = (c & 63) - 32
    row[R_ROT] = rot
    row[R_DOORS] = turned(tile[0], rot)
    row[R_WINDOWS] = turned(tile[3], rot)
    row[R_HALF] = turned(tile[7], rot) if tile[5] else 0
    lower(g, r, c >> 12)


def lift(g: "Game", r: "Room") -> "Floor":
    """Take room `r` out of the house until it is lowered; gives its floor."""
    row = g.rooms[r]
    floor = row[R_FLOOR]
    if floor >= 0:
        c = cell(floor, row[R_X], row[R_Y])
        del g.cells[c]
        forget(g, r, c)
    row[R_FLOOR] = NONE
    return floor


def lower(g: "Game", r: "Room", floor: "Floor") -> None:
    """Put room `r` back into the house, on a floor."""
    row = g.rooms[r]
    row[R_FLOOR] = floor
    if floor >= 0:
        c = cell(floor, row[R_X], row[R_Y])
        g.cells[c] = r
        forget(g, r, c)


def place(g: "Game", tile: "Tile", c: int, rot: int) -> "Room":
    """Put `tile` into play at cell `c` and make its printed link; returns the room."""
    row = g.packs.tile(tile)
    r = len(g.rooms)
    g.rooms.append([tile, NONE, 0, 0, 0, 0, 0, row[2], 0, 0, row[4]])
    g.tile_rooms[tile] = r
    set_cell(g, r, c, rot)
    linked = g.packs.links.get(tile, ())
    shaft = row[4] & T_SHAFT
    if linked or shaft:
        for o in range(r):
            if g.rooms[o][R_TILE] in linked:
                add_link(g, r, o, 0, 1, NONE)
            elif row[4] & g.rooms[o][R_KIND] & T_TRIO:
                continue
            if shaft and g.rooms[o][R_KIND] & T_SHAFT:
                shafts(g, r, o)
                shafts(g, o, r)
    return r


def shafts(g: "Game", a: "Room", b: "Room") -> None:
    """One-way passages from room `a` to room `b`: a dumbwaiter to a landing of the next floor for two
    spaces, and the monsters' climb from the foot of the Coal Chute (J26)."""
    kind = g.rooms[b][R_KIND]
    up = g.rooms[b][R_FLOOR] - g.rooms[a][R_FLOOR]
    if kind & T_LANDING and g.rooms[a][R_KIND] & T_DUMBWAITER and up in (-1, 1):
        add_link(g, a, b, LF_ONE_WAY | LF_DUMBWAITER, 2, NONE)
    if kind & T_NO_REST and g.rooms[a][R_KIND] & T_LANDING and up == 1:
        add_link(g, a, b, LF_ONE_WAY | LF_MONSTERS, 1, NONE)


def rehang(g: "Game", r: "Room") -> None:
    """Shafts of room `r`, which has come to another floor: they lead from there now."""
    if not g.rooms[r][R_KIND] & (T_DUMBWAITER | T_NO_REST):
        return
    for k in range(len(g.links) - 1, -1, -1):
        row = g.links[k]
        if row[L_TOKEN] < 0 and row[L_FLAGS] & LF_ONE_WAY and r in (row[L_A], row[L_B]):
            del g.links[k]
    for o in range(len(g.rooms)):
        if o != r:
            shafts(g, r, o)
            shafts(g, o, r)


def add_link(g: "Game", a: "Room", b: "Room", flags: int, cost: int, token: "Token") -> int:
    """A passage between two rooms; returns its number."""
    g.links.append([a, b, flags, cost, token])
    g.ways.pop(a, None)
    g.ways.pop(b, None)
    return len(g.links) - 1


def link_end(g: "Game", k: int, r: "Room") -> "Room":
    """The room at the other end of link `k` seen from room `r`, NONE where it does not lead."""
    row = g.links[k]
    if row[L_A] == r:
        return row[L_B]
    if row[L_B] == r and not row[L_FLAGS] & LF_ONE_WAY:
        return row[L_A]
    return NONE


def ways(g: "Game", r: "Room") -> "list[Room]":
    """Rooms one step from `r` by doors and two-way passages, ascending. Kept until something moves there."""
    got = g.ways.get(r)
    if got is None:
        got = g.ways[r] = sorted(doorways(g, r) + passages(g, r))
    return got


def passages(g: "Game", r: "Room") -> "list[Room]":
    """Rooms that a two-way passage joins with `r`."""
    found = []
    for row in g.links:
        if r in (row[L_A], row[L_B]) and not row[L_FLAGS] & (LF_WALL | LF_ONE_WAY):
            found.append(row[L_B] if row[L_A] == r else row[L_A])
    return found


def plain_ways(g: "Game", r: "Room") -> "list[Room]":
    """Rooms one step from `r` by doors and by the stairs of the house."""
    found = doorways(g, r)
    for row in g.links:
        if r in (row[L_A], row[L_B]) and row[L_TOKEN] < 0 and not row[L_FLAGS]:
            found.append(row[L_B] if row[L_A] == r else row[L_A])
    return found


def doorways(g: "Game", r: "Room") -> "list[Room]":
    """Rooms joined to `r` by a door."""
    row = g.rooms[r]
    c = cell(row[R_FLOOR], row[R_X], row[R_Y])
    doors = row[R_DOORS]
    found = []
    for d in range(4):
        if doors >> d & 1:
            o = g.cells.get(c + BESIDE[d], NONE)
            if o >= 0 and g.rooms[o][R_DOORS] >> (d + 2 & 3) & 1:
                found.append(o)
    return found


def distances(g: "Game", r: "Room", most: int, goal: "Room" = NONE) -> bytearray:
    """Spaces from room `r` to every room: a bytearray, 255 where farther than `most`, or than room `goal`."""
    far = bytearray([255] * len(g.rooms))
    far[r] = 0
    now = [r]
    n = 0
    while now and n < most and (goal < 0 or far[goal] == 255):
        n += 1
        found = []
        for a in now:
            for b in ways(g, a):
                if far[b] == 255:
                    far[b] = n
                    found.append(b)
        now = found
    return far


def lock_on(g: "Game", r: "Room", d: int) -> int:
    """Number of the token that locks door `d` of room `r`, on either side of it; NONE without."""
    o = beside(g, r, d)
    for i in range(len(g.tokens)):
        row = g.tokens[i]
        if row[K_SIDE] and g.packs.token(row[K_KIND])[0] & TF_LOCK:
            at = row[K_PLACE] - ROOM_PLACE
            if at == r and row[K_SIDE] == d + 1 or o >= 0 and at == o and row[K_SIDE] == (d + 2 & 3) + 1:
                return i
    return NONE


def sight(g: "Game", a: "Room") -> "list[Room]":
    """Room `a` and those of its floor that a straight run of doors joins with it, where nothing in a room,
    `a` too, blocks sight (H08, H09)."""
    smoky = [row[K_PLACE] - ROOM_PLACE for row in g.tokens if g.packs.token(row[K_KIND])[0] & TF_SMOKE]
    seen = [a]
    if a not in smoky:
        for d in range(4):
            r = door_to(g, a, d)
            while r >= 0 and r not in smoky:
                seen.append(r)
                r = door_to(g, r, d)
    return seen


def has_window(g: "Game", r: "Room") -> bool:
    """Whether room `r` has a window onto an empty cell (C13)."""
    row = g.rooms[r]
    for d in range(4):
        if row[R_WINDOWS] >> d & 1 and cell_beside(cell_of(g, r), d) not in g.cells:
            return True
    return False


def half_of(g: "Game", r: "Room", d: int) -> int:
    """Half (0 or 1) of room `r` on which its door `d` lies; 0 in an undivided room."""
    half = g.rooms[r][R_HALF]
    return 1 if half and not half >> d & 1 else 0


def random(g: "Game", n: int) -> int:
    """A number 0..n-1 from the game's own 32-bit generator."""
    x = g.G[G_RNG]
    x ^= x << 13 & 0xFFFFFFFF
    x ^= x >> 17
    x ^= x << 5 & 0xFFFFFFFF
    g.G[G_RNG] = x
    return (x >> 4) % n


def shuffle(g: "Game", cards: list[int]) -> None:
    """Shuffle a list in place."""
    for i in range(len(cards) - 1, 0, -1):
        j = random(g, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def show(g: "Game") -> None:
    """Note that something of a stack has been seen and cannot be taken back; a table that draws real cards
    and tiles has seen it whatever the box is told, and may name it anew."""
    if not g.v[V_RULES] & RULE_CARDBOARD:
        g.revealed = True


def fits(g: "Game", tile: "Tile", floor: "Floor") -> int:
    """Whether the back of `tile` shows `floor` (C01); the roof takes upper tiles too."""
    marks = g.packs.tile(tile)[1]
    return marks >> floor & 1 or (floor == ROOF and marks >> UPPER & 1)


def can_explore(g: "Game", floor: "Floor") -> bool:
    """Whether any tile for `floor` is left in the stack or the rejects (C10)."""
    for pile in (g.G[G_STACKS][TILES], g.G[G_DISCARDS][TILES]):
        for t in pile:
            if fits(g, t, floor):
                return True
    return False


def next_tile(g: "Game", floor: "Floor", c: int, entry: int, rounds: int) -> "Tile":
    """Take the next tile for `floor` from the stack; passed ones go to the rejects (C02, C06, C09).

    c: the cell it must go to, NONE: any open cell of the floor. rounds: how many times
    the rejects may be shuffled back in. A tile none of whose turns keeps the floor open
    is passed over; the last one left may close the floor. NONE when there is no tile.
    """
    stack = g.G[G_STACKS][TILES]
    rejects = g.G[G_DISCARDS][TILES]
    sealing = NONE
    while True:
        while stack:
            t = stack.pop()
            if fits(g, t, floor):
                if places_for(g, t, floor, c, entry):
                    g.revealed = True
                    return t
                if sealing < 0:
                    sealing = t
            rejects.append(t)
        if rounds <= 0 or not rejects:
            break
        rounds -= 1
        stack.extend(rejects)
        del rejects[:]
        shuffle(g, stack)
    if sealing >= 0 and c >= 0:
        if sealing in rejects:
            rejects.remove(sealing)
        else:
            stack.remove(sealing)
        g.revealed = True
        return sealing
    return NONE


def places_for(g: "Game", tile: "Tile", floor: "Floor", c: int, entry: int) -> bool:
    """Whether `tile` can go to cell `c` (NONE: anywhere on `floor`) without closing the floor."""
    if c >= 0:
        return bool(turnings(g, tile, c, entry))
    return bool(cells_for(g, tile, floor, 1))
