"""Random time steps: several nests in a serial loop with host code between them, so that arrays which stay on devices
from one loop to the next are read, written, swapped and handed to unknown functions on the way."""
from inputs import ARRAYS
from scope import Scope, Variable
from tree import Statement, block, line

STEPS = 3


class Steps:
    """The part of the generator that puts nests and host code into a time loop."""

    def time_steps(self):
        step = self.fresh("step")
        inside = Scope().inside(Variable(step, (0, STEPS - 1)), STEPS, False)
        body = []
        for _ in range(self.random.randint(2, 3)):
            body.append(self.nest(inside.nested()))
            for _ in range(self.random.choice([0, 1, 1, 2])):
                body.append(self.host_code(inside))
        head = f"for (int {step} = 0; {step} < {STEPS}; ++{step})"
        return block(head, body, declares=(step,))

    def host_code(self, scope):
        kinds = [self.host_statements, self.swap_pointers, self.unknown_call, self.early_end, self.sum_of_elements]
        return self.random.choices(kinds, [30, 25, 20, 10, 15])[0](scope)

    def host_statements(self, scope):
        """What a loop's body does, once, and where there is no loop."""
        return Statement([], self.statements(scope.nested(may_continue=False, may_break=False)))

    def pointers(self, names="abcuvxy"):
        return [name for name in self.palette if name in names]

    def swap_pointers(self, scope):
        pairs = [(p, q) for p in self.pointers() for q in self.pointers()
                 if p < q and ARRAYS[p].type == ARRAYS[q].type]
        if not pairs:
            return self.host_statements(scope)
        first, second = self.random.choice(pairs)
        self.stored |= {first, second}
        self.swapped = True
        return line(f"std::swap({first}, {second});")

    def unknown_call(self, scope):
        """Of a function that another file defines."""
        names = self.pointers("abc")
        if not names:
            return self.host_statements(scope)
        name, often = self.random.choice(names), self.chance(50)
        self.stored.add(name)
        call = line(f"stir({name}, n);")
        return call if often else block(f"if ({scope.counters[0].text} == 1)", [call])

    def early_end(self, scope):
        names = self.pointers("abc")
        if not names:
            return self.host_statements(scope)
        return line(f"if ({self.random.choice(names)}[{self.random.randint(0, 60)}] > 700) break;")

    def sum_of_elements(self, scope):
        names = self.pointers("abc")
        if not names:
            return self.host_statements(scope)
        total = self.scalar("sum", "long long", "0")
        name = self.random.choice(names)
        return line(f"{total} += {name}[{scope.counters[0].text}] - {name}[m];")
