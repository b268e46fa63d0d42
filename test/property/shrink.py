"""Makes a failing program small: removes what it can while the program still fails."""
import copy


def statement_lists(program):
    """Every list of statements in the program, outermost first."""
    pending = [function.body for function in program.functions]
    while pending:
        statements = pending.pop(0)
        yield statements
        pending += [statement.body for statement in statements if statement.block]


def candidates(program):
    """Programs with one piece less, the largest pieces first."""
    for number in range(len(program.functions)):
        if len(program.functions) > 1:
            smaller = copy.deepcopy(program)
            del smaller.functions[number]
            yield smaller
    for which, statements in enumerate(statement_lists(program)):
        for number in range(len(statements)):
            smaller = copy.deepcopy(program)
            inside = list(statement_lists(smaller))[which]
            taken = inside.pop(number)
            yield smaller
            # An `if` around it may be what is too much. A loop stays: its body uses its counter.
            if taken.block and taken.head.startswith("if"):
                unwrapped = copy.deepcopy(program)
                list(statement_lists(unwrapped))[which][number : number + 1] = taken.body
                yield unwrapped


def shrink(program, fails, tries=120):
    """The smallest program found within so many calls of `fails`, which says whether a program still fails."""
    progress = True
    while progress and tries > 0:
        progress = False
        for smaller in candidates(program):
            tries -= 1
            if fails(smaller):
                program, progress = smaller, True
                break
            if tries <= 0:
                break
    return program
