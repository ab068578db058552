"""Many buttons at once: a long list has a field that finds among them."""

from __future__ import annotations

from ..words import Words
from .html import Html, el

#: From so many buttons on they are a list in which one can search.
LONG = 13


def listed(buttons: list[Html], say: Words) -> Html:
    """Buttons beside one another; many of them below a field that hides what does not hold the letters typed in.

    The page's script does the hiding; Enter takes the first that is left.
    """
    if len(buttons) < LONG:
        return el("div", buttons, class_="answers")
    find = el(
        "input", class_="find", type="search", placeholder=say("right.find"), autocomplete="off", spellcheck="false"
    )
    none = el("p", say("right.nothing"), class_="none")
    return el("div", find, el("div", buttons, class_="answers"), none, class_="listed")
