#!/usr/bin/env python3
"""Builds the site of docs/ with Sphinx, and looks at it as a browser would.

    site_of_docs.py SOURCE_TREE [FOLDER]

Into FOLDER, which is replaced when all is well and left as it was otherwise; without, nothing is kept. Warnings are errors.
Each page of docs/ has to be in it, each link and picture has to lead to a file of it, and no page may load anything from
elsewhere. Exits 77 where the Debian packages that it takes are not installed.
"""
import html.parser
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

PACKAGES = "python3-sphinx python3-myst-parser furo"


class Page(html.parser.HTMLParser):
    """What a page links to, what it loads, and the names that it can be entered by."""

    def __init__(self, file):
        super().__init__()
        self.links, self.loads, self.names = [], [], set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        if "id" in said:
            self.names.add(said["id"])
        loads = said.get("src") or (said.get("href") if tag == "link" and said.get("rel") == "stylesheet" else None)
        if loads:
            self.loads.append(loads)
        elif tag == "a" and said.get("href"):
            self.links.append(said["href"])


def faults(folder, sources):
    """What a reader of the site would miss; `sources` are the pages that have to be in it, without an ending."""
    pages = {file: Page(file) for file in sorted(folder.rglob("*.html"))}
    for name in sorted(sources):
        if folder / f"{name}.html" not in pages:
            yield f"docs/{name}.md: not on the site"
    for file, page in pages.items():
        where = file.relative_to(folder)
        for target in page.links + page.loads:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loads and parts.scheme != "data":
                    yield f"{where}: loads {target} from elsewhere"
                continue
            leads = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            if not leads.exists():
                yield f"{where}: '{target}' is not there"
            elif parts.fragment and leads in pages and parts.fragment not in pages[leads].names:
                yield f"{where}: '{target}' has no such place"


def sphinx(docs, folder, scratch):
    """Sphinx of Debian, whose modules another Python does not see. Nothing is kept between runs: what was cached does not warn."""
    command = ["sphinx-build", "-q", "-W", "--keep-going", "-n", "-E", "-b", "html", "-d", scratch, docs, folder]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(command, env=dict(kept, PYTHONDONTWRITEBYTECODE="1"), capture_output=True, text=True)


def build(docs, folder):
    if not shutil.which("sphinx-build"):
        print(f"skipped: there is no Sphinx here; apt-get install {PACKAGES}")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        done = sphinx(docs, folder, scratch)
    if "Could not import extension" in done.stderr or "no theme named" in done.stderr:
        print(f"skipped: Sphinx lacks what docs/conf.py names; apt-get install {PACKAGES}\n{done.stderr}")
        return 77
    sources = {file.relative_to(docs).with_suffix("").as_posix() for file in docs.rglob("*.md")}
    found = done.stderr.splitlines() or ([f"sphinx-build ended with {done.returncode}"] if done.returncode else [])
    found = found or list(faults(folder, sources))
    print("\n".join(found) or f"{len(sources)} pages, and each link leads somewhere")
    return 1 if found else 0


def main(tree, target=None):
    docs = pathlib.Path(tree).resolve() / "docs"
    if target is None:
        with tempfile.TemporaryDirectory() as folder:
            return build(docs, pathlib.Path(folder).resolve())
    target = pathlib.Path(target).resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".docs-") as folder:
        status = build(docs, pathlib.Path(folder).resolve())
        if status == 0:
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(folder, target)
        return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
