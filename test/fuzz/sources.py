"""A batch of random functions as one C++ source, each with its call.

A function's shape says what stands around its body:

    plain        int f(int* a, int n) { ... }
    member       struct f_data { int* a; int n; int f() { ... } };
    derived      struct f_base { int* a; }; struct f_data : f_base { union { int n; unsigned n_bits; }; int f() { ... } };
    template     template <class T> int f(T* a, int n) { ... }
    namespace    namespace f_space { inline namespace v1 { int f(int* a, int n) { ... } } }
    bindings     int f(const f_given& given) { const auto& [a, n] = given; ... }
    lambda       int f(int* a, int n) { auto run = [&] [[clustrix::cluster]] () { ... }; return run(); }
    overloaded   int f(int* a, int n) { ... }    beside another f, which is a template

and its dress how its head is spelled.
"""
import re

from inputs import ORDER, PARAMETERS, SIZES

HELPER = re.compile(r"\b(helper\d+)(?!\d)")
FOREIGN = {"a": "größe", "n": "été", "m": "$m", "x": "α", "u": "u\\u00e9"}  # instead of a parameter's own name


def parameter(name, function):
    text = PARAMETERS[name].format(name)
    if name in function.constant:
        text = text.replace("span<int>", "span<const int>") if "span<" in text else "const " + text
    if function.apart and "(*" not in text and not is_object(function):
        text = text.replace("* ", "* __restrict ")
    if function.shape == "template" and name in "abc":
        text = text.replace("int", "T")
    if name == "hist" and has_extent(function):
        return f"[[clustrix::extent({function.extent})]] {text}" if "arrow" in function.dress else f"{text} [[clustrix::extent({function.extent})]]"
    if "references" in function.dress and function.shape in ("plain", "namespace", "lambda") and not function.apart:
        text = text.replace("* ", "*& ", 1) if re.fullmatch(r"\w+\* \w+", text) else (
            text.replace("int ", "const int& ") if name in SIZES else text)
    if "defaults" in function.dress and name in SIZES and not is_object(function) and function.shape != "bindings":
        text += " = 3"
    return text


def is_object(function):
    return function.shape in ("member", "derived")


def has_extent(function):
    """Of a parameter alone."""
    return bool(function.extent) and not is_object(function) and function.shape != "bindings"


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
    words = used_scalars(function)[1]
    if "hist" in words and has_extent(function):
        words |= words_of(function.extent)
    return [p for p in ORDER if p in words]


def attribute_of(function):
    text = f"clustrix::cluster{f'({function.options})' if function.options else ''}"
    return f"<:<:{text}:>:>" if "digraphs" in function.dress else f"[[{text}]]"


def head_of(function, name, parameters):
    """The lines in front of the body, down to its brace."""
    listed, dress = ", ".join(parameters), function.dress
    throws = " noexcept" if "noexcept" in dress and not is_object(function) else ""
    result = f"auto {name}({listed}){throws} -> int" if "arrow" in dress else f"int {name}({listed}){throws}"
    above = ["[[gnu::noinline]]"] if "attribute above" in dress and not is_object(function) else []
    attribute = [] if function.shape == "lambda" else [attribute_of(function)]
    if "by macro" in dress and attribute:
        return [f"#define {name}_SPREAD {attribute[0]}", *above, f"{name}_SPREAD", result + " {"]
    if "gnu attribute" in dress and attribute and not is_object(function):
        return ["__attribute__((noinline))", *attribute, result + " {"]  # Clang takes no list behind it
    return [*above, *attribute, result + " {"]


def function_text(function, name):
    used, words = used_scalars(function)
    parameters = [parameter(p, function) for p in parameters_of(function)]
    body = [*("  " + s.declaration for s in used), *function.body_lines(), *("  " + s.report for s in used if s.report),
            "  return 0;", "}"]
    lines = globals()["shape_" + function.shape](function, name, parameters, body)
    if "pragma above" in function.dress:
        lines = ["#pragma GCC diagnostic push", *lines, "#pragma GCC diagnostic pop"]
    named = set(HELPER.findall(" ".join(words)))  # also by what is defined with them, `helper3_other`
    helpers = [text for helper, text in function.helpers.items() if helper in named]
    text = renamed("\n".join(lines), function)
    return HELPER.sub(name + r"_\1", "\n".join(helpers + [text])) + "\n"


