#!/usr/bin/env python3
"""The codes of docs/examples/codes, rewritten: their output and what became of their OpenMP loops.

    run.py BUILD_DIR [NAME...] [--record] [--loops]

Each is run short on three sets of devices, forced onto them, and prints what the original prints: names and integers
exactly, numbers with a point to 1e-6 (sums are grouped otherwise). Of the loops that its OpenMP version runs in parallel,
no fewer are parallel and on devices than counts.json says; --record writes that file, --loops lists the others and why.
"""
import argparse
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path[:0] = [str(HERE), str(HERE.parent)]
import codes  # noqa: E402
from comparison import values_agree  # noqa: E402

COUNTS = HERE / "counts.json"
DEVICES = ["cpu", "virtual:1", "virtual:3"]


def agree(wanted, found):
    return values_agree(wanted.rstrip(",;:)"), found.rstrip(",;:)"))


def differs(wanted, found):
    """The first line that differs, or ""."""
    ours, theirs = found.splitlines(), wanted.splitlines()
    for mine, right in zip(ours, theirs):
        words, wanted_words = mine.split(), right.split()
        if len(words) != len(wanted_words) or not all(map(agree, wanted_words, words)):
            return f"'{mine}' in place of '{right}'"
    return "" if len(ours) == len(theirs) else f"{len(ours)} lines in place of {len(theirs)}"


def check(name, build, recorded, show):
    code = codes.Code(name, build, build / "codes")
    counts = {"openmp": len(code.loops), "parallel": sum(loop.parallel for loop in code.loops),
              "devices": sum(loop.on_devices for loop in code.loops)}
    problems = [f"{counts[kind]} loops are {kind}, were {least}" for kind, least in recorded.items()
                if counts[kind] < least]
    arguments = codes.SHORT[name]
    wanted = codes.run([code.program("serial"), *arguments]).stdout
    ours = code.program("clustrix")
    for devices in DEVICES:
        env = codes.environment(CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1")
        difference = differs(wanted, codes.run([ours, *arguments], env).stdout)
        if difference:
            problems.append(f"on {devices}: {difference}")
    print(f"{'FAIL' if problems else 'ok  '} {name:<8} {counts['openmp']} OpenMP loops, {counts['parallel']} parallel, "
          f"{counts['devices']} on devices", *problems, sep="\n       " if problems else "", flush=True)
    for loop in code.loops if show else []:
        if not loop.on_devices:
            print(f"       {code.source.name}:{loop.line}: {loop.text}\n           {loop.mapped}: {loop.why}")
    return counts, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(codes.SHORT))
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--loops", action="store_true")
    options = parser.parse_intermixed_args()
    unknown = [name for name in options.names if name not in codes.SHORT]
    if unknown:
        parser.error(f"there is no code '{unknown[0]}': one of {', '.join(codes.SHORT)}")
    recorded = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    failed = False
    for name in options.names or codes.SHORT:
        try:
            least = {} if options.record else recorded.get(name, {})
            recorded_now, problems = check(name, options.build.resolve(), least, options.loops)
            recorded[name] = recorded_now if options.record else recorded.get(name, recorded_now)
        except codes.CodeError as error:
            print(f"FAIL {name}: {error}")
            problems = [str(error)]
        failed = failed or bool(problems)
    if options.record and not failed:
        COUNTS.write_text(json.dumps(recorded, indent=2) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
