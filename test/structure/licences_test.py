#!/usr/bin/env python3
"""licences.py finds a file with a licence of its own, and a tree that says none."""
import pathlib
import shutil
import tempfile
import unittest

from licences import EXCEPTION, lint, violations

DEP5 = "Format: f\n\nFiles: *\nCopyright: 2026 us\nLicense: Apache-2.0 WITH LLVM-exception\n"


class Licences(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.scratch.name)
        (self.tree / ".reuse").mkdir()
        (self.tree / "LICENSE").write_text(f"Apache\n{EXCEPTION}\nbut\n")
        self.write(".reuse/dep5", DEP5)
        self.write("a.cpp", "int a;\n")

    def tearDown(self):
        self.scratch.cleanup()

    def write(self, name, text):
        (self.tree / name).write_text(text)

    def found(self):
        return violations(self.tree, ["a.cpp", ".reuse/dep5"])

    def test_a_tree_whose_one_place_says_it_is_right(self):
        self.assertEqual(self.found(), [])

    def test_another_licence_for_all_is_found(self):
        self.write(".reuse/dep5", DEP5.replace("Apache-2.0 WITH LLVM-exception", "MIT"))
        self.assertEqual(len(self.found()), 1)
        (self.tree / ".reuse" / "dep5").unlink()
        self.assertEqual(len(self.found()), 1)

    def test_a_file_with_a_licence_or_a_holder_of_its_own_is_found(self):
        for line in ("// SPDX-" + "License-Identifier: MIT", "// Copy" + "right (c) 2019 Somebody"):
            self.write("a.cpp", f"int a;\n{line}\n")
            self.assertIn("a.cpp:2:", self.found()[0])

    @unittest.skipUnless(shutil.which("reuse"), "reuse is not installed")
    def test_reuse_is_asked_and_heard(self):
        names = ["a.cpp", ".reuse/dep5"]
        dep5 = DEP5.replace("Format: f", "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/")
        self.write(".reuse/dep5", dep5)
        self.assertEqual(lint(self.tree, names), "")
        self.write(".reuse/dep5", dep5.replace("Files: *", "Files: b.cpp"))
        self.assertIn("a.cpp", lint(self.tree, names))


if __name__ == "__main__":
    unittest.main()
