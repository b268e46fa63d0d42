"""The compiler's sources with all mutants inside, each behind a switch that the environment sets:

    return *amount == 0 || !exactQuotient(*amount, a->coefficient);
    return (::clustrix::compiler::mutant() == 1 ? (true) : (*amount == 0 || !exactQuotient(*amount, a->coefficient)));

One build has them all, and lib/ itself knows nothing of them.
"""
import pathlib
import subprocess

FOLDERS = ["cmake", "include", "lib", "runtime", "tools"]
FILES = ["CMakeLists.txt"]
SWITCH = "include/clustrix/Mutant.h"
HEADER = """// Which mutant is on: see test/mutants.
#pragma once

#include <cstdlib>

namespace clustrix::compiler {

inline int mutant() {
  static const int number = [] {
    const char* text = std::getenv("CLUSTRIX_MUTANT");
    return text ? std::atoi(text) : 0;
  }();
  return number;
}

}  // namespace clustrix::compiler
"""


class Misplaced(Exception):
    """A mutant whose text is not where it was."""


class NotBuilt(Exception):
    """What the compiler says of the sources with the mutants."""


def switched(text, mutants, form=None):
    """The text of one file with its mutants inside; Misplaced where one is not there exactly once, or meets another."""
    spans = sorted((*span_of(text, mutant), mutant["number"], mutant) for mutant in mutants)
    for before, after in zip(spans, spans[1:]):
        if before[1] > after[0]:
            raise Misplaced(f"mutants {before[2]} and {after[2]} change the same text")
    for begin, end, _, mutant in reversed(spans):
        text = text[:begin] + (form or choice)(mutant, text[begin:end]) + text[end:]
    return f'#include "{pathlib.Path(SWITCH).relative_to("include")}"\n' + text


def span_of(text, mutant):
    """Where `old` begins and ends: the only one in the only `place`, which is `old` itself where nothing else is said."""
    old = mutant["old"]
    place = mutant.get("place", old)
    begin = only(place, text, mutant) + only(old, place, mutant)
    return begin, begin + len(old)


def only(part, text, mutant):
    if text.count(part) != 1:
        raise Misplaced(f"mutant {mutant['number']}: this is {text.count(part)} times in {mutant['file']}, not once:\n{part}")
    return text.index(part)


def choice(mutant, old):
    """A statement ends with a semicolon; all else is an expression."""
    test = f"::clustrix::compiler::mutant() == {mutant['number']}"
    if old.endswith(";"):
        return f"{{ if ({test}) {{ {mutant['new']} }} else {{ {old} }} }}"
    return f"({test} ? ({mutant['new']}) : ({old}))"


def write_sources(root, target, mutants):
    """What the compiler is built from; files that stay the same keep their times, so that only others are compiled."""
    changed = {}
    for mutant in mutants:
        changed.setdefault(mutant["file"], []).append(mutant)
    names = [pathlib.Path(name) for name in FILES]
    for folder in FOLDERS:
        names += [path.relative_to(root) for path in sorted((root / folder).rglob("*")) if path.is_file()]
    missing = set(changed) - {str(name) for name in names}
    if missing:
        raise Misplaced(f"there is no {', '.join(sorted(missing))}")
    for name in names:
        text = (root / name).read_bytes()
        if str(name) in changed:
            text = switched(text.decode(), changed[str(name)]).encode()
        write(target / name, text)
    write(target / SWITCH, HEADER.encode())


def write(path, text):
    if path.exists() and path.read_bytes() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)


def built(build, source, jobs):
    """clustrix-rewrite with the mutants: by the compiler of the build tree, with assertions, as quickly as may be."""
    own = source.parent / "build"
    compiler = next(line.split("=", 1)[1] for line in (build / "CMakeCache.txt").read_text().splitlines()
                    if line.startswith("CMAKE_CXX_COMPILER:"))
    done(["cmake", "-S", source, "-B", own, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}",
          "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1", "-DCLUSTRIX_BUILD_TESTS=OFF",
          "-DCLUSTRIX_WERROR=OFF"])
    done(["cmake", "--build", own, "--target", "clustrix-rewrite", "--", "-j", str(jobs)])
    return own / "bin" / "clustrix-rewrite"


def done(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        said = result.stdout.splitlines()
        first = next((number for number, line in enumerate(said) if "error" in line), max(0, len(said) - 20))
        raise NotBuilt("\n".join(["the mutants do not compile:", *said[first:first + 20]]))
