"""What a program of another's rights must not hear: the runtime asks the environment by `secure_getenv` alone, or looks
at all of it (`environ`) where the line itself, or the one before, has asked whose rights it has (`AT_SECURE`)."""
import pathlib
import re
import sys

ASKS = re.compile(r"(?<!secure_)\bgetenv\b|\benviron\b")
MAY = re.compile(r"AT_SECURE.*\breturn\b")


def violations(text):
    lines = [line.split("//")[0] for line in text.splitlines()]
    before = [""] + lines[:-1]
    return [
        number
        for number, (line, last) in enumerate(zip(lines, before), 1)
        if ASKS.search(line) and not ("environ" in line and (MAY.search(line) or MAY.search(last)))
    ]


def main(root):
    found = []
    for folder in ("runtime/src", "runtime/include"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                found += [f"{path}:{number}: the environment; use secure_getenv" for number in violations(path.read_text())]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    assert violations('x = std::getenv("A");\ny = secure_getenv("A");\nextern char** environ;') == [1, 3]
    assert violations("if (getauxval(AT_SECURE) != 0) return;\nfor (char** one = environ;;) {}\nuse(environ);") == [3]
    assert violations('if (getauxval(AT_SECURE) != 0) return;\nuse(getenv("A"));') == [2]
    sys.exit(main(pathlib.Path(sys.argv[1])))
