"""Which floor the map shows, and the tabs that change it."""

from __future__ import annotations

from typing import Any

from .html import Html, does, el, join

Feed = dict[str, Any]


def floor_to_show(feed: Feed) -> int:
    """The floor on which something happens: where the prompt points, else where the turn is."""
    floors = [floor for floor, _ in feed["floors"]]
    prompt = feed["prompt"] or {}
    if prompt.get("mine"):
        if "tile" in prompt:
            return prompt["tile"]["cell"][0]
        if "cell" in prompt.get("drawn", ()):
            return prompt["drawn"]["cell"][0]
        pointed = _pointed(feed)
        here = _floor_of(feed, prompt.get("figure", prompt["who"]))
        if "figure" in prompt:
            return here
        if pointed and here not in pointed:
            return min(pointed)
    who = feed["turn"]
    roll = feed["roll"]
    if prompt.get("kind") == "dice" and roll:
        who = roll["who"]
    floor = _floor_of(feed, who)
    return floor if floor in floors else floors[0] if floors else -1


def _floor_of(feed: Feed, figure: int) -> int:
    room = (feed["explorers"][figure] if figure < 16 else feed["monsters"][figure - 16])["room"]
    return feed["rooms"][room]["floor"] if room >= 0 else -1


def _pointed(feed: Feed) -> set[int]:
    """Floors on which options of the prompt lie."""
    got = set()
    for option in feed["prompt"].get("options", ()):
        if "cell" in option:
            got.add(option["cell"][0])
        elif option.get("room", -1) >= 0:
            got.add(feed["rooms"][option["room"]]["floor"])
    return got


def tabs(feed: Feed, chosen: int) -> Html:
    """One tab a floor with a small picture of it and of who is there."""
    pointed = _pointed(feed) if feed["prompt"] and feed["prompt"].get("mine") else set()
    got = []
    for floor, name in feed["floors"]:
        rooms = [room for room in feed["rooms"] if room["floor"] == floor]
        label = name[0].upper() + name[1:]
        classes = "tab" + (" chosen" if floor == chosen else "") + (" pointed" if floor in pointed else "")
        got.append(el("button", _small(feed, rooms), el("span", label), class_=classes, **does("floor", floor)))
    return join(got)


def _small(feed: Feed, rooms: list[dict]) -> Html:
    xs, ys = [r["x"] for r in rooms], [r["y"] for r in rooms]
    (left, wide), (top, high) = _span(xs), _span(ys)
    dots = []
    for r in rooms:
        gone = " gone" if r["destroyed"] else ""
        dots.append(el("rect", class_="cell" + gone, x=r["x"] * 10, y=r["y"] * 10, width=9, height=9, rx=1.5))
        here = [e for e in feed["explorers"] if e["alive"] and e["room"] == r["room"]]
        for i, e in enumerate(here[:4]):
            x = r["x"] * 10 + (4.5 if len(here) == 1 else 2.5 + i % 2 * 4)
            y = r["y"] * 10 + (4.5 if len(here) < 3 else 2.5 + i // 2 * 4)
            radius = 3 if len(here) == 1 else 2
            dots.append(el("circle", class_=f"disc {e['colour']}", cx=x, cy=y, r=radius))
    return el("svg", dots, viewBox=f"{left} {top} {wide} {high}")


def _span(values: list[int]) -> tuple[int, int]:
    """Where a small picture begins and how far it goes; it is never smaller than three cells."""
    low, size = min(values) * 10, (max(values) - min(values)) * 10 + 9
    return (low, size) if size >= 29 else (low - (29 - size) // 2, 29)
