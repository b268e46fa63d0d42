#!/usr/bin/env python3
import json
import unittest

import same_output


def result(status=0, emitted="int x;", report="{}", remarks=""):
    return status, emitted, report, remarks


class SameOutput(unittest.TestCase):
    def kind(self, old, new):
        return same_output.difference(old, new)[0]

    def test_equal_results_are_the_same(self):
        self.assertEqual(same_output.difference(result(), result()), ("", []))

    def test_another_file_status_or_verdict_is_another_output(self):
        verdicts = [json.dumps({"loops": [{"mapped": where}]}) for where in ("devices", "cpu")]
        for other in (result(emitted="int y;"), result(status=2)):
            self.assertEqual(self.kind(result(), other), "output")
        self.assertEqual(self.kind(result(report=verdicts[0]), result(report=verdicts[1])), "output")

    def test_other_words_alone_are_told_apart(self):
        said = [json.dumps({"reasons": [{"id": "effect.call", "message": text}]}) for text in ("one", "another")]
        old, new = (result(report=report, remarks=report) for report in said)
        self.assertEqual(self.kind(old, new), "texts")
        self.assertEqual(self.kind(old, result(report=said[1].replace("effect.call", "effect.io"))), "output")


if __name__ == "__main__":
    unittest.main()
