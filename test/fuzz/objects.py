"""Random statements on elements that are more than a number: parts of bases and unions, bit-fields, enumerations, complex
numbers; and the ways to name one: references, pointers, bindings; bitsets of an iteration's own."""
from inputs import ARRAYS, INT, SMALL
from scope import Variable
from tree import Expr, block, line, number, operation


class Objects:
    """The part of the generator that works on objects. Each method returns a list of statements."""

    def object_statement(self, scope):
        kinds = [self.base_assigned, self.part_by_helper, self.whole_copied, self.binding, self.reference,
                 self.pointer_to_element, self.enumerated, self.complex_number, self.fields_together, self.local_object,
                 self.pairs, self.bits]
        return self.random.choice(kinds)(scope)

    def owned(self, owner, scope, store=True):
        """An element of an array of objects, as an lvalue: `wholes[i]`."""
        if owner not in self.palette_owners():
            return None
        if store:
            self.stored.add(owner)
        return Expr(owner + "[{}]", [self.index(scope, ARRAYS[owner].index)])

    def palette_owners(self):
        return {ARRAYS[name].owner for name in self.palette}

    def base_assigned(self, scope):
        """One part of an element alone: what is beside it stays."""
        to, other = self.owned("wholes", scope), self.owned("wholes", scope, store=False)
        if to is None:
            return self.assignment(scope)
        value = self.int_value(scope)
        return [self.random.choice([
            lambda: line("static_cast<Part&>(", to, ") = static_cast<const Part&>(", other, ");"),
            lambda: line("static_cast<Part&>(", to, ") = Part{", value, ", 3};"),
            lambda: line(to, ".Part::two = ", value, ";"),
            lambda: line("static_cast<Part&>(", to, ").one = ", value, ";")])()]

    def part_by_helper(self, scope):
        to = self.owned("wholes", scope)
        if to is None:
            return self.assignment(scope)
        name = self.fresh("helper")
        self.helpers[name] = self.pick(
            f"static void {name}(Part& part, int x) {{ part.one = x; part.two = x / 2; }}",
            f"static void {name}(Part& part, int x = 5) {{ if (x > 0) part.two = x; }}",
            f"static void {name}(Part* part, int x) {{ part->one = x; }}")
        address = "&" if "Part*" in self.helpers[name] else ""
        return [line(f"{name}({address}", to, ", ", self.within(self.value(scope)), ");")]

    def whole_copied(self, scope):
        owner = self.pick("wholes", "flags", "cells")
        to, other = self.owned(owner, scope), self.owned(owner, scope, store=False)
        if to is None:
            return self.assignment(scope)
        return [line(to, " = ", other, ";")] if self.chance(70) else [line("std::swap(", to, ", ", other, ");")]

    def binding(self, scope):
        """An element's members under names of their own."""
        element = self.owned("cells", scope)
        if element is None:
            return self.assignment(scope)
        names = [self.fresh("part") for _ in range(4)]
        inner = scope.nested()
        inner.locals += [Variable(names[0], INT), Variable(names[1], INT), Variable(f"{names[3]}[1]", INT)]
        write = line(f"{self.pick(names[0], names[1], names[3] + '[2]')} = ", self.within(self.value(inner)), ";")
        return [block("", [line(f"auto& [{', '.join(names)}] = ", element, ";", declares=tuple(names)), write,
                           *self.assignment(inner)])]

    def reference(self, scope):
        """A reference or a pointer to an element stands for it."""
        target = self.element(scope, store=True)
        if target is None or ":" in ARRAYS.get(target.form.split("[")[0], ARRAYS["a"]).type or "flags" in target.form:
            return self.assignment(scope)
        name, inner = self.fresh("ref"), scope.nested()
        inner.locals.append(Variable(name, target.fixed))
        update = self.within(operation("+", Expr(name, fixed=target.fixed), self.atom(inner)), target.fixed)
        return [block("", [line(f"auto& {name} = ", target, ";", declares=name), line(f"{name} = ", update, ";"),
                           *self.assignment(inner)])]

    def pointer_to_element(self, scope):
        target = self.element(scope, store=True)
        if target is None or "flags" in target.form:
            return self.assignment(scope)
        name, inner = self.fresh("at"), scope.nested()
        read = Variable(f"*{name}", target.fixed) if self.chance(50) else Variable(f"{name}[0]", target.fixed)
        inner.locals.append(read)
        update = self.within(operation("-", Expr(read.text, fixed=target.fixed, binds=8), self.atom(inner)),
                             target.fixed)
        return [block("", [line(f"auto* {self.pick('', 'const ')}{name} = &", target, ";", declares=name),
                           line(f"{read.text} = ", update, ";")])]

    def enumerated(self, scope):
        to, other = self.owned("levels", scope), self.owned("levels", scope, store=False)
        if to is None:
            return self.assignment(scope)
        test = block(["if (", other, f" {self.pick('==', '!=', '<')} Level::{self.pick('Some', 'Many')})"],
                     [line(to, f" = Level::{self.pick('None', 'Some', 'Many')};")])
        value = self.within(self.value(scope), (0, 7))
        return [self.random.choice([lambda: test, lambda: line(to, " = static_cast<Level>(", value, ");"),
                                    lambda: line(to, " = ", value, " > 3 ? Level::Many : Level::None;")])()]

    def complex_number(self, scope):
        """Exact: parts are small whole numbers."""
        to, other = self.owned("z", scope), self.owned("z", scope, store=False)
        if to is None:
            return self.assignment(scope)
        real, imaginary = self.small_real(scope), self.small_real(scope)
        return [self.random.choice([
            lambda: line(to, " = std::conj(", other, ");"), lambda: line(to, " = -", other, ";"),
            lambda: line(to, " = std::complex<double>(", real, ", ", imaginary, ");"),
            lambda: line(to, " = ", other, " * std::complex<double>(0, ", self.pick("1", "-1"), ");"),
            lambda: line(to, " *= std::complex<double>(0, -1);"),
            lambda: line(to, " = ", other, " / std::complex<double>(0, 1);"),
            lambda: line(to, " = {", other, ".imag(), ", real, "};"),
            lambda: line(to, " = std::complex<double>(std::fmod((", other, " + ", to, ").real(), 64.0), ", real, ");"),
            lambda: line(to, ".real(", real, ");"),
            lambda: line("if (std::norm(", other, ") > 9.0) ", to, " = ", real, ";")])()]

    def fields_together(self, scope):
        """All members of an element, or all but one, in one iteration."""
        element = self.owned("flags", scope)
        if element is None:
            return self.assignment(scope)
        values = {"low": (0, 31), "level": INT, "mid": (0, 127), "on": (0, 1)}
        chosen = self.random.sample(sorted(values), self.random.randint(1, 4))
        made = [line(element, f".{name} = ", self.within(self.value(scope), values[name]), ";") for name in chosen]
        return made + ([line(element, f".on {self.pick('^', '|')}= 1;")] if self.chance(30) else [])

    def local_object(self, scope):
        """A small object of the iteration's own."""
        name, target = self.fresh("own"), self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        inner = scope.nested()
        kind, members = self.random.choice([
            ("Part", ["one", "two"]), ("Pair", ["first", "second"]), ("Small", ["values[0]", "values[1]"])])
        first, second = self.int_value(scope), self.int_value(scope)
        inner.locals += [Variable(f"{name}.{m}", INT) for m in members]
        begin = self.random.choice([
            lambda: [line(f"{kind} {name}{{", first, ", ", second, "};", declares=name)],
            lambda: [line(f"{kind} {name}{{}};", declares=name), line(f"{name}.{members[1]} = ", first, ";")],
            lambda: [line(f"const {kind} {name} = {{", first, ", ", second, "};", declares=name)]])()
        read = operation("+", Expr(f"{name}.{members[0]}", fixed=INT), Expr(f"{name}.{members[1]}", fixed=INT))
        return [block("", [*begin, line(target, " = ", self.within(read, target.fixed), ";"), *self.assignment(inner)])]

    def pairs(self, scope):
        name, other, target = self.fresh("one"), self.fresh("two"), self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        first, second = self.int_value(scope), self.int_value(scope)
        make = self.pick("std::pair<int, int>(", "std::tuple<int, int>(", "std::array<int, 2>{", "Pair{")
        end = "}" if make.endswith("{") else ")"
        inner = scope.nested()
        inner.locals += [Variable(name, INT), Variable(other, INT)]
        return [block("", [
            line(f"{self.pick('const auto', 'auto')} [{name}, {other}] = {make}", first, ", ", second, f"{end};",
                 declares=(name, other)),
            line(target, " = ", self.within(operation("+", Expr(name, fixed=INT), Expr(other, fixed=INT)),
                                            target.fixed), ";"), *self.assignment(inner)])]

    def bits(self, scope):
        """A bitset of the iteration's own: positions that are surely there, by what throws and by what does not."""
        name, target = self.fresh("bits"), self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        size = self.pick(8, 32, 64, 70, 130)

        def position():
            value = self.int_value(scope)
            return self.random.choice([
                lambda: Expr(f"unsigned({{}}) % {size}", [value], (0, size - 1), binds=7),
                lambda: Expr("{} & 7", [value], (0, 7), binds=4),
                lambda: number(self.random.randrange(size))])()
        change = [
            lambda: line(f"{name}.{self.pick('set', 'reset', 'flip')}(", position(), ");"),
            lambda: line(f"{name}[", position(), "] = ", self.int_value(scope), " > 3;"),
            lambda: line(f"{name}[", position(), f"] = {name}[", position(), "];"),
            lambda: line(f"{name}[", position(), "].flip();"),
            lambda: line(f"{name} {self.pick('<<=', '>>=')} ", position(), ";"),
            lambda: line(f"{name} {self.pick('|=', '^=', '&=')} ~std::bitset<{size}>(", position(), f") << {size // 3};"),
            lambda: line(f"for (int {name}k = 0; {name}k < {min(size, 32)}; ++{name}k) "
                         f"if (({self.within(self.value(scope)).text()} >> {name}k) & 1) {name}.set({size - 1} - {name}k);")]
        read = operation("+", Expr(f"int({name}.count())", fixed=(0, size)),
                         Expr(f"int({name}.test({{}}))", [position()], (0, 1)))
        return [block("", [
            line(f"std::bitset<{size}> {name}(static_cast<unsigned>(", self.int_value(scope), "));", declares=name),
            *[self.random.choice(change)() for _ in range(self.random.randint(1, 4))],
            line(target, " = ", self.within(read, target.fixed), ";"), *self.assignment(scope)])]
