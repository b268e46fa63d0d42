"""Random nests over tables of the function's own whose rows lie apart or have a length that the run knows: pointers to
rows, vectors of vectors, cubes, objects that hold vectors, and arrays of a variable length."""
import dataclasses

from inputs import INT
from scope import Variable
from tree import Expr, Statement, block, line, operation

ROWS, COLUMNS = 12, 16  # of each: as many as any loop over one takes


@dataclasses.dataclass
class Table:
    """`before` declares and fills it; `row` names one of its rows, of `sized` ones with their size."""

    name: str
    before: list
    row: str = "{}[{}]"
    element: str = "[{}]"
    sized: bool = True
    ranged: bool = True
    plain: bool = True  # its rows are copied and swapped as they are
    fields: tuple = ()  # of its rows, that are numbers


class Tables:
    """The part of the generator that has rows. A table's elements hold what those of an int array hold."""

    def table_nest(self, scope):
        if scope.times > 3:
            return self.plain_nest(scope)
        kinds = [self.pointer_rows, self.vector_rows, self.arrays_of_vectors, self.object_rows, self.variable_rows, self.cube]
        table = self.random.choice(kinds)()
        nests = [self.over_table(scope, table) for _ in range(self.random.choice([1, 1, 2]))]
        shown = self.summed_table(table)
        made = [*table.before, *nests, shown]
        return Statement([], made) if self.chance(70) else block("", made)

    # Kinds of tables.

    def filled(self, name, e, change="{0} * 7 % 50"):
        return line(f"for (int {e} = 0; {e} < {ROWS}; ++{e}) for (int {e}_to = 0; {e}_to < {COLUMNS}; ++{e}_to) "
                    f"{name}[{e}][{e}_to] = ({e} * 31 + {e}_to * k) % 1024;", declares=e)

    def pointer_rows(self):
        name, e = self.fresh("lines"), self.fresh("e")
        base = self.pick(*(self.pointers("abc") or ["a"]))
        self.palette = sorted({*self.palette, base})
        self.stored.add(base)
        step = self.pick(16, 16, 20, 7, 0)
        declared = self.pick(f"int* {name}[{ROWS}];", f"int* {name}[{ROWS}];", f"std::vector<int*> {name}({ROWS});",
                             f"std::array<int*, {ROWS}> {name};", f"int* {name}_all[{ROWS}]; int** {name} = {name}_all;",
                             f"int* {name}_all[{ROWS}]; int* const* const {name} = {name}_all;",
                             f"std::unique_ptr<int*[]> {name}(new int*[{ROWS}]);")
        into = f"{name}_all" if f"{name}_all" in declared else name
        kept = "[[clustrix::serial]] " if f"int* {name}" in declared and self.chance(95) else ""
        fill = line(f"{kept}for (int {e} = 0; {e} < {ROWS}; ++{e}) {into}[{e}] = {base} + {e} * {step};", declares=e)
        return Table(name, [line(declared, declares=name), fill], sized=False, ranged=False, plain=into == name)

    def vector_rows(self):
        name, e = self.fresh("lines"), self.fresh("e")
        kind = self.pick("int", "int", "int", "short", "long")
        length = self.pick(f"{COLUMNS}", f"{COLUMNS}", f"{COLUMNS} + {e} % 3")
        outer = self.pick("std::vector", "std::vector", "std::unique_ptr")
        if outer == "std::unique_ptr":
            own = f"auto {name}_owner = std::make_unique<std::vector<std::vector<{kind}>>>({ROWS}); auto& {name} = *{name}_owner;"
        else:
            own = f"std::vector<std::vector<{kind}>> {name}({ROWS});"
        sized = line(f"for (int {e} = 0; {e} < {ROWS}; ++{e}) {name}[{e}].resize({length});", declares=e)
        return Table(name, [line(own, declares=name), sized, self.filled(name, self.fresh("e"))])

    def arrays_of_vectors(self):
        name = self.fresh("lines")
        declared = self.pick(f"std::vector<int> {name}[{ROWS}];", f"std::array<std::vector<int>, {ROWS}> {name};",
                             f"std::vector<std::array<int, {COLUMNS}>> {name}({ROWS});",
                             f"std::vector<int> {name}_all[{ROWS}]; std::span<std::vector<int>> {name}({name}_all);")
        grown = [] if "<std::array" in declared else [
            line(f"for (auto& one : {name}) one.assign({COLUMNS}, 1);")]
        return Table(name, [line(declared, declares=name), *grown, self.filled(name, self.fresh("e"))])

    def object_rows(self):
        name, kind = self.fresh("lines"), self.fresh("helper")
        self.helpers[kind] = (f"struct {kind} {{ std::vector<int> v = std::vector<int>({COLUMNS}, 3); int by = 2; short last[2]{{}}; std::array<int, 3> sides{{}}; "
                              "int at(int j) const { return v[j]; } int& at(int j) { return v[j]; } "
                              "int sum() const { int all = 0; for (const int x : v) all += x % 64; return all; } };")
        form, more = self.pick((".v[{}]", ""), (".v[{}]", ""), (".at({})", ""), (".inner.v[{}]", "inner"), (".last[({}) & 1]", ""),
                               (".sides[({}) % 3]", ""))
        element = kind
        if more:
            element = self.fresh("helper")
            self.helpers[element] = self.helpers.pop(kind) + f"\nstruct {element} {{ int before = 1; {kind} inner; }};"
        declared = self.pick(f"std::vector<{element}> {name}({ROWS});", f"{element} {name}[{ROWS}];",
                             f"std::array<{element}, {ROWS}> {name};")
        inside = ".inner" if more else ""
        return Table(name, [line(declared, declares=name)], element=form, sized=False, fields=(f"{inside}.by", f"{inside}.last[1]", f"{inside}.sides[2]"))

    def variable_rows(self):
        """Arrays whose rows have a length that only the run knows."""
        name, e = self.fresh("box"), self.fresh("e")
        rows, columns = self.pick(f"p + {ROWS}", f"{ROWS} + m", f"{ROWS}"), self.pick(f"m + {COLUMNS}", f"n + {COLUMNS}", f"p * 2 + {COLUMNS}")
        kind, width = self.pick("int", "int", "long", "short"), self.fresh("width")
        front = []
        cube = self.chance(20)
        if cube or self.chance(35):
            front = [line(f"{self.pick('const int', 'int', 'const std::size_t')} {width} = {columns};", declares=width)]
            columns = width
        if cube:
            front.append(line(f"{kind} {name}_cube[2][{rows}][{columns}];"))
            made = line(f"auto {self.pick('*', '')}{name} = {name}_cube[1];", declares=name)
        else:
            made = line(f"{kind} {name}[{rows}][{columns}];", declares=name)
        return Table(name, [*front, made, self.filled(name, e)], sized=False, ranged=False, plain=False)

    def cube(self):
        name, plane = self.fresh("cube"), self.pick("0", "1", "(k & 1)", "(k > 1)")
        rows = f"std::vector<std::vector<int>>({ROWS}, std::vector<int>({COLUMNS}, 4))"
        declared = self.pick(f"std::vector<std::vector<std::vector<int>>> {name}(2, {rows});",
                             f"std::array<std::vector<std::vector<int>>, 2> {name}{{{rows}, {rows}}};",
                             f"std::vector<std::vector<int>> {name}[2] = {{{rows}, {rows}}};",
                             f"static int {name}[2][{ROWS}][{COLUMNS}];", f"std::vector<std::array<int, {COLUMNS}>> {name}[2]; "
                             f"for (auto& one : {name}) one.resize({ROWS});")
        return Table(name, [line(declared, declares=name)], row="{}[" + plane + "][{}]", plain="static" not in declared,
                     sized="static" not in declared, ranged="static" not in declared)

    # Loops over them.

    def over_table(self, scope, table):
        i, j = self.fresh("i"), self.fresh("j")
        high = self.pick("m", str(ROWS), "p + 3", f"{ROWS} - 1")
        row, inner = table.row.format(table.name, i), scope.inside(Variable(i, (0, ROWS - 1)), ROWS)
        named, head = [], f"for (int {i} = {self.pick(0, 0, 1)}; {i} < {high}; ++{i})"
        if table.sized and "cube" not in table.name and "box" not in table.name and self.chance(30):
            head = f"for (std::size_t {i} = 0; {i} < {table.name}.size(); ++{i})" if "]" not in table.before[0].head().split("{")[0] else head
        if table.ranged and "cube" not in table.name and self.chance(20):
            row, inner = i, scope.nested(times=ROWS)
            return Statement([f"for (auto& {i} : {table.name})"], [self.over_row(inner, table, row, j, None)], declares=(i,))
        if self.chance(25):
            alias = self.fresh("row")
            if not table.sized or self.chance(60):
                named = [line(f"auto&& {alias} = {row};", declares=alias)]
            elif table.sized:
                named = [line(f"auto* {alias}_at = &{row}; auto& {alias} = *{alias}_at;", declares=alias)]
            row = alias
        moved = self.row_moved(inner, table, i) if self.chance(12) else []
        return Statement([head], [*named, self.over_row(inner, table, row, j, i), *moved], declares=(i,))

    def row_moved(self, scope, table, i):
        """What moves a row as a whole, or points a row elsewhere: what stands beside it is serial."""
        if not table.plain or table.element != "[{}]":
            return []
        one, other = table.row.format(table.name, i), table.row.format(table.name, self.pick("0", f"{i} / 2", "3"))
        return [line(self.pick(f"{one} = {other};", f"std::swap({one}, {other});", f"if ({one}[0] > 500) {one} = {other};"))]

    def over_row(self, scope, table, row, j, i):
        inner = scope.inside(Variable(j, (0, COLUMNS - 1)), COLUMNS)
        element = lambda place: Expr(f"(int){row}{table.element.format(place)}", fixed=INT, binds=8)
        target = f"{row}{table.element.format(self.pick(j, j, j, f'{COLUMNS - 1} - {j}', f'{j} / 2', '0'))}"
        inner.locals += [Variable(f"(int){row}{table.element.format(self.pick(j, '3'))}", INT)] * 2
        if table.fields and i:
            field = row + self.random.choice(table.fields)
            inner.locals += [Variable(f"({field} % 1024)", INT)] * 2
            parts_of_row = [line(f"{field} = ({field} + {j}) % 512;")] if self.chance(50) else []
        else:
            parts_of_row = []
        if i and self.chance(40):
            other = table.row.format(table.name, self.pick("0", f"({i} + 1) % {ROWS}", f"{i} / 2", f"({i} > 0 ? {i} - 1 : 0)"))
            inner.locals += [Variable(f"(int){other}{table.element.format(j)}", INT)] * 2
        parts = [[line(f"{target} = ", self.within(operation("+", element(j), self.value(inner))), ";")],
                 [line(f"{target} = ", self.within(self.value(inner)), ";")], self.assignment(inner),
                 [line(f"{self.scalar('sum', 'long long', '0')} += ", element(j), ";")],
                 [block(["if (", element(j), " > ", self.within(self.value(inner)), ")"], self.assignment(inner))]]
        body = [statement for _ in range(self.random.choice([1, 1, 2])) for statement in self.random.choice(parts)]
        body += parts_of_row
        heads = [f"for (int {j} = 0; {j} < {COLUMNS}; ++{j})"] * 2 + [f"for (int {j} = 0; {j} < m; ++{j})", f"for (int {j} = p; {j} < {COLUMNS}; ++{j})"]
        if i:
            heads += [f"for (int {j} = 0; {j} <= (int){i}; ++{j})"]
        if table.sized:
            heads += [f"for (std::size_t {j} = 0; {j} < {row}.size() && {j} < {COLUMNS}; ++{j})",
                      f"for (std::size_t {j} = 0; {j} + 3 < {row}.size(); ++{j})"]
        if table.sized and self.chance(20):
            e = self.fresh("e")
            return block(f"for (auto& {e} : {row})", [line(f"{e} = ({e} + ", self.within(self.value(scope)), ") % 1024;")], declares=(e,))
        return block(self.random.choice(heads), body, declares=(j,))

    def summed_table(self, table):
        """All that the table holds, once more."""
        i, j, total = self.fresh("i"), self.fresh("j"), self.scalar("sum", "long long", "0")
        return block(f"for (int {i} = 0; {i} < {ROWS}; ++{i})", [
            line(f"for (int {j} = 0; {j} < {COLUMNS}; ++{j}) {total} += {table.row.format(table.name, i)}{table.element.format(j)} * ({i} + {j} % 3);",
                 declares=j)], declares=(i,))
