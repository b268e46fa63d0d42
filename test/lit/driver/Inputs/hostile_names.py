"""Rewrites copies of a source under names that are code, markup or lines of their own somewhere, and looks for those."""
import json
import pathlib
import shlex
import subprocess
import sys

NAMES = ["a\nint injected = 1;.cpp", 'q"; int injected; "x\\.cpp', "t??/.cpp", "c\\\nint injected;.cpp",
         "<script>injected()<", "*/ int injected; /*.cpp", "s p $(touch injected) `touch injected`;.cpp", "e\x1b[31m\r.cpp"]
faults = []


def check(name, holds, what):
    if not holds:
        faults.append(f"{name!r}: {what}")


def run(name, *arguments):
    return subprocess.run([*tool, f"./{name}", *arguments], capture_output=True, text=True)


source = pathlib.Path(sys.argv[1]).read_text()
tool = shlex.split(sys.argv[2])
for name in NAMES:
    pathlib.Path(name).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(name).write_text(source + "int last(int* a, int n) { return n; }\n" +
                                  "[[clustrix::cluster]] void chain(int* a, int n) { for (int i = 1; i < n; ++i) a[i] = a[i - 1] * 3; }\n")
    done = run(name, "-o", "out.cu", "--report", "r.json", "--remarks", "all")
    check(name, done.returncode == 0, f"status {done.returncode}: {done.stderr}")
    check(name, all(line.count("injected") == 0 or line.startswith("./") for line in done.stderr.split("\n")), "remarks")
    check(name, "\x1b" not in done.stderr and "\r" not in done.stderr, "control characters in remarks")
    text = pathlib.Path("out.cu").read_bytes().decode()
    # The compiler itself says what is code: declarations have nothing of the name.
    plain = subprocess.run(["clang++-19", "-std=c++17", "-trigraphs", "-fsyntax-only", "-fparse-all-comments", "-Xclang",
                            "-dump-tokens", "-nostdinc", "-x", "c++", "-"], input="\n".join(
                                line for line in text.split("\n") if not line.startswith("#include")),
                           capture_output=True, text=True)
    tokens = [line for line in plain.stderr.split("\n") if "'injected'" in line and "identifier" in line]
    check(name, not tokens, f"tokens {tokens[:2]}")
    json.loads(pathlib.Path("r.json").read_text())
    check(name, run(name, "-o", "out.cu", "--report", "r.sarif").returncode == 0, "sarif")
    json.loads(pathlib.Path("r.sarif").read_text())
    check(name, run(name, "-o", "out.cu", "--report", "r.html").returncode == 0, "html")
    check(name, "<script>injected" not in pathlib.Path("r.html").read_text(), "markup in the HTML report")
    rule = run(name, "-o", "out.cu", "--depfile", "out.d")
    broken = "\n" in name or "\r" in name
    check(name, rule.returncode == (3 if broken else 0), f"depfile: status {rule.returncode}")
    pathlib.Path("old.cu").write_text("")
    diff = run(name, "--check", "old.cu").stdout
    check(name, all(line[:1] in "+-@ \\" for line in diff.split("\n")), "diff")
    listed = run(name, "--list").stdout
    check(name, all(line.startswith("./") or not line for line in listed.split("\n")), "list")
check("any", not pathlib.Path("injected").exists(), "a shell ran a name")
print("\n".join(faults))
print(f"{len(NAMES)} names, {len(faults)} faults")
