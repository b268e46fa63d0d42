#!/usr/bin/env python3
import pathlib
import tempfile
import unittest

import cpp_scans


class CppScans(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.folder.name)
        for folder in cpp_scans.FOLDERS:
            (self.tree / folder).mkdir(parents=True)

    def tearDown(self):
        self.folder.cleanup()

    def found(self, line, name="lib/Plan/X.cpp"):
        (self.tree / name).write_text(line + "\n")
        return cpp_scans.violations(self.tree)

    def test_a_search_in_a_text_is_told_with_its_place(self):
        for line in ("const bool is = type.find(\"auto\") != npos;", "while (isWord(text[at])) ++at;",
                     "expression.find('[')", "if (text.compare(at, 3, word) == 0) return;", "type.ends_with(\"&\")"):
            self.assertTrue(self.found(line)[0].startswith("lib/Plan/X.cpp:1: "), line)

    def test_sets_slices_and_comments_are_none(self):
        for line in ("if (names.find(id) != names.end()) return;", "text.substr(begin, end - begin)",
                     "std::find(all.begin(), all.end(), one)", "// type.rfind(\"const\")"):
            self.assertEqual(self.found(line), [], line)

    def test_where_names_are_chosen_texts_are_read(self):
        self.assertEqual(self.found("type.rfind(\"::\")", "lib/Emit/Names.cpp"), [])


if __name__ == "__main__":
    unittest.main()
