"""A program's original and what it is rewritten to, for tests that hold one against the other."""
import json
import os
import re
import shlex
import subprocess
import sys


def run(command, expected=0, **env):
    """With no setting of Clustrix's but those given. Another exit status than `expected` ends the test."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env={**kept, **env}, timeout=600)
    if done.returncode != expected:
        sys.exit(f"FAILED ({done.returncode}): {shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


def check(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")
    print(f"ok: {sentence}", flush=True)


def rewrite(tools, source, work, flags, *options):
    """The rewritten file in the folder `work`, and the loops of the report."""
    rewritten, report = work / "rewritten.cu", work / "report.json"
    run([tools / "clustrix-rewrite", source, "-o", rewritten, "--report", report, "--remarks", "none", *options, "--", *flags])
    return rewritten, [loop for function in json.loads(report.read_text())["functions"] for loop in function["loops"]]


def config(tools, *options):
    """What clustrix-config says to each of them, in words."""
    return [shlex.split(run([tools / "clustrix-config", option]).stdout) for option in options]


def summary(errors):
    """The rows of CLUSTRIX_SUMMARY's table, a list of cells each."""
    return [[cell.strip() for cell in row.split("|")] for row in errors.splitlines()
            if re.match(r"clustrix: summary: [\w:]+ \S+:\d+", row)]
