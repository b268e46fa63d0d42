"""Completions for bash, zsh and fish of what --help says."""
import re
import shlex

from help_text import merged


def takes_files(found):
    """Whether words that are no options are files."""
    return any(re.search(r"\b(FILE|SOURCE)\.\.\.|\bPROGRAM\b", synopsis) for synopsis in found.synopsis)


def bash_action(option):
    """What is offered for its value."""
    if option.choices:
        return f'mapfile -t COMPREPLY < <(compgen -W {shlex.quote(" ".join(option.choices))} -- "$word")'
    kind = {"FILE": "-f", "DIR": "-d"}.get(option.value)
    return f'compopt -o filenames; mapfile -t COMPREPLY < <(compgen {kind} -- "$word")' if kind else ":"


def bash_cases(options, ending=""):
    """Arms of a `case` for those that take a value."""
    return "".join(f"    {'|'.join(name + ending for name in each.spellings)}) {bash_action(each)}; return ;;\n"
                   for each in options)


BASH = """# bash completion of {program}; written from its --help
{function}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD - 1]}} equals= options=yes before
  # bash takes the = of --option=value for a word.
  if [[ $word == = ]]; then
    word= equals="="
  elif [[ $option == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD - 2]}} equals="="
  fi
  for before in "${{COMP_WORDS[@]:0:COMP_CWORD}}"; do
    if [[ $before == -- ]]; then options= option=; fi
  done
  COMPREPLY=()
  case $option in
{with_value}  esac
  case $option$equals in
{with_optional_value}  esac
  if [[ -n $options && {condition} ]]; then
    mapfile -t COMPREPLY < <(compgen -W {spellings} -- "$word")
    return
  fi
{files}}}
complete -F {function} {program}
"""
FILES = """  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
"""


def bash(found):
    options = merged(found.options)
    files = takes_files(found)
    return BASH.format(
        program=found.program, function="_" + re.sub(r"\W", "_", found.program),
        with_value=bash_cases(each for each in options if each.value and not each.optional),
        with_optional_value=bash_cases((each for each in options if each.optional), "="),
        condition='$word == -*' if files else "-z $equals", files=FILES if files else "",
        spellings=shlex.quote(" ".join(name for each in options for name in each.spellings)))


def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def zsh_action(option):
    if option.choices:
        return f"({' '.join(option.choices)})"
    return {"FILE": "_files", "DIR": "_files -/"}.get(option.value, " ")


def zsh(found):
    lines = []
    for each in merged(found.options):
        text = f"[{zsh_text(each.text)}]" if each.text else ""
        for name in each.spellings:
            others = f"({' '.join(each.spellings)})" if len(each.spellings) > 1 else ""
            if not each.value:
                spec = f"{others}{name}{text}"
            elif each.optional:
                spec = f"{others}{name}=-{text}::{each.value}:{zsh_action(each)}"
            else:
                spec = f"{others}{name}{'=' if name.startswith('--') else ''}{text}:{each.value}:{zsh_action(each)}"
            lines.append(shlex.quote(spec))
    if takes_files(found):
        lines.append("'*:FILE:_files'")
    body = " \\\n  ".join(lines)
    return f"#compdef {found.program}\n# zsh completion of {found.program}; written from its --help\n_arguments \\\n  {body}\n"


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(found):
    lines = [f"# fish completion of {found.program}; written from its --help"]
    if not takes_files(found):
        lines.append(f"complete -c {found.program} -f")
    for each in merged(found.options):
        words = []
        for name in each.spellings:
            kind = "-l" if name.startswith("--") else "-s" if len(name) == 2 else "-o"
            words += [kind, name.lstrip("-")]
        if each.choices:
            # What may be left out is offered where "=" was typed.
            words += ([] if each.optional else ["-x"]) + ["-a", fish_quoted(" ".join(each.choices))]
        elif each.value == "DIR":
            words += ["-x", "-a", fish_quoted("(__fish_complete_directories)")]
        elif each.value:
            words += ["-r", "-F"] if each.value == "FILE" else ["-x"]
        if each.text:
            words += ["-d", fish_quoted(each.text)]
        lines.append(f"complete -c {found.program} " + " ".join(words))
    return "\n".join(lines) + "\n"
