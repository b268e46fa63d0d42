"""What the check of shown output lets pass, and what not."""
import unittest

from shown_output import agrees, blocks


class ShownOutput(unittest.TestCase):
    def test_the_same_text_agrees_and_another_does_not(self):
        self.assertTrue(agrees("int a;\nint b;\n", "int a;\nint b;\n"))
        self.assertFalse(agrees("int a;\nint b;\n", "int b;\nint a;\n"))
        self.assertFalse(agrees("int a;\n", "int a;\nint b;\n"))

    def test_dots_stand_for_any_lines_but_for_none_of_the_others(self):
        self.assertTrue(agrees("{\n  ... the loop ...\n}\n", "{\n  a;\n  b;\n}\n"))
        self.assertFalse(agrees("{\n  ... the loop ...\n}\n", "{\n  a;\n  b;\n"))

    def test_only_blocks_of_cpp_count(self):
        self.assertEqual(["a;\n", "b;\n"], blocks("```cpp\na;\n```\n```\nx\n```\n```cpp\nb;\n```\n"))


if __name__ == "__main__":
    unittest.main()
