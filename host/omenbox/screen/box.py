"""The virtual box: its strip of lamps, its four digits and its button, as the loop drives them."""

from __future__ import annotations

from typing import Any

from omenbox_device.lights import TRACK_LENGTH

from ..words import ENGLISH, words
from .html import Html, does, el

Feed = dict[str, Any]

#: Which of the segments a..g are lit for a character.
SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg", "5": "acdfg", "6": "acdefg",
    "7": "abc", "8": "abcdefg", "9": "abcdfg", "=": "dg", "-": "g", "d": "bcdeg", "E": "adefg", "n": "ceg", "o": "cdeg",
    "_": "d", "r": "eg", "U": "bcdef", "O": "abcdef", "G": "acdef", "i": "c", "t": "defg", "e": "abdefg",
    "A": "abcefg", "L": "def", "P": "abefg", "S": "acdfg", "Y": "bcdfg",
}  # fmt: skip
SHAPES = {
    "a": "M5 2H19L16 5H8Z",
    "b": "M20 3V19L17 17V6Z",
    "c": "M20 21V37L17 34V23Z",
    "d": "M5 38H19L16 35H8Z",
    "e": "M4 21V37L7 34V23Z",
    "f": "M4 3V19L7 17V6Z",
    "g": "M6 20 8 18.3H16L18 20 16 21.7H8Z",
}


def strip(feed: Feed, lamps: int, lang: str = ENGLISH) -> Html:
    """The lamps in a row, numbered by the rooms they stand for; the script colours them."""
    got = []
    rooms, bar = len(feed["rooms"]), lamps - TRACK_LENGTH
    track = words(lang)("box.track", n=feed["track"]) if feed["track"] >= 0 and rooms <= bar else None
    for i in range(lamps):
        name = feed["rooms"][i]["name"] if i < rooms else track if i >= bar else None
        got.append(el("i", class_="led", data_lamp=i, data_tip=name))
    return el("div", got, class_="strip")


def digits(text: str, lang: str = ENGLISH) -> Html:
    """The Turn/Damage display."""
    places = []
    for i, character in enumerate(text[:4]):
        lit = SEGMENTS.get(character, "")
        parts = [el("path", d=shape, class_="on" if name in lit else "off") for name, shape in SHAPES.items()]
        places.append(el("g", parts, transform=f"translate({i * 26} 0)"))
    tip = words(lang)("box.digits")
    return el("svg", places, viewBox="0 0 104 40", class_="digits", role="img", aria_label=text.strip(), data_tip=tip)


def button(active: bool, lang: str = ENGLISH) -> Html:
    """The button of the box."""
    say = words(lang)
    looks = "push active" if active else "push"
    return el("button", class_=looks, data_tip=say("box.button"), aria_label=say("box.label"), **does("push"))


def colours(shown: list[int]) -> str:
    """The strip's colours for the script, six hexadecimal digits each."""
    return "".join(f"{colour:06x}" for colour in shown)
