#!/usr/bin/env python3
"""The checker of docs/settings.md finds what is missing, and what there is not."""
import unittest

import settings_documented

PAGE = """# Settings

## Keys

| key | values |
| --- | --- |
| `gpus` | `all` |
| `cores` | |

## Variables

| variable | values |
| --- | --- |
| `CLUSTRIX_LOG`, `CLUSTRIX_PLAN` | `CLUSTRIX_OTHER` is none |
"""


class SettingsDocumented(unittest.TestCase):
    def found(self, variables, keys):
        return list(settings_documented.gaps(PAGE, set(variables), set(keys)))

    def test_all_told(self):
        self.assertEqual(self.found(["CLUSTRIX_LOG", "CLUSTRIX_PLAN"], ["gpus", "cores"]), [])

    def test_a_missing_and_a_foreign_one(self):
        found = self.found(["CLUSTRIX_LOG", "CLUSTRIX_TRACE"], ["gpus", "cores", "math"])
        self.assertEqual(
            found,
            [
                "docs/settings.md: 'CLUSTRIX_TRACE' is missing",
                "docs/settings.md: there is no 'CLUSTRIX_PLAN'",
                "docs/settings.md: 'math' is missing",
            ],
        )

    def test_variables_that_are_read(self):
        source = 'secure_getenv("CLUSTRIX_LOG"); fail("CLUSTRIX_TRACE=" + file); prefix = "CLUSTRIX_"; say("CLUSTRIX_MATH is");'
        self.assertEqual(settings_documented.read_variables(source), {"CLUSTRIX_LOG"})

    def test_tables_in_the_sources(self):
        source = 'constexpr const char* known[] = {\n    "LOG", "PLAN",\n    "TRACE"};\nconst char* elsewhere[] = {"JOBS"};'
        self.assertEqual(
            settings_documented.known_variables(source), {"CLUSTRIX_LOG", "CLUSTRIX_PLAN", "CLUSTRIX_TRACE"}
        )
        self.assertEqual(settings_documented.known_keys('if (key == "gpus") a; if (key == "math") b;'), {"gpus", "math"})


if __name__ == "__main__":
    unittest.main()
