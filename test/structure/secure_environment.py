"""What a program of another's rights must not hear: the runtime asks the environment by `secure_getenv` alone."""
import pathlib
import re
import sys

ASKS = re.compile(r"(?<!secure_)\bgetenv\b|\benviron\b")


def violations(text):
    return [number for number, line in enumerate(text.splitlines(), 1) if ASKS.search(line.split("//")[0])]


def main(root):
    found = []
    for folder in ("runtime/src", "runtime/include"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                found += [f"{path}:{number}: getenv; use secure_getenv" for number in violations(path.read_text())]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    assert violations('x = std::getenv("A");\ny = secure_getenv("A");\nextern char** environ;') == [1, 3]
    sys.exit(main(pathlib.Path(sys.argv[1])))
