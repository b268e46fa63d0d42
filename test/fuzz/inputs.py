"""What a function may take: the members of `Inputs` in harness.h, with the ranges that the generator relies on.

The two files have to agree: sizes, and the values that arrays hold before and after any call.
"""
import dataclasses

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


POINTED = (-MARGIN, ELEMENTS - 1)

ARRAYS = {array.name: array for array in [
    *[Array(name, "int* {}", "int", INT, POINTED) for name in "abc"],
    *[Array(name, "unsigned* {}", "uint", None, POINTED) for name in "uv"],
    *[Array(name, "double* {}", "double", SMALL, POINTED) for name in "xy"],
    Array("f", "float* {}", "double", SMALL, POINTED),
    Array("h", "short* {}", "int", INT, POINTED),
    Array("q", "unsigned char* {}", "int", BYTE, POINTED),
    Array("w", "long long* {}", "int", INT, POINTED, element="(int){}[{}]"),
    Array("vec", "std::vector<int>& {}", "int", INT, (0, 255)),
    Array("wide", "std::vector<double>& {}", "double", SMALL, (0, 255)),
    Array("arr", "std::array<int, 128>& {}", "int", INT, (0, 127)),
    Array("span", "std::span<int> {}", "int", INT, (0, 255)),
    Array("grid", "int (*{})[16]", "int", INT, (0, 127), "{}[{}][{}]", (0, 15)),
    Array("rows", "std::vector<std::vector<int>>& {}", "int", INT, (0, 127), "{}[{}][{}]", (0, 15)),
    Array("cells", "Cell* {}", "int", INT, (0, 511), "{}[{}].left"),
    Array("right", "", "int", INT, (0, 511), "cells[{1}].right"),
    Array("tags", "", "int", INT, (0, 511), "cells[{1}].tags[{2}]", (0, 3)),
    Array("weight", "", "double", SMALL, (0, 511), "cells[{1}].weight"),
    Array("matrix", "Matrix& {}", "int", INT, (0, 111), "{}({}, {})", (0, 15)),
    Array("field", "Field& {}", "double", SMALL, (0, 255), "{}.values[{}]"),
    Array("table", "", "int", INT, (0, 127)),
    Array("idx", "const int* {}", "int", (0, 127), (0, 127), readonly=True),
    Array("key", "const int* {}", "int", (0, 15), (0, 255), readonly=True),
]}
PARAMETERS = {name: array.type for name, array in ARRAYS.items() if array.type}
PARAMETERS |= {"count": "unsigned* {}", "total": "long long& {}", "out": "std::vector<int>& {}", **{size: "int {}" for size in SIZES}}
ORDER = list(PARAMETERS)
