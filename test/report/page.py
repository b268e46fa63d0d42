"""What an HTML report has to be, whatever it is of: complete, and no more than itself.

    page.py FILE...

Prints what is wrong and exits 1 where there is something:
  - elements are closed in the order in which they were opened, attributes are there once, and have values or need none
  - ids are unique, and each link has its target in the page
  - nothing refers to anything outside, and a content security policy forbids it
  - text has a contrast of at least 4.5 to 1 on its ground, in both colour schemes (WCAG 2, level AA)
"""
import html.parser
import pathlib
import re
import sys

VOID = {"meta", "input", "br", "img", "link", "hr", "base"}
BARE = {"hidden", "open"}  # attributes without values
LOADING = {"src", "srcset", "action", "formaction", "data", "poster", "background", "ping", "style"}
POLICY = "default-src 'none'"
LEAST_CONTRAST = 4.5


class Page(html.parser.HTMLParser):
    """A page's elements as a list of (tag, attributes, text), and what was wrong with it."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.wrong, self.elements, self.raw = [], [], [], {"style": "", "script": ""}
        self.feed(text)
        self.close()
        self.wrong += [f"<{self.elements[i]['tag']}> is never closed" for i in self.open]

    def complain(self, what):
        self.wrong.append(f"line {self.getpos()[0]}: {what}")

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.complain(f"<{tag}> has an attribute twice: {names}")
        for name, value in attrs:
            if (value is None) != (name in BARE):
                self.complain(f"the attribute {name} of <{tag}> is {value!r}")
            if name.startswith("on") or name in LOADING:
                self.complain(f"the attribute {name} of <{tag}> runs or loads something")
            if name == "href" and not (value or "").startswith("#"):
                self.complain(f"a link leads out of the page: {value}")
        self.elements.append({"tag": tag, "text": "", "inside": list(self.open), "number": len(self.elements)} | dict(attrs))
        if tag not in VOID:
            self.open.append(len(self.elements) - 1)

    def handle_endtag(self, tag):
        if not self.open or self.elements[self.open[-1]]["tag"] != tag:
            inner = self.elements[self.open[-1]]["tag"] if self.open else "nothing"
            self.complain(f"</{tag}> closes <{inner}>")
        if self.open:
            self.open.pop()

    def handle_data(self, data):
        for at in self.open:
            self.elements[at]["text"] += data if self.elements[at]["tag"] not in ("html", "body", "main") else ""
        tag = self.elements[self.open[-1]]["tag"] if self.open else ""
        if tag in self.raw:
            self.raw[tag] += data
        elif re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", data):
            self.complain(f"a control character in {data!r}")

    def all(self, tag=None, **wanted):
        """Elements of this name with these attributes; `_class` and the like where the name is a word of Python."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [one for one in self.elements
                if tag in (None, one["tag"]) and all(one.get(name) == value for name, value in wanted.items())]

    def inside(self, outer, tag=None, **wanted):
        return [one for one in self.all(tag, **wanted) if outer["number"] in one["inside"]]


def links(page):
    """What is wrong with ids and links."""
    ids, wrong = [one["id"] for one in page.elements if "id" in one], []
    seen = set()
    for each in ids:
        if each in seen:
            wrong.append(f"the id {each} is there twice")
        seen.add(each)
    for one in page.elements:
        for name in ("href", "for", "data-of"):
            target = one.get(name)
            if target is not None and target.removeprefix("#") not in seen:
                wrong.append(f"{name}={target} has no target")
    return wrong


def outside(page, text):
    wrong = []
    policies = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    if len(policies) != 1 or not policies[0]["content"].startswith(POLICY):
        wrong.append("there is no content security policy that forbids everything by default")
    for tag in ("link", "img", "iframe", "object", "embed", "base", "form", "video", "audio", "source", "svg"):
        if page.all(tag):
            wrong.append(f"there is a <{tag}>")
    for what in ("url(", "@import", "@font-face"):
        if what in page.raw["style"]:
            wrong.append(f"the style has {what}")
    for what in ("fetch(", "XMLHttpRequest", "import(", "WebSocket", "sendBeacon", "eval(", "innerHTML"):
        if what in page.raw["script"]:
            wrong.append(f"the script has {what}")
    if len(page.all("script")) != 1 or len(page.all("style")) != 1 or not text.startswith("<!DOCTYPE html>\n"):
        wrong.append("a page has a doctype, one style and one script")
    return wrong


def luminance(colour):
    channels = [value / 12.92 if value <= .04045 else ((value + .055) / 1.055) ** 2.4 for value in colour]
    return .2126 * channels[0] + .7152 * channels[1] + .0722 * channels[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + .05) / (dark + .05)


def schemes(style):
    """[{name: (red, green, blue)}], light and dark: the variables of each `:root`."""
    found = []
    for block in re.findall(r":root\s*\{(.*?)\}", style, re.DOTALL):
        colours = {}
        for name, digits in re.findall(r"--([a-z]+):\s*#([0-9a-f]{3,6});", block):
            digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
            colours[name] = tuple(int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4))
        found.append(colours)
    return found


def legible(style):
    found = schemes(style)
    wrong = [] if len(found) >= 2 else ["the style has no second colour scheme"]
    for number, scheme in enumerate(found):
        verdicts = ("spread", "threads", "inside", "kept", "serial")
        tinted = {f"ground of {name}": tuple(.09 * a + .91 * b for a, b in zip(scheme[name], scheme["ground"])) for name in verdicts}
        grounds = {name: scheme[name] for name in ("ground", "panel", "lit")} | tinted
        pairs = [(text, ground) for text in ("text", "link") for ground in grounds]
        pairs += [(text, ground) for text in ("soft", *verdicts) for ground in ("ground", "panel")]
        pairs += [("ground", "link")] if "link" in scheme else []
        for text, ground in pairs:
            value = contrast(scheme[text], grounds.get(ground, scheme.get(ground)))
            if value < LEAST_CONTRAST:
                wrong.append(f"colour scheme {number + 1}: {text} on {ground} has a contrast of {value:.2f}")
    return wrong


def faults(text):
    page = Page(text)
    return page, page.wrong + links(page) + outside(page, text) + legible(page.raw["style"])


def main(*names):
    wrong = []
    for name in names:
        wrong += [f"{name}: {what}" for what in faults(pathlib.Path(name).read_text(encoding="utf-8"))[1]]
    print("\n".join(wrong) or f"{len(names)} pages, nothing wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
