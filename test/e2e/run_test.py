#!/usr/bin/env python3
"""The end-to-end runner tells right from wrong: comparison of outputs, marks against reports, idle functions."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # tests leave nothing in the source tree

import run


def loop(line, parallel, kinds=(), reasons=({"code": "dependence.flow"},), mapped="devices"):
    return {"line": line, "parallel": parallel, "kinds": list(kinds), "mapped": mapped if parallel else "host",
            "reasons": [] if parallel else list(reasons)}


def report(*loops, name="f"):
    return {"functions": [{"name": name, "file": "program.cpp", "line": 1, "loops": list(loops)}]}


class Outputs(unittest.TestCase):
    def test_equal_text_agrees(self):
        self.assertIsNone(run.first_difference("a 1\nb 2.5\n", "a 1\nb 2.5\n"))

    def test_integers_have_to_be_exact(self):
        self.assertIn("line 1", run.first_difference("hash 1000000000001\n", "hash 1000000000002\n"))

    def test_floating_point_values_agree_within_the_tolerance(self):
        self.assertIsNone(run.first_difference("s 1.00000000\n", "s 1.00000050\n"))
        self.assertIn("line 1", run.first_difference("s 1.00000000\n", "s 1.00000500\n"))

    def test_an_integer_is_no_floating_point_value(self):
        self.assertIsNotNone(run.first_difference("s 1\n", "s 1.0\n"))

    def test_infinities_and_nans_agree_only_with_themselves(self):
        self.assertIsNone(run.first_difference("s inf\n", "s inf\n"))
        self.assertIsNotNone(run.first_difference("s 1.0\n", "s nan\n"))
        self.assertIsNotNone(run.first_difference("s nan\n", "s 1.0\n"))
        self.assertIsNotNone(run.first_difference("s inf\n", "s 1.0\n"))

    def test_names_and_the_number_of_lines_count(self):
        self.assertIsNotNone(run.first_difference("a 1\n", "b 1\n"))
        self.assertIn("1 lines instead of 2", run.first_difference("a 1\nb 2\n", "a 1\n"))
        self.assertIn("2 lines instead of 1", run.first_difference("a 1\n", "a 1\nb 2\n"))


class Marks(unittest.TestCase):
    def judge(self, text, *loops):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program.cpp"
            program.write_text(text)
            return run.judge_marks(program, report(*loops))

    def test_a_loop_that_should_be_parallel_and_is_not_is_missed(self):
        self.assertEqual(["missed 1 (dependence.flow)"], self.judge("for  // want: parallel", loop(1, False)))
        self.assertEqual([], self.judge("for  // want: parallel", loop(1, True)))

    def test_a_loop_that_should_be_serial_and_is_not_is_unsound(self):
        self.assertEqual(["UNSOUND 1"], self.judge("for  // want: serial", loop(1, True)))
        self.assertEqual([], self.judge("for  // want: serial", loop(1, True, ["guarded"])))
        self.assertEqual([], self.judge("for  // want: serial", loop(1, False)))

    def test_a_hard_loop_may_be_either(self):
        self.assertEqual([], self.judge("for  // may: parallel", loop(1, True)))
        self.assertEqual([], self.judge("for  // may: parallel", loop(1, False)))

    def test_a_loop_that_the_report_lacks_is_unlisted(self):
        self.assertEqual(["unlisted 2"], self.judge("\nfor  // may: parallel", loop(1, True)))

    def test_a_serial_loop_needs_a_reason(self):
        self.assertEqual(["no reason 1"], self.judge("for  // want: serial", loop(1, False, reasons=())))


class Misses(unittest.TestCase):
    """missed.txt beside the program, whose only loop should be parallel."""

    def judge(self, listed, found):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program.cpp"
            program.write_text("void f() {\n  for  // want: parallel\n}\n")
            (program.parent / "missed.txt").write_text(listed)
            function = {"name": "ns::f", "file": "program.cpp", "line": 1, "loops": [loop(2, found)]}
            return run.judge_marks(program, {"functions": [function]})

    def test_a_listed_loop_may_be_missed(self):
        self.assertEqual([], self.judge("# title\n\nprogram.f:1  no reason at all\n", False))

    def test_an_unlisted_loop_may_not(self):
        for listed in ("", "program.f:2  another loop\n", "# program.f:1\n"):
            self.assertIn("missed 2 (dependence.flow)", self.judge(listed, False))

    def test_a_listed_loop_that_is_found_has_to_be_struck(self):
        self.assertEqual(["no longer missed, strike it from missed.txt: program.f:1"],
                         self.judge("program.f:1  cause\n", True))

    def test_a_name_without_a_loop_has_to_be_struck(self):
        self.assertIn("strike", "".join(self.judge("program.f:1  cause\nprogram.g:1  renamed\n", False)))

    def test_names_of_other_programs_do_not_matter(self):
        self.assertEqual([], self.judge("program_2.f:1  cause\n", True))


class FakeClang:
    def __init__(self, **errors):
        self.errors = errors

    def refusal(self, source):
        return self.errors.get(source)


class Refusals(unittest.TestCase):
    def test_what_clang_takes_is_no_complaint(self):
        self.assertEqual([], run.refused_by_clang(FakeClang(), "written", "original"))

    def test_what_it_refuses_is_one(self):
        clang = FakeClang(written="error: no member named 'x'")
        self.assertIn("no member", "".join(run.refused_by_clang(clang, "written", "original")))

    def test_unless_it_refuses_the_original_too(self):
        clang = FakeClang(written="error: an attribute list cannot appear here", original="error: the same")
        self.assertEqual([], run.refused_by_clang(clang, "written", "original"))

    def test_without_clang_nobody_is_asked(self):
        self.assertEqual([], run.refused_by_clang(None, "written", "original"))


class Idle(unittest.TestCase):
    log = ("clustrix: info: Executing GPU parallelization with 3 GPUs [ns::f at /a/g.cpp:9]\n"
           "clustrix: info: GPU parallelization not beneficial: guard failed: n >= 0: n = -1 [ns::g at /a/g.cpp:12]\n")

    def misreported(self, text, *loops, name="ns::f"):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program.cpp"
            program.write_text(text)
            return run.misreported_loops(program, report(*loops, name=name), self.log)

    def test_a_loop_for_devices_has_to_appear_in_the_log(self):
        self.assertEqual([], self.misreported("", loop(9, True)))
        self.assertEqual(["g:12 never ran on devices (guard failed: n >= 0: n = -1)"],
                         self.misreported("", loop(12, True), name="ns::g"))

    def test_another_loop_of_the_function_does_not_stand_for_it(self):
        self.assertEqual(["f:10 never ran on devices (never reached)"],
                         self.misreported("", loop(9, True), loop(10, True)))

    def test_a_loop_inside_it_does(self):
        self.assertEqual([], self.misreported("", loop(8, True), {**loop(9, True, mapped="sequential"), "parent": 0}))

    def test_a_loop_that_stays_may_stay(self):
        self.assertEqual([], self.misreported("", loop(10, False), loop(11, True, mapped="cpu")))

    def test_a_loop_for_threads_must_not_appear(self):
        self.assertEqual(["f:9 ran on devices, and the report says that none runs it"],
                         self.misreported("", loop(9, True, mapped="cpu")))

    def test_a_marked_function_or_loop_may_stay_idle(self):
        self.assertEqual([], self.misreported("// idle: h, g", loop(12, True), name="ns::g"))
        self.assertEqual([], self.misreported("\nfor  // want: parallel, idle\n", loop(2, True)))
        self.assertNotEqual([], self.misreported("\nfor  // want: parallel, idle\n", loop(3, True)))


if __name__ == "__main__":
    unittest.main()
