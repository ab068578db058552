"""Links in the documents lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .platforms import ROOT

#: What may lie in the checkout besides: hidden folders and what a build leaves.
ELSEWHERE = (".", "build", "dist")
DOCUMENTS = [
    path
    for path in sorted(ROOT.rglob("*.md"))
    if not any(part.startswith(ELSEWHERE) for part in path.relative_to(ROOT).parts)
]

#: The target of a link or of a picture, and the lines of code that hold none.
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The headings of a document as GitHub's links name them."""
    headings = re.findall(r"^#+ +(.+?) *$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_lead_somewhere(path: Path) -> None:
    broken = []
    for link in LINK.findall(CODE.sub("", path.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, heading = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists() or heading and heading not in anchors(target):
            broken.append(link)
    assert not broken
