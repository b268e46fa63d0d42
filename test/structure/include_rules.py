#!/usr/bin/env python3
"""The include rules of docs/architecture.md, checked on every source and header.

    lib:      Support <- Model <- Library <- Syntax <- Source <- Splice <- HostCode <- Normalise <- {Lower and its parts}
              Model <- Analysis <- Plan <- {Emit, Report} <- Driver <- tools;  Library <- Driver
    runtime:  support <- settings <- memory <- devices <- cluster <- inspection <- schedule <- observation
              <- {coherence, execution, reductions} <- {cuda, audit};  cluster <- mpi

    include_rules.py SOURCE_TREE

Prints `file:line: rule` for each violation and exits 1 when there is one.
"""
import pathlib
import re
import sys

# What each area of lib/ may include of the others; of itself it may include everything.
BEFORE = {
    "Support": set(),
    "Model": {"Support"},
    "Analysis": {"Support", "Model"},
    "Plan": {"Support", "Model", "Analysis"},
    "Emit": {"Support", "Model", "Plan"},
    "Report": {"Support", "Model", "Plan"},
    "Driver": {"Support", "Model", "Library", "Analysis", "Plan", "Emit", "Report"},
}
# The rooms of the frontend, each of which may include those before it; the last ones are parts of one walk.
FRONTEND = ["Library", "Syntax", "Source", "Splice", "HostCode", "Normalise"]
WALK = {"Lower", "Memory", "Induction", "Recurrence", "KernelText"}
for place, room in enumerate(FRONTEND):
    BEFORE[room] = {"Support", "Model", *FRONTEND[:place]}
BEFORE |= {room: {"Support", "Model", *FRONTEND, *WALK} for room in WALK}
# The runtime's rooms, likewise; the last ones carry a launch out together.
RUNTIME = ["support", "settings", "memory", "devices", "cluster", "inspection", "schedule", "observation"]
LAUNCH = {"coherence", "execution", "reductions"}
RUNTIME_BEFORE = {room: set(RUNTIME[:place]) for place, room in enumerate(RUNTIME)}
RUNTIME_BEFORE |= {room: {*RUNTIME, *LAUNCH} for room in LAUNCH}
RUNTIME_BEFORE["cuda"] = {*RUNTIME, *LAUNCH}
RUNTIME_BEFORE["mpi"] = {"cluster"}
RUNTIME_BEFORE["audit"] = {*RUNTIME, *LAUNCH}
# Who may include a stage's contract in include/clustrix; contracts not listed are values that every area shares.
CONTRACT_USERS = {
    "Driver.h": {"Driver"},
    "Frontend.h": {"HostCode", "Lower", "Driver"},
    "Legality.h": {"Analysis", "Plan", "Emit", "Report", "Driver"},
    "Plan.h": {"Plan", "Emit", "Driver"},
    "Report.h": {"Plan", "Emit", "Report", "Driver"},
}
CLANG_AREAS = {*FRONTEND, *WALK, "Driver"}
ISL_AREAS = {"Support", "Model", "Analysis", "Plan"}
CUDA_HEADER = re.compile(r"^(cuda|nccl|nvml|cublas|cufft|curand|cub/|thrust/|driver_types|vector_types|device_launch)")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
ENDINGS = {".h", ".cpp", ".cu", ".inc"}


def area_of(path):
    """`lib/Plan/X.cpp` -> ("lib", "Plan"); `tools/clustrix-info/x.cpp` -> ("tools", "clustrix-info")."""
    parts = path.parts
    if parts[:2] == ("runtime", "src"):
        return "runtime", parts[2] if len(parts) > 3 else ""
    if parts[0] == "runtime":
        return "runtime", "headers"
    return parts[0], parts[1] if len(parts) > 2 else ""


def compiler_rule(area, name, tree):
    """Why an area of lib/ may not include `name`, or None."""
    first, _, rest = name.partition("/")
    if first in BEFORE and first != area and first not in BEFORE[area]:
        return f"{area} may not include {first}"
    if first == "clustrix":
        if rest in CONTRACT_USERS and area not in CONTRACT_USERS[rest]:
            return f"{area} may not include the contract {rest}"
        if not (tree / "include" / "clustrix" / rest).exists():
            return "the compiler includes nothing of the runtime"
    if first in ("clang", "llvm") and area not in CLANG_AREAS:
        return f"Clang's and LLVM's headers belong to the frontend's rooms and Driver, not to {area}"
    if first == "isl" and area not in ISL_AREAS:
        return f"isl's headers do not belong to {area}"
    return None


def runtime_rule(area, name, tree, path):
    first, _, rest = name.partition("/")
    if first in BEFORE or first in ("clang", "llvm", "isl"):
        return "the runtime includes nothing of the compiler"
    if first == "clustrix" and not (tree / "runtime" / "include" / "clustrix" / rest).exists():
        return "the runtime includes nothing of the compiler"
    if area in RUNTIME_BEFORE and first in {*RUNTIME_BEFORE} - {area} and first not in RUNTIME_BEFORE[area]:
        return f"{area} may not include {first}"
    in_cuda_part = area == "cuda" or path.name == "cuda.h"
    if CUDA_HEADER.match(name) and not in_cuda_part:
        return "CUDA's headers belong to the runtime's CUDA backend"
    return None


def contract_rule(name, tree):
    first, _, rest = name.partition("/")
    if first in BEFORE or first in ("clang", "llvm", "isl"):
        return "a contract includes only contracts and the standard library"
    if first == "clustrix" and not (tree / "include" / "clustrix" / rest).exists():
        return "the compiler includes nothing of the runtime"
    return None


def rule(path, name, tree):
    """Why the file `path` (relative to `tree`) may not include `name`, or None."""
    part, area = area_of(path)
    if (part == "lib" and area not in BEFORE) or (part == "runtime" and area not in {"headers", *RUNTIME_BEFORE}):
        return f"the room '{area}' has no rule: say in test/structure/include_rules.py what it may include"
    if part == "lib":
        cuda = "CUDA's headers belong to the runtime" if CUDA_HEADER.match(name) else None
        return cuda or compiler_rule(area, name, tree)
    if part == "runtime":
        return runtime_rule(area, name, tree, path)
    if part == "include":
        return contract_rule(name, tree)
    # LLVM's tools for command lines are a library like any other.
    if part == "tools" and name.startswith(("clang/", "llvm/", "isl/")) and not name.startswith(("llvm/ADT/", "llvm/Support/")):
        return "tools compose; Clang, LLVM and isl stay behind the stages"
    return None


def violations(tree):
    files = 0
    found = []
    for top in ("include", "lib", "runtime", "tools"):
        for file in sorted((tree / top).rglob("*")):
            if file.suffix not in ENDINGS or not file.is_file():
                continue
            files += 1
            path = file.relative_to(tree)
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                why = rule(path, match[2], tree) if match else None
                if why:
                    found.append(f"{path}:{number}: {why}: {match[2]}")
    return files, found


def main():
    files, found = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(found + [f"{files} files, {len(found)} violations"]))
    sys.exit(1 if found or files == 0 else 0)


if __name__ == "__main__":
    main()
