#!/usr/bin/env python3
"""Each link within the repository leads somewhere: README.md, pages of docs/ and .github/, notes beside the tests.

    links.py SOURCE_TREE

A link names a file or folder that exists, from the page's own place, and an anchor one of the page's headings, by the names
that code hosts and the site give them. Addresses of the network are not asked.
"""
import pathlib
import re
import sys

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)?$")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")


def prose(text):
    """The lines that are no code: without fences, what is indented behind an empty line, and `code`."""
    fence, empty, code = None, True, False
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if mark and (fence is None or mark[1].startswith(fence)):
            fence = None if fence else mark[1]
        elif fence is None:
            code = line.startswith("    ") and (empty or code)
            if not code:
                yield number, line
        empty = not line.strip()


def slug(heading):
    """What a heading's anchor is called."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


def anchors(text):
    seen, found = {}, set()
    for _, line in prose(text):
        if heading := HEADING.match(line):
            name = slug(heading[1])
            found.add(f"{name}-{seen[name]}" if name in seen else name)
            seen[name] = seen.get(name, 0) + 1
    return found


def links(text):
    for number, line in prose(text):
        for target in LINK.findall(re.sub(r"`[^`]*`", "`", line)):
            if not ELSEWHERE.match(target):
                yield number, target


def pages(tree):
    yield tree / "README.md"
    for folder in (".github", "docs", "test"):
        yield from sorted((tree / folder).rglob("*.md"))


def violations(tree):
    for page in pages(tree):
        text = page.read_text(encoding="utf-8")
        for number, target in links(text):
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            where = f"{page.relative_to(tree)}:{number}"
            if not file.exists():
                yield f"{where}: '{target}' is not there"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
                yield f"{where}: '{path or page.name}' has no heading for '#{anchor}'"


def main():
    tree = pathlib.Path(sys.argv[1]).resolve()
    found = list(violations(tree))
    print("\n".join(found) or f"{sum(len(list(links(p.read_text(encoding='utf-8')))) for p in pages(tree))} links lead somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
