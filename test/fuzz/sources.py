"""A batch of random functions as one C++ source, each with its call."""
import re

from inputs import ORDER, PARAMETERS

HELPER = re.compile(r"\b(helper\d+)\b")


def parameter(name, function):
    text = PARAMETERS[name].format(name)
    if name in function.constant:
        text = text.replace("span<int>", "span<const int>") if "span<" in text else "const " + text
    if function.apart and "(*" not in text and function.shape != "member":
        text = text.replace("* ", "* __restrict ")
    if function.shape == "template" and name in "abc":
        text = text.replace("int", "T")
    return text


def words_of(text):
    return set(re.findall(r"\w+", text))


def used_scalars(function):
    """The function's own variables that its body mentions, or that a used one's declaration does."""
    words, used = words_of("\n".join(function.body_lines())), []
    for scalar in reversed(function.scalars):  # a declaration mentions earlier ones only
        if scalar.name in words:
            used.insert(0, scalar)
            words |= words_of(scalar.declaration)
    return used, words


def parameters_of(function):
    return [p for p in ORDER if p in used_scalars(function)[1]]


def function_text(function, name):
    body = "\n".join(function.body_lines())
    used, words = used_scalars(function)
    parameters = [parameter(p, function) for p in parameters_of(function)]
    attribute = f"[[clustrix::cluster{f'({function.options})' if function.options else ''}]]"
    lines = [*("  " + s.declaration for s in used), body, *("  " + s.report for s in used if s.report), "  return 0;", "}"]
    if function.shape == "member":
        lines = [f"struct {name}_data {{", *(f"  {p};" for p in parameters), "", f"  {attribute}", f"  int {name}() {{",
                 *lines, "};"]
    else:
        generic = ["template <class T>"] if is_template(function) else []
        lines = [*generic, attribute, f"int {name}({', '.join(parameters)}) {{", *lines]
    lines = [text for helper, text in function.helpers.items() if helper in words] + lines
    return HELPER.sub(name + r"_\1", "\n".join(lines)) + "\n"


def is_template(function):
    return function.shape == "template" and not set(parameters_of(function)).isdisjoint("abc")


def call_text(function, name):
    arguments = ", ".join("in." + p for p in parameters_of(function))
    layout = "Apart" if function.apart else "Any"
    unused = "Inputs& in" if arguments else "Inputs&"
    called = f"{name}_data{{{arguments}}}.{name}()" if function.shape == "member" else f"{name}({arguments})"
    return f'  check("{name}", Layout::{layout}, []({unused}) {{ return {called}; }});'


def source_text(functions):
    """`functions`: a dictionary from names."""
    parts = ['#include "harness.h"', *(function_text(f, name) for name, f in functions.items()),
             "int main() {", *(call_text(f, name) for name, f in functions.items()), "}", ""]
    return "\n".join(parts)


