"""Random helpers that are given iterators or pointers and move them, in loops that count them and in loops that do not."""
from texts import Texts

# `at` to `end` is a range, `other` another place, and all have room for 40 more. Behind a |: what ends the body, and the loop.
TAKEN = ["template <class T> static long long @H(T at, T end, T other) {", "template <class T, class U> static long long @H(T at, T end, U other) {",
         "template <class T> static long long @H(const T first, const T end, T other) {\n  auto at = first;",
         "template <class T> static long long @H(T first, T end, T other) {\n  T& at = first;",
         "static long long @H(auto at, const auto end, auto other) {", "template <class T> constexpr long long @H(T at, T end, T other) {"]
COUNTED = ["for (; at != end; @step) {", "for (; at < end; @step) {", "for (auto from = other; at != end; @step) {", "for (int k = 0; k < @N; ++k, @step) {",
           "for (int k = 0; at != end && k < @N; ++k, @step) {", "while (at != end) {|@step;", "while (end - at > 0) {|@step;", "while (at < end) {|@step;",
           "for (int k = 0; k < @N; ++k) {|@step;", "for (int k = 0; k < @N; ++k) {|if (@asked) { @step; }", "while (at < end) {|if (@asked) { @step; } else { ++at; }",
           "while (at < end) {|if (@asked) at += 2; else { @step; }", "for (int k = 0; sum < 3000 && k < @N; ++k) {|@step;", "int k = 0;\nwhile (sum > -3000) {|@step;\nif (++k > @N) break;",
           "int k = 0;\ndo {|@step;@} while (++k < @N);", "for (int k = 0; k < @N; @step, k++) {|if (@asked) continue;"]
STEPS = ["++at", "at++", "at += 1", "at = at + 1", "++at, ++other", "++at, (void)++other", "(void)at++, static_cast<void>(++other)", "other++, ++at", "at = std::next(at)",
         "++at, other += 1", "at -= -1", "std::advance(at, 1)", "auto& same = ++at; (void)same", "at = other = at + 1", "at.operator++()"]
ASKED = ["sum % 2 == 0", "*at > 3", "*other < *at", "(sum & 3) != 1", "true"]
USES = ["sum += *at;", "sum += *at * *other;", "sum -= at[0] - other[1];", "sum += *(at + 1) % 7;", "sum += *std::next(other);", "sum += *at ? 1 : *other;",
        "sum += at - end;", "const int now = *at;\n  sum += now / 2;", "auto next = at;\n  ++next;\n  sum += *next - *at;", "sum += [&] { return *at; }();"]


class Moved(Texts):
    """The part of the generator that has them."""

    def moved_nest(self, scope):
        kind, taken = self.pick("vec", "vec", "span", "span", "pointer"), self.random.choice(TAKEN)
        array = self.pick(*"abc")
        begin = {"vec": "vec.begin()", "span": "span.begin()", "pointer": array}[kind]
        if kind == "vec" and self.chance(20):
            begin = "vec.cbegin()"
        at = self.pick("@i", "3", "m", "(@i & 31)", "@i / 2", "0")
        first, last = f"{begin} + {at}", f"{begin} + {at} + {self.pick('6', 'm', '(@i & 7)', 'n / 8', '1')}"
        other = f"{begin} + {self.pick('@i', '9', 'p', '0')}"
        if kind == "vec" and begin == "vec.begin()" and self.chance(30):
            other = f"vec.end() - {self.pick('90', 'm - 80', '(@i & 15) - 77')}"
        if "class U" in taken and self.chance(50):
            other = f"{array} + @i"
        helper = self.moving(taken, plain=kind == "pointer" or "class U" in taken)
        call = f"@H({first}, {last}, {other})"
        text = self.pick(f"@A[@i] = int({call} % 900);", f"@S += {call};", f"if (@c) @A[@i] += int({call} % 100);",
                         f"const long long @X = {call};\n@A[@i + 300] = int(@X % 500);")
        self.stored |= {name for name in ("vec", "span") if name == kind}
        return self.as_block(scope, f"for (int @i = 0; @i < @e; ++@i) {{\n{text}\n}}", helper)

    def moving(self, taken, plain):
        """The helper's definition; `plain`: it may be given a pointer, or two kinds of iterators."""
        head, _, end = self.random.choice(COUNTED).partition("|")
        end, _, close = end.partition("@}")
        unfit = [when for when, is_so in (("operator", plain), ("at = other", plain or "auto" in taken), (";", "@step" in head)) if is_so]
        step = self.random.choice([step for step in STEPS if not any(word in step for word in unfit)])
        body = self.random.sample(USES, self.random.randint(1, 2))
        lines = [taken, "long long sum = 0;", head, *body, end, f"}}{close}", "return sum;"]
        return "\n  ".join(lines).replace("@step", step).replace("@asked", self.random.choice(ASKED)) + "\n}\n"
