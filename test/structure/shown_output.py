"""The generated code that a page shows is what the tool writes: of its first two C++ blocks, or of the N-th two, the second
is what comes of the first. A line that begins with `...` stands for any lines.

Usage: shown_output.py PAGE SOURCE-NAME CLUSTRIX-REWRITE [N]
"""
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile


def blocks(page):
    return re.findall(r"^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def agrees(shown, written):
    parts = re.split(r"^ *\.\.\..*\n", shown, flags=re.MULTILINE)
    return re.fullmatch("(?:.*\n)*".join(map(re.escape, parts)), written) is not None


def written_for(tool, name, source):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / name).write_text(source)
        command = [tool, name, "-o", "-", "--remarks", "none", "--", "-std=c++20"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=True).stdout


def main(page, name, tool, pair="1"):
    source, shown = blocks(pathlib.Path(page).read_text())[2 * int(pair) - 2:2 * int(pair)]
    written = written_for(str(pathlib.Path(tool).resolve()), name, source)
    if agrees(shown, written):
        return 0
    print(f"{page} shows other code than clustrix-rewrite writes:")
    print("".join(difflib.unified_diff(shown.splitlines(True), written.splitlines(True), "shown", "written")))
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
