"""The documentation as a site: `./dev docs` writes it to build/docs.

Pages are the Markdown that code hosts show, and read the same there: MyST reads CommonMark, and names headings as they do.
Sphinx rather than MkDocs, whose Markdown is another one (lists, fences), and which looks at no anchors.
"""
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parent

project = "Clustrix"
author = "The Clustrix authors"
project_copyright = "The Clustrix authors"
release = re.search(r"^project\(Clustrix VERSION (\S+)", (FOLDER.parent / "CMakeLists.txt").read_text(), re.M)[1]

extensions = ["myst_parser"]
myst_heading_anchors = 4
root_doc = "index"
# A fence without a word is no code of Python, which Sphinx would take it for.
highlight_language = "text"
# Listings with `...` are no whole programs.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_title = f"Clustrix {release}"
# Sources are in the repository; and the same pages make the same site, to the byte.
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None


def contents(pages, caption=""):
    return "\n".join(["", "```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), "", *pages, "```", ""])


def links(text):
    return re.findall(r"\]\(([\w/.-]+)\.md\)", text)


def add_contents(_, name, source):
    """The navigation is what pages of contents link to, said once more as Sphinx wants it: a code host would show it as code."""
    text = source[0]
    if name == "index":
        for section in text.split("\n## ")[1:]:
            source[0] += contents(links(section), section.splitlines()[0])
    elif name == "decisions/README":
        source[0] += contents(links(text))


def setup(app):
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True}
