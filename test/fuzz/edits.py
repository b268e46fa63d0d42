"""Random edits of C++ that a person has written: another operator, bound, subscript, type or order of statements.

    edits_of(text)                every edit that could be made, as Edit(begin, end, text)
    edited(text, edits)           the text with some of them made
    random_edits(random, text)    a few that do not touch each other

Only what stands between the first annotation and `main` is edited, and nothing in comments, literals and directives. An
edit keeps to the language's grammar as far as patterns of text can see; compilers and sanitizers judge the rest.
"""
import dataclasses
import re

CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*|R"\(.*?\)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\[\[.*?\]\]""",
                  re.S | re.M)
HEAD = re.compile(r"\bfor \((\w[\w:]*) (\w+) = ([^;(){}]+); (\w+) < ([^;{}]+); (?:\+\+\4|\4\+\+)\)")
SIMPLE = re.compile(r"^[ \t]+(?!return|break|continue|using|const|auto|static|goto|case|default|for|if|while|do|else|\})"
                    r"[\w*(][^{};]*[+\-*/|&^]?= [^{};]*;$|^[ \t]+\+\+\w[^{};]*;$", re.M)
BODY = re.compile(r"\bfor \([^;{}]*?\b(\w+)\b[^;{}=]*=[^;{}]*;[^;{}]*;[^;{}]*\) \{$", re.M)
MOST = 4


@dataclasses.dataclass(frozen=True, order=True)
class Edit:
    begin: int
    end: int
    text: str

    def meets(self, other):
        return self.begin < other.end and other.begin < self.end or self.begin == other.begin


def blanked(text):
    """The text with spaces for what is no code, and for all that is not edited."""
    text = CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    main = re.search(r"^int main\b", text, re.M)
    return text[:main.start()] if main else text


def replaced(pattern, *replacements):
    """Edits of each place that `pattern` finds: templates for the groups, or functions of the match."""
    pattern = re.compile(pattern, re.M)

    def edits(code):
        for found in pattern.finditer(code):
            for replacement in replacements:
                text = replacement(found) if callable(replacement) else found.expand(replacement)
                yield Edit(found.start(), found.end(), text)
    return edits


def heads(code):
    for found in HEAD.finditer(code):
        kind, name, first, tested, last = found.groups()
        if tested != name:
            continue
        yield from (Edit(found.start(), found.end(), f"for ({text})") for text in (
            f"{kind} {name} = {first}; {name} < {last}; {name} += 2",
            f"{kind} {name} = {first}; {name} + 1 < {last}; {name}++",
            f"{kind} {name} = {first}; {name} <= {last} - 1; {name} += 3",
            f"{kind} {name} = {first}; {last} > {name}; {name} = {name} + 1",
            f"{kind} {name} = {first} + 1; {name} < {last}; ++{name}",
            f"{kind} {name} = {first}; {name} < ({last}) / 2; ++{name}",
            f"{kind} {name} = {first}; {name} < {last} && {name} < 70; ++{name}",
            f"long {name} = {first}; {name} < static_cast<long>({last}); ++{name}"))
        if kind in ("int", "long"):
            yield Edit(found.start(), found.end(), f"for ({kind} {name} = ({last}) - 1; {name} >= {first}; --{name})")
            yield Edit(found.start(), found.end(), f"for ({kind} {name} = {last}; {name}-- > {first};)")


def bodies(code):
    for found in BODY.finditer(code):
        name, at = found[1], found.end()
        yield from (Edit(at, at, f" if ({name} {test}) {jump};") for test, jump in (
            ("% 5 == 3", "continue"), ("== 37", "break"), ("< 2", "continue"), ("% 2 != 0", "continue")))


def statements(code):
    """Simple statements that stand alone on their lines: left out, twice, under a condition, or in another order."""
    found = list(SIMPLE.finditer(code))
    for number, one in enumerate(found):
        text = one[0]
        inner = text.strip()
        indent = text[:len(text) - len(text.lstrip())]
        yield Edit(one.start(), one.end(), f"{indent};")
        yield Edit(one.start(), one.end(), f"{text}\n{text}")
        yield Edit(one.start(), one.end(), f"{indent}{{ {inner} }}")
        counter = next((c for c in ("i", "j", "k") if re.search(rf"\b{c}\b", inner)), None)
        if counter:
            yield Edit(one.start(), one.end(), f"{indent}if ({counter} % 3 != 1) {inner}")
            yield Edit(one.start(), one.end(), f"{indent}switch ({counter} & 3) {{ case 1: break; default: {inner} }}")
        if number + 1 < len(found) and code[one.end():found[number + 1].start()].strip() == "":
            other = found[number + 1]
            yield Edit(one.start(), other.end(), f"{other[0]}\n{text}")


KINDS = {
    "head": heads,
    "body": bodies,
    "statement": statements,
    "number": replaced(r"(?<![\w.<'\[])(\d+)(?![\w.'>])", lambda m: str(int(m[1]) + 1), lambda m: str(max(0, int(m[1]) - 1))),
    "subscript": replaced(r"\[(\w*[a-z]\w*)\]", r"[\1 / 2]", r"[\1 - \1 % 2]", r"[\1 - (\1 > 0)]", r"[0]", r"[(\1)]",
                          r"[\1 ^ 1]", r"[\1 - 1]", r"[\1 + 1]"),
    "shifted": replaced(r"\[(\w+) ([+-]) 1\]", r"[\1]", r"[\1 \2 2]", r"[\1 \2 0]"),
    "plus": replaced(r" \+ (?!=)", " - ", " * "),
    "times": replaced(r" \* (?=\w)", " + ", " - "),
    "compared": replaced(r" (<|>|<=|>=|==|!=) (?=[\w(-])", " <= ", " > ", " != "),
    "joined": replaced(r" (&&|\|\|) ", " && ", " || "),
    "updated": replaced(r" ([+*-])= (?=[\w(-])", " -= ", " += ", " = ", " *= "),
    "stored": replaced(r"(?<=\]) = (?=[\w(-])", " += ", " -= "),
    "negated": replaced(r"\bif \(([^();{}]+)\)", r"if (!(\1))"),
    "real": replaced(r"\bdouble(?= \w+ =)", "float", "long double", "const double"),
    "whole": replaced(r"\bint(?= \w+ = [^;]*;$)", "long", "short", "unsigned", "const int"),
    "copied": replaced(r"\b(const \w+|auto|\w+)&(?= \w+ =)", r"\1"),
}
WEIGHTS = {"head": 3, "body": 2, "statement": 4, "subscript": 3, "updated": 2}


def edits_of(text):
    """{kind: [Edit]} of all that could be made; what changes nothing is none."""
    code = blanked(text)
    begin = text.find("[[clustrix::")
    return {kind: [e for e in found(code) if e.begin >= begin >= 0 and text[e.begin:e.end] != e.text]
            for kind, found in KINDS.items()}


def random_edits(random, text):
    possible = {kind: edits for kind, edits in edits_of(text).items() if edits}
    chosen = []
    for _ in range(random.randint(1, MOST) if possible else 0):
        kind = random.choices(list(possible), [WEIGHTS.get(k, 1) for k in possible])[0]
        edit = random.choice(possible[kind])
        if not any(edit.meets(other) for other in chosen):
            chosen.append(edit)
    return sorted(chosen)


def edited(text, edits):
    for edit in sorted(edits, reverse=True):
        # A comment at the end of the replaced lines is left where it is; the edit's own text stands in front of it.
        text = text[:edit.begin] + edit.text + text[edit.end:]
    return text
