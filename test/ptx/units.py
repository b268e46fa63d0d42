"""Several rewritten programs in one translation unit for nvcc: most of its time goes into headers.

    #include <...>                      what any of them includes, before all of them
    namespace program_a { a.clustrix.cu, whose main returns }
    namespace program_b { ... }
    int main(words) { the program that is named }

Where nvcc refuses a unit, its messages tell whose fault it is, or halves of it do; who is refused in a unit gets a
second try alone and as it is, so that a name which only the namespace makes ambiguous refuses nobody.
"""
import dataclasses
import pathlib
import re
import shutil
import subprocess

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*([<\"][^>\"]+[>\"])", re.MULTILINE)
MAIN = re.compile(r"^int main\(\) \{.*?^\}$", re.MULTILINE | re.DOTALL)
BLAMED = re.compile(r"^\"?([^\s\"]+?)\"?(?:\(\d+\): (?:catastrophic )?error|:\d+:\d+: error)", re.MULTILINE)
COMPILE_SECONDS = 1800  # a machine may do much else at the same time


@dataclasses.dataclass
class Program:
    name: str
    text: str        # the rewritten file
    source: str = ""  # as messages name it
    others: tuple = ()  # objects to link with


@dataclasses.dataclass
class Built:
    """Where a program is, or why it is not."""
    command: list = None
    problem: str = ""


def returning(text):
    """`main` in a namespace is a function like any other: it has to return something."""
    return MAIN.sub(lambda found: found[0][:-1] + "return 0;\n}", text, count=1)


def unit_text(programs):
    includes = dict.fromkeys(i for program in programs for i in INCLUDE.findall(program.text))
    parts = [f"#include {include}\n" for include in includes]
    parts += [f"namespace program_{p.name} {{\n{returning(p.text)}\n}}\n" for p in programs]
    chosen = "".join(f'  if (name == "{p.name}") return program_{p.name}::main();\n' for p in programs)
    return "".join(parts) + "#line 1 \"main\"\n#include <string>\nint main(int count, char** words) {\n" \
        f"  const std::string name = count > 1 ? words[1] : \"\";\n{chosen}  return 2;\n}}\n"


class Nvcc:
    """nvcc and the linker with the flags of this build, working in a folder."""

    def __init__(self, nvcc, flags, libraries, cudart, folder, timeout=COMPILE_SECONDS):
        self.nvcc, self.flags, self.libraries, self.cudart = str(nvcc), flags, libraries, pathlib.Path(cudart)
        self.folder, self.timeout = pathlib.Path(folder), timeout
        self.launcher = ["ccache"] if shutil.which("ccache") else []
        self.folder.mkdir(parents=True, exist_ok=True)

    def build(self, programs, name):
        """{program's name: Built} for all of them, in as few units as nvcc lets us."""
        apart = [program for program in programs if not MAIN.search(program.text)]
        if apart and len(programs) > 1:
            rest = [program for program in programs if program not in apart]
            return {p.name: self.build_alone(p) for p in apart} | (self.build(rest, name) if rest else {})
        problem = self.compile_unit(unit_text(programs), name)
        if problem is None:
            return self.link(programs, name)
        blamed = self.blamed(programs, problem)
        if len(programs) == 1:
            return {programs[0].name: self.build_alone(programs[0])}
        if not blamed or len(blamed) == len(programs):
            middle = len(programs) // 2
            return self.build(programs[:middle], name + "a") | self.build(programs[middle:], name + "b")
        rest = [program for program in programs if program not in blamed]
        return {p.name: self.build_alone(p) for p in blamed} | self.build(rest, name + "r")

    def build_alone(self, program):
        problem = self.compile_unit(program.text, f"alone-{program.name}")
        if problem is not None:
            return Built(problem=problem)
        return self.link([program], f"alone-{program.name}")[program.name]

    @staticmethod
    def blamed(programs, problem):
        named = {pathlib.Path(name).name for name in BLAMED.findall(problem)}
        return [program for program in programs if pathlib.Path(program.source).name in named]

    def compile_unit(self, text, name):
        """None, or what nvcc says against it."""
        source = self.folder / f"{name}.cu"
        source.write_text(text)
        return self.run([*self.launcher, self.nvcc, *self.flags, "-c", source, "-o", self.folder / f"{name}.o"])

    def link(self, programs, name):
        others = [other for program in programs for other in program.others]
        target = self.folder / name
        problem = self.run(["g++", self.folder / f"{name}.o", *others, *self.libraries, f"-L{self.cudart}", "-lcudart",
                            "-o", target])
        return {p.name: Built([str(target), p.name], problem or "") for p in programs}

    def run(self, command):
        try:
            done = subprocess.run([str(word) for word in command], capture_output=True, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            return f"no end after {self.timeout} s"
        if done.returncode == 0:
            return None
        text = (done.stdout + done.stderr).decode(errors="replace")
        return text.strip() or f"nvcc ends with status {done.returncode}"
