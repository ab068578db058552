"""The lights of the rooms: what each shows, as a pure function of the table's view and the time.

`scene` sorts the lamps by what they show, once for every change of the game; `frame`
paints a moment of it, which is cheap. Meaning is in movement as much as in colour:

    dark            no such room, or destroyed
    faint           a room in play; violet where an omen was found
    slow glimmer    a room with an unopened door
    steady          an explorer, in the colour of the face; several take turns
    breathing       whose turn it is
    flicker         dice are to be thrown there
    double blink    a monster
    red heartbeat   the haunt roll, and the reveal
    two flashes     a room that has just been opened
    guttering       a room that has just been destroyed
    a row of twelve the Turn/Damage track: steady up to its number, whose lamp breathes
    triple blink    where the step leads that is being picked
    running wave    the end: gold the heroes, red the traitor, grey nobody
    a finger        every lit lamp flares; after 0.6 s they beat: let go to confirm; after 3 s
                    every second lamp: the menu
"""

from omenbox_device.button import LONG, TICKS, VERY_LONG
from shared_rules import house
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    View = dict[str, Any]
    Group = list[Any]

PIXELS = 64

# Colours of the faces in the order of COLOURS in the packs: red, yellow, green, blue, purple, white.
FACES = (0xE01808, 0xE8A000, 0x18B020, 0x1040F0, 0x9010D0, 0xB0A088)

ROOM = 0x0A0603
OMEN_ROOM = 0x0A0414
DOOR = 0x101A08
MONSTER_RED = 0xFF0000
ALARM = 0x700000
GOLD = 0xFFA000
BLOOD = 0xD00000
GREY = 0x506080
WHITE = 0xC0B090
EMBER = 0xE04000
TRACK_LIT = 0x402800
TRACK_NOW = 0xC07000
TRACK_SLOT = 0x040302
TOUCH = 0x605840

# How a group of lamps is painted: [pattern, lamps, colours, when it began]
STILL = 0
GLIMMER = 1
TAKE_TURNS = 2
BREATHE = 3
FLICKER = 4
BLINK = 5
HEARTBEAT = 6
WAVE = 7
OPENING = 8
FALLING = 9
POINT = 10

NEWS = 2000  # ms for which the picture shows that a room was opened or destroyed
GUTTERS = 0x5B2D9  # a falling room: a bit for every 100 ms

TRACK_LENGTH = 12
BAR = NONE  # where a panel says which lamp is the first of the track's row

IDLE = 1  # mA that a dark lamp takes
FULL = 20  # mA of one colour of a lamp at its brightest
MOST = 400  # mA that all of them may take: what a USB port leaves them
NIGHT = 64  # brightness of 256 at night


def picture(
    view: "View", ms: int, colours: "list[int] | None" = None, panel: "dict[int, int] | None" = None
) -> "list[int]":
    """Colours of all lamps for a view of the table at a moment: a list of `red << 16 | green << 8 | blue`."""
    lamps = [0] * PIXELS
    frame(scene(view, colours, panel), ms, lamps)
    return lamps


def news(old: "View", new: "View", ms: int) -> "list[list[int]]":
    """What a picture should show of the change from one view to the next at `ms`: rows [pattern, room, ms]."""
    got: list[list[int]] = []
    before = old["rooms"]
    if before is new["rooms"]:
        return got
    for r in range(len(new["rooms"])):
        if r >= len(before):
            if before:
                got.append([OPENING, r, ms])
        elif gone(new["rooms"][r]) and not gone(before[r]):
            got.append([FALLING, r, ms])
    return got


def gone(row: "list[int]") -> bool:
    """Whether a room stands no longer."""
    return row[R_FLAGS] & RF_DESTROYED != 0 or row[R_FLOOR] < 0


def lamp_of(view: "View", r: int, panel: "dict[int, int] | None", lamps: int) -> int:
    """The lamp of room `r`, NONE without one."""
    if panel is None:
        return min(r, lamps - 1)
    n = panel.get(view["rooms"][r][R_TILE], NONE)
    return n if n < lamps else NONE


