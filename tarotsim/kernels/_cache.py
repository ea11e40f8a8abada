"""Where compiled code is kept between processes, and when it may be used again.

numba's own cache looks at one file only: after an edit of a function that it calls,
or under another environment switch, a cached function would go on with old code.
Here the folder is named by a digest of everything that shapes the machine code, so a
change of any kind finds an empty folder; and each compiled signature has a file of
its own, written under another name and renamed, so that processes that start together
can never mix their files up. A file begins with a digest of what it is and of what
follows: one that was damaged, cut off or put there from elsewhere is compiled anew.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import platform
import re
import stat
import sys
import tempfile
import uuid
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import compiler, config
from numba.core.caching import NullCache
from numba.core.runtime import rtsys

from tarotsim import game

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FileCache", "cache_root", "digest_for", "engine_digest", "listeners"]

listeners: list[Callable[[str], None]] = []
"""Called with the name of each function that has to be compiled."""

_SEAL_OCTETS = hashlib.sha256().digest_size
"""Length of the digest at the head of a file."""

_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+(.+))", re.MULTILINE)
_INSTALLED = Path(numba.__file__).parents[1]
"""Where libraries are installed."""

_SWITCHES = ("BOUNDSCHECK", "OPT", "DEBUG", "DEBUGINFO_DEFAULT", "CPU_NAME")


def portable_bits() -> bool:
    """Tell whether ``TAROTSIM_PORTABLE_BITS=1`` asks for no special instructions."""
    return os.environ.get("TAROTSIM_PORTABLE_BITS", "0") not in ("", "0")


def cpu_features() -> str:
    """Return the features that code is compiled for, as numba sees them."""
    if config.CPU_FEATURES is not None:
        return str(config.CPU_FEATURES)
    return str(llvm.get_host_cpu_features().flatten())


@functools.cache
def engine_digest() -> str:
    """Return the digest of all that shapes the compiled engine.

    Sources of the kernels and of the game's tables, versions of Python, numba, LLVM
    and numpy, the processor with its features, and numba's switches.
    """
    parts = [
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        cpu_features(),
        str(portable_bits()),
        *(f"{name}={getattr(config, name, None)}" for name in _SWITCHES),
    ]
    total = hashlib.sha256("\n".join(parts).encode())
    for folder in (Path(__file__).parent, Path(game.__path__[0])):
        total.update(_digest_files(_read_files(folder)))
    return total.hexdigest()[:24]


@functools.cache
def _package_digest(path: str, module: str) -> str:
    """Return the digest of the engine, of one package, and of all that it imports.

    Parameters
    ----------
    path : str
        File of the function.
    module : str
        Its module; one without a dot is taken as a single file.
    """
    depth = module.count(".")
    is_package = Path(path).name == "__init__.py"
    own = Path(path).parents[depth - (not is_package)] if depth else Path(path)
    total = hashlib.sha256(engine_digest().encode())
    found: dict[Path, bytes] = {}
    waiting = [own]
    while waiting:
        root = waiting.pop()
        if root in found:
            continue
        files = _read_files(root)
        found[root] = _digest_files(files)
        for other in _imported(files):
            if other.is_relative_to(_INSTALLED):
                # Too many files to read at each start; an upgrade writes them anew.
                changed = other.stat().st_mtime_ns
                found[other] = f"{other.name} {changed}".encode()
            else:
                waiting.append(other)
    for digest in found.values():
        total.update(digest)
    return total.hexdigest()[:24]


def _imported(files: dict[str, bytes]) -> list[Path]:
    """Return what some sources import and have loaded, but for what is known anyway.

    That is Python's library, tarotsim, and numba and numpy, in `engine_digest`.
    """
    found = [match for text in files.values() for match in _IMPORT.findall(text)]
    names = {one.decode() for one, _ in found if one}
    names |= {
        re.split(r"\W", name.strip())[0]
        for _, several in found
        for name in several.decode(errors="replace").split(",")
    }
    names -= {*sys.stdlib_module_names, "tarotsim", "numba", "numpy"}
    modules = [getattr(sys.modules.get(name), "__file__", None) for name in names]
    paths = [Path(file) for file in sorted(filter(None, modules))]
    return [path.parent if path.name == "__init__.py" else path for path in paths]


def digest_for(function: Callable[..., Any]) -> Callable[[], str] | None:
    """Return how the folder of a function's compiled code is named.

    A kernel of the engine goes by the engine, any other by its own package besides,
    and by those from which that may take kernels and constants.
    None: the code is not kept, since what it depends on cannot be seen from its file.
    """
    if function.__module__.startswith("tarotsim.kernels."):
        return engine_digest
    path = function.__code__.co_filename
    if function.__closure__ is not None or not Path(path).is_file():
        return None
    return functools.partial(_package_digest, path, function.__module__)


def _read_files(root: Path) -> dict[str, bytes]:
    """Return the sources of a package, or of one module, by their names within."""
    if root.is_file():
        return {root.name: root.read_bytes()}
    files = sorted(root.rglob("*.py"))
    return {str(file.relative_to(root)): file.read_bytes() for file in files}


def _digest_files(files: dict[str, bytes]) -> bytes:
    total = hashlib.sha256()
    for name, text in files.items():
        total.update(name.encode())
        total.update(text)
    return total.digest()


def _user_folder() -> Path:
    chosen = os.environ.get("TAROTSIM_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if platform.system() == "Windows":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base or Path.home() / "AppData" / "Local") / "tarotsim" / "cache"
    if platform.system() == "Darwin":
        return Path.home() / "Library" / "Caches" / "tarotsim"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tarotsim"


def _is_usable(folder: Path) -> bool:
    """Tell whether files can be written there and nobody else may write them."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        tempfile.TemporaryFile(dir=folder).close()
        about = folder.stat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid == os.getuid() and not about.st_mode & stat.S_IWOTH


