#!/usr/bin/env python3
"""The checker of docs/parallelised.md finds rows without an example, and examples that say something else."""
import unittest

import parallelised

PAGE = """# What is parallelised

## Parallelised

| loops | example |
| --- | --- |
| **Memory** | |
| sums | [sums](../test/e2e/programs/sums.cpp) |

## Parallel, and not on devices

| loops | remark | example |
| --- | --- | --- |
| rows | [plan.host-only](remarks.md#planhost-only) | |

## Serial

| loops | remark | example |
| --- | --- | --- |
| output | [effect.io](remarks.md#effectio) | [trap](../test/e2e/programs/trap.cpp) |
"""
FILES = {"test/e2e/programs/sums.cpp": "for (;;)  // want: parallel", "test/e2e/programs/trap.cpp": "for (;;)  // want: serial"}


class Parallelised(unittest.TestCase):
    def found(self, page=PAGE, **files):
        return list(parallelised.faults(page, dict(FILES, **files).get))

    def test_rows_with_examples(self):
        self.assertEqual(self.found(), [])

    def test_a_row_without_one(self):
        self.assertEqual(
            self.found(PAGE.replace("[sums](../test/e2e/programs/sums.cpp)", "").replace("[effect.io](remarks.md#effectio)", "")),
            ["docs/parallelised.md: 'sums' has no example", "docs/parallelised.md: 'output' has no remark"],
        )

    def test_an_example_that_is_missing_or_says_otherwise(self):
        self.assertEqual(
            self.found(PAGE.replace("programs/sums", "programs/all"), **{"test/e2e/programs/trap.cpp": "// want: parallel"}),
            [
                "docs/parallelised.md: 'sums' names test/e2e/programs/all.cpp, which is not there",
                "docs/parallelised.md: 'output' names test/e2e/programs/trap.cpp, which has no loop that is marked `want: serial`",
            ],
        )

    def test_an_example_of_a_library_is_run(self):
        page = PAGE.replace("[sums](../test/e2e/programs/sums.cpp)", "[sums](examples/libraries/sums.cpp)")
        self.assertEqual(self.found(page, **{"test/libraries/run.py": '"sums": {}'}), [])
        self.assertEqual(
            self.found(page), ["docs/parallelised.md: 'sums' names sums, which test/libraries does not run"]
        )

    def test_each_kind_of_example_has_its_runner(self):
        for example, runner in {"libraries/sums.cu": "test/libraries/cuda.py", "training/sums.cpp": "test/training/run.py"}.items():
            page = PAGE.replace("[sums](../test/e2e/programs/sums.cpp)", f"[sums](examples/{example})")
            self.assertEqual(self.found(page, **{runner: '"sums": {}'}), [])
            self.assertEqual(len(self.found(page, **{"test/libraries/run.py": '"sums": {}'})), 1)

    def test_a_table_that_is_gone(self):
        self.assertEqual(self.found(PAGE.split("\n## Serial")[0]), ["docs/parallelised.md: no rows below 'Serial'"])


if __name__ == "__main__":
    unittest.main()
