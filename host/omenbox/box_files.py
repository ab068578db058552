"""What goes onto the flash of a box: the program, compiled, its board file, and the packs.

    python -m omenbox.box_files FOLDER     writes it all into a folder, to be copied to the board
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from . import device
from .device import build_hash
from .errors import OmenboxError
from .packs import standard_bytes, vocabulary
from .paths import find

#: Modules of the program that only a desktop runs.
DESKTOP_ONLY = ("omenbox_device/unix.mpy",)


def box_files(board: str = "pico", packs: dict[str, bytes] | None = None) -> dict[str, bytes]:
    """Every file of a box by its path on the board; ``board`` is a folder of ``hardware/``.

    packs: built packs by name, by default the standard ones. Raises :exc:`OmenboxError`.
    """
    files = {path: data for path, data in device.build().items() if path not in DESKTOP_ONLY}
    for name in ("boot.py", "main.py"):
        files[name] = find("board", name).read_bytes()
    files["board.json"] = find("hardware", board, "board.json").read_bytes()
    files["build.json"] = json.dumps([build_hash(), vocabulary().crc]).encode()
    for name, data in (standard_bytes() if packs is None else packs).items():
        files[f"packs/{name}.pack"] = data
    return files


def main(args: list[str]) -> int:
    """Write the files of a box into the folder that ``args`` names."""
    if len(args) != 1:
        print(__doc__)
        return 2
    folder = Path(args[0])
    try:
        for name, data in box_files().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except (OmenboxError, OSError) as error:
        print(f"omenbox: {error}", file=sys.stderr)
        return 1
    print(f"the files of a box are in {folder}; mpremote cp -r {folder}/. : puts them on a board")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