@functools.cache
def cache_root() -> Path:
    """Return the folder of compiled code: the user's, or a temporary one.

    Warns
    -----
    RuntimeWarning
        If the user's folder cannot be written and a temporary one is used.
    """
    with contextlib.suppress(RuntimeError):  # no home folder is known
        folder = _user_folder()
        if _is_usable(folder):
            return folder
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"tarotsim-{owner}"
    if not _is_usable(folder):
        folder = Path(tempfile.mkdtemp(prefix="tarotsim-"))
    message = (
        f"compiled code is kept in the temporary folder {folder}: the cache folder of "
        "this user cannot be written (TAROTSIM_CACHE_DIR chooses another)"
    )
    warnings.warn(message, RuntimeWarning, stacklevel=2)
    return folder


class FileCache(NullCache):  # type: ignore[misc]  # numba has no types
    """The compiled forms of one function, one file a signature.

    Parameters
    ----------
    function : callable
        A module-level function, without a closure.
    digest : callable
        Returns the digest that names the folder; only called when needed.
    """

    form = ""
    """Tells apart the ways in which one function is compiled."""

    def __init__(self, function: Callable[..., Any], digest: Callable[[], str]) -> None:
        self._digest = digest
        self._name = f"{function.__module__}.{function.__qualname__}"

    @property
    def cache_path(self) -> str:
        """Folder of the files."""
        return str(cache_root() / self._digest())

    def _key(self, signature: object, codegen: Any) -> bytes:
        """Return what tells a compiled form apart from all others of its folder."""
        key = repr((self._name, self.form, str(signature), codegen.magic_tuple()))
        return hashlib.sha256(key.encode()).digest()

    def _file(self, key: bytes) -> Path:
        name = self._name.rsplit(".", 1)[1]
        return Path(self.cache_path) / f"{name}-{key.hex()[:32]}.bin"

    def _seal(self, key: bytes, payload: bytes) -> bytes:
        """Return the digest by which a file is known to be whole, and the one asked."""
        return hashlib.sha256(self._digest().encode() + key + payload).digest()

    def _read(self, key: bytes) -> bytes | None:
        """Return what is kept under a key; None if nothing is, or it is damaged."""
        try:
            content = self._file(key).read_bytes()
        except OSError:
            return None
        seal, payload = content[:_SEAL_OCTETS], content[_SEAL_OCTETS:]
        return payload if seal == self._seal(key, payload) else None

    def load_overload(self, signature: object, target_context: Any) -> Any:
        """Return the compiled form for a signature, None if there is none yet."""
        payload = self._read(self._key(signature, target_context.codegen()))
        if payload is None:
            for listener in tuple(listeners):
                listener(self._name)
            return None
        # Whole, and of these very sources and versions: what is wrong now is an error.
        return self._rebuild(target_context, pickle.loads(payload))

    def _reduce(self, result: Any) -> Any:
        """Return what is kept of a compiled form."""
        return result._replace(type_annotation="")._reduce()

    def _rebuild(self, context: Any, kept: Any) -> Any:
        """Return a compiled form from what was kept.

        What only a compiler needs is not loaded: it takes longer than all the rest.
        """
        rtsys.initialize(context)
        return compiler.CompileResult._rebuild(context, *kept)

    def save_overload(self, signature: object, result: Any) -> None:
        """Keep a compiled form; a folder that cannot be written is no error."""
        key = self._key(signature, result.codegen)
        file = self._file(key)
        passing = file.with_suffix(f".{uuid.uuid4().hex[:16]}")
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            try:
                payload = pickle.dumps(self._reduce(result))
                passing.write_bytes(self._seal(key, payload) + payload)
                passing.replace(file)
            finally:
                passing.unlink(missing_ok=True)