def scene(
    view: "View",
    colours: "list[int] | None" = None,
    panel: "dict[int, int] | None" = None,
    lamps: int = PIXELS,
    fresh: "Sequence[Sequence[int]]" = (),
    doors: "bytearray | None" = None,
) -> "list[Group]":
    """What the lamps show: a list of groups [pattern, lamps, colours, when it began].

    colours: for each explorer one of 0..5, by default the seat's number. panel: which lamp
    a tile has, a dict of tile ids; by default rooms take the lamps in the order in which
    they came into play, and the last lamp stands for all that would come after it. A room
    without a lamp is left out; what the lamp of several shows is people, then monsters. The
    track's row begins at lamp `panel[BAR]`; by default it is the last twelve lamps while no room
    needs one of them.
    fresh: what has just happened, see `news`. doors: `unopened` of the rooms, if it is known.
    """
    rooms = view["rooms"]
    ended = view["ended"]
    if ended[0]:
        colour = GREY
        if ended[1] == WIN_HEROES:
            colour = GOLD
        elif ended[1] == WIN_TRAITOR:
            colour = BLOOD
        elif ended[1] == WIN_SEATS:
            for e in range(len(view["explorers"])):
                if ended[2] >> e & 1:
                    colour = face(e, colours)
        return [[WAVE, list(range(lamps)), [colour], 0]]
    if panel is None and len(rooms) <= lamps:
        at = list(range(len(rooms)))
    else:
        at = [lamp_of(view, r, panel, lamps) for r in range(len(rooms))]
    groups: list[Group] = []
    busy: dict[int, Group] = {}  # lamp -> what it shows of people and monsters
    people: dict[int, list[int]] = {}
    for e in range(len(view["explorers"])):
        row = view["explorers"][e]
        if row[2] and row[3] >= 0:
            people.setdefault(row[3], []).append(e)
    beasts = [row[M_ROOM] for row in view["monsters"] if row[M_ROOM] >= 0]
    alarm = view["phase"] == PHASE_REVEAL or view["roll"][ROLL_KIND] == HAUNT_ROLL and rolling(view)
    turn = view["explorers"][view["turn"]][3]
    if view["phase"] not in (PHASE_EXPLORE, PHASE_HAUNT):
        doors = bytearray(len(rooms))
    elif doors is None:
        doors = unopened(rooms)
    plain: dict[int, Group] = {}
    key = 0
    for r in range(len(rooms)):
        lamp = at[r]
        if lamp < 0:
            continue
        if r in people or r in beasts:
            paint = [face(e, colours) for e in people.get(r, ())]
            pattern = STILL
            if not paint:
                pattern = BLINK
            elif r == turn and len(paint) == 1:
                pattern = FLICKER if rolling(view) else BREATHE
            if r in beasts and pattern in (STILL, BLINK):
                paint.append(MONSTER_RED)
            if lamp in busy:
                share(busy[lamp], pattern, paint)
            else:
                busy[lamp] = [TAKE_TURNS if len(paint) > 1 else pattern, [lamp], paint, 0]
            continue
        row = rooms[r]
        if row[R_FLAGS] & RF_DESTROYED or row[R_FLOOR] < 0:
            continue
        if alarm:
            key = HEARTBEAT << 24 | ALARM
        elif doors[r]:
            key = GLIMMER << 24 | DOOR
        elif row[R_SYM] == SYM_OMEN and row[R_FLAGS] & RF_VISITED:
            key = OMEN_ROOM
        else:
            key = ROOM
        if key not in plain:
            plain[key] = [key >> 24, [], [key & 0xFFFFFF], 0]
            groups.append(plain[key])
        plain[key][1].append(lamp)
    for lamp in at:
        if lamp in busy:
            groups.append(busy.pop(lamp))
    first = lamps - TRACK_LENGTH if panel is None else panel.get(BAR, NONE)
    if view["track"] >= 0 and 0 <= first <= lamps - TRACK_LENGTH and (panel is not None or len(rooms) <= first):
        n = min(view["track"], TRACK_LENGTH)
        row = list(range(first, first + TRACK_LENGTH))
        groups.append([STILL, row[n:], [TRACK_SLOT], 0])
        if n:
            groups.append([STILL, row[: n - 1], [TRACK_LIT], 0])
            groups.append([BREATHE, row[n - 1 : n], [TRACK_NOW], 0])
    for pattern, r, ms in fresh:
        if r < len(at) and at[r] >= 0:
            groups.append([pattern, [at[r]], [EMBER if pattern == FALLING else WHITE], ms])
    return groups


def point(groups: "list[Group]", lamp: int) -> None:
    """Let a lamp of a scene say where a step leads; NONE: none any more."""
    if groups and groups[-1][0] == POINT:
        groups.pop()
    if lamp >= 0:
        groups.append([POINT, [lamp], [WHITE], 0])


def share(group: "Group", pattern: int, paint: "list[int]") -> None:
    """Let a lamp show what another room has too: people before monsters, and all of them in turn."""
    if group[0] == BLINK and pattern != BLINK:
        group[2] = []
    elif pattern == BLINK and group[0] != BLINK:
        return
    group[2] = group[2] + paint
    group[0] = BLINK if pattern == BLINK else TAKE_TURNS if len(group[2]) > 1 else pattern


