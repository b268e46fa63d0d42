"""Plots of benchmark results as SVG, without any library."""
import html
import math

WIDTH, BAR, LEFT, RIGHT, TOP = 860, 26, 330, 90, 64
OURS, THEIRS, GRID, TEXT = "#2f6fb5", "#b8bec7", "#dfe3e8", "#1f2933"


def text(x, y, content, anchor="start", size=13, weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{TEXT}">{html.escape(content)}</text>')


def document(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
            f'<rect width="{width}" height="{height}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")


def line(x1, y1, x2, y2, colour, width=1, dash=""):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"{dashes}/>')


def bars(suite, results):
    """One bar for each result: the ratio, with a line at 1, where both are equally fast."""
    longest = max(1.2, max(r["ratio"] for r in results))
    scale = (WIDTH - LEFT - RIGHT) / longest
    height = TOP + BAR * len(results) + 40
    parts = [text(20, 28, f"{suite}: how many times faster than the alternative", size=16, weight="bold"),
             text(20, 48, "above 1: Clustrix is faster; medians, taken in turns", size=12)]
    for k, r in enumerate(results):
        y = TOP + BAR * k
        parts.append(text(LEFT - 10, y + 17, f"{r['name']} over {r['opponent']}", "end"))
        parts.append(f'<rect x="{LEFT}" y="{y + 4}" width="{r["ratio"] * scale:.1f}" height="{BAR - 8}" '
                     f'fill="{OURS if r["ratio"] >= 1 else THEIRS}"/>')
        parts.append(text(LEFT + r["ratio"] * scale + 6, y + 17, f"{r['ratio']:.2f}"))
    parts.append(line(LEFT + scale, TOP, LEFT + scale, TOP + BAR * len(results), TEXT, dash="4 3"))
    parts.append(text(LEFT + scale, TOP + BAR * len(results) + 18, "1", "middle"))
    return document(WIDTH, height, parts)


class LogAxes:
    """Maps positive values to a plot with logarithmic axes."""

    def __init__(self, xs, ys, width=640, height=420, margin=70):
        self.width, self.height, self.margin = width, height, margin
        self.x0, self.x1 = math.floor(math.log10(min(xs))), math.ceil(math.log10(max(xs)))
        self.y0, self.y1 = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))

    def x(self, value):
        return self.margin + (math.log10(value) - self.x0) / max(1, self.x1 - self.x0) * (self.width - 2 * self.margin)

    def y(self, value):
        share = (math.log10(value) - self.y0) / max(1, self.y1 - self.y0)
        return self.height - self.margin - share * (self.height - 2 * self.margin)

    def grid(self):
        parts = []
        for power in range(self.x0, self.x1 + 1):
            x = self.x(10.0 ** power)
            parts += [line(x, self.margin, x, self.height - self.margin, GRID),
                      text(x, self.height - self.margin + 18, f"{10.0 ** power:g}", "middle")]
        for power in range(self.y0, self.y1 + 1):
            y = self.y(10.0 ** power)
            parts += [line(self.margin, y, self.width - self.margin, y, GRID),
                      text(self.margin - 8, y + 4, f"{10.0 ** power:g} s", "end")]
        return parts


def growth(results):
    """Time against the number of loops, both contenders, logarithmic: a slope of one is linear growth."""
    points = [(int(r["name"].split("-")[1]), r["ours"], r["theirs"]) for r in results if r["name"].startswith("loops-")]
    axes = LogAxes([p[0] for p in points], [v for p in points for v in p[1:]])
    parts = [text(20, 28, "time against annotated loops in a file", size=16, weight="bold"), *axes.grid(),
             text(axes.width / 2, axes.height - 20, "annotated loops", "middle")]
    for index, (label, colour) in enumerate((("clustrix-rewrite", OURS), ("clang++ -fsyntax-only", "#7a828c"))):
        curve = [(axes.x(p[0]), axes.y(p[1 + index])) for p in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in curve]
        parts += [line(axes.margin + 10, 46 + 18 * index, axes.margin + 40, 46 + 18 * index, colour, 2.5),
                  text(axes.margin + 48, 50 + 18 * index, label)]
    return document(axes.width, axes.height, parts)
