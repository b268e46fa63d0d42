"""A headless Chromium, where there is one."""
import os
import pathlib
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find():
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """Its profile is in `folder`, so that it neither sees the user's nor leaves one."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def run(self, page, *options, fragment="", size=(1400, 1000)):
        """(standard output, standard error) for a page of this machine."""
        command = [self.program, "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
                   f"--user-data-dir={self.folder / 'profile'}", f"--window-size={size[0]},{size[1]}",
                   "--virtual-time-budget=3000", "--enable-logging=stderr", *options]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # which root has to do without
        address = pathlib.Path(page).resolve().as_uri() + ("#" + fragment if fragment else "")
        done = subprocess.run([*command, address], capture_output=True, timeout=180, check=True)
        return done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace")
