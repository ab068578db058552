"""Drawing one room tile: walls with doors as gaps, windows, name, symbol, barrier, and what is in it.

A tile is 100 units wide; its corner is at 0, 0. Directions are 0..3 for north, east, south, west.
"""

from __future__ import annotations

from collections.abc import Iterable

from .html import Html, el

DX = (0, 1, 0, -1)
DY = (-1, 0, 1, 0)
EDGE = 5  # from the cell's border to the wall
DOOR = (37, 63)  # where the gap of a door begins and ends
LINE = 12  # letters of a name on one line
#: Names beyond this are written in characters, not in letters.
LATIN = "\u2e80"
#: What quotes words in a name, and what divides them in Chinese.
MARKS = {ord(mark): None for mark in '"\u300c\u300d'} | {0xFF0E: " "}

#: Where a figure stands: x, y and its radius.
Spot = tuple[float, float, float]

#: Shapes of the symbols, drawn into a square of 16 units.
SYMBOLS = {
    "omen": "M8 1 15 8 8 15 1 8ZM8 5.2A2.8 2.8 0 1 0 8 10.8 2.8 2.8 0 1 0 8 5.2Z",
    "item": "M3 6.5H13V14H3ZM5.2 6.5V4.6A2.8 2.8 0 0 1 10.8 4.6V6.5H9.2V4.7A1.2 1.2 0 0 0 6.8 4.7V6.5Z",
    "event": "M8 1.2 9.7 5.9 14.7 6.1 10.8 9.2 12.1 14 8 11.2 3.9 14 5.2 9.2 1.3 6.1 6.3 5.9Z",
    "any": "M8 1A7 7 0 1 0 8 15 7 7 0 1 0 8 1ZM8 4A4 4 0 1 1 8 12 4 4 0 1 1 8 4Z",
}


def plan(doors: int, windows: int, half: int = 0, unopened: int = 0, blocked: int = 0) -> Html:
    """Ground, walls, doors and windows of a tile; ``half``: the doors of one half of a divided one.

    ``unopened`` and ``blocked`` are the doors onto empty cells and onto walls.
    """
    low, high, a, b = EDGE, 100 - EDGE, *DOOR
    walls, gaps, panes = [], [], []
    for d in range(4):
        at = low if d in (0, 3) else high
        if doors >> d & 1:
            walls += [_stroke(d, at, low, a), _stroke(d, at, b, high)]
            more = " unopened" if unopened >> d & 1 else " blocked" if blocked >> d & 1 else ""
            gaps.append(_gap(d, a, b, "door" + more))
        else:
            walls.append(_stroke(d, at, low, high))
        if windows >> d & 1:
            panes.append(_stroke(d, at, 30, 70))
    size = high - low
    return el(
        "g",
        el("rect", class_="ground", x=low, y=low, width=size, height=size, rx=2),
        gaps,
        el("path", class_="walls", d="".join(walls)),
        el("path", class_="panes", d="".join(panes)) if panes else None,
        el("path", class_="barrier", d=_barrier(half)) if half else None,
    )


def _stroke(d: int, at: int, start: int, end: int) -> str:
    return f"M{start} {at}H{end}" if d in (0, 2) else f"M{at} {start}V{end}"


def _gap(d: int, a: int, b: int, name: str) -> Html:
    """The threshold of a door: it reaches to the border of the cell."""
    start = 0 if d in (0, 3) else 100 - EDGE - 1
    wide, deep = b - a, EDGE + 1
    if d in (0, 2):
        return el("rect", class_=name, x=a, y=start, width=wide, height=deep)
    return el("rect", class_=name, x=start, y=a, width=deep, height=wide)


def toward(half: int) -> tuple[float, float]:
    """Where from the middle the doors of a half lie: a direction of length about 1."""
    sides = [d for d in range(4) if half >> d & 1]
    x, y = sum(DX[d] for d in sides), sum(DY[d] for d in sides)
    length = (x * x + y * y) ** 0.5
    return (x / length, y / length) if length else (0.0, -1.0)


def _barrier(half: int) -> str:
    """A jagged line through the middle, across the way from one half to the other."""
    x, y = toward(half)
    points = []
    for i in range(9):
        along, off = -38 + i * 9.5, 4 if i % 2 else -4
        points.append(f"{50 - y * along + x * off:.1f} {50 + x * along + y * off:.1f}")
    return "M" + "L".join(points)


