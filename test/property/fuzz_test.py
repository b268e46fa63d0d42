#!/usr/bin/env python3
"""The fuzzer itself: its programs are the same for the same seed, clean under the sanitizers, and shrink."""
import pathlib
import random
import subprocess
import tempfile
import unittest

from program import Generator, interesting_loops
from shrink import shrink


def generate(seed):
    return Generator(random.Random(seed)).program(functions=6)


class Fuzzer(unittest.TestCase):
    def test_the_same_seed_gives_the_same_program(self):
        self.assertEqual(generate(3).text(), generate(3).text())
        self.assertNotEqual(generate(3).text(), generate(4).text())

    def test_programs_have_no_undefined_behaviour(self):
        with tempfile.TemporaryDirectory() as name:
            for seed in range(900, 903):
                source, program = pathlib.Path(name) / "p.cpp", pathlib.Path(name) / "p"
                source.write_text(generate(seed).text())
                subprocess.run(["g++", "-std=c++20", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                                "-Wno-attributes", source, "-o", program], check=True)
                done = subprocess.run([program], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, f"seed {seed}: {done.stderr}")

    def test_shrinking_keeps_what_fails_and_drops_the_rest(self):
        program = generate(5)
        self.assertIn("sum", program.text())
        wanted = "fmod"
        self.assertGreater(program.text().count(wanted), 3)
        small = shrink(program, lambda p: p.text().count(wanted) >= 1, tries=2000)
        self.assertEqual(small.text().count(wanted), 1)
        self.assertEqual(len(small.functions), 1)
        self.assertLess(interesting_loops(small), interesting_loops(program))


if __name__ == "__main__":
    unittest.main()
