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
        kinds = [self.host_statements, self.swap_pointers, self.unknown_call, self.early_end, self.sum_of_elements,
                 self.other_function, self.caught, self.kept_lambda, self.host_block]
        return self.random.choices(kinds, [26, 22, 16, 8, 12, 8, 5, 5, 6])[0](scope)

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

    def other_function(self, scope):
        """Of a function of this file with loops of its own; annotated or not, with and without host code."""
        names = self.pointers("abc")
        if not names:
            return self.host_statements(scope)
        helper, name = self.fresh("helper"), self.random.choice(names)
        self.stored.add(name)
        attribute = self.pick("[[clustrix::cluster]] ", "[[clustrix::cluster]] ", "")
        body = self.random.choice([
            "for (int i = 0; i < n; ++i) x[i] = (x[i] + i) % 1024;",
            "x[0] = 4;\n  for (int i = 1; i <= n; ++i) x[i] = x[i] / 2 - by;\n  x[n] += x[0] % 8;",
            "for (int s = 0; s < 2; ++s) {\n    for (int i = 0; i < n; ++i) x[i] = (x[i] ^ by) & 255;\n    x[s] = -s;\n  }",
            "if (n < 0) return;\n  for (int& e : std::span<int>(x, n)) e = by - e % 9;"])
        self.helpers[helper] = f"{attribute}static void {helper}(int* x, int n, int by = 3) {{\n  {body}\n}}"
        call = line(f"{helper}({name} + {self.random.randint(0, 2)}, {self.pick('n', 'm', '40')}{self.pick('', ', 5')});")
        return call if self.chance(70) else block(f"if ({scope.counters[0].text} != 1)", [call])

    def caught(self, scope):
        names = self.pointers("abc")
        if not names:
            return self.host_statements(scope)
        name, limit = self.random.choice(names), self.random.randint(-300, 300)
        self.stored.add(name)
        return Statement([], [
            block("try", [line(f"if ({name}[1] > {limit}) throw {limit};"), line(f"{name}[2] = {limit};")]),
            block("catch (int e)", [line(f"{name}[3] = e;")])])

    def kept_lambda(self, scope):
        """Made here, called later: in between, nobody sees what it will touch."""
        names = self.pointers("abc")
        if not names:
            return self.host_statements(scope)
        later, name = self.fresh("later"), self.random.choice(names)
        self.stored.add(name)
        kind = self.pick("const auto", "std::function<void()>")
        return Statement([], [line(f"{kind} {later} = [&] {{ {name}[4] = {name}[0] % 100 + 1; }};", declares=later),
                              self.nest(scope.nested()), line(f"{later}();")])

    def host_block(self, scope):
        names = self.pointers("abc")
        if not names:
            return self.host_statements(scope)
        name = self.random.choice(names)
        self.stored.add(name)
        return line(self.random.choice([
            f"std::sort({name}, {name} + 9);", f"for (int e = 0; e < 3; ++e) stir({name} + e, m);",
            f"std::memset({name} + 2, 0, 4 * sizeof(int));", f"*{name} = *({name} + 1), {name}[6] -= 1;",
            f"{{ int own[3] = {{1, 2, {name}[0]}}; std::copy(own, own + 3, {name} + 5); }}",
            f"switch ({name}[0] & 1) {{ case 0: {name}[7] = 0; break; default: {name}[8] = 1; }}",
            f"do {{ {name}[9] /= 2; }} while ({name}[9] > 5);", f"{name}[n > 3 ? 3 : 0] = n;"]))

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
