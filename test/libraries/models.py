#!/usr/bin/env python3
"""What the models of BLAS and LAPACK say, against the libraries: random calls of each function that a header declares.

    models.py MODEL_FOLDER

Elements that the model does not name are NaN before one call, which comes into nothing that is written, and a number before
another one, which keeps it: the function touches what the model names, at most. Exits 77 where the libraries, their headers
or Python's yaml are missing.
"""
import ctypes
import ctypes.util
import itertools
import math
import pathlib
import random
import re
import sys

try:
    import yaml
except ImportError:
    print("skipped: there is no Python yaml")
    sys.exit(77)

CALLS = 60
ELEMENTS = 600  # of each array, more than any call names
HEADERS = {"blas": ["/usr/include/x86_64-linux-gnu/cblas.h", "/usr/include/cblas.h"], "lapack": ["/usr/include/lapacke.h"]}
FLAGS = {"order": [101, 102], "layout": [101, 102], "uplo": [121, 122], "diag": [131, 132], "side": [141, 142],
         "trans": [111, 112, 113], "transa": [111, 112, 113], "transb": [111, 112, 113]}
LETTERS = {"uplo": "UL", "trans": "NT", "diag": "NU", "jobz": "NV", "jobvl": "NV", "jobvr": "NV", "jobu": "AS",
           "jobvt": "AS"}
SIZES = {"float": (4, "float"), "double": (8, "double"), "lapack_complex_float": (8, "float"),
         "lapack_complex_double": (16, "double"), "lapack_int": (4, "int")}
NUMBERS = {"float": ctypes.c_float, "double": ctypes.c_double, "int": ctypes.c_int}


def names_in(key):
    """`{a,b}_{c,d}`: four names."""
    parts = re.split(r"\{([^}]*)\}", key)
    choices = [[part] if k % 2 == 0 else [one.strip() for one in part.split(",")] for k, part in enumerate(parts)]
    return ["".join(choice) for choice in itertools.product(*choices)]


def prototypes(paths):
    """The types of the parameters of each function, by its name."""
    path = next((path for path in paths if pathlib.Path(path).exists()), None)
    if path is None:
        print(f"skipped: there is no {paths[-1]}")
        sys.exit(77)
    text = re.sub(r"OPENBLAS_CONST|\bconst\b|\benum\b", " ", pathlib.Path(path).read_text())
    found = {}
    for result, name, parameters in re.findall(r"(\w+)\s+((?:cblas|LAPACKE)_\w+)\s*\(([^;{]*?)\)\s*;", text):
        types = [re.sub(r"\s*\w+\s*$", "", one.strip()).replace(" ", "") if "*" not in one
                 else re.sub(r"\*\s*\w+\s*$", "*", one.strip()).replace(" ", "") for one in parameters.split(",")]
        found[name] = (result, types)
    return found


def holds(conditions, values):
    def one(name, wanted):
        value = values[name]
        if wanted in ("natural", "negative"):
            return (value >= 0) == (wanted == "natural")
        wanted = wanted if isinstance(wanted, list) else [wanted]
        return value in [ord(w) if isinstance(w, str) else w for w in wanted]

    return all(one(name, wanted) for name, wanted in (conditions or {}).items())


def elements(text, values):
    """`x[0:m by ld, 0:n]`: the numbers of the elements."""
    sums = {0}
    for part in text.split(","):
        bounds, _, stride = part.partition(" by ")
        begin, _, end = bounds.partition(":")
        first = eval(begin, {}, values)
        numbers = range(first, eval(end, {}, values)) if end else [first]
        sums = {s + k * (eval(stride, {}, values) if stride else 1) for s in sums for k in numbers}
    return sums


def touched(said, values):
    """By the parameter: the elements that one of `reads`, `writes` and `updates` names."""
    cases = said if isinstance(said, dict) else {text: {} for text in ([said] if isinstance(said, str) else said or [])}
    found, decided = {}, set()
    for texts, conditions in cases.items():
        options = conditions if isinstance(conditions, list) else [conditions]
        if not any(holds(one, values) for one in options):
            continue
        for parameter, text in re.findall(r"(\w+)\[([^\]]*)\]", texts):
            if parameter in decided:
                continue
            if any(options):
                decided.add(parameter)
            found[parameter] = found.get(parameter, set()) | elements(text, values)
    return found


