#!/usr/bin/env python3
import pathlib
import tempfile
import unittest

import glossary


class Glossary(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.folder.name)
        for top in ("docs", "lib"):
            (self.tree / top).mkdir()
        (self.tree / "lib" / "X.cpp").write_text("int aliases;\n")

    def tearDown(self):
        self.folder.cleanup()

    def found(self, *rows):
        (self.tree / "docs" / "glossary.md").write_text("| word | means | where |\n| --- | --- | --- |\n" + "\n".join(rows) + "\n")
        return glossary.violations(self.tree)

    def test_rows_in_order_that_name_files_are_fine(self):
        self.assertEqual(self.found("| alias | a | `lib/X.cpp` |", "| scan | b | `lib/X.cpp` |"), [])

    def test_a_file_that_is_not_there_is_told(self):
        self.assertIn("lib/Y.cpp", self.found("| alias | a | `lib/Y.cpp` |")[0])

    def test_rows_are_sorted(self):
        self.assertEqual(len(self.found("| scan | b | `lib/X.cpp` |", "| alias | a | `lib/X.cpp` |")), 1)

    def test_a_page_without_rows_is_told(self):
        self.assertEqual(len(self.found()), 1)

    def test_replaced_words_are_found_in_names(self):
        for text in ("KeptStorage a;", "int keptStorage;", "int theKeptStorage;"):
            (self.tree / "lib" / "X.cpp").write_text(text + "\n")
            self.assertIn("pointer stability", self.found("| alias | a | `lib/X.cpp` |")[0])
        (self.tree / "lib" / "X.cpp").write_text("int unkeptstorage;\n")
        self.assertEqual(self.found("| alias | a | `lib/X.cpp` |"), [])


if __name__ == "__main__":
    unittest.main()
