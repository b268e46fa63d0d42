#!/usr/bin/env python3
"""The checker of docs/options.md finds options in the sources, those that are missing, and those that there are not."""
import unittest

import options_documented

PAGE = """# Options

## one

| option | meaning |
| --- | --- |
| `-o FILE` | not `--other` |
| `--mode a\\|b`, `--mode=c` | |

## two

| option | prints |
| --- | --- |
| `--json` | |
"""


class OptionsDocumented(unittest.TestCase):
    def test_all_told(self):
        self.assertEqual(list(options_documented.gaps(PAGE, "one", {"-o", "--mode", "--mode=c"})), [])

    def test_a_missing_and_a_foreign_one(self):
        self.assertEqual(
            list(options_documented.gaps(PAGE, "two", {"--measure"})),
            ["docs/options.md: '--measure' of two is missing", "docs/options.md: two has no '--json'"],
        )

    def test_a_program_that_is_not_on_the_page(self):
        self.assertEqual(list(options_documented.gaps(PAGE, "three", {"-x"})), ["docs/options.md: '-x' of three is missing"])

    def test_what_is_declared(self):
        source = 'addFile("-o", x); app.add_flag("--audit{conflicts}", y); addChoice(app, "--emit", z); say("--no");'
        self.assertEqual(options_documented.declared(source), {"-o", "--audit", "--emit"})

    def test_what_help_tells(self):
        source = '    "  -v, --verbose     print --each\\n"\n    "  --audit=guards    the same\\n"\n    "  --help  this\\n"\n    "-x"'
        self.assertEqual(options_documented.told(source), {"-v", "--verbose", "--audit=guards"})


if __name__ == "__main__":
    unittest.main()
