#!/usr/bin/env python3
"""Man pages and completions of the real programs have all that --help has, as man and the shells see it.

    pages_test.py --version VERSION BIN/PROGRAM...

Options are looked for in --help by a rule of their own, and not by what writes the pages. A shell that is not installed is
named and left out.
"""
import argparse
import gzip
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
ARGS = argparse.Namespace()


def output(command, **how):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **how)
    if done.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def told(program):
    """Words of --help that begin a line and are options."""
    heads = re.findall(r"^  (-.*?)(?:  |$)", output([program, "--help"]), re.M)
    return {word for head in heads for word in re.findall(r"(?:^|[ ,])(--?[A-Za-z][\w-]*)", head)}


def bash_answers(folder, program, *words):
    """COMPREPLY for a line as bash splits it; the last word is the one with the cursor."""
    script = (f"source {shlex.quote(str(folder / 'bash' / program))}\n"
              f"compopt() {{ :; }}\n"  # which wants a line that is being edited
              f"COMP_WORDS=({' '.join(map(shlex.quote, (program, *words)))}) COMP_CWORD={len(words)}\n"
              f"$(complete -p {program} | sed 's/.*-F \\([^ ]*\\).*/\\1/') || exit 1\n"
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return set(output(["bash", "-c", script], cwd=folder).split())


def fish_answers(folder, program, line):
    script = f"source {shlex.quote(str(folder / 'fish' / (program + '.fish')))}; complete -C {shlex.quote(line)}"
    return {answer.split("\t")[0] for answer in output(["fish", "--no-config", "-c", script], cwd=folder).splitlines()}


ZSHRC = """fpath=($ZDOTDIR/zsh $fpath)
autoload -U compinit && compinit -D -u
keep() { print -r -- "$BUFFER" >$ZDOTDIR/line.new && mv $ZDOTDIR/line.new $ZDOTDIR/line }
zle -N keep && bindkey '^T' keep
precmd() { : >$ZDOTDIR/ready }
"""


def appears(path, terminal):
    """Reads what the shell shows until the file is there."""
    deadline = time.monotonic() + 30
    while not path.exists():
        if time.monotonic() > deadline:
            raise AssertionError(f"zsh did not write {path.name}")
        if select.select([terminal], [], [], 0.05)[0]:
            os.read(terminal, 65536)


def zsh_line(folder, typed):
    """The line that zsh makes of `typed` and the tabulator key."""
    (folder / ".zshrc").write_text(ZSHRC)
    for name in ("ready", "line"):
        (folder / name).unlink(missing_ok=True)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", ZDOTDIR=str(folder))
        os.execvp("zsh", ["zsh", "-d", "-i"])
    try:
        appears(folder / "ready", terminal)
        os.write(terminal, typed.encode() + b"\t\x14")
        appears(folder / "line", terminal)
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    return (folder / "line").read_text().strip()


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="clustrix-pages-")
        cls.folder = pathlib.Path(cls.scratch.name)
        output([sys.executable, "-B", SOURCE / "tools/pages/write.py", "--out", cls.folder, "--version", ARGS.version,
                *ARGS.programs])
        (cls.folder / "notes").mkdir()
        (cls.folder / "nothing.yml").write_text("")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def each(self):
        for program in ARGS.programs:
            with self.subTest(program.name):
                yield program.name, told(program)

    def needs(self, *commands):
        for command in commands:
            if not shutil.which(command):
                self.skipTest(f"{command} is not installed")

    def test_every_program_has_options_and_a_version(self):
        for program in ARGS.programs:
            self.assertLessEqual({"--help", "--version"}, told(program), program.name)
            self.assertRegex(output([program, "--version"]), rf"(?m)(^|\s){re.escape(ARGS.version)}$", program.name)

    def test_the_man_page_has_every_option(self):
        for name, options in self.each():
            page = gzip.decompress((self.folder / f"man/{name}.1.gz").read_bytes()).decode().replace("\\-", "-")
            heads = set(re.findall(r"\\fB(--?[A-Za-z][\w-]*)", page))
            self.assertEqual(options - heads, set())

    def test_the_man_page_is_without_faults(self):
        self.needs("mandoc")
        for name, _ in self.each():
            page = gzip.decompress((self.folder / f"man/{name}.1.gz").read_bytes())
            done = subprocess.run(["mandoc", "-Tlint", "-W", "warning"], input=page, capture_output=True, check=False)
            faults = [line for line in done.stdout.decode().splitlines() if "missing date" not in line]
            self.assertEqual(faults, [])

    def test_bash_offers_every_option(self):
        for name, options in self.each():
            self.assertEqual(options - bash_answers(self.folder, name, "-"), set())
            self.assertIn("--version", bash_answers(self.folder, name, "--ver"))

    def test_fish_offers_every_option(self):
        self.needs("fish")
        for name, options in self.each():
            answers = fish_answers(self.folder, name, f"{name} -") | fish_answers(self.folder, name, f"{name} --")
            self.assertEqual(options - {answer.rstrip("=") for answer in answers}, set())

    def test_zsh_takes_every_completion(self):
        self.needs("zsh")
        for name, options in self.each():
            output(["zsh", "-n", self.folder / f"zsh/_{name}"])
            text = (self.folder / f"zsh/_{name}").read_text()
            self.assertEqual({word for word in options if not re.search(rf"[')]{word}[=\['+-]|[')]{word}:", text)}, set())

    def test_zsh_completes_an_option_and_its_words(self):
        self.needs("zsh")
        self.assertEqual(zsh_line(self.folder, "clustrix-rewrite --upd"), "clustrix-rewrite --update-lock")
        self.assertEqual(zsh_line(self.folder, "clustrix-rewrite --remarks=mis"), "clustrix-rewrite --remarks=missed")

    def test_words_to_choose_from_are_offered(self):
        for words in (["--remarks", ""], ["--remarks", "="], ["--remarks", "=", "m"]):
            answers = bash_answers(self.folder, "clustrix-rewrite", *words)
            self.assertEqual(answers, {"missed"} if words[-1] == "m" else {"all", "missed", "none"}, words)
        self.assertEqual(bash_answers(self.folder, "clustrix-rewrite", "--audit", "=", "g"), {"guards"})
        self.assertEqual(bash_answers(self.folder, "clustrix-run", "--launcher", "m"), {"mpich"})
        if shutil.which("fish"):
            self.assertEqual(fish_answers(self.folder, "clustrix-rewrite", "clustrix-rewrite --remarks "),
                             {"all", "missed", "none"})

    def test_files_and_folders_are_offered_where_they_are_wanted(self):
        self.assertEqual(bash_answers(self.folder, "clustrix-rewrite", "--config", "not"), {"notes", "nothing.yml"})
        self.assertEqual(bash_answers(self.folder, "clustrix-rewrite", "--output-dir", "not"), {"notes"})
        self.assertEqual(bash_answers(self.folder, "clustrix-rewrite", "not"), {"notes", "nothing.yml"})
        self.assertEqual(bash_answers(self.folder, "clustrix-config", "not"), set())
        self.assertEqual(bash_answers(self.folder, "clustrix-run", "-n", "4", "not"), {"notes", "nothing.yml"})
        self.assertEqual(bash_answers(self.folder, "clustrix-rewrite", "a.cpp", "--", "--upd"), set())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("programs", type=pathlib.Path, nargs="+")
    ARGS = parser.parse_args()
    unittest.main(argv=sys.argv[:1], verbosity=1)
