#!/usr/bin/env python3
"""Training in plain C++: an example of docs/examples/training, or a program of this folder, against its original.

    run.py BUILD_DIR NAME

The losses that the rewritten program prints have the same bits on the CPU, on one core, on any number of devices, with
little memory and with chunks for whoever is free first; they are those of the original but for the order of sums, and
they fall. Every loop is where the report says, and each that is launched runs on all devices. What a step leaves on the
devices stays there: the next one fetches little. The picture of the curve is a picture.
"""
import json
import pathlib
import re
import struct
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from rewritten import check, config, rewrite, run, summary  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "docs" / "examples" / "training"

# arguments, `{curve}` being the picture's path; how many loops run on devices; how many stay serial; how far the
# losses may be from the original's, relatively; how far they fall at least; bytes that go to devices in all at most.
PROGRAMS = {
    "sine": {"arguments": ["{curve}", "5"], "devices": 5, "serial": 2, "tolerance": 1e-9, "falls": 1000,
             "fetched": 3 << 20},
    "imbalanced": {"arguments": ["{curve}"], "devices": 7, "serial": 2, "tolerance": 1e-9, "falls": 1.4,
                   "fetched": 3 << 20},
    "gpt": {"arguments": [str(ROOT / "docs" / "tutorial.md"), "6", "{curve}"], "devices": 50, "serial": 3,
            "tolerance": 1e-4, "falls": 1.2, "fetched": 6 << 20},
}
OWN = {
    # All weights once: each device has its part of them.
    "wide": {"arguments": [], "devices": 3, "serial": 1, "fetched": 300 * 300 * 4 + (8 << 10)},
}
PLACES = [{"CLUSTRIX_DEVICES": "cpu"}, {"CLUSTRIX_DEVICES": "virtual:1"}, {"CLUSTRIX_DEVICES": "virtual:2"},
          {"CLUSTRIX_DEVICES": "virtual:3"}, {"CLUSTRIX_DEVICES": "virtual:8"},
          {"CLUSTRIX_DEVICES": "virtual:2x4MB"}, {"CLUSTRIX_DEVICES": "virtual:3", "CLUSTRIX_SCHEDULE": "dynamic"}]


def build(source, tools, work):
    """The original and the rewritten program, and the report's loops."""
    rewritten, loops = rewrite(tools, source, work, ["-std=c++17"])
    compiling, linking = config(tools, "--cxxflags", "--libs")
    common = ["g++", "-std=c++17", "-O2", "-Wno-attributes", f"-I{source.parent}"]
    run([*common, source, "-o", work / "original"])
    run([*common, *compiling, "-x", "c++", rewritten, "-x", "none", "-o", work / "program", *linking])
    return loops


def withoutTimes(text):
    return [line for line in text.splitlines() if not line.startswith("seconds")]


def losses(lines):
    return [float.fromhex(line.split()[-1]) for line in lines if " loss " in line]


def bytesOf(cell):
    number, unit = cell.split()
    return float(number) * {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}[unit]


def isPicture(path):
    data = path.read_bytes()
    return data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (480, 270)


def compare(printed, original, program):
    check(len(printed) == len(original) and [re.sub("loss .*", "", a) for a in printed] ==
          [re.sub("loss .*", "", a) for a in original], "all but the losses is what the original prints")
    ours, theirs = losses(printed), losses(original)
    check(all(abs(a - b) <= program["tolerance"] * abs(b) for a, b in zip(ours, theirs)),
          f"the losses are the original's to {program['tolerance']} relatively")
    check(len(ours) > 1 and ours[0] > program["falls"] * ours[-1], f"they fall to less than 1/{program['falls']}")


def main():
    tools, name = pathlib.Path(sys.argv[1]).resolve() / "bin", sys.argv[2]
    program = {**PROGRAMS, **OWN}[name]
    source = (HERE if name in OWN else EXAMPLES) / f"{name}.cpp"
    with tempfile.TemporaryDirectory(prefix="clustrix-training-") as folder:
        work = pathlib.Path(folder)
        loops = build(source, tools, work)
        mapped = [loop for loop in loops if loop["parallel"]]
        check(len(mapped) == program["devices"] and len(loops) - len(mapped) == program["serial"],
              f"{program['devices']} loops are for devices, {program['serial']} serial")
        curve = work / "curve.png"
        arguments = [word.format(curve=curve) for word in program["arguments"]]
        original = withoutTimes(run([work / "original", *arguments]).stdout)
        seen = {}
        for place in PLACES:
            done = run([work / "program", *arguments], CLUSTRIX_FORCE="1", CLUSTRIX_SUMMARY="1", **place)
            seen[json.dumps(place)] = (withoutTimes(done.stdout), done.stderr)
        one = run(["taskset", "-c", "0", work / "program", *arguments], CLUSTRIX_FORCE="1", CLUSTRIX_DEVICES="cpu")
        printed = withoutTimes(one.stdout)
        check(all(lines == printed for lines, _ in seen.values()),
              f"the same bits on {len(seen)} sets of devices and on one core")
        if name in OWN:
            check(printed == original, "it prints what the original prints")
        else:
            compare(printed, original, program)
            check(isPicture(curve), "the curve is a picture")
        rows = summary(seen[json.dumps({"CLUSTRIX_DEVICES": "virtual:3"})][1])
        check(rows and all(row[1] == row[2] and row[5] == "3" for row in rows), f"{len(rows)} loops ran on three devices each time")
        fetched = sum(bytesOf(row[7]) for row in rows)
        check(fetched <= program["fetched"], f"{fetched / (1 << 20):.1f} MB went to devices in all")


if __name__ == "__main__":
    main()
