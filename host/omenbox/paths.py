"""Where the parts of Omenbox lie, in a checkout and when installed.

Everything that opens a pack's source, a device file or a board file asks :func:`find`;
nothing else in the desktop tool knows the layout.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

from .errors import OmenboxError

#: What :func:`find` knows: the package that carries it and the folder inside that package.
PLACES = {
    "content": ("shared_rules", "content"),
    "rules": ("shared_rules", ""),
    "device": ("omenbox_device", ""),
    "host": ("omenbox", ""),
}

#: Places that are no package: beside which one they lie in a checkout. An installation has them in its share folder.
BESIDE = {"board": "omenbox_device", "hardware": "shared_rules"}


def find(place: str, *parts: str) -> Path:
    """Return the path of a file or folder that belongs to Omenbox.

    ``place`` is ``"content"`` (the sources of the packs), ``"rules"`` (the rules core as
    files, to be put on a board), ``"device"`` (the box's program), ``"host"`` (the desktop
    tool, with the files of the page), ``"board"`` (boot.py and main.py) or ``"hardware"`` (a
    folder for each kind of box).

    >>> find("content", "base").name
    'base'
    >>> find("rules", "__init__.py").is_file()
    True

    Raises :exc:`OmenboxError` if it is not there, which means a damaged installation.
    """
    if place in BESIDE:
        root, folder = Path(str(resources.files(BESIDE[place]))).parent, place
        if not (root / folder).exists():
            root = Path(sys.prefix, "share", "omenbox")
    else:
        package, folder = PLACES[place]
        root = Path(str(resources.files(package)))
    path = root.joinpath(folder, *parts)
    if place == "content" and len(parts) == 1 and not path.exists():
        names = sorted(p.name for p in (root / folder).glob("*") if p.is_dir())
        raise OmenboxError(f"there is no pack named {parts[0]!r}; there are: {', '.join(names)}")
    if not path.exists():
        raise OmenboxError(f"{path} is missing; install Omenbox again")
    return path


def writable(name: str) -> Path:
    """Return the folder ``name`` in the user's cache, made if need be (built packs, logs)."""
    import os

    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    folder = (Path(base) if base else Path.home() / ".cache") / "omenbox" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OmenboxError(f"cannot make {folder}: {error.strerror}") from error
    return folder
