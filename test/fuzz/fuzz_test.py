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

from audited import AuditJudge, clang_is_there
from edits import Edit, edited, edits_of, random_edits
from functions import random_function
from fuzz import lose_last_iteration, programs_of
from judge import Judge, close, difference, results_by_function
from shrink import candidates, shrink, text_of
from sources import source_text
from tree import number, operation
from variants import Bench, Variant, corpus, variant_of

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


class Variants(unittest.TestCase):
    SOURCE = """[[clustrix::cluster]]
void scale(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: a[i] = 1;
    a[i] = a[i] * 2;  /* a[i] */
}
int main() {
  double a[3] = {1, 2, 3};
  scale(a, 3);
}
"""

    def test_the_same_seed_gives_the_same_variant(self):
        programs = corpus()
        self.assertGreater(len(programs), 200)
        self.assertEqual(variant_of(5, programs), variant_of(5, programs))
        self.assertNotEqual(variant_of(5, programs), variant_of(6, programs))

    def test_comments_main_and_what_stands_in_front_are_left_alone(self):
        source = "int before(int* a, int i) { return a[i] + 1; }\n" + self.SOURCE
        edits = [edit for found in edits_of(source).values() for edit in found]
        self.assertGreater(len(edits), 15)
        for edit in edits:
            text = edited(source, [edit])
            self.assertNotEqual(text, source)
            self.assertEqual(text.split("\n")[0], source.split("\n")[0])
            self.assertEqual(text[text.index("int main"):], source[source.index("int main"):])
            self.assertIn("want: a[i] = 1;", text)

    def test_edits_of_one_variant_do_not_meet(self):
        for seed in range(200):
            edits = random_edits(random.Random(seed), self.SOURCE)
            self.assertTrue(all(not x.meets(y) for x in edits for y in edits if x != y), seed)

    def test_a_variant_that_is_not_defined_is_dropped_and_a_broken_rewriting_is_found_and_shrunk(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "scale.cpp"
            program.write_text(self.SOURCE.replace("  scale(a, 3);\n", """  scale(a, 3);
  __builtin_printf("a %g %g %g\\n", a[0], a[1], a[2]);
"""))
            start = self.SOURCE.index("a[i] * 2")
            outside, harmless = Edit(start + 2, start + 3, "i + 1"), Edit(start, start, "-")
            bench = Bench(BUILD, pathlib.Path(folder) / "work")
            self.assertIsNone(bench.judge(Variant(program, [outside]), False))
            self.assertEqual(bench.judge(Variant(program, [harmless]), True), "")
            broken = Bench(BUILD, pathlib.Path(folder) / "broken", lambda text: text.replace("a[i] = -a", "a[i] = a"))
            both = Variant(program, sorted([harmless, Edit(start + 7, start + 8, "3")]))
            self.assertIn("differ", broken.judge(both, False))
            self.assertEqual(broken.shrunk(both, False).edits, [harmless])


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
        # A loop becomes one of its iterations where the shrinker knows its counter: one at most stays around the swap.
        functions = [f for f in map(random_function, map(random.Random, range(1000)))
                     if f.loops() > 1 and text_of(f).count("swap") == 1 and "step" not in text_of(f)]
        counted = next(f for f in functions if all(s.counter for s in f.statements() if s.is_loop()))
        for function in [*functions[:5], counted]:
            small = shrink(function, lambda batch: [name for name, f in batch.items() if "swap" in text_of(f)])
            self.assertIn("swap", text_of(small))
            self.assertLessEqual(small.loops(), 1)
            self.assertLess(len(small.body_lines()), 6)
        self.assertEqual(small.loops(), 0 if "continue" not in text_of(small) else 1)

    def test_candidates_stay_within_their_arrays(self):
        for seed in range(20):
            for candidate in candidates(random_function(random.Random(seed))):
                for statement in candidate.statements():
                    self.assertTrue(all(e.fits(e.allowed) for e in statement.expressions()))


class Finding(unittest.TestCase):
    def test_loops_are_parallel_and_launched(self):
        with tempfile.TemporaryDirectory() as folder:
            verdict = Judge(BUILD, folder).judge(programs_of(300, 40))
        self.assertEqual(verdict.failures, {})
        self.assertGreater(verdict.parallel, 0.2 * verdict.loops)
        self.assertGreater(verdict.mapped, 0.15 * verdict.loops)
        self.assertGreater(verdict.launched, 0.7 * verdict.mapped)

    def test_a_broken_rewriting_is_found_and_shrunk(self):
        self.assertIn("(n) - ((n) > 3)", lose_last_iteration("clustrix::Loop loop(site, n);"))
        self.assertIn("(n) - ((n) > 3), residency);", lose_last_iteration("clustrix::Loop loop(site, n, residency);"))
        # None of these has time steps, of which shrinking may make loops that only end with their time.
        done = subprocess.run([sys.executable, "-B", HERE / "fuzz.py", BUILD, "--seed", "70", "--programs", "4",
                               "--jobs", "1", "--break-rewriting"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        program = done.stdout.split("--- the shrunk program")[1].split("---")[0]
        self.assertLess(len(program.splitlines()), 20, program)
        self.assertIn("again: ./dev fuzz --seed", done.stdout)

    @unittest.skipUnless(clang_is_there() and (BUILD / "lib" / "libclustrix_audit.a").exists(), "no audit in this build")
    def test_an_audit_finds_a_rewriting_that_counts_other_iterations(self):
        functions = programs_of(72, 2)
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(AuditJudge(BUILD, folder).judge(functions).failures, {})
            failures = AuditJudge(BUILD, folder, lose_last_iteration).judge(functions).failures
        self.assertIn("the audit finds a fault", [failure.what for failure in failures.values()])


if __name__ == "__main__":
    unittest.main()
