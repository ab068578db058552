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
from .problems import SourceError
from .source import Source, load_source, source_files
from .vocabulary import vocabulary

#: The standard packs in the order of their slots.
STANDARD = ("base", "widows_walk")
#: Built versions of one pack that stay in the cache.
KEPT = 8


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
            built[name] = _built(folder, built)
    return built


def open_packs(extra: Iterable[str | Path]) -> Packs:
    """The standard packs and then `extra`, opened; see :func:`pack_bytes`."""
    built = pack_bytes(extra)
    try:
        return Packs([opened(data, name) for name, data in built.items()], vocabulary().crc)
    except PackError as error:
        raise OmenboxError(str(error)) from error


def pack_bytes(extra: Iterable[str | Path]) -> dict[str, bytes]:
    """The standard packs and then `extra`: built pack files, or folders with a pack's source.

    What an extra pack requires is found among the standard packs and the extra ones before it.
    Raises OmenboxError for a damaged file, a missing requirement, or mistakes in a source.
    """
    built = standard_bytes()
    for path in map(Path, extra):
        if path.is_dir() and _is_standard(path):
            continue
        data = _built(path, built) if path.is_dir() else read_pack(path)
        name = opened(data, str(path)).name
        if name in built:
            raise OmenboxError(f"{path}: a pack named {name!r} is open already; rename this one")
        built[name] = data
    return built


def read_pack(path: Path) -> bytes:
    """The bytes of the pack file `path`, checked."""
    try:
        data = path.read_bytes()
    except OSError as error:
        hint = "name a pack file or the folder of a pack's source"
        raise OmenboxError(f"{path}: {error.strerror}; {hint}") from error
    opened(data, str(path))
    return data


def opened(data: bytes, label: str) -> Pack:
    """The built pack `data`, opened. Raises OmenboxError for a damaged one."""
    try:
        return Pack(io.BytesIO(data), label=label)
    except PackError as error:
        raise OmenboxError(str(error)) from error


def required_packs(source: Source, extra: Iterable[Path] = ()) -> list[bytes]:
    """The built packs that `source` requires: standard ones, and those in the files `extra`."""
    given = [read_pack(path) for path in extra]
    if not any(name in STANDARD and name != source.name for name in source.requires):
        return given
    names = {opened(data, "").name for data in given}
    standard = _standard_for(source)
    return [data for name, data in standard.items() if name not in names] + given


def _standard_for(source: Source) -> dict[str, bytes]:
    """The standard packs, up to `source` itself if it is one of them."""
    built: dict[str, bytes] = {}
    for name in STANDARD:
        if name == source.name:
            break
        folder = paths.find("content", name)
        if (folder / "pack.toml").is_file():
            built[name] = _built(folder, built)
    return built


def _is_standard(path: Path) -> bool:
    return path.resolve() in [(paths.find("content") / name).resolve() for name in STANDARD]


def _built(folder: Path, built: dict[str, bytes]) -> bytes:
    """The pack built from the source in `folder`, out of the cache if nothing has changed.

    What it requires is taken from `built`.
    """
    from . import compile_source

    source = load_source(folder)
    required = [built[name] for name in source.requires if name in built]
    kept = _cache_file(folder, required)
    if kept is not None and kept.is_file():
        try:
            data = kept.read_bytes()
            if Pack(io.BytesIO(data)).vocab == vocabulary().crc:  # else made while the rules were being edited
                return data
        except (OSError, PackError):
            pass
    source = load_source(folder)
    made = compile_source(source, required)
    if made is None:
        raise SourceError(source.name, source.problems, str(folder))
    if kept is not None and kept == _cache_file(folder, required):  # nobody edited it meanwhile
        _keep(kept, made)
    return made


def _cache_file(folder: Path, required: Sequence[bytes]) -> Path | None:
    """Where the built pack is kept: the name holds a hash of all that goes into it."""
    digest = hashlib.sha256()
    compiler = sorted(Path(__file__).parent.glob("*.py"))
    rules = sorted(paths.find("rules").glob("*.py"))
    for file in [*compiler, *rules]:
        digest.update(_stamped(file.name, file))
    for file in source_files(folder):
        digest.update(_stamped(file.relative_to(folder).as_posix(), file))
    for data in required:
        digest.update(hashlib.sha256(data).digest())
    try:
        return paths.writable("packs") / f"{folder.name}-{digest.hexdigest()[:32]}.pack"
    except OmenboxError:
        return None


def _stamped(name: str, file: Path) -> bytes:
    data = file.read_bytes()
    return f"{name} {len(data)}\n".encode() + data


def _keep(file: Path, data: bytes) -> None:
    """Write the file whole or not at all; a cache that cannot be written does no harm."""
    try:
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_bytes(data)
        draft.replace(file)
        name = file.name.rsplit("-", 1)[0]
        found = file.parent.glob(f"{name}-{'?' * 32}.pack")
        old = sorted(found, key=lambda f: f.stat().st_mtime, reverse=True)
        for other in old[KEPT:]:
            other.unlink(missing_ok=True)
    except OSError:
        pass
