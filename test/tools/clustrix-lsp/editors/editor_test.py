"""An editor, set up as docs/editors.md says, shows what the server finds, and its text with all fixes is that of --fix.

    editor_test.py CLUSTRIX-LSP CLUSTRIX-REWRITE neovim|emacs PROGRAM

Exits 77 where the editor lacks what the page needs.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[3]
LANGUAGES = {"neovim": "lua", "emacs": "elisp"}
NAMES = {"neovim": "init.lua", "emacs": "init.el"}
SKIPPED = 77


def set_up(editor):
    """What the page has for the editor's own configuration."""
    page = (TREE / "docs" / "editors.md").read_text(encoding="utf-8")
    return re.search(rf"^```{LANGUAGES[editor]}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]


def command(editor, program, configuration, source):
    if editor == "neovim":
        return [program, "--headless", "-u", configuration, source, "-c", f"luafile {HERE / 'neovim.lua'}"]
    return [program, "--batch", "--eval", "(package-initialize)", "-l", configuration, "-l", HERE / "emacs.el", source]


def main(server, rewrite, editor, program):
    probe = [program, "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    if editor == "emacs" and subprocess.run(probe, capture_output=True).returncode != 0:
        print("this Emacs has no eglot")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        before = (TREE / "test" / "lit" / "driver" / "Inputs" / "fixable.cpp").read_text()
        source, other, configuration = here / "fixable.cpp", here / "other.cpp", here / NAMES[editor]
        source.write_text(before)
        other.write_text(before)
        configuration.write_text(set_up(editor))
        path = os.pathsep.join([str(pathlib.Path(server).resolve().parent), os.environ["PATH"]])
        environment = os.environ | {"PATH": path, "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder}
        done = subprocess.run([str(word) for word in command(editor, program, configuration, source)], cwd=folder,
                              env=environment, capture_output=True, text=True, timeout=300)
        print(done.stdout, done.stderr)
        subprocess.run([rewrite, "--fix", other, "--", "-std=c++20"], check=True, capture_output=True, timeout=100)
        said = all(word in done.stdout for word in ("effect.allocation", "effect.reference", "hover **loop stays serial**"))
        if done.returncode != 0 or not said:
            print("the editor does not show what it should")
            return 1
        if source.read_text() == before or source.read_text() != other.read_text():
            print("the editor's text is another than that of --fix")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
