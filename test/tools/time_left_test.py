"""What the build's progress says of the time that is left."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cmake"))
import time_left  # noqa: E402


class TimeLeft(unittest.TestCase):
    def test_the_steps_that_are_left_take_as_long_as_those_before(self):
        self.assertEqual("3 min left", time_left.time_left(25, 100, 60))
        self.assertEqual("90 s left", time_left.time_left(50, 100, 88))
        self.assertEqual("10 s left", time_left.time_left(99, 100, 60))

    def test_nothing_is_said_at_the_beginning_and_at_the_end(self):
        self.assertEqual("", time_left.time_left(4, 100, 60))
        self.assertEqual("", time_left.time_left(50, 100, 4))
        self.assertEqual("", time_left.time_left(100, 100, 60))

    def test_a_step_is_told_with_it_and_all_else_is_what_it_was(self):
        self.assertEqual(("[25/100, 3 min left] Building x", True), time_left.step("[25/100 60.000] Building x"))
        self.assertEqual(("[1/100] Building x", True), time_left.step("[1/100 0.100] Building x"))
        for line in ("", "FAILED: x.o", "a.cpp:3:1: error: no", "[0/2] Re-checking globbed directories..."):
            self.assertEqual((line, False), time_left.step(line))

    def test_steps_share_a_line_of_a_terminal_and_errors_have_their_own(self):
        self.assertEqual("\r[1/9] Build\x1b[K", time_left.shown("[1/9 0.1] Building x", 12, False))
        self.assertEqual("\nFAILED\n", time_left.shown("FAILED", 40, True))
        self.assertEqual("error\n", time_left.shown("error", 40, False))


if __name__ == "__main__":
    unittest.main()
