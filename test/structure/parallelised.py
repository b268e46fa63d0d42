#!/usr/bin/env python3
"""Each row of the tables of docs/parallelised.md has an example that is tested, and the example says what the row says.

    parallelised.py SOURCE_TREE

Programs of test/e2e and test/package below "Parallelised" have a loop that has to be found parallel, or may be; those below "Serial" one that
must not be, or need not. Examples of docs/examples/libraries and docs/examples/training are run by the folder of test/ that
is called alike. What stands below "Serial" and "Parallel, and not on devices" has a section of docs/remarks.md, whose examples
are tested, too.
"""
import pathlib
import re
import sys

PROGRAM = re.compile(r"\]\(\.\./(test/(?:e2e|package)/[\w/]+\.cpp)\)")
EXAMPLE = re.compile(r"\]\(examples/(libraries|training)/(\w+)\.(cpp|cu)\)")
RUNNERS = {"cpp": "run.py", "cu": "cuda.py"}
REMARK = re.compile(r"\]\(remarks\.md#([\w-]+)\)")
MARKS = {
    "Parallelised": ("want: parallel", "may: parallel"),
    "Serial": ("want: serial", "may: parallel"),
    "Parallel, and not on devices": ("",),
}


def rows(page):
    """(heading, row) of each row with a link or without one; not heads of tables, nor what parts a table."""
    for section in page.split("\n## ")[1:]:
        lines = [line for line in section.splitlines() if line.startswith("|")]
        for line in lines[2:]:
            if not re.fullmatch(r"\| \*\*[^|]*\*\* \| *\|", line):
                yield section.splitlines()[0], line


def faults(page, read):
    """`read` gives a file's text, or None where there is none."""
    headings = set()
    for heading, row in rows(page):
        headings.add(heading)
        name = f"docs/parallelised.md: '{row.split('|')[1].strip()}'"
        programs, remarks = PROGRAM.findall(row), REMARK.findall(row)
        examples = EXAMPLE.findall(row)
        for folder, example, language in examples:
            if f'"{example}": ' not in (read(f"test/{folder}/{RUNNERS[language]}") or ""):
                yield f"{name} names {example}, which test/{folder} does not run"
        if heading == "Parallelised" and not programs and not examples:
            yield f"{name} has no example"
        if heading != "Parallelised" and not remarks:
            yield f"{name} has no remark"
        for program in programs:
            text = read(program)
            if text is None:
                yield f"{name} names {program}, which is not there"
            elif not any(mark in text for mark in MARKS[heading]):
                yield f"{name} names {program}, which has no loop that is marked `{MARKS[heading][0]}`"
    yield from (f"docs/parallelised.md: no rows below '{heading}'" for heading in MARKS if heading not in headings)


def main():
    tree = pathlib.Path(sys.argv[1])
    page = (tree / "docs" / "parallelised.md").read_text(encoding="utf-8")

    def read(path):
        return (tree / path).read_text(encoding="utf-8") if (tree / path).is_file() else None

    found = list(faults(page, read))
    print("\n".join(found) or f"{len(list(rows(page)))} rows have tested examples")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
