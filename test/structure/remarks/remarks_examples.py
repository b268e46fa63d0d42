"""The examples of docs/remarks.md do what the page says: the bad one of each id gets its remark, the good one does not
and has a parallel loop. Lines such as `// grid.h` part an example of several files, of which the last is the source.

Usage: remarks_examples.py DOCS/remarks.md CLUSTRIX-REWRITE
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

EXAMPLE = re.compile(r"^```cpp (?P<kind>bad|good)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)

FILE = re.compile(r"^// (\w+\.(?:h|cpp))\n", re.MULTILINE)


def examples(page):
    parts = re.split(r"^## (.+)$", page.read_text(), flags=re.MULTILINE)
    for name, section in zip(parts[1::2], parts[2::2]):
        for match in EXAMPLE.finditer(section):
            yield name, match["kind"], match["code"]


def written(code, folder):
    """Writes the example's files, and returns the source."""
    parts = FILE.split(code) if FILE.match(code) else ["", "example.cpp", code]
    for name, text in zip(parts[1::2], parts[2::2]):
        (folder / name).write_text(text)
    return folder / parts[-2]


def loops_of(tool, code, folder):
    source, report = written(code, folder), folder / "report.json"
    command = [tool, str(source), "--dry-run", "--remarks=none", "--report", str(report), "--", "-std=c++20"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise ValueError(f"exit {done.returncode}: {done.stderr.strip()}")
    return [loop for function in json.loads(report.read_text())["functions"] for loop in function["loops"]]


def judge(name, kind, loops):
    """What is wrong, or None."""
    codes = {reason["code"] for loop in loops for reason in loop["reasons"]}
    if kind == "bad":
        return None if name in codes else f"no such remark, but {sorted(codes) or 'none'}"
    if name in codes:
        return "still gets the remark"
    return None if any(loop["parallel"] for loop in loops) else f"no parallel loop: {sorted(codes)}"


def main():
    page, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, kind, code in examples(page):
            try:
                wrong = judge(name, kind, loops_of(tool, code, pathlib.Path(folder)))
            except ValueError as error:
                wrong = str(error)
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(f"{name} ({kind}): {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
