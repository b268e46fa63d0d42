"""Whether a rewritten program has printed what its original did."""
import math
import re


def values_agree(expected, got, tolerance=1e-6):
    """Floating-point values carry a point, an exponent or are inf or nan; all else has to be the same text."""
    if expected == got:
        return True
    if re.fullmatch(r"-?\d+", expected) or re.fullmatch(r"-?\d+", got):
        return False
    try:
        x, y = float(expected), float(got)
    except ValueError:
        return False
    return math.isfinite(x) and abs(x - y) <= max(1e-9, tolerance * abs(x))


def without(pattern, text):
    """Its lines but those whose first words match; all where there is no pattern."""
    return "\n".join(line for line in text.splitlines() if not pattern or not re.match(rf"({pattern})\b", line))
