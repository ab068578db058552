"""The packs that come with Omenbox, built when they are first wanted and kept in the cache."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from shared_rules.pack import Pack, PackError, Packs

from .. import paths
from ..errors import OmenboxError
from .source import load_source, source_files
from .vocabulary import vocabulary

#: The standard packs in the order of their slots.
STANDARD = ("base", "widows_walk")


def standard_packs() -> Packs:
    """The standard packs, opened: the base game and, where it is there, Widow's Walk."""
    return open_packs([])


def standard_bytes() -> dict[str, bytes]:
    """The built standard packs by their names, in the order of their slots."""
    built: dict[str, bytes] = {}
    for name in STANDARD:
        try:
            folder = paths.find("content", name)
        except OmenboxError:
            if name == STANDARD[0]:
                raise
            continue
        if (folder / "pack.toml").is_file():
            built[name] = _built(
                folder, [built[r] for r in load_source(folder).requires if r in built]
            )
    return built


def open_packs(extra: Iterable[str | Path]) -> Packs:
    """The standard packs and then `extra`: built pack files, or folders with a pack's source.

    What an extra pack requires is found among the standard packs and the extra ones before it.
    Raises OmenboxError for a damaged file, a missing requirement, or mistakes in a source.
    """
    built = standard_bytes()
    for path in extra:
        path = Path(path)
        if path.is_dir():
            data = _built(path, required_for(path, built))
        else:
            try:
                data = path.read_bytes()
            except OSError as error:
                hint = "name a pack file or the folder of a pack's source"
                raise OmenboxError(f"{path}: {error.strerror}; {hint}") from error
        pack = _opened(data, str(path))
        if pack.name in built and path.is_dir() and _is_standard(path, pack.name):
            continue
        if pack.name in built:
            raise OmenboxError(f"{path}: a pack named {pack.name!r} is open already")
        built[pack.name] = data
    packs = [_opened(data, name) for name, data in built.items()]
    try:
        return Packs(packs, vocabulary().crc)
    except PackError as error:
        raise OmenboxError(str(error)) from error


def _is_standard(path: Path, name: str) -> bool:
    return name in STANDARD and path.resolve() == paths.find("content", name).resolve()


def _opened(data: bytes, label: str) -> Pack:
    try:
        return Pack(io.BytesIO(data), label=label)
    except PackError as error:
        raise OmenboxError(str(error)) from error


def required_for(root: Path, built: dict[str, bytes]) -> list[bytes]:
    """The packs out of `built` that the source in `root` requires; what is missing is left out."""
    return [built[name] for name in load_source(root).requires if name in built]


def _built(folder: Path, required: Sequence[bytes]) -> bytes:
    """The pack built from the source in `folder`, out of the cache if nothing has changed."""
    from . import build_pack

    kept = _cache_file(folder, required)
    if kept is not None and kept.is_file():
        try:
            data = kept.read_bytes()
            Pack(io.BytesIO(data))
            return data
        except (OSError, PackError):
            pass
    data = build_pack(folder, required)
    if kept is not None:
        _keep(kept, data)
    return data


def _cache_file(folder: Path, required: Sequence[bytes]) -> Path | None:
    """Where the built pack is kept: the name holds a hash of all that goes into it."""
    digest = hashlib.sha256()
    compiler = sorted(Path(__file__).parent.glob("*.py"))
    rules = [paths.find("rules", n) for n in ("words.py", "state.py", "vm.py", "pack.py")]
    for file in [*compiler, *rules, *source_files(folder)]:
        data = file.read_bytes()
        digest.update(f"{file.name} {len(data)}\n".encode() + data)
    for data in required:
        digest.update(hashlib.sha256(data).digest())
    try:
        return paths.writable("packs") / f"{folder.name}-{digest.hexdigest()[:32]}.pack"
    except OmenboxError:
        return None


def _keep(file: Path, data: bytes) -> None:
    """Write the file whole or not at all; a cache that cannot be written does no harm."""
    try:
        for old in file.parent.glob(file.name.rsplit("-", 1)[0] + "-*.pack"):
            old.unlink(missing_ok=True)
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_bytes(data)
        draft.replace(file)
    except OSError:
        pass
