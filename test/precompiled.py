"""Headers that many programs of one test begin with, parsed once for all of them and for later runs of the test."""
import contextlib
import hashlib
import os
import pathlib
import shutil
import subprocess

# What ccache needs to be told before it keeps what came out of precompiled headers.
CCACHE = {"CCACHE_SLOPPINESS": "pch_defines,time_macros"}


def precompiled(command, headers, folder, depends=()):
    """The flags that put `headers` (`<vector>`, `"show.h"`) in front of what `command` compiles. They stand below
    `folder`, under a name that depends on the command, on its version and on the files in the folders `depends`; what
    stood there under another name for the same command is removed. RuntimeError where they don't compile."""
    words = [str(word) for word in command]
    purpose = folder / f"precompiled-{digest(words[0])[:6]}-{digest(*words, *headers)[:6]}"
    version = subprocess.run([words[0], "--version"], capture_output=True, text=True, check=True).stdout
    files = sorted(path for place in depends for path in pathlib.Path(place).rglob("*") if path.is_file())
    kept = purpose / digest(version, *(text for path in files for text in (str(path), path.read_text())))
    if not (kept / "common.h.gch").exists():
        make(words, headers, kept)
    preprocess = ["-fpch-preprocess"] if "clang" not in words[0] else []
    return [*preprocess, "-include", str(kept / "common.h")]


def make(command, headers, kept):
    """Another process may be making the same: the first header stays, since Clang knows it by its time."""
    for old in kept.parent.glob("*"):
        if old != kept:
            shutil.rmtree(old, ignore_errors=True)
    kept.mkdir(parents=True, exist_ok=True)
    header, fresh = kept / "common.h", kept / f"{os.getpid()}"
    fresh.write_text("".join(f"#include {name}\n" for name in headers))
    with contextlib.suppress(FileExistsError):
        os.link(fresh, header)
    fresh.unlink()
    done = subprocess.run([*command, "-x", "c++-header", str(header), "-o", str(fresh)], capture_output=True, text=True)
    if done.returncode != 0:
        fresh.unlink(missing_ok=True)
        raise RuntimeError(done.stderr)
    fresh.rename(f"{header}.gch")


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:20]