class Array:
    """Elements of a type; those that the model does not name are `outside`."""

    def __init__(self, type_, named, bytes_, outside):
        kind = SIZES.get(type_.rstrip("*"), (bytes_, "float" if bytes_ == 8 else "double"))
        self.size, self.number = kind[0], kind[1]
        self.each = max(1, self.size // ctypes.sizeof(NUMBERS[self.number]))
        self.named = {e * self.each + part for e in named for part in range(self.each)}
        count = ELEMENTS * self.each
        assert all(0 <= e < count for e in self.named), "the model names more than the test has"
        value = (lambda: 1) if self.number == "int" else (lambda: random.uniform(0.5, 2))
        outside = -12345 if self.number == "int" else outside
        self.data = (NUMBERS[self.number] * count)(*(value() if e in self.named else outside for e in range(count)))
        self.before = bytes(self.data)

    def wrong(self, written):
        written = {e * self.each + part for e in written for part in range(self.each)}
        width = ctypes.sizeof(NUMBERS[self.number])
        after = bytes(self.data)
        for e in range(len(self.data)):
            if e not in written and after[e * width:(e + 1) * width] != self.before[e * width:(e + 1) * width]:
                return f"element {e // self.each} is written"
            if e in written and self.number != "int" and math.isnan(self.data[e]):
                return f"element {e // self.each} comes from what is not named"
        return ""


def arguments_for(function, names, types):
    """Values of the numbers, by their parameters' names."""
    sizes = {name: random.randint(1, 5) for name in names if name in ("m", "n", "k", "nrhs")}
    if "k" in sizes and "m" in sizes and "order" not in names:  # of orgqr: m >= n >= k
        sizes["k"], sizes["n"], sizes["m"] = sorted(sizes.values())
    values = dict(sizes)
    for name, type_ in zip(names, types):
        if type_ == "char":
            values[name] = ord(random.choice(LETTERS[name]))
        elif name in FLAGS:
            values[name] = random.choice([flag for flag in FLAGS[name] if (function[-4:], flag) != ("herk", 112)])
        elif name.startswith("ld"):
            values[name] = max(sizes.values()) + random.randint(0, 2)
        elif name.startswith("inc"):
            values[name] = random.choice([-3, -2, -1, 1, 2, 3])
    return values


def try_function(library, name, result, types, model):
    names = [name.lstrip("*") for name in model["parameters"]]
    assert len(names) == len(types), f"{name} has {len(types)} parameters"
    function = getattr(library, name)
    function.restype = {"float": ctypes.c_float, "double": ctypes.c_double, "void": None}.get(result, ctypes.c_long)
    if result == "lapack_int":
        function.restype = ctypes.c_int
    for call in range(CALLS):
        outside = math.nan if call % 2 == 0 else -12345.0
        values = arguments_for(name, names, types)
        reads = touched(model.get("reads"), values)
        writes = touched(model.get("writes"), values)
        updates = touched(model.get("updates"), values)
        written = {p: writes.get(p, set()) | updates.get(p, set()) for p in names}
        arrays, given = {}, []
        for parameter, type_ in zip(names, types):
            if type_.endswith("*"):
                pointed = {0} if "*" + parameter in model["parameters"] else set()
                arrays[parameter] = Array(type_, reads.get(parameter, set()) | written[parameter] | pointed,
                                          model.get("element_bytes", 0), outside)
                given.append(arrays[parameter].data)
            elif type_ in ("float", "double"):
                given.append(NUMBERS[type_](random.uniform(0.5, 2)))
            elif type_ == "char":
                given.append(ctypes.c_char(values[parameter]))
            else:
                given.append(ctypes.c_int(values[parameter]))
        answer = function(*given)
        wrong = "the result is made of what is not named" if isinstance(answer, float) and math.isnan(answer) else ""
        if result == "lapack_int" and answer < 0:
            wrong = f"it answers {answer}"
        for parameter, array in arrays.items():
            wrong = wrong or (f"{parameter}: {problem}" if (problem := array.wrong(written[parameter])) else "")
        if wrong:
            sys.exit(f"FAILED: {name}({', '.join(f'{p}={v}' for p, v in values.items())}): {wrong}")


def main():
    folder = pathlib.Path(sys.argv[1])
    random.seed(7)
    libraries = {"blas": "openblas", "lapack": "lapacke"}
    for which, library in libraries.items():
        path = ctypes.util.find_library(library)
        if path is None:
            print(f"skipped: there is no {library}")
            sys.exit(77)
        declared = prototypes(HEADERS[which])
        loaded = ctypes.CDLL(path)
        tried = 0
        for key, model in yaml.safe_load((folder / f"{which}.yml").read_text()).items():
            for name in names_in(key):
                if not name.startswith(("cblas_", "LAPACKE_")):
                    continue
                if name not in declared:
                    sys.exit(f"FAILED: no header declares {name}")
                try_function(loaded, name, *declared[name], model)
                tried += 1
        print(f"ok: {tried} functions of {library} touch what their model names")


if __name__ == "__main__":
    main()
