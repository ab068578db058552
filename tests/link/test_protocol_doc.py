"""docs/protocol.md shows what the program really says, and every kind of frame."""

from __future__ import annotations

import re

import omenbox
import omenbox_device
from omenbox_device import framing, link

from ..platforms import ROOT
from .protocol import BLOCK, DOCUMENT, rewritten


def test_every_frame_in_the_document_is_what_the_program_says() -> None:
    text = DOCUMENT.read_text()
    assert rewritten(text) == text, "write them anew: python -m tests.link.protocol"


def test_every_word_of_the_protocol_is_shown() -> None:
    source = (ROOT / "firmware" / "omenbox_device" / "link.py").read_text()
    words = set(re.findall(r'kind == "(\w+)"', source)) | {"c", "a", "u", "roll"}
    words |= set(re.findall(r'\["(\w+)", ', source)) - {"g"}
    frames = "".join(BLOCK.findall(DOCUMENT.read_text()))
    shown = set(re.findall(r'#[<>]\["(\w+)"', frames))
    assert not words - shown
    codes = set(re.findall(r'\["no", \w+, "(\w+)"', source))
    assert codes == set(re.findall(r"^\| `(\w+)` \| .* \| .* \|$", DOCUMENT.read_text(), re.MULTILINE))


def test_the_box_has_the_version_of_the_package() -> None:
    assert omenbox_device.VERSION == omenbox.__version__


def test_the_numbers_in_the_document_are_the_programs() -> None:
    text = " ".join(DOCUMENT.read_text().split())
    assert f"protocol*: {link.PROTOCOL}." in text
    assert f"at most {framing.LONGEST} bytes" in text
    assert f"at most {link.WINDOW} events" in text
    assert f"for {link.RESEND / 1000} s it sends again" in text and link.TRIES == 8
    assert f"more than {link.AHEAD} higher" in text and link.REPLIES == 2 and link.QUEUE == 4
    assert f"After {link.STUCK // 1000} s in which nothing" in text
