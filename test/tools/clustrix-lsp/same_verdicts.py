"""What the language server says of a source is what clustrix-rewrite reports of it: when it is opened, and again when it is
changed, with its headers kept from before.

    same_verdicts.py CLUSTRIX-LSP CLUSTRIX-REWRITE SOURCE... [-- COMPILER-FLAGS]

Prints each difference and exits 1 where there is one.
"""
import json
import pathlib
import subprocess
import sys

from client import Client

BETWEEN = "\n\n---\n\n"  # what is said of one place
WHAT = {"devices": "parallelised over devices", "cpu": "runs on the host's threads alone",
        "threads": "parallelised over the threads of a kernel", "sequential": "runs in order inside a kernel"}


def reported(rewrite, source, flags):
    """The functions of the JSON report; nothing where the source does not compile."""
    command = [rewrite, "--dry-run", "--remarks", "none", "--report", "-", "--report-format", "json", source, "--", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout)["functions"] if done.returncode == 0 else None


def code(text):
    fence = "``" if "`" in text else "`"
    return fence + text + fence


def level(function):
    complexity = function["complexity"]
    return f"complexity level {complexity['level']} (score {complexity['score']}, threshold {complexity['threshold']})"


def hover(function, loop):
    """What the server has to say of a loop."""
    host = "could run in parallel but stays on the host" if loop["parallel"] else "stays serial"
    kinds = ": " + ", ".join(loop["kinds"]) if loop["kinds"] else ""
    lines = [f"**loop {WHAT.get(loop['mapped'], host)}**{kinds}", "", f"in {code(function['name'])}, {level(function)}", ""]
    lines += [f"- reduction of {code(one['variable'])} ({code(one['operator'])})" for one in loop["reductions"]]
    lines += [f"- {one['access']} {code(one['name'])}: {code(one['slice'])}" for one in loop["arrays"]]
    lines += [f"- guarded at run time: {code(one)}" for one in loop["guards"]]
    for one in loop["reasons"]:
        fix = " (--fix does it)" if "edits" in one else ""
        lines.append(f"- line {one['line']}: {one['message']} [{one['code']}]" + (f"; hint: {one['hint']}{fix}" if "hint" in one else ""))
    return "\n".join(lines)


def character(text, line, column):
    """In UTF-16, of a column in bytes."""
    before = text.split(b"\n")[line - 1][:column - 1]
    return len(before.decode("utf-8", "replace").encode("utf-16-le")) // 2


def is_of_loop(part):
    """And not of the function, whose name may stand in the same macro."""
    return part.startswith("**loop ")


def said(client, source, text, functions):
    """{place: what the server says} of the loops."""
    places = [(loop["line"], loop["column"]) for function in functions for loop in function["loops"]]
    asked = [(place, client.hover(source, place[0] - 1, character(text, *place))) for place in places]
    return {place: answer["contents"]["value"] if answer else None for place, answer in asked}


def differences(client, rewrite, source, flags):
    functions = reported(rewrite, source, flags)
    if functions is None:
        return []
    expected = {}
    for function in functions:
        for loop in function["loops"]:
            expected.setdefault((loop["line"], loop["column"]), []).append(hover(function, loop))
    text = pathlib.Path(source).read_bytes()
    found = []
    client.open(source, text.decode())
    client.published(source, 1)
    for version, how in ((1, "opened"), (2, "changed"), (3, "changed again")):
        if version > 1:
            client.headers_read(source)
            client.change(source, version, text.decode() + "\n" * version)
            client.published(source, version)
        for place, answer in said(client, source, text, functions).items():
            wanted = BETWEEN.join(expected[place])
            if answer is None or BETWEEN.join(filter(is_of_loop, answer.split(BETWEEN))) != wanted:
                found.append(f"{source}:{place[0]}:{place[1]}: {how}:\n  server: {answer}\n  report: {wanted}")
    client.close(source)
    return found


def main(server, rewrite, *arguments):
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    sources, flags = arguments[:cut], arguments[cut + 1:]
    client = Client(server, "--", *flags)
    count = 0
    for source in sources:
        found = differences(client, rewrite, str(pathlib.Path(source).absolute()), flags)
        count += len(found)
        print("\n".join([*found, f"{source}: {len(found)} differences"]), flush=True)
    return 1 if count or client.end() != 0 or not sources else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
