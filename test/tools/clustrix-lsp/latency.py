"""How long the language server takes from a change to what it publishes of it, and how long when a text is opened.

    latency.py CLUSTRIX-LSP [--most MILLISECONDS] SOURCE... [-- COMPILER-FLAGS]

Prints a line for each source; exits 1 where the median of its changes takes more than --most. For a machine that does
nothing else: no test of the suite.
"""
import pathlib
import statistics
import sys
import time

from client import Client

CHANGES = 15


def measured(server, source, flags):
    """Milliseconds: of opening, of each change."""
    client = Client(server, "--", *flags)
    text = pathlib.Path(source).read_text()

    def until(version, say):
        begin = time.perf_counter()
        say()
        client.published(source, version)
        return 1000 * (time.perf_counter() - begin)

    opened = until(1, lambda: client.open(source, text))
    client.headers_read(source)
    changed = []
    for version in range(2, CHANGES + 2):
        last = text.count("\n") + version - 2
        changed.append(until(version, lambda: client.change(source, version, ((last, 0), (last, 0), "\n"))))
        time.sleep(0.1)
    client.end()
    return opened, changed


def main(server, *arguments):
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    sources, flags = list(arguments[:cut]), arguments[cut + 1:]
    most = float("inf")
    if sources[:1] == ["--most"]:
        most, sources = float(sources[1]), sources[2:]
    slow = False
    for source in sources:
        opened, changed = measured(server, str(pathlib.Path(source).absolute()), flags)
        middle = statistics.median(changed)
        print(f"{source}: opened {opened:.0f} ms, changed {middle:.0f} ms (at most {max(changed):.0f})")
        slow = slow or middle > most
    return 1 if slow or not sources else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
