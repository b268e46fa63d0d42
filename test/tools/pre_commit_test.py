#!/usr/bin/env python3
"""The hooks of .pre-commit-hooks.yaml, called by pre-commit in a repository as a user has it.

    pre_commit_test.py BIN

Without pre-commit or git the script behind the hooks is tested alone.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = SOURCE / "tools" / "pre-commit" / "clustrix-pre-commit"
PROGRAMS = pathlib.Path()
PARALLEL = """[[clustrix::cluster]]
void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
"""
SERIAL = PARALLEL.replace("2 * a[i]", "i > 0 ? a[i - 1] : 1")
CONFIG = """repos:
  - repo: {hooks}
    rev: {revision}
    hooks:
      - id: clustrix-lock
        args: [--flags=-std=c++20]
      - id: clustrix-check
        args: [--flags=-std=c++20]
"""


class Repository(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="clustrix-hooks-")
        self.root = pathlib.Path(self.scratch.name)
        self.work = self.root / "work"
        self.work.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "CLUSTRIX_"))}
        author = {f"GIT_{who}_{what}": "somebody@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment = dict(kept, **author, PATH=f"{PROGRAMS}:{kept['PATH']}", HOME=str(self.root),
                                PRE_COMMIT_HOME=str(self.root / "cache"), GIT_CONFIG_NOSYSTEM="1")
        (self.work / "scale.cpp").write_text(PARALLEL)
        (self.work / "plain.cpp").write_text("this is no C++, and no word of ours\n")

    def tearDown(self):
        self.scratch.cleanup()

    def run_in(self, folder, *command, status=0):
        done = subprocess.run([str(word) for word in command], cwd=folder, env=self.environment, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, status, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def hook(self, *words, status=0):
        return self.run_in(self.work, SCRIPT, *words, status=status)

    def rewrite(self, *words):
        self.run_in(self.work, "clustrix-rewrite", "--remarks=none", *words, "--", "-std=c++20")


class Script(Repository):
    def test_a_lock_that_is_not_there_is_asked_for(self):
        told = self.hook("lock", "scale.cpp", "plain.cpp", status=1)
        advice = told.split("commit it: ")[1].strip()
        self.assertTrue(advice.endswith("--lock clustrix.lock --update-lock scale.cpp"), advice)
        self.run_in(self.work, "sh", "-c", advice)
        self.hook("lock", "scale.cpp", "plain.cpp")

    def test_sources_without_our_words_are_left_alone(self):
        self.assertEqual(self.hook("lock", "plain.cpp"), "")
        self.assertEqual(self.hook("check", "plain.cpp", "scale.cpp"), "")

    def test_a_loop_that_became_serial_is_named(self):
        (self.work / "other.cpp").write_text(PARALLEL.replace("scale", "other"))
        self.rewrite("--output-dir", "rewritten", "--lock", "clustrix.lock", "--update-lock", "scale.cpp", "other.cpp")
        self.hook("lock", "scale.cpp")  # as one alone is committed
        (self.work / "scale.cpp").write_text(SERIAL)
        self.assertIn("scale.cpp:3:", self.hook("lock", "scale.cpp", "other.cpp", status=1))

    def test_a_rewritten_file_is_compared_with_its_source_whichever_of_both_changed(self):
        self.rewrite("scale.cpp")
        for changed in ("scale.cpp", "scale.clustrix.cu"):
            self.hook("check", changed)
        (self.work / "scale.cpp").write_text(PARALLEL.replace("2 *", "3 *"))
        for changed in ("scale.cpp", "scale.clustrix.cu"):
            self.assertIn("+", self.hook("check", changed, status=1))

    def test_rewritten_files_may_have_a_folder_of_their_own(self):
        self.rewrite("--output-dir", "generated", "scale.cpp")
        self.hook("check", "--generated", "generated", "scale.cpp")
        (self.work / "scale.cpp").write_text(SERIAL)
        self.hook("check", "--generated", "generated", "scale.cpp", status=1)

    def test_a_rewritten_file_without_a_source_is_refused(self):
        (self.work / "gone.clustrix.cu").write_text("")
        self.assertIn("there is no source", self.hook("check", "gone.clustrix.cu", status=1))

    def test_a_source_that_does_not_compile_is_an_error(self):
        (self.work / "scale.cpp").write_text(PARALLEL.replace("double*", "nothing*"))
        (self.work / "clustrix.lock").write_text("")
        self.hook("lock", "scale.cpp", status=2)

    def test_a_machine_without_the_compiler_is_told_so(self):
        self.environment["PATH"] = str(self.root)
        done = subprocess.run([sys.executable, SCRIPT, "lock", "scale.cpp"], cwd=self.work, env=self.environment,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn("install the package 'clustrix'", done.stderr)


@unittest.skipUnless(shutil.which("pre-commit") and shutil.which("git"), "pre-commit or git is not installed")
class PreCommit(Repository):
    def setUp(self):
        super().setUp()
        hooks = self.root / "hooks"
        (hooks / "tools").mkdir(parents=True)
        shutil.copy(SOURCE / ".pre-commit-hooks.yaml", hooks)
        shutil.copytree(SCRIPT.parent, hooks / "tools" / "pre-commit")
        for folder in (hooks, self.work):
            self.run_in(folder, "git", "init", "-q", "-b", "main")
        self.run_in(hooks, "git", "add", "-A")
        self.run_in(hooks, "git", "commit", "-qm", "hooks")
        revision = self.run_in(hooks, "git", "rev-parse", "HEAD").strip()
        (self.work / ".pre-commit-config.yaml").write_text(CONFIG.format(hooks=hooks, revision=revision))
        self.rewrite("scale.cpp", "--lock", "clustrix.lock", "--update-lock")
        self.run_in(self.work, "pre-commit", "install")

    def commit(self, status):
        self.run_in(self.work, "git", "add", "-A")
        return self.run_in(self.work, "git", "commit", "-m", "a change", status=status)

    def test_a_commit_is_held_up_until_lock_and_rewritten_file_fit(self):
        self.commit(0)
        (self.work / "scale.cpp").write_text(SERIAL)
        told = self.commit(1)
        self.assertIn("scale.cpp:3:", told)
        self.assertEqual(told.count("Failed"), 2)
        (self.work / "scale.cpp").write_text(PARALLEL.replace("2 *", "3 *"))
        told = self.commit(1)
        self.assertEqual((told.count("Passed"), told.count("Failed")), (1, 1))
        self.rewrite("scale.cpp")
        self.assertEqual(self.commit(0).count("Passed"), 2)


if __name__ == "__main__":
    PROGRAMS = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main(verbosity=1)
