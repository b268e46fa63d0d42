#!/usr/bin/env python3
"""Every file's licence is said, as REUSE (reuse.software) has it: in one place, .reuse/dep5, for all of the tree.

    licences.py SOURCE_TREE [--lint]

No file says a licence or a holder of its own, so that one place is enough: a line of SPDX in a file would be another one
for that file, and what is taken from elsewhere gets a paragraph in .reuse/dep5 first. --lint also asks the tool `reuse`; it
wants the texts in a folder LICENSES, which it is given in a copy. Without the tool the test is skipped (status 77).
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LICENCE = "Apache-2.0 WITH LLVM-exception"
OWN = re.compile(r"SPDX-License-Identifier\s*:|SPDX-FileCopyrightText\s*:|Copyright (?:\(c\)|©) ?\d{4}", re.I)
OF_TEXTS = {"LICENSE", ".reuse/dep5", "test/structure/licences.py", "test/structure/licences_test.py"}
EXCEPTION = "---- LLVM Exceptions to the Apache 2.0 License ----"


def files(tree):
    listed = subprocess.run(["git", "-c", f"safe.directory={tree}", "-C", tree, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (tree / name).is_file()]


def violations(tree, names):
    dep5, found = tree / ".reuse" / "dep5", []
    paragraphs = re.findall(r"^Files: (.*)\nCopyright: .+\nLicense: (.*)$", dep5.read_text() if dep5.exists() else "", re.M)
    if not paragraphs or paragraphs[0] != ("*", LICENCE):
        found.append(f".reuse/dep5: does not begin with all files under {LICENCE}")
    for name in names:
        if name in OF_TEXTS:
            continue
        try:
            lines = (tree / name).read_text().splitlines()
        except UnicodeDecodeError:
            continue
        found += [f"{name}:{number}: says a licence or a holder of its own; .reuse/dep5 does, for all files"
                  for number, line in enumerate(lines, 1) if OWN.search(line)]
    return found


def lint(tree, names):
    apache, _, exception = (tree / "LICENSE").read_text().partition(EXCEPTION)
    if not exception:
        return "LICENSE: the exception is gone"
    with tempfile.TemporaryDirectory(prefix="clustrix-licences-") as name:
        copy = pathlib.Path(name)
        for file in names:
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tree / file, copy / file)
        (copy / "LICENSES").mkdir()
        (copy / "LICENSES" / "Apache-2.0.txt").write_text(apache)
        (copy / "LICENSES" / "LLVM-exception.txt").write_text(exception)
        done = subprocess.run(["reuse", "--root", copy, "lint"], capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stdout + done.stderr


def main(tree, *options):
    tree = pathlib.Path(tree)
    if not shutil.which("git") or subprocess.run(["git", "-c", f"safe.directory={tree}", "-C", tree, "rev-parse"],
                                                 capture_output=True, check=False).returncode:
        print("skipped: the files are not in a git repository")
        return 77
    names = files(tree)
    found = violations(tree, names)
    if "--lint" in options and not shutil.which("reuse"):
        print("skipped: reuse is not installed (apt-get install reuse)")
        return 77
    if "--lint" in options and (told := lint(tree, names)):
        found.append(told)
    print("\n".join(found) or f"{len(names)} files, all under {LICENCE}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
