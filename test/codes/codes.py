"""The codes of docs/examples/codes: what their OpenMP versions run in parallel, what the rewritten ones do with it.

Each is one file that holds its OpenMP version as pragmas, so that three programs come of it: serial, with -fopenmp, and
rewritten. `verdicts` counts the loops with a pragma; `build` makes the programs.
"""
import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess

TREE = pathlib.Path(__file__).resolve().parents[2]
SOURCES = TREE / "docs" / "examples" / "codes"
COMPILE = ["g++", "-std=c++20", "-O2", "-falign-loops=64", "-Wno-attributes", "-Wno-unknown-pragmas"]
# Arguments of a short run, in which every loop runs.
SHORT = {"hydro": ["6", "8"], "fem": ["10", "30"], "md": ["6", "30"], "lookup": ["3000", "12", "200"], "blocks": ["1"]}
PRAGMA = re.compile(r"\s*#pragma omp parallel for")
ATTRIBUTE = re.compile(r"\[\[clustrix::cluster[^\]]*\]\]")


@dataclasses.dataclass(frozen=True)
class Loop:
    line: int
    text: str
    parallel: bool
    mapped: str  # as in the report: "devices", "threads", "cpu", "sequential", "host"
    why: str     # the first reason, or ""

    @property
    def on_devices(self):
        """By itself, or as threads of a kernel around it."""
        return self.mapped in ("devices", "threads")


class CodeError(Exception):
    """What went wrong, for the user."""


def environment(**extra):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLUSTRIX_", "OMP_"))}
    return {**kept, **extra}


def run(command, env=None, timeout=600):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env or environment(),
                          stdin=subprocess.DEVNULL, timeout=timeout)
    if done.returncode != 0:
        raise CodeError(f"{shlex.join(map(str, command))} exits {done.returncode}:\n{done.stderr.strip()[:2000]}")
    return done


def pragma_loops(text):
    """Lines, from 1, of the loops that a pragma stands in front of."""
    lines, found = text.splitlines(), []
    for at, line in enumerate(lines):
        if not PRAGMA.match(line):
            continue
        while lines[at].rstrip().endswith("\\"):
            at += 1
        while not re.match(r"\s*for\b", lines[at]):
            at += 1
        found.append(at + 1)
    return found


def outer_alone(text):
    """Without the attributes of functions in which no loop has a pragma: helpers that parallel loops call, mostly."""
    places = [*ATTRIBUTE.finditer(text)]
    for at, next_at in reversed([*zip(places, [*(place.start() for place in places[1:]), len(text)])]):
        if not any(map(PRAGMA.match, text[at.end():next_at].splitlines())):
            text = text[:at.start()] + text[at.end():]
    return text


def verdicts(source, report):
    """What became of each loop with a pragma, in the order of the text."""
    known = {}
    for function in report["functions"]:
        for loop in function["loops"]:
            known.setdefault(loop["line"], loop)
    lines, found = source.read_text().splitlines(), []
    for line in pragma_loops(source.read_text()):
        if line not in known:
            raise CodeError(f"{source.name}:{line}: the report has no loop where a pragma says there is one")
        loop = known[line]
        reasons = loop.get("reasons", [])
        why = f"{reasons[0]['message']} [{reasons[0]['code']}]" if reasons else ""
        found.append(Loop(line, lines[line - 1].strip(), loop["parallel"], loop["mapped"], why))
    return found


class Code:
    """One of them, rewritten; its programs are made in `work`."""

    def __init__(self, name, build, work):
        self.name, self.source, self.work = name, SOURCES / f"{name}.cpp", work
        self.build = build
        work.mkdir(parents=True, exist_ok=True)
        report = work / f"{name}.json"
        self.rewrite(self.source, "clustrix", "--report", report)
        self.loops = verdicts(self.source, json.loads(report.read_text()))

    def rewrite(self, source, kind, *options):
        run([self.build / "bin" / "clustrix-rewrite", source, "-o", self.work / f"{self.name}.{kind}.cu", *options,
             "--remarks", "none", "--", "-std=c++20"])

    def program(self, kind):
        """`kind`: serial, openmp, clustrix, or outer: rewritten, with the functions of OpenMP loops annotated alone."""
        made = self.work / f"{self.name}.{kind}"
        if kind == "outer":
            source = self.work / f"{self.name}.outer.cpp"
            source.write_text(outer_alone(self.source.read_text()))
            self.rewrite(source, kind)
        if kind in ("clustrix", "outer"):
            config = self.build / "bin" / "clustrix-config"
            flags, libraries = (shlex.split(run([config, option]).stdout) for option in ("--cxxflags", "--libs"))
            rewritten = self.work / f"{self.name}.{kind}.cu"
            run([*COMPILE, *flags, "-x", "c++", rewritten, "-x", "none", "-o", made, *libraries])
        else:
            run([*COMPILE, *(["-fopenmp"] if kind == "openmp" else []), self.source, "-o", made])
        return made
