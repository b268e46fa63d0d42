#!/usr/bin/env python3
"""The pictures of docs/report.md, made anew: from the repository's root,

    python3 test/report/pictures.py build/dev/bin/clustrix-rewrite docs/pictures

Wants Chromium and pngquant (Debian: chromium pngquant).
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import chromium

EXAMPLES = pathlib.Path("docs/examples")
CODES = sorted((EXAMPLES / "codes").glob("*.cpp"))
MOST_BYTES = 200_000
DARK = ("--force-dark-mode",)
# name: (sources, fragment of the address, size, options)
PICTURES = {
    "report-totals": (CODES, "", (1400, 900), ()),
    "report-function": ([EXAMPLES / "heat.cpp"], "f1", (1400, 1250), ()),
    "report-filter-dark": (CODES, "filter=serial&text=dependence.flow", (1400, 900), DARK),
}
# A picture is of the top of a page: what lies further down is in a frame, which scrolls by itself.
FRAME = """<!DOCTYPE html><meta charset="utf-8"><style>body {{ margin: 0 }} iframe {{ border: 0; display: block; width: 100vw;
height: 100vh }}</style><iframe src="{address}"></iframe>"""


def report(tool, sources, target):
    command = [tool, *map(str, sources), "--dry-run", "--remarks", "none", "--report", str(target), "--", "-std=c++20", f"-I{EXAMPLES}"]
    subprocess.run(command, check=True)


def picture(browser, page, fragment, size, options, target):
    frame = page.parent / "frame.html"
    frame.write_text(FRAME.format(address=page.as_uri() + ("#" + fragment if fragment else "")))
    browser.run(frame, f"--screenshot={target}", *options, size=size)
    subprocess.run(["pngquant", "--force", "--output", str(target), "64", str(target)], check=True)
    if target.stat().st_size > MOST_BYTES:
        sys.exit(f"{target} has {target.stat().st_size} bytes, more than {MOST_BYTES}: make it smaller")


def main(tool, folder):
    program = chromium.find()
    if program is None or shutil.which("pngquant") is None:
        sys.exit("pictures want Chromium and pngquant: apt-get install chromium pngquant")
    with tempfile.TemporaryDirectory() as temporary:
        browser = chromium.Browser(program, temporary)
        for name, (sources, fragment, size, options) in PICTURES.items():
            page = pathlib.Path(temporary, name + ".html")
            report(tool, sources, page)
            target = pathlib.Path(folder).resolve() / (name + ".png")
            picture(browser, page, fragment, size, options, target)
            print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