def face(e: int, colours: "list[int] | None") -> int:
    """Colour of explorer `e`."""
    n = e if colours is None else colours[e]
    return FACES[n % 6]


def rolling(view: "View") -> bool:
    """Whether dice are to be thrown now."""
    p = view["prompt"]
    return p is not None and len(p) > 1 and p[P_KIND] == DICE


def unopened(rooms: "list[list[int]]") -> bytearray:
    """For each room whether it stands and has a door onto an empty cell."""
    # cells as `house.cell` numbers them: a call for each would take as long as all the rest
    cells = [row[R_FLOOR] << 12 | row[R_X] + 32 << 6 | row[R_Y] + 32 for row in rooms]
    taken = set(cells)
    beside = house.BESIDE
    got = bytearray(len(rooms))
    r = 0
    for row in rooms:
        doors = row[R_DOORS]
        if doors and row[R_FLOOR] >= 0 and not row[R_FLAGS] & RF_DESTROYED:
            for d in range(4):
                if doors >> d & 1 and cells[r] + beside[d] not in taken:
                    got[r] = 1
                    break
        r += 1
    return got


def frame(groups: "list[Group]", ms: int, lamps: "list[int]", held: int = NONE) -> int:
    """Paint a moment of a scene into the list `lamps`; lamps of no group go dark.

    held: for how many ms a finger has been on the button, NONE without one. Gives the sum of
    all colours that glow at full brightness, for `level`.
    """
    for i in range(len(lamps)):
        lamps[i] = 0
    load = 0
    for group in groups:
        pattern = group[0]
        at = group[1]
        paint = group[2]
        c = paint[0]
        if pattern == GLIMMER:
            c = dim(c, 60 + swell(ms, 4000) * 3 // 4)
        elif pattern == TAKE_TURNS:
            c = paint[ms // 700 % len(paint)]
        elif pattern == BREATHE:
            c = dim(c, 70 + swell(ms, 1800) * 185 // 255)
        elif pattern == FLICKER:
            c = dim(c, 255 if ms // 90 % 2 else 50)
        elif pattern == BLINK:
            n = ms % 1600
            c = c if n < 140 or 280 <= n < 420 else dim(c, 24)
        elif pattern == HEARTBEAT:
            n = ms % 1100
            c = dim(c, 255 - n * 2 // 3 if n < 330 else 255 - (n - 330) // 3 if n < 960 else 40)
        elif pattern == POINT:
            n = ms % 900
            if n >= 500 or n // 100 % 2:
                continue
        elif pattern == OPENING:
            n = ms - group[3] & TICKS
            if n >= 600 or n // 150 % 2:
                continue
        elif pattern == FALLING:
            n = ms - group[3] & TICKS
            if n >= NEWS:
                continue
            c = dim(c, (NEWS - n) * 255 // NEWS) if GUTTERS >> n // 100 & 1 else 0
        elif pattern == WAVE:
            for i in at:
                lamps[i] = dim(c, swell(ms - i * 60, 1900))
                load += weight(lamps[i])
            continue
        for i in at:
            lamps[i] = c
        load += weight(c) * len(at)
    if held >= 0 and (held >= VERY_LONG or (held < 150 if held < LONG else held // 100 % 2 == 0)):
        load = weight(TOUCH) * touch(lamps, held)
    return load


def touch(lamps: "list[int]", held: int) -> int:
    """Let the lamps answer a finger that has been on the button for `held` ms; gives how many of them glow."""
    menu = held >= VERY_LONG
    dark = not any(lamps)
    count = 0
    for i in range(len(lamps)):
        if (i + held // 300) % 2 == 0 if menu else dark or lamps[i]:
            lamps[i] = TOUCH
            count += 1
        else:
            lamps[i] = 0
    return count


def weight(c: int) -> int:
    """What a colour adds to the current: the sum of its three parts."""
    return (c >> 16) + (c >> 8 & 255) + (c & 255)


def level(load: int, lamps: int, night: bool = False, most: int = MOST) -> int:
    """Brightness, of 256, at which `lamps` lamps with a load (see `frame`) take `most` mA or less."""
    bright = NIGHT if night else 256
    room = (most - lamps * IDLE) * 255 * 256
    if load * FULL * bright > room:
        bright = max(room // (load * FULL), 0)
    return bright


def swell(ms: int, period: int) -> int:
    """0..255 and back, once in a period."""
    n = ms % period * 510 // period
    return n if n < 256 else 510 - n


def dim(c: int, n: int) -> int:
    """Colour `c` at `n` of 255."""
    if n > 255:
        n = 255
    return (c >> 16) * n // 255 << 16 | (c >> 8 & 255) * n // 255 << 8 | (c & 255) * n // 255
