"""The pack that docs/packs.md shows is a good one."""

from __future__ import annotations

import re
from pathlib import Path

from omenbox.packs import check_pack, open_packs, standard_bytes
from shared_rules import state

DOC = Path(__file__).parents[2] / "docs" / "packs.md"


def test_the_first_pack_of_the_document_builds_without_a_warning(tmp_path):
    text = DOC.read_text("utf-8")
    files = re.findall(r"\*\*([\w./]+)\*\*\n\n```\w+\n(.*?)```", text, re.DOTALL)
    assert [name for name, _text in files][0] == "pack.toml" and len(files) == 4
    for name, content in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    found = check_pack(tmp_path, list(standard_bytes().values()))
    assert [str(p) for p in found.all] == []
    assert open_packs([tmp_path]).find("card", "cracked_mirror") >> 12 == 2


def test_the_document_names_every_hook():
    text = DOC.read_text("utf-8")
    unused = {"exit_cost", "track"}  # kept for later
    missing = [h for h in state.HOOKS if f"`{h}`" not in text and h not in unused]
    assert missing == []
