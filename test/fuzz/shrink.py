"""Makes a failing function small: delta debugging on its tree. Candidates are judged many at a time."""
import copy

from tree import Expr, Statement, line, number

AT_ONCE = 24  # candidates in one source: rewriting and compiling are paid once


def bodies(function):
    """Every list of statements, outermost first."""
    pending = [function.body]
    while pending:
        statements = pending.pop(0)
        yield statements
        pending += [s.body for s in statements if s.body is not None]


def roots(function):
    """(holder, position) of every expression, where it can be replaced: parts of statements and arguments."""
    pending = []
    for statement in function.statements():
        pending += [(statement.parts, i) for i, p in enumerate(statement.parts) if not isinstance(p, str)]
    while pending:
        holder, position = pending.pop(0)
        yield holder, position
        pending += [(holder[position].args, i) for i in range(len(holder[position].args))]


def replacements(expression):
    """Smaller expressions that may stand for one."""
    for argument in expression.args:
        if argument.kind == expression.kind:
            yield argument
    if expression.kind == "bool":
        yield Expr("true", kind="bool")
    elif expression.kind == "uint":
        if expression.args or expression.form != "1u":
            yield Expr("1u", kind="uint")
    elif expression.form not in ("0", "1"):
        for value in (0, 1):
            yield number(value, expression.kind)


def edited(function, edit):
    smaller = function.copy()
    edit(smaller)
    return smaller


def smaller_statements(function):
    """Without a range of statements, without the block around some, with a plain loop for an odd one."""
    for which, statements in enumerate(bodies(function)):
        length = len(statements)
        for size in sorted({length, length // 2, 1} - {0}, reverse=True):
            for start in range(0, length - size + 1, size):
                yield edited(function, lambda f: list(bodies(f))[which].__delitem__(slice(start, start + size)))
        for position, statement in enumerate(statements):
            for instead in simpler(statement):
                yield edited(function, lambda f: list(bodies(f))[which].__setitem__(
                    slice(position, position + 1), copy.deepcopy(instead)))


def simpler(statement):
    """Lists of statements that may stand for one."""
    if statement.body is None:
        return
    if not statement.is_loop():
        if statement.parts and not statement.head().startswith(("case", "default")):
            yield statement.body
        return
    straight = not any(s.head().endswith(("continue;", "break;")) for s in statement.all())
    if straight and not statement.declares:  # what its head counts with stands in front of it
        yield statement.body
    if statement.counter:
        kind, name, low, high = statement.counter
        if straight:
            yield [line(f"{kind} {name} = {max(low, 0)};", declares=name), *statement.body]
        plain = [f"for (int {name} = {max(low, 0)}; {name} <= {min(high, 40)}; ++{name})"]
        if statement.head() != plain[0]:
            yield [Statement(plain, statement.body, declares=(name,), counter=statement.counter)]


def smaller_expressions(function):
    """With a part of an expression for the whole. Stays within what a subscript or an array allows."""
    for which, (holder, position) in enumerate(roots(function)):
        for choice in range(len(list(replacements(holder[position])))):
            candidate = function.copy()
            inside, at = list(roots(candidate))[which]
            replacement = list(replacements(inside[at]))[choice]
            limit = inside[at].allowed
            if not replacement.fits(limit):
                continue
            replacement = copy.copy(replacement)
            replacement.allowed = limit
            inside[at] = replacement
            if all(holder[i].fits(holder[i].allowed) for holder, i in roots(candidate)):
                yield candidate


def plainer(function):
    """Written as functions mostly are."""
    for part, plain in (("shape", "plain"), ("dress", frozenset()), ("options", ""), ("extent", "")):
        yield edited(function, lambda f: setattr(f, part, plain))


def candidates(function):
    yield from (c for c in smaller_statements(function) if c.is_closed())
    yield from smaller_expressions(function)
    yield from plainer(function)


def shrink(function, failing, rounds=60):
    """The smallest function found. `failing`: of a dictionary of functions, the names of those that still fail."""
    for _ in range(rounds):
        smaller = first_failing(function, failing)
        if smaller is None:
            break
        function = smaller
    return function


def first_failing(function, failing):
    """The shortest candidate that still fails, of the first batch that has one."""
    seen, batch = {text_of(function)}, {}
    for candidate in candidates(function):
        if text_of(candidate) in seen:
            continue
        seen.add(text_of(candidate))
        batch[f"c{len(seen)}"] = candidate
        if len(batch) == AT_ONCE:
            found = failing(batch)
            if found:
                return shortest(batch, found)
            batch = {}
    found = failing(batch) if batch else []
    return shortest(batch, found) if found else None


def shortest(batch, names):
    return min((batch[name] for name in names), key=lambda f: len(text_of(f)))


def text_of(function):
    return "\n".join(function.body_lines())
