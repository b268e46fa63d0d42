"""A man page, in the macros of man(7), of what --help says."""
import re

HEADING = re.compile(r"^Exit codes: (.*)$", re.S)


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def italic(text):
    return f"\\fI{escaped(text)}\\fR"


def option_head(option):
    value = "|".join(option.choices) or option.value
    if value and option.optional:
        shown = f"[={italic(value)}]"
    else:
        shown = f" {italic(value)}" if value else ""
    return ", ".join(map(bold, option.spellings)) + shown


def options(found):
    lines = [".SH OPTIONS"]
    for name, text in found.arguments:
        lines += [".TP", italic(name), escaped(text)]
    for each in found.options:
        lines += [".TP", option_head(each), escaped(each.text or "print it and stop")]
    return lines


def shown(paragraph):
    """Text, filled; lines that are indented, as they are."""
    if paragraph.startswith("  "):
        return [".PP", ".nf", *(escaped(line.strip()) for line in paragraph.splitlines()), ".fi"]
    return [".PP", escaped(paragraph)]


def page(found, version, others):
    """`others`: the programs to look at, too."""
    name = found.program
    summary = found.summary[0].lower() + found.summary[1:].rstrip(".")
    lines = [f'.TH {escaped(name).upper()} 1 "" "Clustrix {version}" "Clustrix"', ".SH NAME",
             f"{escaped(name)} \\- {escaped(summary)}", ".SH SYNOPSIS"]
    for number, synopsis in enumerate(found.synopsis):
        words = synopsis.split(" ", 1)
        lines += [".br"] * bool(number) + [f"{bold(words[0])} {escaped(words[1])}" if words[1:] else bold(words[0])]
    lines += [".SH DESCRIPTION", escaped(found.summary)]
    for paragraph in found.description:
        lines += shown(paragraph)
    lines += options(found)
    notes = [paragraph for paragraph in found.rest if not HEADING.match(paragraph)]
    if notes:
        lines += [".SH NOTES", *(line for paragraph in notes for line in shown(paragraph))]
        del lines[lines.index(".SH NOTES") + 1]
    for paragraph in filter(HEADING.match, found.rest):
        lines.append(".SH EXIT STATUS")
        for status in HEADING.match(paragraph)[1].rstrip(".").split("; "):
            number, _, meaning = status.partition(" ")
            lines += [".TP", bold(number), escaped(meaning)]
    lines.append(".SH SEE ALSO")
    seen = [other for other in others if other != name]
    lines += [f".BR {escaped(other)} (1)" + ("," if other != seen[-1] else "") for other in seen]
    return "\n".join(lines) + "\n"
