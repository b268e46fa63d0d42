#!/usr/bin/env python3
"""The fuzzer itself: programs are the same for the same seed and have defined behaviour, most kinds of loops are found
parallel and launched, a deliberately broken rewriting is found and shrunk.

    fuzz_test.py BUILD_DIR
"""
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from functions import random_function
from fuzz import lose_last_iteration, programs_of
from judge import Judge, close, difference, results_by_function
from shrink import candidates, shrink, text_of
from sources import source_text
from tree import number, operation

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
HERE = pathlib.Path(__file__).resolve().parent


class Generation(unittest.TestCase):
    def test_the_same_seed_gives_the_same_program(self):
        self.assertEqual(source_text(programs_of(3, 5)), source_text(programs_of(3, 5)))
        self.assertNotEqual(text_of(programs_of(3, 1)["f3"]), text_of(programs_of(4, 1)["f4"]))

    def test_every_made_up_name_is_declared(self):
        for seed in range(300):
            self.assertTrue(random_function(random.Random(seed)).is_closed(), seed)

    def test_ranges_are_those_of_the_values(self):
        difference_of_products = operation("-", operation("*", number(-3), number(7)), number(2))
        self.assertEqual(difference_of_products.range(), (-23, -23))
        self.assertEqual(difference_of_products.text(), "-3 * 7 - 2")
        self.assertEqual(operation("%", number(-23), number(5)).range(), (-4, 4))

    def test_originals_are_clean_under_the_sanitizers(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(Judge(BUILD, folder).check_defined(programs_of(7000, 12)), "")


class Comparison(unittest.TestCase):
    def test_only_marked_sums_may_differ_and_only_from_the_original(self):
        self.assertEqual(difference(["f.1 0 ~s=1.0"], ["f.1 0 ~s=1.0000000000000002"], True), "")
        self.assertNotEqual(difference(["f.1 0 ~s=1.0"], ["f.1 0 ~s=1.0000000000000002"], False), "")
        self.assertNotEqual(difference(["f.1 0 s=1.0"], ["f.1 0 s=1.0000000000000002"], True), "")
        self.assertNotEqual(difference(["f.1 0", "f.2 0"], ["f.1 0"], True), "")
        self.assertFalse(close(1.0, 1.001))

    def test_lines_are_told_apart_by_function(self):
        self.assertEqual(results_by_function("f1.1 0\nf2.1 3\nf1.2 4"), {"f1": ["f1.1 0", "f1.2 4"], "f2": ["f2.1 3"]})


class Shrinking(unittest.TestCase):
    def test_what_fails_stays_and_the_rest_goes(self):
        function = next(f for f in map(random_function, map(random.Random, range(1000)))
                        if f.loops() > 3 and text_of(f).count("swap") == 1 and "step" not in text_of(f))
        small = shrink(function, lambda batch: [name for name, f in batch.items() if "swap" in text_of(f)])
        self.assertEqual(small.loops(), 0 if "continue" not in text_of(small) else 1)
        self.assertLess(len(small.body_lines()), 6)

    def test_candidates_stay_within_their_arrays(self):
        for seed in range(20):
            for candidate in candidates(random_function(random.Random(seed))):
                for statement in candidate.statements():
                    self.assertTrue(all(e.fits(e.allowed) for e in statement.expressions()))


class Finding(unittest.TestCase):
    def test_loops_are_parallel_and_launched(self):
        with tempfile.TemporaryDirectory() as folder:
            verdict = Judge(BUILD, folder).judge(programs_of(50, 40))
        self.assertEqual(verdict.failures, {})
        self.assertGreater(verdict.parallel, 0.2 * verdict.loops)
        self.assertGreater(verdict.mapped, 0.15 * verdict.loops)
        self.assertGreater(verdict.launched, 0.7 * verdict.mapped)

    def test_a_broken_rewriting_is_found_and_shrunk(self):
        self.assertIn("(n) - ((n) > 3)", lose_last_iteration("clustrix::Loop loop(site, n);"))
        self.assertIn("(n) - ((n) > 3), residency);", lose_last_iteration("clustrix::Loop loop(site, n, residency);"))
        # None of these has time steps, of which shrinking may make loops that only end with their time.
        done = subprocess.run([sys.executable, "-B", HERE / "fuzz.py", BUILD, "--seed", "61", "--programs", "4",
                               "--jobs", "1", "--break-rewriting"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        program = done.stdout.split("--- the shrunk program")[1].split("---")[0]
        self.assertLess(len(program.splitlines()), 20, program)
        self.assertIn("again: ./dev fuzz --seed", done.stdout)


if __name__ == "__main__":
    unittest.main()