def title(name: str) -> list[Html]:
    """The name in up to three lines at the top."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return [el("text", line, class_="name", x=50, y=20 + 12.5 * i) for i, line in enumerate(lines)]


def symbol(kind: str, x: float = 78, y: float = 78) -> Html | None:
    """The symbol of the card that is drawn here."""
    if kind not in SYMBOLS:
        return None
    place = f"translate({x} {y})"
    return el("path", class_=f"symbol {kind}", d=SYMBOLS[kind], transform=place, fill_rule="evenodd")


def lamp(room: int) -> Html:
    """The room's lamp; the page's script gives it the colour that the strip shows."""
    return el(
        "g",
        el("circle", class_="halo", cx=15, cy=86, r=9),
        el("circle", class_="glow", cx=15, cy=86, r=4.5),
        class_="lamp",
        data_lamp=room,
    )


def places(count: int, half: tuple[float, float] | None = None) -> list[Spot]:
    """Where ``count`` figures stand in a tile: x, y and the radius of each."""
    if not count:
        return []
    x, y = 50.0, 63.0
    if half:
        x, y = 50 + half[0] * 24, 56 + half[1] * 22
    rows = 1 if count <= 3 else 2
    radius = 11.5 if rows == 1 and not half else 9.0
    across = -(-count // rows)
    got = []
    for i in range(count):
        row, column = divmod(i, across)
        here = min(across, count - row * across)
        left = x + (column - (here - 1) / 2) * (radius * 2 + 2)
        got.append((left, y + (row - (rows - 1) / 2) * (radius * 2 + 1), radius))
    return got


def disc(spot: Spot, colour: str, name: str, classes: str, click: dict[str, object]) -> Html:
    """An explorer at a spot (x, y, radius)."""
    x, y, r = spot
    horns = None
    if "traitor" in classes:
        side = r * 0.8
        path = f"M{x - side} {y - r * 0.6}Q{x - r * 1.1} {y - r * 1.5} {x - r * 0.5} {y - r * 1.45}"
        path += f"M{x + side} {y - r * 0.6}Q{x + r * 1.1} {y - r * 1.5} {x + r * 0.5} {y - r * 1.45}"
        horns = el("path", class_="horns", d=path)
    return el(
        "g",
        el("circle", class_="ring", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{r + 3:.1f}"),
        horns,
        el("circle", class_=f"disc {colour}", cx=f"{x:.1f}", cy=f"{y:.1f}", r=r),
        _letters(spot, initials(name), colour),
        class_=f"figure {classes}",
        data_tip=name,
        **click,
    )


def beast(spot: Spot, letters: str, classes: str, tip: str, click: dict[str, object]) -> Html:
    """A monster at a spot."""
    x, y, r = spot
    return el(
        "g",
        el("path", class_="ring", d=_diamond(x, y, r + 4.5)),
        el("path", class_="beast", d=_diamond(x, y, r + 1.5)),
        _letters(spot, letters, ""),
        class_=f"figure monster {classes}",
        data_tip=tip,
        **click,
    )


def _letters(spot: Spot, letters: str, colour: str) -> Html:
    x, y, r = spot
    size = f"{r * 0.92:.1f}"
    return el("text", letters, class_=f"letters {colour}", x=f"{x:.1f}", y=f"{y + r * 0.33:.1f}", font_size=size)


def _diamond(x: float, y: float, r: float) -> str:
    return f"M{x:.1f} {y - r:.1f}L{x + r:.1f} {y:.1f}L{x:.1f} {y + r:.1f}L{x - r:.1f} {y:.1f}Z"


def chips(things: Iterable[tuple[str, str]]) -> list[Html]:
    """Tokens and cards that lie in the room, along the bottom edge: (class, letters)."""
    got = []
    x = 27.0
    for kind, letters in things:
        width = 7 + 5.6 * len(letters)
        if x + width > 78:
            break
        got.append(
            el(
                "g",
                el("rect", x=f"{x:.1f}", y=80, width=f"{width:.1f}", height=12.5, rx=3),
                el("text", letters, x=f"{x + width / 2:.1f}", y=89.3),
                class_=f"chip {kind}",
            )
        )
        x += width + 2
    return got


def initials(name: str) -> str:
    """First letters of the first and the last word: "Zoe Ingstrom" is ZI; in Chinese one character is enough."""
    words = parts(name)
    if name > LATIN:
        return words[0][0]
    return "".join(word[0] for word in (words if len(words) < 3 else [words[0], words[-1]])).upper()


def short_name(name: str) -> str:
    """The last word of a name."""
    return parts(name)[-1]


def parts(name: str) -> list[str]:
    """The words of a name, without quotation marks."""
    return name.translate(MARKS).split()
