#!/usr/bin/env python3
"""Who follows a page notices what a page must not say."""
import pathlib
import tempfile
import unittest

import followed


class Follow(unittest.TestCase):
    def outcome(self, page, **files):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            for name, text in files.items():
                (folder / f"{name}.h").write_text(text)
            return followed.follow(page, followed.Reader(folder, folder / "nothing"))

    def test_output_as_it_is_and_another(self):
        page = "```console\n$ echo a; echo b >&2\na\nb\n$ echo c\nc\n```\n"
        self.assertEqual(self.outcome(page), (page, []))
        text, faults = self.outcome("x\n" + page.replace("\nc\n", "\nd\n"))
        self.assertEqual(text, "x\n" + page)
        self.assertEqual(len(faults), 1)
        self.assertTrue(faults[0].startswith("line 2: other output of: echo c\n"), faults)

    def test_times_are_whatever_they_are_and_other_numbers_are_not(self):
        self.assertTrue(followed.agrees("took 1.25 s | 12.250 | 3\n", "took 7.01 s | 8.125 | 3\n"))
        self.assertFalse(followed.agrees("took 1.25 s | 12.250 | 3\n", "took 1.25 s | 12.250 | 4\n"))
        self.assertFalse(followed.agrees("mass 1.25\n", "mass 1.26\n"))

    def test_dots_stand_for_any_lines(self):
        self.assertTrue(followed.agrees("a\n...\nd\n", "a\nb\nc\nd\n"))
        self.assertFalse(followed.agrees("a\n...\nd\n", "a\nb\nc\n"))

    def test_a_command_that_fails(self):
        text, faults = self.outcome("```console\n$ false\n```\n")
        self.assertEqual(faults, ["line 1: status 1 of: false\n"])

    def test_what_is_exported_holds_on(self):
        self.assertEqual(self.outcome("```console\n$ export A=5\n$ echo $A\n5\n```\n")[1], [])

    def test_changes_apply_where_they_say_or_not_at_all(self):
        change = "```diff\n--- a.h\n+++ a.h\n@@ -1,2 +1,2 @@\n int a;\n-int b;\n+int c;\n```\n"
        self.assertEqual(self.outcome(change + "```cpp\nint c;\n```\n", a="int a;\nint b;\n")[1], [])
        self.assertEqual(len(self.outcome(change, a="int a;\nint d;\n")[1]), 1)
        self.assertEqual(len(self.outcome(change, a="int x;\nint a;\nint b;\n")[1]), 1)

    def test_code_that_is_in_no_file(self):
        self.assertEqual(self.outcome("```cpp\nint b;\n```\n", a="int a;\n")[1], ["line 1: in no file now:\nint b;\n"])

    def test_a_file_is_written(self):
        self.assertEqual(self.outcome("```cmake\n# C.txt\nx()\n```\n```console\n$ cat C.txt\n# C.txt\nx()\n```\n")[1], [])


if __name__ == "__main__":
    unittest.main()
