#!/usr/bin/env python3
"""The mutants themselves: each text is where mutants.json says, a text that is missing or there twice is an error, and
what the judges say of a program counts for the right one of them."""
import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import mutants
from mutants import Found, fault_of, kind_of, program_of, table
from switches import SWITCH, Misplaced, choice, switched, write_sources

SOURCE = """bool apart(int shift) {
  const bool same = shift == 0;
  return same || shift > 3;
}
"""


def mutant(number, old, new, **more):
    return {"number": number, "file": "lib/A.cpp", "old": old, "new": new, **more}


class Switches(unittest.TestCase):
    def test_an_expression_is_chosen_by_the_mutant(self):
        text = switched(SOURCE, [mutant(7, "shift > 3", "true")])
        self.assertIn("return same || (::clustrix::compiler::mutant() == 7 ? (true) : (shift > 3));", text)
        self.assertTrue(text.startswith('#include "clustrix/Mutant.h"\n'))

    def test_a_statement_is_chosen_by_the_mutant(self):
        self.assertEqual(choice(mutant(7, "", "return true;"), "return same;"),
                         "{ if (::clustrix::compiler::mutant() == 7) { return true; } else { return same; } }")

    def test_a_text_that_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(Misplaced, "mutant 7: this is 0 times in lib/A.cpp, not once:\nshift > 4"):
            switched(SOURCE, [mutant(7, "shift > 4", "true")])

    def test_a_text_that_is_there_twice_is_an_error_unless_its_place_is_said(self):
        with self.assertRaisesRegex(Misplaced, "mutant 7: this is 2 times"):
            switched(SOURCE, [mutant(7, "same", "true")])
        text = switched(SOURCE, [mutant(7, "same", "true", place="return same")])
        self.assertIn("return (::clustrix::compiler::mutant() == 7 ? (true) : (same)) ||", text)
        with self.assertRaisesRegex(Misplaced, "mutant 7: this is 2 times"):
            switched(SOURCE, [mutant(7, "shift", "0", place="shift == 0;\n  return same || shift > 3")])

    def test_two_mutants_of_one_text_are_an_error(self):
        both = [mutant(7, "same || shift", "shift"), mutant(8, "shift > 3", "true")]
        with self.assertRaisesRegex(Misplaced, "mutants 7 and 8 change the same text"):
            switched(SOURCE, both)
        apart = switched(SOURCE, [mutant(7, "shift == 0", "true"), mutant(8, "shift > 3", "true")])
        self.assertEqual(apart.count("mutant() == "), 2)


class Sources(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root, self.copy = pathlib.Path(self.folder.name) / "root", pathlib.Path(self.folder.name) / "copy"
        (self.root / "lib").mkdir(parents=True)
        (self.root / "CMakeLists.txt").write_text("project(A)\n")
        (self.root / "lib" / "A.cpp").write_text(SOURCE)
        (self.root / "lib" / "B.cpp").write_text(SOURCE)

    def tearDown(self):
        self.folder.cleanup()

    def test_the_copy_has_the_switch_and_the_source_has_not(self):
        write_sources(self.root, self.copy, [mutant(7, "shift > 3", "true")])
        self.assertIn("mutant() == 7", (self.copy / "lib" / "A.cpp").read_text())
        self.assertEqual((self.copy / "lib" / "B.cpp").read_text(), SOURCE)
        self.assertEqual((self.root / "lib" / "A.cpp").read_text(), SOURCE)
        self.assertIn("CLUSTRIX_MUTANT", (self.copy / SWITCH).read_text())

    def test_files_that_stay_the_same_are_not_written_again(self):
        write_sources(self.root, self.copy, [mutant(7, "shift > 3", "true")])
        times = lambda: {name: (self.copy / "lib" / name).stat().st_mtime_ns for name in ["A.cpp", "B.cpp"]}
        before = times()
        write_sources(self.root, self.copy, [mutant(7, "shift > 3", "false")])
        self.assertNotEqual(times()["A.cpp"], before["A.cpp"])
        self.assertEqual(times()["B.cpp"], before["B.cpp"])

    def test_a_file_that_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(Misplaced, "there is no lib/C.cpp"):
            write_sources(self.root, self.copy, [{**mutant(7, "shift > 3", "true"), "file": "lib/C.cpp"}])


class Listed(unittest.TestCase):
    LISTED = json.loads((mutants.HERE / "mutants.json").read_text())

    def test_every_mutant_is_in_the_sources_once_and_has_a_witness(self):
        with tempfile.TemporaryDirectory() as folder:
            write_sources(mutants.ROOT, pathlib.Path(folder), self.LISTED)
        for one in self.LISTED:
            self.assertTrue(one["witnesses"], one["number"])
            for name in one["witnesses"]:
                self.assertTrue(program_of(name).exists(), name)

    def test_numbers_are_those_from_one_on(self):
        self.assertEqual([one["number"] for one in self.LISTED], list(range(1, len(self.LISTED) + 1)))
        self.assertGreaterEqual(len(self.LISTED), 30)


class Judging(unittest.TestCase):
    def test_only_a_report_counts_for_the_audit(self):
        fault = "FAULT clustrix: audit: f at a.cpp:3: iteration 1 reads a[0], which iteration 0 has written"
        self.assertEqual(fault_of(["WRONG line 1", fault]), fault)
        self.assertIsNotNone(fault_of(["ends with the status of a fault and names none"]))
        self.assertIsNone(fault_of(["WRONG line 1: expected 'a 1', got 'a 2'", "ends with status 139: no message"]))
        self.assertIsNone(fault_of([]))

    def test_the_strongest_of_what_the_tests_say_counts(self):
        self.assertIsNone(kind_of([]))
        self.assertEqual(kind_of(["UNSOUND 12"]), "marks")
        self.assertEqual(kind_of(["UNSOUND 12", "cpu WRONG line 1: expected 'a 1', got 'a 2'"]), "results")
        self.assertEqual(kind_of(["a.clustrix.cu does not compile: error"]), "build")
        self.assertEqual(kind_of(["clustrix-rewrite exits -6: assertion"]), "crash")

    def test_the_table_counts_who_found_what(self):
        listed = [{**mutant(k, "", ""), "meaning": f"meaning {k}"} for k in [1, 2, 3, 4]]
        found = [Found(True, ("sums", "FAULT"), ("sums", "results")), Found(True, ("sums", "FAULT"), ("scans", "marks")),
                 Found(True, (), ("sums", "build")), Found(True)]
        lines, together = table(listed, found)
        self.assertEqual(together, 3)
        self.assertIn("| 1 | meaning 1 | `A.cpp` | yes | results | `sums` |", lines)
        self.assertIn("| 2 | meaning 2 | `A.cpp` | yes | marks | `sums` (audit), `scans` (tests) |", lines)
        self.assertIn("| 4 | meaning 4 | `A.cpp` | - | - |  |", lines)
        self.assertEqual(lines[-1], "3 of 4 are found: 2 by the audit, 3 by the tests (2 without the marks in the sources), "
                                    "0 by the audit alone, 1 by the tests alone.")


if __name__ == "__main__":
    unittest.main()
