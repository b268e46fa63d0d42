#!/usr/bin/env python3
"""The version is a semantic one, said in CMakeLists.txt, and the same wherever else a file has it.

    versions.py SOURCE_TREE

What is built says it, too: of programs test/tools/pages_test.py asks, of packages and the shared library's name
test/package. CITATION.cff has what its schema requires (citation-file-format 1.2.0).
"""
import pathlib
import re
import sys

SEMANTIC = re.compile(r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$")
CITATION_KEYS = ("cff-version", "message", "title", "authors")
# Where it stands, with a group for the version.
ELSEWHERE = {
    "docs/CITATION.cff": (r"^version: (\S+)$",),
    "docs/packaging/spack/package.py": (r'version\("(\d[^"]*)"', r'tag="v([^"]*)"'),
    "docs/packaging/Containerfile": (r'image\.version="([^"]*)"',),
    "docs/ci/github.yml": (r"clustrix/(\d\S+)", r"_(\d[^-]*)-1_amd64\.deb"),
    "docs/installing.md": (r"rev: v(\S+)",),
    "docs/changelog.md": (r"^## (?:Unreleased \()?(\d[^)\s]*)",),
}


def violations(tree):
    found = []
    said = re.search(r"^project\(\w+ VERSION (\S+)", (tree / "CMakeLists.txt").read_text(), re.M)
    version = said[1] if said else ""
    if not SEMANTIC.match(version):
        found.append(f"CMakeLists.txt: '{version}' is no semantic version: MAJOR.MINOR.PATCH")
    for name, patterns in ELSEWHERE.items():
        text = (tree / name).read_text()
        for pattern in patterns:
            versions = re.findall(pattern, text, re.M)
            if not versions:
                found.append(f"{name}: nothing is like {pattern}: say the version, or change test/structure/versions.py")
            # The changelog has those before, too.
            elif versions[0] != version or (name != "docs/changelog.md" and set(versions) != {version}):
                found.append(f"{name}: {', '.join(sorted(set(versions) - {version}) or versions[:1])} is not {version}")
    soname = ".".join(version.split(".")[:2])
    for name in ("docs/ci/github.yml", "docs/installing.md"):
        for word, named in re.findall(r"(libclustrix-runtime|\.so\.)(\d+\.\d+)", (tree / name).read_text()):
            if named != soname:
                found.append(f"{name}: {word}{named} is not that of {version}")
    citation = (tree / "docs/CITATION.cff").read_text()
    found += [f"docs/CITATION.cff: '{key}' is missing" for key in CITATION_KEYS
              if not re.search(rf"^{key}:(?: +\S|\n +- )", citation, re.M)]
    return found


def main(tree):
    found = violations(pathlib.Path(tree))
    print("\n".join(found) or "the version is the same everywhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
