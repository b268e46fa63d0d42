"""The check of the remarks finds what it is there to find."""
import pathlib
import tempfile
import unittest

from remarks_documented import problems

REGISTRY = '{"effect.call", "a call has unknown effects"},\n'
SECTION = "## effect.call\n\nA call has\nunknown effects.\n\n**Fix**: none.\n\n```cpp bad\n```\n\n```cpp good\n```\n"
SOURCE = 'refuse("effect.call");\n'


class RemarksDocumented(unittest.TestCase):
    def found(self, registry=REGISTRY, docs=SECTION, source=SOURCE):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {"include/clustrix/Remarks.h": registry, "docs/remarks.md": docs,
                               "lib/X.cpp": source}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return list(problems(root))

    def test_nothing_is_wrong(self):
        self.assertEqual(self.found(), [])

    def test_a_missing_section(self):
        self.assertIn("has no section", self.found(docs="")[0])

    def test_a_missing_example(self):
        self.assertIn("example", self.found(docs=SECTION.replace("```cpp bad", "```cpp"))[0])

    def test_a_missing_word_on_fixes(self):
        self.assertIn("Fix", self.found(docs=SECTION.replace("**Fix**", "Fix"))[0])

    def test_another_summary(self):
        self.assertIn("does not say", self.found(docs=SECTION.replace("unknown", "bad"))[0])

    def test_a_section_without_an_id(self):
        self.assertIn("effect.io", self.found(docs=SECTION + SECTION.replace("call", "io"))[0])

    def test_an_id_that_is_not_registered(self):
        self.assertIn("effect.io: used in lib/X.cpp", self.found(source=SOURCE + '"effect.io"')[0])

    def test_an_id_that_nothing_uses(self):
        self.assertIn("used nowhere", self.found(source="")[0])

    def test_an_empty_registry(self):
        self.assertIn("no ids", self.found(registry="", source="", docs="")[0])


if __name__ == "__main__":
    unittest.main()
