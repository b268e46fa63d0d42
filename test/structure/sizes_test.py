#!/usr/bin/env python3
import pathlib
import tempfile
import unittest

import sizes


class Sizes(unittest.TestCase):
    def found(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "lib/Plan/X.cpp"
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return sizes.violations(pathlib.Path(folder))

    def test_a_long_function_is_told_by_its_line_and_name(self):
        body = "".join(f"  step({i});\n" for i in range(sizes.MOST_OF_FUNCTION - 2))
        for head in ("int f(int n) {\n", "std::string Plan::f(int n,\n                    int m) const {\n"):
            most = body if head.count("\n") == 1 else body[:body.rstrip().rfind("\n") + 1]
            self.assertEqual(self.found("// a\n" + head + most + "}\n"), [])
            self.assertEqual(len(self.found("// a\n" + head + most + "  more();\n}\n")), 1)
        self.assertIn("lib/Plan/X.cpp:2: f has", self.found("\nint f() {\n" + body * 2 + "}\n")[0])

    def test_members_within_a_class_count_by_themselves(self):
        body = "".join(f"    step({i});\n" for i in range(40))
        self.assertEqual(self.found("class A {\n public:\n" + "".join(f"  int f{i}() {{\n{body}  }}\n" for i in range(3)) + "};\n"), [])

    def test_a_long_file_is_told(self):
        self.assertEqual(len(self.found("int a;\n" * (sizes.MOST_LINES + 1))), 1)
        self.assertEqual(self.found("int a;\n" * sizes.MOST_LINES), [])


if __name__ == "__main__":
    unittest.main()
