"""What a function may take: the members of `Inputs` in harness.h, with the ranges that the generator relies on.

The two files have to agree: sizes, and the values that arrays hold before and after any call.
"""
import dataclasses
import re

# Parameters that hold sizes, with the smallest and largest value of any call.
SIZES = {"t": (0, 4500), "n": (0, 100), "m": (0, 12), "p": (0, 6), "k": (-2, 5), "s": (1, 3)}
ELEMENTS, MARGIN = 7680, 32  # of a pointer's array, and how many lie in front of it
INT, SMALL, BYTE = (-1023, 1023), (-63, 63), (0, 255)


@dataclasses.dataclass
class Array:
    name: str
    type: str  # the parameter's, with `{}` for the name
    kind: str  # of its elements: int, uint, double
    values: tuple  # that it holds; None: any
    index: tuple  # that its subscript may take
    element: str = "{}[{}]"  # of name and subscript
    second: tuple = None  # a second subscript's range
    readonly: bool = False
    store: str = ""  # how to name an element that is written, where that differs

    @property
    def owner(self):
        """The parameter that it is part of."""
        found = re.search(r"(\w+)\[\{1\}\]", self.element)
        return found[1] if found else self.name

    def form(self, store=False):
        return self.store if store and self.store else self.element


POINTED = (-MARGIN, ELEMENTS - 1)
OBJECTS = (0, 511)

ARRAYS = {array.name: array for array in [
    *[Array(name, "int* {}", "int", INT, POINTED) for name in "abc"],
    *[Array(name, "unsigned* {}", "uint", None, POINTED) for name in "uv"],
    *[Array(name, "double* {}", "double", SMALL, POINTED) for name in "xy"],
    Array("hist", "unsigned* {}", "uint", None, (0, 127)),
    Array("f", "float* {}", "double", SMALL, POINTED),
    Array("h", "short* {}", "int", INT, POINTED),
    Array("q", "unsigned char* {}", "int", BYTE, POINTED),
    Array("w", "long long* {}", "int", INT, POINTED, element="(int){}[{}]", store="{}[{}]"),
    Array("vec", "std::vector<int>& {}", "int", INT, (0, 255)),
    Array("wide", "std::vector<double>& {}", "double", SMALL, (0, 255)),
    Array("arr", "std::array<int, 128>& {}", "int", INT, (0, 127)),
    Array("span", "std::span<int> {}", "int", INT, (0, 255)),
    Array("grid", "int (*{})[16]", "int", INT, (0, 127), "{}[{}][{}]", (0, 15)),
    Array("rows", "std::vector<std::vector<int>>& {}", "int", INT, (0, 127), "{}[{}][{}]", (0, 15)),
    Array("cells", "Cell* {}", "int", INT, OBJECTS, "{}[{}].left"),
    Array("right", "", "int", INT, OBJECTS, "cells[{1}].right"),
    Array("tags", "", "int", INT, OBJECTS, "cells[{1}].tags[{2}]", (0, 3)),
    Array("weight", "", "double", SMALL, OBJECTS, "cells[{1}].weight"),
    Array("wholes", "Whole* {}", "int", INT, OBJECTS, "{}[{}].three"),
    Array("one", "", "int", INT, OBJECTS, "wholes[{1}].one"),
    Array("two", "", "int", INT, OBJECTS, "static_cast<const Part&>(wholes[{1}]).two",
          store="static_cast<Part&>(wholes[{1}]).two"),
    Array("four", "", "int", INT, OBJECTS, "wholes[{1}].four"),
    Array("five", "", "int", INT, OBJECTS, "wholes[{1}].five"),
    Array("flags", "Flags* {}", "int", (0, 31), OBJECTS, "{}[{}].low"),
    Array("level", "", "int", INT, OBJECTS, "flags[{1}].level"),
    Array("mid", "", "int", (0, 127), OBJECTS, "flags[{1}].mid"),
    Array("on", "", "int", (0, 1), OBJECTS, "flags[{1}].on"),
    Array("plain", "", "int", BYTE, OBJECTS, "flags[{1}].plain"),
    Array("levels", "Level* {}", "int", (0, 7), OBJECTS, "static_cast<int>({}[{}])", readonly=True),
    Array("set", "bool* {}", "int", (0, 1), OBJECTS),
    Array("z", "std::complex<double>* {}", "double", SMALL, OBJECTS, "{}[{}].real()", readonly=True),
    Array("imaginary", "", "double", SMALL, OBJECTS, "z[{1}].imag()", readonly=True),
    Array("matrix", "Matrix& {}", "int", INT, (0, 111), "{}({}, {})", (0, 15)),
    Array("field", "Field& {}", "double", SMALL, (0, 255), "{}.values[{}]"),
    Array("table", "", "int", INT, (0, 127)),
    Array("idx", "const int* {}", "int", (0, 127), (0, 127), readonly=True),
    Array("key", "const int* {}", "int", (0, 15), (0, 255), readonly=True),
]}
PARAMETERS = {name: array.type for name, array in ARRAYS.items() if array.type}
PARAMETERS |= {"count": "unsigned* {}", "total": "long long& {}", "out": "std::vector<int>& {}", **{size: "int {}" for size in SIZES}}
ORDER = list(PARAMETERS)
