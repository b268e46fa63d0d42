#!/usr/bin/env python3
"""Writes the man pages and the completions of programs from what their --help says.

    write.py --out FOLDER --version 1.2.3 BIN/clustrix-rewrite BIN/clustrix-c++ ...

    clustrix-x --help ──help_text──► Help ──man_page────► FOLDER/man/clustrix-x.1.gz
                                          ──completions─► FOLDER/bash/clustrix-x, zsh/_clustrix-x, fish/clustrix-x.fish

A program that is new needs nothing but a --help of this form. Files are the same for the same text.
"""
import argparse
import gzip
import os
import pathlib
import subprocess
import sys

import completions
import help_text
import man_page


def help_of(program):
    done = subprocess.run([program, "--help"], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise ValueError(f"{program} --help ends with status {done.returncode}: {done.stderr.strip()}")
    return help_text.read(program.name, done.stdout)


def files(found, version, others):
    """{path: content} of one program."""
    name = found.program
    return {f"man/{name}.1.gz": gzip.compress(man_page.page(found, version, others).encode(), 9, mtime=0),
            f"bash/{name}": completions.bash(found).encode(),
            f"zsh/_{name}": completions.zsh(found).encode(),
            f"fish/{name}.fish": completions.fish(found).encode()}


def write(path, content):
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content)
    os.replace(beside, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("programs", type=pathlib.Path, nargs="+")
    args = parser.parse_args()
    names = [program.name for program in args.programs]
    try:
        for program in args.programs:
            for path, content in files(help_of(program), args.version, names).items():
                write(args.out / path, content)
    except (ValueError, OSError, subprocess.SubprocessError) as problem:
        sys.exit(f"write.py: error: {problem}")


if __name__ == "__main__":
    main()
