"""What a program's --help says, as a value: the one source of its man page and its completions.

    usage: clustrix-x [--json] FILE      the synopsis; CLI11 writes it behind the summary, and with a capital

    Prints something.                    the summary: one sentence

    More of it, with
      --json       as JSON               options: two spaces, spellings, value, two spaces or a line's end, text
      --level LOW|HIGH                   text may begin, and go on, on lines that are indented further
                   how much
      -k, --kind TEXT:{a,b}              words to choose from, as CLI11 writes them

    What comes behind the options.
"""
import dataclasses
import re

OPTION = re.compile(r"^  (-.*)$")
POSITIONAL = re.compile(r"^  ([A-Z]+)\b.*?\s{2,}(\S.*)$")
SPELLING = re.compile(r"(?:^|,\s*)(-[^\s,{=]+(?:=[^\s,{]+)?)")


@dataclasses.dataclass
class Option:
    spellings: list  # "-h", "--help"; none for what is no option
    value: str = ""  # "FILE", "DIR", "TEXT"; "" where it takes none
    choices: list = dataclasses.field(default_factory=list)
    optional: bool = False  # the value, which then stands behind "="
    text: str = ""


@dataclasses.dataclass
class Help:
    program: str
    summary: str
    synopsis: list
    description: list  # paragraphs
    options: list
    arguments: list  # (name, text)
    rest: list  # paragraphs; those of several lines as they are


def option(head, text):
    spellings = SPELLING.findall(head)
    behind = SPELLING.sub("", head)
    optional = behind.startswith("{")
    behind = re.sub(r"^\{[^}]*\}", "", behind).strip()
    choices = re.search(r":\{([^}]*)\}", behind)
    value = re.match(r"[A-Z]+", behind)
    return Option(spellings, value[0] if value else "WORD" if choices else "",
                  choices[1].split(",") if choices else [], optional, text)


def read(program, text):
    """`text`: what --help prints. Errors: there is no synopsis or no summary."""
    found = Help(program, "", [], [], [], [], [])
    last, paragraph = None, []

    def finish():
        if paragraph:
            (found.rest if found.options else found.description).append("\n".join(paragraph))
            paragraph.clear()

    for line in text.splitlines():
        usage = re.match(r"^usage: (.*)$", line, re.I)
        if usage or line in ("Positionals:", "Options:") or not line.strip():
            finish()
            last = None
            if usage:
                found.synopsis.append(usage[1])
        elif match := OPTION.match(line):
            finish()
            head, _, tail = re.sub(r"\s{2,}", "\0", match[1], count=1).partition("\0")
            last = option(head, tail)
            found.options.append(last)
        elif last and line.startswith("      "):
            last.text = f"{last.text} {line.strip()}".strip()
        elif (match := POSITIONAL.match(line)) and not found.options:
            found.arguments.append((match[1], match[2]))
        else:
            if line.startswith("Exit codes:"):
                finish()
            paragraph.append(line)
    finish()
    if not found.synopsis:
        raise ValueError(f"{program} --help has no line 'usage: {program} ...'")
    if not found.description or not re.fullmatch(r"[A-Z][^.\n]*\.", found.description[0]):
        raise ValueError(f"{program} --help has no summary: a paragraph of one sentence, before the options")
    found.summary = found.description.pop(0)
    return found


def merged(options):
    """`--kind` and `--kind=b` as one that may have a value: what completions ask for."""
    found = []
    for each in options:
        name, _, word = each.spellings[0].partition("=")
        plain = next((other for other in found if name in other.spellings), None)
        if word and plain:
            plain.optional, plain.value = True, plain.value or "WORD"
            plain.choices = plain.choices + [word]
        else:
            found.append(dataclasses.replace(each))
    return found
