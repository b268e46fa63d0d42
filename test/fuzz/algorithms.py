"""Random calls of the standard library that hide a loop: over pointers, containers, ranges and from the end, in places
where their value is wanted and where it is not."""
import re

from inputs import INT, SMALL
from scope import MOST_ITERATIONS
from sequences import CONTAINERS, Sequence
from tree import Expr, Scalar, Statement, block, line


class Algorithms:
    """The part of the generator that calls algorithms. Needs `Sequences`."""

    def algorithm(self, scope):
        if scope.times * 12 > MOST_ITERATIONS:
            return self.plain_nest(scope)
        kinds = [(self.changing, 24), (self.copying, 10), (self.summing, 16), (self.counting, 8), (self.finding, 18),
                 (self.comparing, 8), (self.extreme, 10), (self.rearranging, 10), (self.scanning, 8), (self.packing_copy, 6),
                 (self.bisecting, 6), (self.bytewise, 8), (self.over_members, 7), (self.unknown_algorithm, 3)]
        made = self.random.choices([k for k, _ in kinds], [w for _, w in kinds])[0](scope)
        return Statement([], made)

    def walked(self, source):
        """A call's sequence, and the namespace of the algorithm: `(std::, a, a + n)`."""
        if source.whole and self.chance(40) and not any(word in source.first for word in (".begin() + ", "rbegin", "data(")):
            return "std::ranges::", source.whole
        first, last = source.first, source.last
        if "std::" not in first and self.chance(14):
            first, last = (self.odd_iterator(first), last) if self.chance(60) else (first, self.odd_iterator(last))
        return self.pick("std::", "std::", "std::", "std::ranges::"), f"{first}, {last}"

    # What becomes of a value.

    def taken(self, scope, parts, allowed=INT, names=(), real=False):
        """Statements that use the value of a call, whose text is `parts`."""
        total = self.scalar("sum", "long long", "0")
        value = Expr("".join(p if isinstance(p, str) else "{}" for p in map(self.escaped, parts)),
                     [p for p in parts if not isinstance(p, str)], allowed)
        made = [f"{total} += "] if not real else [f"{self.scalar('real', 'double', '0')} += "]
        name = self.fresh("t")
        limit = self.random.randint(0, 9)
        sums = lambda: [line(*made, *parts, ";", declares=names)]
        kinds = [sums] * 3 + [
            lambda: [line(*made, "2 * ", "(", *parts, f") {self.pick('+', '-')} 1;", declares=names)],
            lambda: [line(f"const auto {name} = ", *parts, ";", declares=(name, *names)), line(f"{made[0]}{name};")],
            lambda: [line("if (", *parts, f" > {limit}) ", made[0] + "3;", declares=names)],
            lambda: [Statement([], [block([f"if (const auto {name} = ", *parts, f"; {name} > {limit})"],
                                          [line(f"{made[0]}{name};")], declares=(name, *names))])],
            lambda: [line(f"if (m > {limit}) ", *made, *parts, ";", declares=names)],
            lambda: [line(f"return (int)", "(", *parts, ") % 1000;" if not real else ");", declares=names)
                     if self.chance(25) and not scope.counters else sums()[0]]]
        if not real:
            kinds += [lambda: [line(f"int {name} = (int)(", *parts, f"), {name}_other = {name} + 1;", declares=(name, *names)),
                               line(f"{total} += {name}_other;")],
                      lambda: self.stored_value(scope, value, names)]
        kinds += self.odd_takings(name, made[0], parts, names)
        return self.random.choice(kinds)()

    def odd_takings(self, name, made, parts, names):
        """Where no loop can stand in front of the value, or where nobody sees that it could."""
        # nvcc hangs on `{ using namespace std; std::ranges::find_if(v, [](auto x) { ... }); }`.
        is_generic = any("auto" in part for part in parts if isinstance(part, str))
        return [lambda: [line(f"while (", *parts, f" > 100000) break;", declares=names)],
                lambda: [line(f"const auto {name} = [&] {{ return ", *parts, "; };", declares=(name, *names)), line(f"{made}{name}();")],
                lambda: [line(f"{made}({{ ", *parts, "; });", declares=names)],
                lambda: [line(f"for (auto {name} = ", *parts, f"; {name} > 100000;) break;", declares=(name, *names))],
                lambda: [line("if (n > 1)", declares=names), line("  ", made, *parts, ";"), line("else"), line(f"  {made}1;")],
                lambda: [line("static_cast<void>(", *parts, ");", declares=names)],
                lambda: [line(f"{made}n > 2 ? ", *parts, " : 3;", declares=names)],
                lambda: [line("{ ", "" if is_generic else "using namespace std; ", made, *parts, "; }", declares=names)]]

    @staticmethod
    def escaped(part):
        return part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else part

    def stored_value(self, scope, value, names):
        target = self.element(scope, store=True)
        if target is None:
            return []
        low, high = target.fixed
        return [line(target, " = (int)(", value, f") % {min(abs(low) or high, high) + 1};" if low < 0 else f") & {high};",
                     declares=names)]

    def place(self, source, call):
        """A number that says which place a call has found."""
        return self.random.choice([[*call, f" - {self.first_of(source)}"]] * 3 +
                                  [["std::distance(", f"{self.first_of(source)}, ", *call, ")"]])

    @staticmethod
    def first_of(source):
        return f"({source.first})" if " + " in source.first and "(" != source.first[0] else source.first

    # Families.

    def changing(self, scope):
        """Elements from elements at the same place, or from nothing."""
        if self.chance(12):
            return self.random.choice([self.changed_ends, self.many_lines])(scope)
        kind = self.pick("transform", "transform", "two", "each", "fill", "generate", "iota", "replace", "operator", "tally")
        to = self.sequence(scope, store=True)
        std, walked = self.walked(to)
        function, names = self.function_of(scope, to)
        if kind in ("transform", "operator"):
            source = self.sequence(scope, (to.kind,), name=to.array if to.kind == "double" or self.chance(30) else None)
            return self.transformed(scope, kind, source, to, function, names)
        if kind == "two":
            return self.of_two(scope, to)
        if kind == "each":
            e = self.fresh("e")
            body = ["[&](", f"{to.type}& {e}) {{ {e} = ", *self.of_name(function, names, e), "; }"]
            head = f"{std}for_each({walked}, " if not to.count or self.chance(60) or std != "std::" else (
                f"std::for_each_n({to.first}, {to.count}, ")
            return [line(head, *body, ");", declares=(e,))]
        if kind == "tally":
            return self.tally(scope, to)
        if kind == "fill":
            value = self.value_for(scope, to)
            if to.count and self.chance(40):
                return [line(f"std::fill_n({to.first}, {to.count}, ", value, ");")]
            return [line(f"{std}fill({walked}, ", value, ");")]
        if kind == "generate":
            head = f"std::generate_n({to.first}, {to.count}, " if to.count and self.chance(50) else f"{std}generate({walked}, "
            return [line(head, "[&] { return ", self.value_for(scope, to), "; });")]
        if kind == "iota" and (to.kind == "uint" or to.type in ("int", "long long", "short")):
            return [line(f"std::iota({to.first}, {to.last}, ", self.pick("3", "-7", "k", "n"), ");")]
        test, more = self.test_of(scope, to)
        new = self.pick("5", "7", "(1)") if to.kind != "double" else self.pick("5.0", "7.0")
        new = f"({to.type}){new}" if to.type not in ("int", "double") else new
        old = f"({to.type})3" if to.type not in ("int", "double") else self.pick("3", "m") if to.type == "int" else "3.0"
        if self.chance(40):
            return [line(f"{std}replace({walked}, {old}, {new});")]
        return [line(f"{std}replace_if({walked}, {test}, {new});", declares=more)]

    def of_name(self, function, names, e):
        """The value that a lambda returns, of a parameter of another name."""
        value = function[1]

        def rename(x):
            x.form = re.sub(rf"\b{names[0]}\b", e, x.form)
            for argument in x.args:
                rename(argument)
        rename(value)
        return [value]

    def value_for(self, scope, to):
        if to.kind == "double":
            return self.small_real(scope)
        if to.kind == "uint":
            return Expr("(unsigned)({})", [self.whole(scope)])
        return Expr(f"({to.type})({{}})", [self.within(self.value(scope), to.values)])

    def changed_ends(self, scope):
        """A lambda that changes what an argument of its call names."""
        name, e, t = self.array_of(("int",), True, names="abc"), self.fresh("e"), self.fresh("t")
        change = self.pick(f"++{t};", f"{t} = 2;", f"{t} += {e} & 1;", f"(void){t};", f"int* at = &{t}; *at = 1;", f"{t} = -({t});", f"({t})--;")
        return [block("", [line(f"int {t} = 1;", declares=t),
                           line(f"std::for_each({name} + {t}, {name} + {t} + 5, [&](int& {e}) {{ {e} = {e} / 2 + ({t} & 7); {change} }});", declares=e)])]

    def many_lines(self, scope):
        """A call on several lines, with comments in it."""
        name, e = self.array_of(("int",), True, names="abc"), self.fresh("e")
        other, total = self.array_of(("int",), True, names="abc"), self.scalar("sum", "long long", "0")
        remark = self.pick("", "  // each", " /* each */")
        factor = self.random.randint(2, 9)
        return [line(self.random.choice([
            f"std::transform({name}, {name} + n,{remark}\n    {other}, [=](int {e}) {{\n      return {e} / {factor};{remark}\n    }});",
            f"std::for_each({name}, {name} + m, [=](int& {e}) {{{remark}\n    {e} /= {factor};\n  }});",
            f"{total} +=\n    std::count_if({name}, {name} + n,{remark}\n    [](int {e}) {{ return {e} > {factor}; }});",
            f"{total} += std::accumulate({name}, {name} + n, 0ll, [](long long {e}, int {other}1) {{\n    return {e} + {other}1;{remark}\n  }});",
            f"std::fill({name}, {name} + n,{remark}\n    {factor});"]), declares=(e, other + "1"))]

    def tally(self, scope, source):
        """A lambda that only looks at elements, and changes what is outside."""
        e, total = self.fresh("e"), self.scalar("bits", "unsigned", "0")
        by = self.pick("", "&") if source.kind != "double" else ""
        std, walked = self.walked(source)
        parts = self.pick(f"{total} += (unsigned)(int){e};", f"{total} ^= (unsigned)(int){e} * 3u;", f"if ({e} > 4) ++{total};")
        captures = self.pick("&", f"&{total}")
        return [line(f"{std}for_each({walked}, [{captures}](const {source.type}{by} {e}) {{ {parts} }});", declares=e)]

    def transformed(self, scope, kind, source, to, function, names):
        if kind == "operator":
            operand = self.pick("std::negate<>()", "std::negate<>{}", f"std::negate<{source.type}>()", "std::negate<long long>{}")
            function, names = [operand], ()
            if source.type == "unsigned char" or to.type == "unsigned char" or self.differ(source, to):
                source = to
        elif self.differ(source, to):
            source = to
        target = to.first
        if source.most > to.most or (source.first, source.last) != (to.first, to.last) and to.array in CONTAINERS:
            target = source.first if source.array == to.array or self.differ(source, to) else self.room_apart(scope, source)[1]
        std, walked = self.walked(source)
        self.stored |= {source.array, to.array}
        return [line(f"{std}transform({walked.replace('cbegin', 'begin').replace('cend', 'end')}, {target.replace('cbegin', 'begin')}, ", *function, ");", declares=names)]

    @staticmethod
    def differ(source, to):
        return source.type != to.type

    def of_two(self, scope, to):
        """From the elements of two sequences."""
        other = self.array_of((to.kind,), names=[a for a in "abcuvxyfhq" if a not in "fhq"])
        if other not in "abuvxyc" or to.array in "fhqw":
            return self.tally(scope, to)
        if to.kind == "uint":
            function, names = [self.pick("std::plus<>{}", "std::bit_xor<>()", "std::minus<unsigned>()", "std::multiplies<>{}")], ()
        else:
            function, names = self.function_of(scope, to, operands=2)
        offset = self.pick("", "", " + 1", " + m")
        std, walked = self.walked(to)
        second = f"{other}{offset}"
        if std.endswith("ranges::"):
            walked, second = f"{to.first}, {to.last}", f"{second}, {other} + 256"
        return [line(f"{std}transform({walked}, {second}, {to.first}, ", *function, ");", declares=names)]

    def copying(self, scope):
        source = self.sequence(scope)
        _, target = self.room_apart(scope, source)
        std, walked = self.walked(source)
        if source.count and "reverse" not in source.first and self.chance(30):
            return [line(f"std::copy_n({source.first}, {source.count}, {target});")]
        if source.type == "int" and scope.times * source.most <= 200 and self.chance(30):
            self.palette = sorted({"a", *self.palette})
            self.stored.add("out")
            function, names = self.function_of(scope, source)
            inserter = self.pick("std::back_inserter(out)", "std::back_inserter(out)", "std::inserter(out, out.end())")
            return [line(f"std::copy({source.first}, {source.last}, {inserter});") if self.chance(50) else
                    line(f"std::transform({source.first}, {source.last}, {inserter}, ", *function, ");", declares=names)]
        name = self.pick("copy", "copy", "copy", "reverse_copy", "copy_backward", "move")
        if name == "copy_backward":
            return [line(f"std::copy_backward({source.first}, {source.last}, {target} + {source.most});")]
        if name == "move":
            return [line(f"std::move({source.first}, {source.last}, {target});")]
        return [line(f"{std}{name}({walked}, {target});")]

    def summing(self, scope):
        source = self.sequence(scope)
        x, y, real = source, self.sequence(scope, (source.kind,), name=source.array), source.kind == "double"
        start = self.pick("0.0", "1.0", "double(m)") if real else self.pick("0u", "7u") if source.kind == "uint" else (
            self.pick("0ll", "0ll", "(long long)k", "(long long)2", "5LL", "std::max(1ll, 0ll + m)"))
        words = f"{x.first}, {x.last}"
        t = "double" if real else "unsigned" if source.kind == "uint" else "long long"
        function, names = self.function_of(scope, source)
        e, o = self.fresh("e"), self.fresh("e")
        plus = self.pick("std::plus<>()", "std::plus<>{}", f"std::plus<{t}>()", f"[]({t} {e}, {t} {o}) {{ return {e} + {o}; }}")
        fold = self.pick(plus, f"[]({t} {e}, {t} {o}) {{ return {e} > {o} ? {e} : {o}; }}",
                         f"[&]({t} {e}, {t} {o}) {{ return {e} + {o}; }}", f"[](auto {e}, auto {o}) {{ return {e} + {o}; }}",
                         f"[]({t} {e}, int {o}) {{ const {t} both = {e} + {o}; return both; }}",
                         *(["std::bit_xor<>{}", "std::bit_or<>()", "std::multiplies<>()"] if source.kind == "uint" else []))
        two = self.pick("std::minus<>()", "std::plus<>()", f"[]({source.type} {e}, {source.type} {o}) {{ return {e} > {o} ? {e} : {o}; }}")
        lone = self.lone_fold(source, words)
        parts = self.random.choice([
            [f"std::accumulate({words}, {start})"], [f"std::accumulate({words}, {start}, {fold})"],
            [f"std::reduce({words}, {start})"], [lone], [f"std::reduce({words}, {start}, {plus})"],
            [f"std::inner_product({words}, {y.first if y.most >= x.most else x.first}, {start})"],
            [f"std::inner_product({words}, {x.first}, {start}, {plus}, {two})"],
            [f"std::transform_reduce({words}, {x.first}, {start})"],
            [f"std::transform_reduce({words}, {x.first}, {start}, {plus}, {two})"],
            [f"std::transform_reduce({words}, {start}, {plus}, ", *function, ")"]])
        if self.chance(8):
            return self.sum_of_complex(scope, start)
        return self.taken(scope, parts, (-1 << 30, 1 << 30), (*names, e, o), real)

    def sum_of_complex(self, scope, start):
        self.palette = sorted({"z", *self.palette})
        e = self.fresh("e")
        start = self.pick("std::complex<double>()", "std::complex<double>(1, 2)", "std::complex<double>{double(m)}", "z[1]")
        call = self.pick(f"std::accumulate(z, z + m, {start})", f"std::reduce(z, z + m, {start})",
                         f"std::transform_reduce(z, z + p, {start}, std::plus<>(), [](const std::complex<double>& {e}) {{ return {e} * 2.0; }})",
                         f"std::inner_product(z, z + p, z + 1, {start})", f"std::accumulate(z, z + m, {start}, std::plus<>())")
        return self.taken(scope, [f"{call}.{self.pick('real()', 'imag()')}"], INT, (e,), True)

    def lone_fold(self, source, words):
        """Without a start: of a type that may be too small for the sum in itself."""
        if source.type in ("short", "unsigned char", "bool"):
            return f"std::accumulate({words}, 0)"
        return f"std::reduce({words})"

    def counting(self, scope):
        source = self.sequence(scope)
        std, walked = self.walked(source)
        test, names = self.test_of(scope, source)
        parts = self.pick([f"{std}count({walked}, {self.sought(scope, source)})"], [f"{std}count_if({walked}, {test})"],
                          [f"{std}count_if({walked}, {self.named_test(source)})"])
        return self.taken(scope, parts, (0, 4096), names)

    def sought(self, scope, source):
        if source.kind == "double":
            return self.pick("0.0", "5.0", "double(n)", "(double)k")
        own = f"{source.array}[{self.pick('0', 'p', 'm')}]"
        return self.pick("0", "k", "3", "n + 1", own, own, f"int(m)", "-k", "int{2}", "std::abs(k)", "3 + m % 2", "'a'", "(m, 4)") if source.type == "int" else (
            f"({source.type})({self.pick('3', 'm', own)})")

    def finding(self, scope):
        source = self.sequence(scope)
        std, walked = self.walked(source)
        test, names = self.test_of(scope, source)
        pair, more = self.test_of(scope, source, 2)
        name = self.pick("find", "find_if", "find_if_not", "any_of", "all_of", "none_of", "adjacent_find", "is_sorted",
                         "is_sorted_until", "find_if")
        function = self.pick(test, test, self.named_test(source))
        call = {"find": lambda: f"{std}find({walked}, {self.sought(scope, source)})",
                "adjacent_find": lambda: f"{std}adjacent_find({walked}{self.pick('', ', ' + pair)})",
                }.get(name, lambda: f"{std}{name}({walked}{self.pick('', self.ordered(std, source))})" if "sorted" in name else (
                    f"{std}{name}({walked}, {function})"))()
        if name in ("any_of", "all_of", "none_of", "is_sorted"):
            return self.answered(scope, call, (*names, *more))
        return self.taken(scope, self.place(source, [call]), (0, 4096), (*names, *more))

    def ordered(self, std, source):
        return self.pick(f", std::greater<>()", f", std::less<{source.type}>()", ", std::ranges::less{}" if "ranges" in std else "",
                         f", []({source.type} one, {source.type} other) {{ return one > other; }}")

    def answered(self, scope, call, names):
        """A truth value, where it is tested or kept."""
        hits = self.scalar("hits", "int", "0")
        name = self.fresh("t")
        return self.random.choice([
            lambda: [line(f"if ({self.pick('', '!')}{call}) ++{hits};", declares=names)],
            lambda: [line(f"{hits} += {call} ? 2 : 1;", declares=names)],
            lambda: [line(f"const bool {name} = {call};", declares=(name, *names)), line(f"{hits} += {name};")],
            lambda: [line(f"if (n > 3 && {call}) {hits} += 4;", declares=names)],
            lambda: [block(f"if ({call})", self.assignment(scope), declares=names)],
            lambda: self.taken(scope, [call], (0, 1), names)])()

    def comparing(self, scope):
        """Of two sequences: where they differ, and whether they do."""
        x = self.sequence(scope)
        other = Sequence(x.array, x.first, x.last, x.most, x.count, x.whole) if self.chance(30) else self.sequence(
            scope, (x.kind,), name=x.array)
        other = x if other.most < x.most else other
        pair, names = self.test_of(scope, x, 2)
        pair = self.pick("", "", f", {pair}")
        if not x.whole and x.array in "abcuvxy" and self.chance(40):
            partner = {"a": "b", "b": "c", "c": "a", "u": "v", "v": "u", "x": "y", "y": "x"}[x.array]
            self.palette = sorted({partner, *self.palette})
            other = Sequence(partner, partner, f"{partner} + {self.pick('n', 'm')}", x.most)
        if self.chance(45):
            return self.answered(scope, self.random.choice([
                f"std::equal({x.first}, {x.last}, {other.first}{pair})",
                f"std::equal({x.first}, {x.last}, {other.first}, {other.last}{pair})",
                f"std::ranges::equal({x.whole or f'{x.first}, {x.last}'}, {x.whole or f'{other.first}, {other.last}'}{pair})"]), names)
        call = f"std::mismatch({x.first}, {x.last}, {other.first}{pair})"
        one, two = self.fresh("t"), self.fresh("t")
        total = self.scalar("sum", "long long", "0")
        return self.random.choice([
            lambda: self.taken(scope, [f"{call}.first - {self.first_of(x)}"], (0, 4096), names),
            lambda: [block("", [line(f"const auto [{one}, {two}] = {call};", declares=(one, two, *names)),
                                line(f"{total} += 2 * ({one} - {self.first_of(x)}) - ({two} - {self.first_of(other)});")])]])()

    def extreme(self, scope):
        source = self.sequence(scope)
        kind = self.pick("place", "place", "element", "element", "both", "value")
        std, walked = self.walked(source)
        way = self.pick("max_element", "min_element")
        if kind == "place":
            return self.taken(scope, self.place(source, [f"{std}{way}({walked}{self.pick('', '', '', self.ordered(std, source))})"]), (0, 4096))
        more = self.certain(source)
        real = source.kind == "double"
        if kind == "element":
            return self.taken(scope, [f"(long long)*std::{way}({source.first}, {more})" if not real else
                                      f"*std::{way}({source.first}, {more})"], INT, (), real)
        if kind == "value":
            own = self.random.choice(["vec", "arr", "span"])
            self.palette = sorted({own, *self.palette})
            call = self.pick(f"std::ranges::{self.pick('max', 'min')}({own})", f"std::ranges::minmax({own}).{self.pick('max', 'min')}",
                             f"std::ranges::max({own}, std::greater<>{{}})", f"std::max({{+n, +m, 3}})")
            return self.taken(scope, [call]) if scope.times * 256 <= MOST_ITERATIONS else self.answered(scope, "n > 2", ())
        one, two = self.fresh("t"), self.fresh("t")
        total = self.scalar("sum", "long long", "0")
        return [block("", [line(f"const auto [{one}, {two}] = {std}minmax_element({walked});", declares=(one, two)),
                           line(f"{total} += 3 * ({one} - {self.first_of(source)}) + ({two} - {self.first_of(source)});")])]

    @staticmethod
    def certain(source):
        """The end of a sequence that has one element at least."""
        if source.first.startswith("std::make_reverse"):
            source.first = f"std::make_reverse_iterator({source.array} + 9)"
            return f"std::make_reverse_iterator({source.array})"
        return f"{source.first} + 7" if "begin" in source.first or "data" in source.first or "end" in source.first else (
            f"{source.last} + 1")

    def rearranging(self, scope):
        to = self.sequence(scope, store=True)
        std, walked = self.walked(to)
        if self.chance(60):
            return [line(f"{std}reverse({walked});")]
        if to.type not in ("int", "unsigned", "double"):
            return [line(f"{std}reverse({walked});")]
        other = self.pick(*{"int": "abc", "unsigned": "uv", "double": "xy"}[to.type])
        self.palette = sorted({other, *self.palette})
        self.stored.add(other)
        other += " + 300"
        return [line(f"std::swap_ranges({to.first}, {to.last}, {other});")]

    def scanning(self, scope):
        """Running sums and differences, in arithmetic that wraps, or of few numbers into containers of their own."""
        source = self.sequence(scope, ("uint",) if self.chance(60) else ("int", "double"))
        real, t = source.kind == "double", "double" if source.kind == "double" else "unsigned" if source.kind == "uint" else "long long"
        if source.kind == "uint":
            target = self.pick(source.first, self.room_apart(scope, source)[1])
            self.stored.add(source.array)
        else:
            target = f"{self.own_vector(t, 256)}.{'begin()'}"
        e, o = self.fresh("e"), self.fresh("e")
        plus = self.pick("std::plus<>()", f"std::plus<{t}>{{}}", "std::plus<>{}", f"[]({t} {e}, {t} {o}) {{ return {e} + {o}; }}",
                         f"[]({t} {e}, {t} {o}) {{ return {e} > {o} ? {e} : {o}; }}")
        start = {"double": "2.0", "unsigned": "3u", "long long": self.pick("0ll", "(long long)k")}[t]
        words = f"{source.first}, {source.last}, {target}"
        call = self.random.choice([
            f"std::partial_sum({words})", f"std::partial_sum({words}, {plus})", f"std::inclusive_scan({words})",
            f"std::inclusive_scan({words}, {plus})", f"std::inclusive_scan({words}, {plus}, {start})",
            f"std::exclusive_scan({words}, {start})", f"std::exclusive_scan({words}, {start}, {plus})",
            f"std::adjacent_difference({words})", f"std::adjacent_difference({words}, {self.pick('std::plus<>()', 'std::minus<>{}')})"])
        if self.chance(30):
            return self.taken(scope, [f"{call} - {target}" if " + " not in target else f"{call} - ({target})"], (0, 4096), (e, o))
        return [line(f"{call};", declares=(e, o))]

    def packing_copy(self, scope):
        source = self.sequence(scope)
        std, walked = self.walked(source)
        _, target = self.room_apart(scope, source)
        test, names = self.test_of(scope, source)
        name = self.pick("copy_if", "copy_if", "remove_copy_if")
        if source.type == "int" and scope.times * source.most <= 200 and self.chance(30):
            self.stored.add("out")
            return [line(f"{std}{name}({walked}, std::back_inserter(out), {test});", declares=names)]
        call = f"{std}{name}({walked}, {target}, {test})"
        out = ".out" if "ranges" in std else ""
        return self.taken(scope, [f"{call}{out} - " + (f"({target})" if " + " in target else target)], (0, 4096), names
                          ) if self.chance(60) else [line(f"{call};", declares=names)]

    # Searches of sorted numbers.

    def sorted_numbers(self):
        """What a function has sorted before all else, as sequences of it."""
        kind = self.pick("array", "copied", "doubles", "constant")
        name = self.fresh("ordered")
        values = ", ".join(map(str, sorted(self.random.sample(range(-999, 999), 9))))
        text = {"array": f"int {name}[] = {{{values}}};", "constant": f"static const int {name}[] = {{{values}}};",
                "copied": f"std::vector<int> {name}(key, key + 30); std::sort({name}.begin(), {name}.end());",
                "doubles": f"std::vector<double> {name}{{{values}}};"}[kind]
        self.scalars.append(Scalar(name, text, ""))
        ends = [(name, f"{name} + 9"), (f"std::begin({name})", f"std::end({name})")] if kind in ("array", "constant") else [
            (f"{name}.begin()", f"{name}.end()"), (f"{name}.data()", f"{name}.data() + {name}.size()"),
            (f"{name}.begin() + 1", f"{name}.end()"), (f"{name}.rbegin()", f"{name}.rend()")]
        return name, self.random.choice(ends), kind

    def bisection(self, scope):
        """The text of a number, with its range."""
        name, (first, last), kind = self.sorted_numbers()
        value = self.value(scope) if kind != "doubles" else Expr("double({})", [self.within(self.value(scope))])
        more = ", std::greater<>()" if "rbegin" in first else ""
        call = self.pick("lower_bound", "lower_bound", "upper_bound", "binary_search")
        std, walked = ("std::", f"{first}, {last}") if more or self.chance(70) else ("std::ranges::", name)
        begin = first if std == "std::" else f"std::begin({name})"
        parts = [f"{std}{call}({walked}, ", value, f"{more})"]
        if call == "binary_search":
            return parts, (0, 1)
        if first != last and not more and std == "std::" and self.chance(25) and kind != "doubles":
            return ["*", f"std::{call}({first}, {last} - 1, ", value, ")"], INT
        begin = f"({begin})" if " + " in begin else begin
        return self.pick([*parts, f" - {begin}"], [f"std::distance({begin}, ", *parts, ")"]), (0, 30)

    def bisected(self, scope):
        """In an iteration: where its value lies among sorted numbers."""
        parts, allowed = self.bisection(scope)
        target = self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        text, value = ["(int)(", *parts, ")"], [p for p in parts if not isinstance(p, str)]
        form = "".join(self.escaped(p) if isinstance(p, str) else "{}" for p in text)
        return [line(target, " = ", self.within(Expr(form, value, allowed), target.fixed), ";")]

    def of_row(self, scope):
        """What a call says of a few elements, in an iteration."""
        target = self.element(scope, store=True)
        if target is None or scope.times * 7 > MOST_ITERATIONS:
            return self.assignment(scope)
        name = self.array_of(("int",), names="abch")
        first = f"{name} + ({self.index(scope, (0, 1500)).text()})"
        span, e = f"{first}, {first} + {self.pick('p + 1', '1 + p', '7')}", self.fresh("e")
        form, allowed = self.random.choice([
            (f"*std::max_element({span})", INT), (f"*std::min_element({span})", INT), (f"std::accumulate({span}, 0)", (-7168, 7168)),
            (f"(int)(std::max_element({span}) - ({first}))", (0, 7)), (f"(int)(std::find({span}, {self.pick('k', '3')}) - ({first}))", (0, 7)),
            (f"(int)std::distance({first}, std::min_element({span}))", (0, 7)), (f"(int)std::count({span}, {self.pick('0', 'm')})", (0, 7)),
            (f"(int)std::any_of({span}, [&](int {e}) {{ return {e} > {self.pick('k', '100')}; }})", (0, 1)),
            (f"std::transform_reduce({span}, 0, std::plus<>(), [](int {e}) {{ return {e} % 64; }})", (-512, 512)),
            (f"std::inner_product({span}, {first}, 0)", (-8 << 20, 8 << 20))])
        return [line(target, " = ", self.within(Expr(self.escaped(form), fixed=allowed), target.fixed), ";", declares=e)]

    def bisecting(self, scope):
        parts, allowed = self.bisection(scope)
        return self.taken(scope, parts, allowed)

    # Bytes.

    def bytewise(self, scope):
        """`memcpy` and its like, of whole elements and of parts."""
        names = {"a": "int", "u": "unsigned", "x": "double", "q": "unsigned char", "h": "short", "f": "float", "w": "long long",
                 "b": "int", "v": "unsigned"}
        name = self.random.choice([a for a in self.palette if a in names] or ["a"])
        kind, width = names[name], {"int": 4, "unsigned": 4, "double": 8, "unsigned char": 1, "short": 2, "float": 4, "long long": 8}[names[name]]
        self.palette, m = sorted({name, *self.palette}), self.pick("m", "m", "p", "(std::size_t)m")
        self.stored.add(name)
        size = self.random.choice([f"{m} * sizeof({kind})", f"sizeof({kind}) * {m}", f"{width} * {m}", f"{m} * sizeof(*{name})",
                                   f"2 * sizeof({kind}) * {m}", str(3 * width), str(width), f"3 * sizeof {name}[0]",
                                   f"{m} * {width} * s", f"({m} + 1) * sizeof({kind})", f"{m} * sizeof({kind}) + {width}",
                                   f"sizeof(int[2]) * {m}", f"{m} * {width}ul", f"std::size_t({m}) * sizeof({kind})", f"({m} * 8) * 1"] + ([m, "m + 1"] if width == 1 or kind == "unsigned" else []))
        off = lambda base: f"{name} + " + (f"{base} + " if base else "") + f"({self.index(scope, (0, 1500)).text()})"
        word, other = self.pick("std::", "std::", ""), {"a": "b", "b": "a", "u": "v", "v": "u"}.get(name, name)
        self.palette = sorted({other, *self.palette})
        self.stored.add(other)
        fill = self.pick("0", "0", "0", "'\\0'") if width > 1 and kind != "unsigned" else self.pick("0", "0x55", "k", "7")
        text = self.random.choice([
            f"{word}memcpy({off('2000')}, {off('')}, {size});", f"{word}memcpy({off('2000')}, {off('')}, {size});",
            f"{word}memmove({off('')}, {off('')}, {size});", f"{word}memmove({name} + 300, {name} + 301, {size});",
            f"{word}memmove({name}, {name} + {self.pick('0', 's', '2')}, {size});", f"{word}memset({off('')}, {fill}, {size});",
            f"{word}memset({name}, {fill}, {size});", f"{word}memmove({name} + 5, {other} + 5, {size});",
            f"{word}memcpy(&{name}[2000], &{name}[{self.index(scope, (0, 1500)).text()}], {size});",
            f"{word}memmove(std::next({name}, 2), {other} + 1, {size});", f"{word}memset(std::next({name}, 3), 0, {size});",
            f"{word}memmove({off('')}, {other} + p, {size});", f"{word}memset({name} + n, {fill}, {size});",
            f"{word}memcpy({name} + 2000, {self.pick('cells', 'wholes', 'flags')}, 0);"])
        if "cells" in text or "wholes" in text or "flags" in text:
            return self.bytes_of_objects(scope)
        return [line(text)]

    def bytes_of_objects(self, scope):
        """Of elements that a copy of their members says all about, and of others: with gaps, bases, bits and unions."""
        owner, kind = self.random.choice([("cells", "Cell"), ("cells", "Cell"), ("wholes", "Whole"), ("flags", "Flags"), ("set", "bool"),
                                          ("levels", "Level"), ("z", "std::complex<double>")])
        own = self.fresh("made")
        at = self.index(scope, (0, 7)).text()
        if self.chance(50):
            self.palette = sorted({owner, *self.palette})
            self.stored.add(owner)
            size = self.pick(f"p * sizeof({kind})", f"2 * sizeof({kind})", f"sizeof({kind}) * s")
            return [line(f"std::memcpy({owner} + 300 + ({at}), {owner} + ({self.index(scope, (0, 99)).text()}), {size});")]
        type_, helper = self.fresh("own_type"), self.random.choice([
            "{ int one, two; }", "{ short one; int two; }", "{ int values[2]; }", "{ Pair one; int two; }", "{ union { int one; float two; }; }",
            "{ long double one; }", "{ bool one; }", "{ int one : 5, two : 27; }", "{}", "{ float one, two, three; }", ": Part { int three; }",
            "{ double x, y; double norm() const { return x * x; } }", "{ char one; char more[3]; }", "{ int one = 3; }"])
        total = self.scalar("bits", "unsigned", "0")
        return [block("", [line(f"struct {type_} {helper};", declares=type_), line(f"{type_} {own}[16] = {{}};", declares=own),
                           line(f"std::memset({own}, {self.pick('0', '0', '1')}, 8 * sizeof({type_}));") if helper != "{ bool one; }" else line(";"),
                           line(f"std::memcpy({own} + 8, {own} + ({at}), 2 * sizeof({type_}));"),
                           line(f"{total} += (unsigned char)*(const char*)({own} + 8);")])]

    # Members of objects, by projections.

    def over_members(self, scope):
        owner, kind = self.random.choice([("cells", "Cell"), ("wholes", "Whole"), ("vecs", "Vec2")])
        view = self.fresh("view")
        if owner == "vecs":
            self.scalars.append(Scalar(view, f"std::vector<Vec2> {view}(20, Vec2{{3, 4}}); {view}[7] = Vec2{{n, m}};", ""))
            member, names = "x", "&Vec2::x"
        else:
            self.palette = sorted({owner, *self.palette})
            self.stored.add(owner)  # not constant: the view could not be of such
            self.scalars.append(Scalar(view, f"const std::span<{kind}> {view}({owner}, 40);", ""))
            member = {"cells": self.pick("left", "right"), "wholes": "three"}[owner]
            names = f"&{kind}::{member}"
        e, limit = self.fresh("e"), self.random.randint(-99, 300)
        test = f"[](int {e}) {{ return {e} {self.pick('>', '<', '==')} {limit}; }}"
        object_test = f"[]({self.pick(f'const {kind}&', 'const auto&')} {e}) {{ return {e}.{member} > {limit}; }}"
        names = self.pick(names, names, names, "std::identity{}", f"[](const {kind}& one) {{ return one.{member}; }}")
        if names.startswith("std::identity"):
            test = object_test
        call, place = self.random.choice([
            (f"std::ranges::count_if({view}, {test}, {names})", False), (f"std::ranges::find_if({view}, {test}, {names})", True),
            (f"std::ranges::any_of({view}, {test}, {names})", False), (f"std::ranges::all_of({view}, {object_test})", False),
            (f"std::ranges::count({view}, {limit}, &{kind}::{member})", False),
            (f"std::ranges::find({view}, {limit}, &{kind}::{member})", True),
            (f"std::ranges::max_element({view}, {self.pick('{}', 'std::ranges::less{}', 'std::greater<>{}')}, &{kind}::{member})", True),
            (f"std::ranges::is_sorted({view}, {{}}, &{kind}::{member})", False),
            (f"std::find_if({view}.begin(), {view}.end(), {object_test})", True),
            (f"std::count_if({view}.begin(), {view}.end(), {object_test})", False)])
        if self.chance(25) and owner != "vecs":
            self.stored.add(owner)
            value, more = self.fresh("e"), self.random.randint(1, 9)
            return [line(f"std::ranges::for_each({view}, [&](auto& {value}) {{ {value}.{member} = ({value}.{member} + {more}) % 1024; }});",
                         declares=value)]
        return self.taken(scope, [call + (f" - {view}.begin()" if place else "")], (0, 99), e)

    def unknown_algorithm(self, scope):
        """Of which no loop is known: nobody may think that it does nothing."""
        to = self.sequence(scope, store=True)
        e = self.fresh("e")
        if "reverse" in to.first or scope.times > 12:
            return self.tally(scope, to)
        return [line(self.random.choice([
            f"std::sort({to.first}, {to.last});", f"std::rotate({to.first}, {to.first}, {to.last});",
            f"std::ranges::sort({to.first}, {to.last});", f"std::partition({to.first}, {to.last}, [](auto {e}) {{ return {e} > 3; }});",
            f"std::stable_sort({to.first}, {to.last}, std::greater<>());",
            f"std::for_each({to.first}, {to.last}, [at = 1](auto& {e}) mutable {{ if (++at % 3 == 0) {e} = 2; }});"]), declares=e)]