def renamed(text, function):
    if "unicode" not in function.dress or function.shape == "bindings":
        return text
    for old, new in FOREIGN.items():
        text = re.sub(rf"(?<![\w.\\>':]){old}(?![\w\"'])", lambda _: new, text)
    return text


def shape_plain(function, name, parameters, body):
    return [*head_of(function, name, parameters), *body]


def shape_template(function, name, parameters, body):
    generic = ["template <class T>"] if is_template(function) else []
    head = head_of(function, name, parameters)
    # A macro's definition stays in front of all that is declared.
    front = sum(line.startswith("#") for line in head)
    return [*head[:front], *generic, *head[front:], *body]


def shape_member(function, name, parameters, body):
    return [f"struct {name}_data {{", *(f"  {p};" for p in parameters), "",
            *("  " + line for line in head_of(function, name, [])), *body, "};"]


def shape_derived(function, name, parameters, body):
    """Pointers in a base, numbers in anonymous unions or narrow fields."""
    numbers = {p for p in parameters if re.fullmatch(r"int [a-z]", p)}
    fields = [f"  union {{ {p}; unsigned {p[4:]}_bits; }};" if p[4:] in "np" else f"  {p} : 20;"
              for p in parameters if p in numbers]
    return [f"struct {name}_base {{", *(f"  {p};" for p in parameters if p not in numbers), "};",
            f"struct {name}_data : {name}_base {{", *fields, "",
            *("  " + line for line in head_of(function, name, [])), *body, "};"]


def shape_namespace(function, name, parameters, body):
    return [f"namespace {name}_space {{", "inline namespace v1 {", *head_of(function, name, parameters), *body, "}", "}"]


def shape_bindings(function, name, parameters, body):
    if not parameters:
        return shape_plain(function, name, parameters, body)
    names = ", ".join(parameters_of(function))
    return [f"struct {name}_given {{", *(f"  {p};" for p in parameters), "};",
            *head_of(function, name, [f"{name}_given& given"]), f"  auto& [{names}] = given;", *body]


def shape_lambda(function, name, parameters, body):
    specifiers = " mutable" if "mutable" in function.dress else ""
    head = f"() {attribute_of(function)} -> int" if "attribute behind" in function.dress else f"{attribute_of(function)} () -> int"
    head = head.replace("()", "()" + specifiers, 1)
    return [*head_of(function, name, parameters), f"  auto run = [&] {head} {{", *body[:-1],
            "  };", "  return run();", "}"]


def shape_overloaded(function, name, parameters, body):
    return [f"template <class T> int {name}(T, T, T, T, T, T, T, T, T, T, T, T, T) {{ return 5; }}",
            *head_of(function, name, parameters), *body]


def is_template(function):
    return function.shape == "template" and not set(parameters_of(function)).isdisjoint("abc")


def called(function, name):
    """The call, of an `Inputs& in`."""
    given = parameters_of(function)
    arguments = ", ".join("in." + p for p in given)
    if function.shape == "member":
        return f"{name}_data{{{arguments}}}.{name}()"
    if function.shape == "derived":
        numbers = [p for p in given if p in SIZES]
        base = ", ".join("in." + p for p in given if p not in numbers)
        rest = "".join(f", {{in.{p}}}" if p in "np" else f", in.{p}" for p in numbers)
        return f"{name}_data{{{{{base}}}{rest}}}.{name}()"
    if function.shape == "bindings" and given:
        return f"[&] {{ {name}_given given{{{arguments}}}; return {name}(given); }}()"
    return f"{name}_space::{name}({arguments})" if function.shape == "namespace" else f"{name}({arguments})"


def call_text(function, name):
    layout = "Apart" if function.apart else "Any"
    unused = "Inputs& in" if parameters_of(function) else "Inputs&"
    return f'  check("{name}", Layout::{layout}, []({unused}) {{ return {called(function, name)}; }});'


def source_text(functions):
    """`functions`: a dictionary from names."""
    parts = ['#include "harness.h"', *(function_text(f, name) for name, f in functions.items()),
             "int main() {", *(call_text(f, name) for name, f in functions.items()), "}", ""]
    return "\n".join(parts)
