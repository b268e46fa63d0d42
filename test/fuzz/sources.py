"""A batch of random functions as one C++ source, each with its call."""
import re

from inputs import ORDER, PARAMETERS

HELPER = re.compile(r"\b(helper\d+)\b")


def parameter(name, function):
    text = PARAMETERS[name].format(name)
    return text.replace("* ", "* __restrict ") if function.apart and "(*" not in text else text


def words_of(text):
    return set(re.findall(r"\w+", text))


def parameters_of(function):
    words = words_of("\n".join(function.body_lines()))
    words |= words_of("".join(s.declaration for s in function.scalars if s.name in words))
    return [p for p in ORDER if p in words]


def function_text(function, name):
    body = "\n".join(function.body_lines())
    words = words_of(body)
    used = [s for s in function.scalars if s.name in words]
    parameters = ", ".join(parameter(p, function) for p in parameters_of(function))
    lines = [*(text for helper, text in function.helpers.items() if helper in words),
             "[[clustrix::cluster]]", f"int {name}({parameters}) {{", *("  " + s.declaration for s in used), body,
             *("  " + s.report for s in used), "  return 0;", "}"]
    return HELPER.sub(name + r"_\1", "\n".join(lines)) + "\n"


def call_text(function, name):
    arguments = ", ".join("in." + p for p in parameters_of(function))
    layout = "Apart" if function.apart else "Any"
    unused = "Inputs& in" if arguments else "Inputs&"
    return f'  check("{name}", Layout::{layout}, []({unused}) {{ return {name}({arguments}); }});'


def source_text(functions):
    """`functions`: a dictionary from names."""
    parts = ['#include "harness.h"', *(function_text(f, name) for name, f in functions.items()),
             "int main() {", *(call_text(f, name) for name, f in functions.items()), "}", ""]
    return "\n".join(parts)


