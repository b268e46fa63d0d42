"""Random nests that a GPU's threads may share: rows that loops fill, sums that they leave, and what looks like such and is
not: rows that overlap, values that are handed on, arrays of an iteration's own. Sums are of quarters, exact in any order:
a loop that is launched by itself adds them in another one (test/e2e/programs/lanes.cpp asks for the bits)."""
from tree import block, line

PITCH = 64
INTS = ["a", "b", "c"]


class Shared:
    """The part of the generator that writes nests with sums and rows in them."""

    def shared_nest(self, scope):
        if scope.counters or scope.times > 1:
            return self.plain_nest(scope)
        self.row_written = ["c"] if self.chance(80) else INTS
        self.row_read = ["a", "b"] if self.chance(80) else INTS
        self.down = self.chance(20)
        return self.random.choice([self.row_nest, self.row_nest, self.row_nest, self.deep_nest, self.turned_nest,
                                   self.product_nest])()

    def row_element(self, row, column, written=False):
        """Of a row, mostly the one at hand; or of a column."""
        name = self.random.choice(self.row_written if written else self.row_read)
        if written:
            self.stored.add(name)
        at = f"{column} * {PITCH} + {row}" if self.down else f"{row} * {PITCH} + {column}"
        shift = self.pick("", "", " + 1", " - 1", f" + {PITCH}") if not written or self.chance(5) else ""
        return f"{name}[{at}{shift}]"

    def along_row(self, name):
        """Head of a loop along a row, over numbers from 0 to 99."""
        bound = self.pick("64", "m + 40", "n", "i + 1", "64 - m", "m")
        start = self.pick("0", "0", "1", "m", "i / 2")
        kind = self.pick("int", "int", "long", "short")
        return self.pick(f"for ({kind} {name} = {start}; {name} < {bound}; ++{name})",
                         f"for ({kind} {name} = {start}; {name} < {bound}; {name} += 2)",
                         f"for (int {name} = {bound} - 1; {name} >= {start}; --{name})",
                         f"for (unsigned {name} = {bound}; {name} > 0; --{name})")

    def row_loop(self, name, sums):
        """A loop along the row that adds to some of the sums, and fills elements."""
        made = []
        if self.chance(15):
            made.append(line(f"if ({self.row_element('i', name)} % 5 == 1) continue;"))
        for kind, total in sums:
            if self.chance(35):
                continue
            value = self.row_element("i", name) + (f" * {self.pick('0.25', '1.5')}" if kind != "int" else "")
            operation = f"{total} {self.pick('+=', '+=', '+=', '-=')} {value};"
            if kind == "float":
                operation = f"{total} += {self.row_element('i', name)} * 0.25f;"
            if self.chance(20):
                operation = f"if ({self.row_element('i', name)} > {self.pick('0', '100', 'i')}) {operation}"
            made.append(line(operation))
        made += [line(self.lane_change(one, name)) for one in self.lane_kinds if self.chance(50)]
        if self.chance(45) or not made:
            value = f"({self.row_element('i', name)} + {name} * 3 - {self.front}) % 1000"
            if sums and self.chance(25):
                value = f"((int){sums[0][1]} + {name}) % 1000"
            made.append(line(f"{self.row_element('i', name, written=True)} = {value};"))
        return block(self.along_row(name), made, declares=(name,))

    def lane_variables(self):
        """Variables for what is no sum, declared in front of loops that combine into them: kind, name, place."""
        kinds = self.random.sample(["most", "least", "first", "bits", "all"], self.random.choice([0, 0, 1, 2]))
        self.lane_kinds = [(kind, self.fresh(kind), self.fresh("at") if kind == "first" else "") for kind in kinds]
        starts = {"most": "int {} = -1;", "least": "int {} = 999;", "first": self.pick("int {} = -1;", "int {} = 7;"),
                  "bits": "unsigned {} = 0;", "all": "bool {} = true;"}
        made = [line(starts[kind].format(name), declares=name) for kind, name, _ in self.lane_kinds]
        return made + [line(f"int {at} = -1;", declares=at) for _, _, at in self.lane_kinds if at]

    def lane_change(self, one, column):
        """What an iteration does to such a variable."""
        kind, name, at = one
        value = f"{self.row_element('i', column)} % 100"
        return {"most": self.pick(f"if ({value} > {name}) {name} = {value};", f"{name} = std::max({name}, {value});",
                                  f"{name} = {value} >= {name} ? {value} : {name};"),
                "least": self.pick(f"if ({value} < {name}) {name} = {value};", f"{name} = std::min({value}, {name});"),
                "first": f"if ({value} > {name}) {{ {name} = {value}; {at} = (int){column}; }}",
                "bits": f"{name} |= {value} & 63;", "all": f"{name} = {name} && {value} < 90;"}[kind]

    def lane_results(self):
        """Where those go."""
        texts = {"first": "{0} * 100 + {1}", "all": "({0} ? 5 : 6)", "bits": "(int){0}"}
        self.stored |= {"u"} if self.lane_kinds else set()
        return [line(f"u[i{self.pick('', ' + 200')}] += {texts.get(kind, '{0}').format(name, at)};")
                for kind, name, at in self.lane_kinds]

    def turned_nest(self):
        """Rows that are added to one row, or to one of each; the middle loop may be the outer one."""
        to, of = self.random.sample(INTS, 2) if self.chance(85) else ["c", "c"]
        self.stored.add(to)
        i, j = self.fresh("i"), self.fresh("j")
        value = f"{of}[{i} * 8 + {j}{self.pick('', '', ' + 1')}] % 9"
        at = self.pick(f"{j}", f"{j}", f"{j} + 3", f"2 * {j}", f"{j} / 2", f"{i} + {j}")
        change = self.pick(f"{to}[{at}] += {value};", f"{to}[{at}] -= {value};", f"++{to}[{at}];", f"{to}[{at}] |= {value};",
                           f"if ({value} > 4) {to}[{at}] += {i};", f"{to}[{at}] = {to}[{at}] + {value};")
        made = [line(f"const int {(scale := self.fresh('scale'))} = {of}[{i}] % 5;", declares=scale)] if self.chance(30) else []
        if self.chance(20):
            made.append(line(f"if ({i} % 7 == 2) continue;"))
        made.append(block(self.pick(f"for (int {j} = 0; {j} < 280; ++{j})", f"for (int {j} = 279; {j} >= 0; --{j})",
                                    f"for (int {j} = 0; {j} < 4 * m; ++{j})"), [line(change)], declares=(j,)))
        return block(f"for (int {i} = 0; {i} < {self.pick('n', 'm', '3')}; ++{i})", made, declares=(i,))

    def product_nest(self):
        """for (i) for (k) for (j), where k may lie outside of j or may not."""
        i, j, k = (self.fresh(name) for name in "ijk")
        to, of = self.random.sample(INTS, 2)
        self.stored.add(to)
        change = self.pick(f"{to}[{i} * 60 + {j}] += {of}[{k} * 60 + {j}] % 7;",
                           f"{to}[{i} * 60 + {j}] = {to}[{i} * 60 + {j}{self.pick(' + 1', ' - 1')}] % 50 + {k};",
                           f"{to}[({i} * 8 + {k} + 1) * 8 + {j}] = {to}[({i} * 8 + {k}) * 8 + {j}] % 90 + 1;")
        inner = block(f"for (int {j} = 1; {j} < {self.pick('8', '50')}; ++{j})", [line(change)], declares=(j,))
        middle = block(f"for (int {k} = 0; {k} < {self.pick('7', 'm / 8')}; ++{k})", [inner], declares=(k,))
        return block(f"for (int {i} = 0; {i} < {self.pick('n', '40')}; ++{i})", [middle], declares=(i,))

    def row_nest(self):
        sums = [(self.pick("int", "double", "double", "float"), self.fresh("sum")) for _ in range(self.random.randint(0, 3))]
        made, self.front = [], "i"
        if self.chance(25):  # read in front of what the loops write
            self.front = self.fresh("first")
            row = f"{self.random.choice(self.row_written)}[i * {PITCH} + {self.pick('0', '7', '63')}]"
            made.append(line(f"const int {self.front} = {row};", declares=self.front))
        if self.chance(15):
            made.append(line(f"if (i % 4 == {self.random.randint(0, 3)}) continue;"))
        for kind, total in sums:
            made.append(line(f"{kind} {total} = {self.pick('0', '-0', '1', 'i', self.row_element('i', '2'))};", declares=total))
        made += self.lane_variables()
        if self.chance(15):
            made.append(line(f"{self.row_element('i', '0', written=True)} = i % 100;"))
        for _ in range(self.random.choices([1, 2, 3], [60, 30, 10])[0]):
            made.append(self.row_loop(self.fresh("j"), sums))
        made += self.lane_results()
        for kind, total in sums:
            value = total if kind == "int" else f"(long)({total} * 4)"
            to = self.row_element("i", "0", written=True) if self.chance(15) else f"u[i{self.pick('', '', '', ' + 200')}]"
            self.stored |= {"u"} if to[0] == "u" else set()
            made.append(line(f"{to} {self.pick('=', '=', '+=') if to[0] == 'u' else '='} {value} % 1000;"))
        return block("for (int i = 0; i < n; ++i)", made, declares=("i",))

    def deep_nest(self):
        """Three loops, of which any may lie along memory."""
        i, j, k = (self.fresh(name) for name in "ijk")
        place = self.pick(f"({i} * 12 + {j}) * 5 + {k}", f"({k} * 12 + {j}) * 100 + {i}", f"({i} * 5 + {k}) * 12 + {j}",
                          f"{i} * 60 + {j} * 4 + {k}")
        to, of = self.random.choice(INTS), self.random.choice(INTS)
        self.stored.add(to)
        inner = block(f"for (int {k} = 0; {k} < 5; ++{k})",
                      [line(f"{to}[{place}] = ({of}[{place}{self.pick('', '', ' + 1')}] * 3 + {i} - {j}) % 1000;")], declares=(k,))
        middle = block(f"for (int {j} = 0; {j} < {self.pick('m', '12', f'{i} % 12')}; ++{j})", [inner], declares=(j,))
        return block(f"for (int {i} = 0; {i} < n; ++{i})", [middle], declares=(i,))
