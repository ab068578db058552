"""What goes onto the flash of a box: the program, compiled, its board file, and the packs.

    python -m omenbox.box_files FOLDER     writes it all into a folder, to be copied to the board
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from . import device
from .cli import add_packs
from .device import build_hash
from .errors import OmenboxError
from .packs import pack_bytes, standard_bytes, vocabulary
from .paths import find

#: Modules of the program that only a desktop runs.
DESKTOP_ONLY = ("omenbox_device/unix.mpy",)


def box_files(board: str = "pico", packs: dict[str, bytes] | None = None) -> dict[str, bytes]:
    """Every file of a box by its path on the board; ``board`` is a folder of ``hardware/``.

    packs: built packs by name, the standard ones first, which alone are there by default. The board
    opens packs in the order of their files' names: those of further packs keep the order given
    here, which a host must have too. Raises :exc:`OmenboxError`.
    """
    files = {path: data for path, data in device.build().items() if path not in DESKTOP_ONLY}
    for name in ("boot.py", "main.py"):
        files[name] = find("board", name).read_bytes()
    files["board.json"] = find("hardware", board, "board.json").read_bytes()
    files["build.json"] = json.dumps([build_hash(), vocabulary().crc]).encode()
    standard = standard_bytes()
    for n, (name, data) in enumerate((packs or standard).items()):
        files[f"packs/{name if name in standard else f'x{n:02}_{name}'}.pack"] = data
    return files


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write ``files`` into ``folder``, which is made. Raises :exc:`OmenboxError`."""
    for name, data in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise OmenboxError(f"{error.filename or path}: {error.strerror}; choose another folder") from error


def main(argv: Sequence[str] | None = None) -> int:
    """Write the files of a box into the folder that ``argv`` names (the process's arguments by default)."""
    parser = argparse.ArgumentParser(
        prog="python -m omenbox.box_files",
        description="Write what goes onto the flash of a box into a folder: program, board file, packs.",
        epilog="hardware/README.md says how it gets onto the board.",
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="is made; packs from earlier runs stay in it")
    add_packs(parser, "one more pack for the box")
    args = parser.parse_args(argv)
    try:
        write(args.folder, box_files(packs=pack_bytes(args.pack)))
    except OmenboxError as error:
        print(f"omenbox: {error}", file=sys.stderr)
        return error.exit_code
    print(f"the files of a box are in {args.folder}; mpremote cp -r {args.folder}/. : + reset puts them on a board")
    return 0


if __name__ == "__main__":
    sys.exit(main())
