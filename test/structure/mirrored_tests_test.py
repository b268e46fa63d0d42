#!/usr/bin/env python3
import pathlib
import tempfile
import unittest

import mirrored_tests


class MirroredTests(unittest.TestCase):
    def test_a_source_without_its_test_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            for path in ("lib/Plan/Hull.cpp", "lib/Plan/Clip.cpp", "lib/Plan/Only.h", "test/unit/Plan/HullTest.cpp",
                         "test/unit/Emit/ClipTest.cpp", "test/unit/Plan/TogetherTest.cpp", "runtime/src/memory/Rows.cpp"):
                (tree / path).parent.mkdir(parents=True, exist_ok=True)
                (tree / path).touch()
            found = mirrored_tests.violations(tree)
            self.assertEqual([line.split()[0] for line in found], ["lib/Plan/Clip.cpp", "runtime/src/memory/Rows.cpp"])


if __name__ == "__main__":
    unittest.main()
