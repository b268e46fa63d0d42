#!/usr/bin/env python3
"""Follows docs/PAGE.md as a reader would, in a copy of docs/examples/PAGE, and compares what each command writes.

    followed.py SOURCE_TREE BUILD_DIR PAGE             exits 1 where something differs
    followed.py SOURCE_TREE BUILD_DIR PAGE --write     puts what the commands write today into the page

Blocks are followed in their order: `diff` is applied, `cmake` is a file whose first line names it, `cpp` has to stand in one
of the files as they are then, and of `console` each line that begins with `$` is a command, with what it writes below it. Times
are whatever they are; a line `...` stands for any lines. No nvcc is on the PATH.
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(console|diff|cmake|cpp)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "--- status: "


def masked(text):
    """Without what differs from run to run: times, and the column of the summary that has milliseconds."""
    text = re.sub(r"\| +\d+\.\d{3} \|", "| # |", text)
    return re.sub(r"\b\d+\.\d+ (s|ms)\b", r"# \1", text)


def agrees(shown, written):
    parts = re.split(r"^\.\.\.\n", masked(shown), flags=re.MULTILINE)
    return re.fullmatch("(?:.*\n)*".join(map(re.escape, parts)), masked(written)) is not None


def commands(block):
    """(command, what is shown below it) of a console."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command += "\n" + more
        yield command, shown


class Reader:
    """A shell in a folder of the reader's own; what `export` says holds on."""

    def __init__(self, folder, prefix):
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CLUSTRIX_")}
        kept.pop("LD_LIBRARY_PATH", None)
        self.environment = dict(kept, PATH=f"{prefix / 'bin'}:/usr/bin:/bin", CMAKE_PREFIX_PATH=str(prefix), LC_ALL="C")

    def run(self, command):
        """What a command writes, both streams in their order, and its status."""
        keep = "\n{ status=$?; env -0 > .environment; echo; echo '" + MARK + "'$status; }"
        done = subprocess.run(["bash", "-c", command + keep], cwd=self.folder, env=self.environment, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        written, _, status = done.stdout.rpartition("\n" + MARK)
        said = (self.folder / ".environment").read_text().split("\0")
        self.environment = dict(line.split("=", 1) for line in said if "=" in line)
        return written, int(status)

    def console(self, block):
        """The block as it would be with today's output, and what is wrong with it as it is."""
        page, faults = "", []
        for command, shown in commands(block):
            written, status = self.run(command)
            if status != 0:
                faults.append(f"status {status} of: {command}\n{written}")
            elif not agrees(shown, written):
                told = "".join(difflib.unified_diff(masked(shown).splitlines(True), masked(written).splitlines(True), "shown", "written"))
                faults.append(f"other output of: {command}\n{told}")
                shown = written
            page += f"$ {command}\n{shown}"
        return page, faults

    def diff(self, block):
        done = subprocess.run(["patch", "-p0", "--no-backup-if-mismatch", "--fuzz=0"], cwd=self.folder, input=block, text=True,
                              capture_output=True)
        return block, [f"does not apply: {done.stdout}{done.stderr}"] if done.returncode or "offset" in done.stdout else []

    def cmake(self, block):
        (self.folder / block.splitlines()[0].removeprefix("# ")).write_text(block)
        return block, []

    def cpp(self, block):
        files = [file.read_text() for file in self.folder.iterdir() if file.suffix in (".cpp", ".h")]
        return block, [] if any(block in text for text in files) else [f"in no file now:\n{block}"]


def follow(page, reader):
    """The page with what came of it today, and the faults of it as it was."""
    faults, text, end = [], "", 0
    for match in BLOCK.finditer(page):
        block, found = getattr(reader, match[1])(match[2])
        faults += [f"line {page.count(chr(10), 0, match.start()) + 1}: {fault}" for fault in found]
        text += page[end:match.start(2)] + block
        end = match.end(2)
    return text + page[end:], faults


def install(build, prefix):
    """What a reader has installed."""
    for part in ("dev", "compiler", "runtime"):
        done = subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--component", part], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"cmake --install {build} --component {part} failed; build it whole, ./dev build:\n{done.stderr}")


def main(tree, build, name, *options):
    tree = pathlib.Path(tree).resolve()
    page = tree / "docs" / f"{name}.md"
    with tempfile.TemporaryDirectory() as scratch:
        folder, prefix = pathlib.Path(scratch) / name, pathlib.Path(scratch) / "installed"
        shutil.copytree(tree / "docs" / "examples" / name, folder)
        install(pathlib.Path(build).resolve(), prefix)
        text, faults = follow(page.read_text(encoding="utf-8"), Reader(folder, prefix))
    if "--write" in options:
        page.write_text(text, encoding="utf-8")
    print("\n".join(f"docs/{name}.md, {fault}" for fault in faults) or f"{len(BLOCK.findall(text))} blocks are as the page has them")
    return 1 if faults and "--write" not in options else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
