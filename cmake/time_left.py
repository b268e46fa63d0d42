#!/usr/bin/env python3
"""Ninja's output, with about how long the rest will take.

    NINJA_STATUS='[%f/%t %e] ' ninja | time_left.py

    [12/101 16.250] Building CXX object ...        ->        [12/101, 2 min left] Building CXX object ...

On a terminal the steps share a line; all else that is said has lines of its own.
"""
import re
import sys

STEP = re.compile(r"\[(\d+)/(\d+) ([\d.]+)\] ?(.*)")


def time_left(done, total, elapsed):
    """In words; "" while nothing is known: steps at the beginning are other ones than those at the end."""
    if done < 5 or elapsed < 5 or done >= total:
        return ""
    seconds = elapsed / done * (total - done)
    return f"{round(seconds / 60)} min left" if seconds >= 90 else f"{10 * max(1, round(seconds / 10))} s left"


def step(line):
    """(what stands for the line, whether it is a step)."""
    match = STEP.fullmatch(line)
    if not match:
        return line, False
    done, total, elapsed, what = int(match[1]), int(match[2]), float(match[3]), match[4]
    left = time_left(done, total, elapsed)
    return f"[{done}/{total}{', ' + left if left else ''}] {what}", True


def shown(line, width, was_step):
    """What a terminal of so many columns is sent."""
    text, is_step = step(line)
    if is_step:
        return f"\r{text[:width - 1]}\x1b[K"
    return ("\n" if was_step else "") + text + "\n"


def main():
    width = 0
    if sys.stdout.isatty():
        import shutil
        width = shutil.get_terminal_size().columns
    was_step = False
    for line in sys.stdin:
        line = line.rstrip("\n")
        if width:
            sys.stdout.write(shown(line, width, was_step))
            was_step = step(line)[1]
        else:
            sys.stdout.write(step(line)[0] + "\n")
        sys.stdout.flush()
    if was_step:
        sys.stdout.write("\n")


if __name__ == "__main__":
    main()
