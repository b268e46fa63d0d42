#!/usr/bin/env python3
"""Draws the figures of the site: what three devices have of an array, halos of a stencil, and a trace.

    figures.py            writes slices.svg, halos.svg and trace.svg beside this script
    figures.py --check    exits 1 where one is not what would be written

The trace is `trace.json`: the program of docs/tutorial.md, with all three attributes, wrote it for
`CLUSTRIX_TRACE=trace.json CLUSTRIX_DEVICES=virtual:3 CLUSTRIX_FORCE=1 ./transport 512 12`.
"""
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
# Of Okabe and Ito, which those who see few colours tell apart; on white, since pages may be dark.
DEVICES = ["#56b4e9", "#e69f00", "#009e73"]
FADED = ["#cfe8f8", "#f8e0b0", "#b3dfd2"]
INK, PALE = "#222222", "#999999"


class Drawing:
    def __init__(self, width, height, title):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="13" fill="{INK}" role="img">',
            f"<title>{title}</title>",
            '<defs><marker id="tip" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0 6 3 0 6z" fill="{INK}"/></marker></defs>',
            f'<rect width="{width}" height="{height}" fill="white"/>',
        ]

    def box(self, x, y, width, height, fill, stroke=INK):
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{stroke}"/>')

    def bar(self, x, y, width, height, fill):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="{height:g}" fill="{fill}"/>')

    def text(self, x, y, words, anchor="start", size=13, fill=INK):
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" fill="{fill}">{words}</text>')

    def arrow(self, x, y, to_x, to_y):
        self.parts.append(f'<path d="M{x:g} {y:g} {to_x:g} {to_y:g}" fill="none" stroke="{INK}" marker-end="url(#tip)"/>')

    def svg(self):
        return "\n".join(self.parts) + "\n</svg>\n"


def slices():
    """`for (i) b[i] = f(a[i])` of twelve iterations: each device has what its chunk reads and writes, and no more."""
    cell, left = 36, 120
    at = Drawing(left + 12 * cell + 40, 270, "Slices of two arrays on three devices")
    at.text(16, 27, "for (int i = 0; i &lt; 12; ++i) b[i] = f(a[i]);   three chunks of four iterations")
    for row, (name, y) in enumerate((("a, on the host", 50), ("b, on the host", 220))):
        at.text(16, y + 21, name)
        for i in range(12):
            at.box(left + i * cell, y, cell, 30, "white")
            at.text(left + (i + 0.5) * cell, y + 20, f"{'ab'[row]}[{i}]", "middle", 10)
    for d in range(3):
        x = left + 4 * d * cell + 12 * (d - 1)
        at.arrow(left + (4 * d + 2) * cell, 82, x + 2 * cell, 104)
        at.arrow(x + 2 * cell, 186, left + (4 * d + 2) * cell, 216)
        at.box(x - 4, 108, 4 * cell + 8, 76, FADED[d], PALE)
        at.text(x + 2 * cell, 180, f"device {d}: iterations [{4 * d}, {4 * d + 4})", "middle", 11)
        for i in range(4):
            for row in range(2):
                at.box(x + i * cell, 113 + 26 * row, cell, 26, DEVICES[d])
                at.text(x + (i + 0.5) * cell, 130 + 26 * row, f"{'ab'[row]}[{4 * d + i}]", "middle", 10)
    return at.svg()


def halos():
    """Rows of a grid on three devices: each has a row of its neighbours', too, and gets it anew in each step."""
    row, left, width = 22, 60, 150
    at = Drawing(640, 280, "Halos of a stencil on three devices")
    at.text(16, 27, "A step reads the rows above and below: each device has a copy of those next to its own.")
    for d in range(3):
        x = left + d * (width + 40)
        held = [r for r in range(4 * d - 1, 4 * d + 5) if 0 <= r < 12]
        at.text(x + width / 2, 56, f"device {d}", "middle")
        for r in held:
            own = 4 * d <= r < 4 * d + 4
            y = 66 + r * row - (0 if d == 0 else 4 * d * row - row) + (0 if d else row)
            at.box(x, y, width, row, DEVICES[d] if own else FADED[r // 4], INK if own else PALE)
            at.text(x + width / 2, y + 16, f"row {r}" + ("" if own else f": halo, of device {r // 4}"), "middle", 11)
    for d in range(2):
        x = left + d * (width + 40) + width
        # The last own row of d goes up into the halo of d + 1, and its first own one down into that of d.
        at.arrow(x + 1, 66 + 4 * row + row / 2, x + 38, 66 + row / 2)
        at.arrow(x + 39, 66 + row + row / 2, x + 2, 66 + 5 * row + row / 2)
    at.text(16, 240, "Between two steps only these rows move, from device to device. The host has the grid")
    at.text(16, 258, "before the first step and after the last one.")
    return at.svg()


KINDS = {"copy to device": "#56b4e9", "kernel": "#009e73", "copy between devices": "#d55e00", "copy to host": "#cc79a7"}


def first_call(events):
    """What devices did in the first call of `advance`: up to the first chunk of `norms`."""
    work = [event for event in events if event["ph"] == "X"]
    end = min(event["ts"] for event in work if event["name"].startswith("norms"))
    return [event for event in work if event["ts"] + event["dur"] <= end and event["name"] in KINDS]


def trace():
    events = first_call(json.loads((HERE / "trace.json").read_text())["traceEvents"])
    begin, end = min(e["ts"] for e in events), max(e["ts"] + e["dur"] for e in events)
    left, width, lane = 160, 640, 14
    at = Drawing(left + width + 20, 340, "A trace of three time steps on three virtual devices")
    at.text(16, 27, "Three time steps on three virtual devices, on a machine with two cores")
    for d in range(3):
        for k, kind in enumerate(KINDS):
            y = 44 + d * (4 * lane + 18) + k * lane
            at.text(left - 8, y + 11, f"device {d}: {kind}" if k == 0 else kind, "end", 10)
            at.box(left, y, width, lane, "#fafafa", "#dddddd")
            for event in events:
                if event["pid"] == d + 1 and event["name"] == kind:
                    scale = width / (end - begin)
                    at.bar(left + (event["ts"] - begin) * scale, y + 1, max(event["dur"] * scale, 1.0), lane - 2, KINDS[kind])
    for tick in range(5):
        at.text(left + width * tick / 4, 288, f"{(end - begin) * tick / 4000:.1f} ms", "middle", 11)
    at.text(16, 314, "The arrays go to the devices once. Behind each step neighbours copy rows at their borders.")
    at.text(16, 332, "The host fetches nothing before the last step.")
    return at.svg()


def main():
    found = []
    for name, draw in (("slices", slices), ("halos", halos), ("trace", trace)):
        file = HERE / f"{name}.svg"
        if "--check" not in sys.argv:
            file.write_text(draw(), encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != draw():
            found.append(f"{file.name} is not what docs/pictures/figures.py draws: run it")
    print("\n".join(found) or "slices.svg, halos.svg, trace.svg")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
