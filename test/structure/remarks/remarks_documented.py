"""Every remark id has a section in docs/remarks.md, every section an id, and every id that the code uses is registered.

    include/clustrix/Remarks.h   the registry
    docs/remarks.md              `## id`, the registry's summary, what `--fix` does, a bad and a good example
    lib/                         "id" as a string literal

Usage: remarks_documented.py REPOSITORY
"""
import pathlib
import re
import sys

ENTRY = re.compile(r'\{"(?P<id>[a-z-]+(?:\.[a-z-]+)?)",\s*"(?P<summary>[^"]*)"\}')
EXAMPLE = re.compile(r"^```cpp (bad|good)$", re.MULTILINE)


def registered(root):
    text = (root / "include/clustrix/Remarks.h").read_text()
    return {match["id"]: match["summary"] for match in ENTRY.finditer(text)}


def sections(root):
    parts = re.split(r"^## (.+)$", (root / "docs/remarks.md").read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def used(root, families):
    """The ids that stand as literals in lib/, each with the file that holds it."""
    literal = re.compile(r'"((?:%s)\.[a-z-]+)"' % "|".join(sorted(families)))
    found = {}
    for source in sorted((root / "lib").rglob("*.cpp")):
        for match in literal.finditer(source.read_text()):
            found.setdefault(match[1], source.relative_to(root))
    return found


def problems(root):
    ids, documented = registered(root), sections(root)
    families = {name.split(".")[0] for name in ids if "." in name}
    codes = used(root, families)
    if not ids:
        yield "no ids found in include/clustrix/Remarks.h: has its layout changed?"
    for name, summary in ids.items():
        section = documented.get(name)
        if section is None:
            yield f"{name}: docs/remarks.md has no section '## {name}'"
            continue
        if " ".join(summary.split()).lower() not in " ".join(section.split()).lower():
            yield f"{name}: its section does not say '{summary}'"
        if sorted(EXAMPLE.findall(section)) != ["bad", "good"]:
            yield f"{name}: its section needs one ```cpp bad and one ```cpp good example"
        if len(re.findall(r"^\*\*Fix\*\*: \S", section, re.MULTILINE)) != 1:
            yield f"{name}: its section needs one line '**Fix**: ...'"
    for name in documented.keys() - ids.keys():
        yield f"{name}: documented, and not in include/clustrix/Remarks.h"
    for name in codes.keys() - ids.keys():
        yield f"{name}: used in {codes[name]}, and not in include/clustrix/Remarks.h"
    for name in sorted(name for name in ids if "." in name and name not in codes):
        yield f"{name}: registered, and used nowhere in lib/"


def main():
    found = sorted(problems(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "every remark id is registered, documented and used")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
