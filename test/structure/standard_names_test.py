#!/usr/bin/env python3
import pathlib
import tempfile
import unittest

import standard_names

MODEL = """# The "std::set" of a comment is no entry.
std::{vector,array}:
  is: container
  size: [size, length]
std::vector: {elements: apart, append: push_back}   # and a comment
"{sqrt,fabs}":
  does: [compute, forms]
std::find: {loop: find_equal}
"""


class StandardNames(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.folder.name)
        for name in [standard_names.MODEL, *standard_names.EXEMPT, *standard_names.WORDS]:
            path = self.tree / name
            (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
            if not name.endswith("/"):
                path.write_text("")
        (self.tree / standard_names.MODEL).write_text(MODEL)

    def tearDown(self):
        self.folder.cleanup()

    def found(self, text, name="lib/Lower/X.cpp"):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return standard_names.violations(self.tree)

    def test_names_are_those_of_classes_members_and_functions(self):
        self.assertEqual(standard_names.names_of(MODEL), {
            "std::vector", "vector", "std::array", "array", "size", "length", "push_back", "sqrt", "fabs", "std::find", "find"})

    def test_a_name_in_quotes_is_told_with_its_line(self):
        found = self.found('int a;\nreturn name == "push_back";\n')
        self.assertEqual(len(found), 1)
        self.assertIn('lib/Lower/X.cpp:2: "push_back"', found[0])
        for text in ('is(type, "std::vector")', '{"sqrt", "cbrt"}', 'name == "length"'):
            self.assertEqual(len(self.found(text)), 1, text)

    def test_other_texts_are_fine(self):
        for text in ('text + ".size()"', '"a vector of numbers"', '// "vector"', '#include "vector"', '"container"', 'vector'):
            self.assertEqual(self.found(text), [], text)

    def test_words_that_mean_something_else_are_exempt(self):
        self.assertEqual(self.found('json["size"]', "lib/Report/Json.cpp"), [])
        self.assertEqual(len(self.found('json["size"]', "lib/Reports/Json.cpp")), 1)

    def test_an_exemption_for_what_is_gone_is_told(self):
        (self.tree / "lib/Splice/Fingerprint.cpp").unlink()
        self.assertIn("is not there", standard_names.violations(self.tree)[0])


if __name__ == "__main__":
    unittest.main()
