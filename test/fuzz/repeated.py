"""Random classes with containers, arrays and numbers, whose functions are called in loops: their text is repeated where
other things may have the names that it has."""
from tree import Expr, Scalar, block, line

# What stands in front of the class; H is its name. Each gives names to the terms below.
AROUND = {
    "constant": "constexpr int H_by = 7;\n", "plain": "enum { H_a = 3, H_b };\n", "scoped": "enum class H_mode : int { off, on = 2 };\n",
    "scale": "static int H_scale(int x) { return x * 3 % 512; }\n", "alias": "using H_number = short;\n",
    "rank": "static long H_rank(long x) { return x + 1; }\n", "macro": "#define H_k 3\n#define H_many(x) ((x) % 300 * H_k)\n",
    "deep": "namespace H_deep {\nconstexpr int by = 21;\nstruct tag { int held = 4; };\n"
            "inline int pick(tag t, int x) { return x % 300 + t.held; }\ninline int pick(long) { return 4; }\n}\n",
    "unnamed": "namespace {\nconstexpr int H_inner = 6;\nint H_twice(int x) { return x % 500 * 2; }\n}\n",
    "money": "struct H_money { int cents; };\ninline H_money operator+(H_money a, H_money b) { return {(a.cents + b.cents) % 900}; }\n"
             "inline H_money operator-(H_money a, H_money b) { return {(a.cents - b.cents) % 900}; }\n",
    "literal": "namespace H_lit {\nconstexpr int operator\"\"_k(unsigned long long x) { return int(x) * 2; }\n}\n",
    "variable": "static int H_held = 5;\nstatic const long H_kept = 40;\nstatic const double H_real = 2.5;\n",
    "template": "template <int N> constexpr int H_double = 2 * N;\ntemplate <int N> int H_spread(int x) { return x % 300 + N; }\n"
                "template <class... P> int H_all(P... p) { return (0 + ... + int(p)) % 500; }\n",
    "concept": "template <class T> concept H_small = sizeof(T) < 8;\n",
    "counted": "class H_counted {\n  explicit H_counted(int x) : x_(x) {}\n  int x_;\n public:\n  static H_counted of(int x) { return H_counted(x % 90); }\n"
               "  int x() const { return x_; }\n  bool operator==(const H_counted& o) const { return x_ == o.x_; }\n};\n",
    "base": "struct H_base { int under = 6; int below(int i) const { return under + i % 50; } };\n"}
TERMS = {
    "constant": ["H_by", "i % 9 * H_by", "::H_by"], "plain": ["H_a + H_b", "int(H_b)"],
    "scale": ["H_scale(i)", "::H_scale(d[0])", "H_scale(static_cast<int>(d[1]))"],
    "scoped": ["(int)H_mode::on", "(H_mode::on == H_mode::off ? 3 : 1)", "static_cast<int>(H_mode(1))"],
    "rank": ["(int)H_rank(i)", "(int)H_rank(d[3])"], "macro": ["H_k", "H_many(i)", "H_many(d[4])", "H_k * 2"],
    "alias": ["(H_number)(i * 70)", "(int)sizeof(H_number)", "H_number(3)"],
    "deep": ["H_deep::by", "H_deep::pick(H_deep::tag{}, i)", "pick(H_deep::tag{}, i)", "H_deep::pick(5L)", "H_deep::tag{8}.held"],
    "unnamed": ["H_inner", "H_twice(i)", "::H_twice(i)"],
    "money": ["(H_money{i % 40} + H_money{3}).cents", "(H_money{i % 40} - H_money{3}).cents"],
    "literal": ["H_lit::operator\"\"_k(3)"], "variable": ["H_held", "(int)H_kept", "(int)H_real", "(int)(H_kept * 2)", "std::min(5, H_held)"],
    "template": ["H_double<3>", "H_spread<4>(i)", "H_all(i, 2, 'a')", "H_all<int, short>(1, short(2))"],
    "concept": ["int(H_small<int>)", "(H_small<double> ? 1 : 2)"], "base": ["H_base{}.below(i)", "H_base{3}.under"],
    "counted": ["H_counted::of(i).x()", "(H_counted::of(1) == H_counted::of(i) ? 4 : 5)"],
    "": ["d[i % 60 & 31]", "d[i & 31]", "W", "S", "In::Q", "own_scale(i)", "(int)U", "(T)(i * 300)", "(int)sizeof(T)", "(int)sizeof(d[0])",
         "(int)sizeof d", "secret(i)", "(int)__func__[0]", "[](int e) { return e % 7; }(i)", "(int)noexcept(own_scale(i))", "next(i)",
         "R::W", "hidden(*this, i)", "(*this)[i % 20]", "In{3}.q(i)", "k", "this->k", "(n_ > 3 ? n_ : 2)", "held(*this)", "Pack{W}.v",
         "int{W}", "R::own_scale(i)", "int(std::is_same_v<T, int>)", "std::max<int>(i, S)", "[&] { return k; }()", "*&d[2]"]}
VALUES = ["N", "i % N", "int(T(N))", "(N + W)", "(On ? 1 : 2)", "(int)(Big >> 60)", "(int)Big % 9", "Letter - 'a'", "F(i)", "(Small < 0 ? 3 : 1)",
          "(int)sizeof(T) * N", "N * Letter % 70", "Box<N>::by", "spread<N + 1>(i)", "room_of<N>[1]"]
# Statements in front of the result; E is a name of their own.
STEPS = ["const T E = i % 30; ", "int E = W; ", "decltype(i) E = 5; ", "decltype(d[0] + 1) E = 4; ", "decltype(k) E = 3; ", "auto E = W + 1; ",
         "using Own = int; Own E = 4; ", "typedef short Short; Short E = 2; ", "const In own{2}; int E = own.v; ", "static const int E = 6; ",
         "int room[4] = {1, 2, 3}; const int E = room[i & 3]; ", "if constexpr (sizeof(T) > 2) { } int E = 1; ", "using namespace std; int E = max(2, 3); ",
         "const auto [E, other] = std::pair<int, int>{2, 3}; ", "const int E = requires { d[0]; }; ", "std::pair<int, T> two{1, T(2)}; int E = two.first; ",
         "for (int e = 0; e < 2; ++e) if (d[e] > 900) return e; int E = 0; ", "const std::array<int, 3> all{1, 2, 3}; int E = all[1]; ",
         "const int* p = &d[3]; const int E = *p; ", "const int& r = d[4]; const int E = r; ", "const R& self = *this; int E = self.k; ",
         "int (*f)(int) = own_scale; int E = f(3); ", "volatile int E = 4; ", "In made; made.v = i % 4; int E = made.v; ", "auto it = std::begin(d); int E = *it; ",
         "const T* none = nullptr; int E = none ? 1 : 2; ", "std::vector<int>::const_iterator none; int E = 7; ", "int E = i % 3; switch (E) { case S: return 4; default: break; } "]
DEEP = ["namespace same = H_deep; int E = same::by; ", "using H_deep::pick; int E = pick(7L); ", "using namespace H_deep; int E = pick(7L); "]


class Repeated:
    """The part of the generator that calls such functions."""

    def repeated(self, scope):
        name, own = self.fresh("helper"), self.fresh("own")
        target = self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        template = self.chance(45)
        self.helpers[name] = self.class_and_around(name, template)
        in_space = f"namespace {name}_space" in self.helpers[name]
        kind = (f"{name}_space::{name}" if in_space else name) + ("<3, short>" if template else "")
        constant = self.chance(50)
        self.scalars.append(Scalar(own, f"{'const ' if constant else ''}{kind} {own}{{}};", f'report("{own}", (long long){own}[3]);'))
        read = self.called_member(own, scope, template)
        if self.chance(30):
            read = Expr("{} + {}", [read, self.called_member(own, scope, template)], (-2 * LIMIT, 2 * LIMIT), binds=6)
        store = [target, " = ", self.within(read, target.fixed), ";"]
        if not constant and self.chance(35):
            room = self.pick("{}.room({{}})", "{}.d_()[{{}} & 31]").format(own)
            store = [Expr(room, [self.index(scope, (0, 31))]), " = ", self.within(self.value(scope)), ";"]
        elif self.chance(8):
            store = [f"{own}.into(", self.index(scope, (0, 99)), ", ", self.scalar("last_", "int", "0"), ");"]
        hidden = [line(f"const int {self.pick('W', 'S', 'N', f'{name}_by', f'{name}_scale', 'T', 'd', 'k', 'i')} = n;")]
        return [block("", [*(hidden if self.chance(20) else []), line(*store)])]

    def called_member(self, own, scope, template):
        words = ["at"] * 3 + ["by", "of", "[]", "()", "lent", "size", "count"] + ["chosen", "chosen"] * template
        word = self.random.choice(words)
        if word in ("size", "count"):
            return Expr(f"{own}.{word}()", fixed=(0, 64))
        argument = self.within(self.value(scope), (0, 255))
        form = {"[]": f"{own}[{{}}]", "()": f"{own}({{}}, 2)"}.get(word, f"{own}.{word}({{}})")
        return Expr(form, [argument], (-LIMIT, LIMIT))

    def class_and_around(self, name, template):
        chosen = self.random.sample(sorted(AROUND), self.random.randint(1, 4))
        members = [self.member(word, chosen, template) for word in ("at", "by", "of")]
        members += [self.member("chosen", chosen, template, choice=True)] if template else []
        text = self.class_of_members(members, template)
        front, behind = "".join(AROUND[word] for word in chosen), ""
        if "rank" in chosen and self.chance(40):
            behind = "static long H_rank(int x) { return x + 50; }\n"
        if "macro" in chosen and self.chance(50):
            behind += self.pick("#undef H_k\n#define H_k 5\n", "#undef H_k\n")
        if "macro" not in chosen and self.chance(25):
            return f"namespace H_space {{\n{front}{text}}}".replace("::H_", "::H_space::H_").replace("H", name)
        return (front + text + behind).rstrip("\n").replace("H", name)

    def member(self, word, chosen, template, choice=False):
        """One function, whose terms name what is around it."""
        names = [t for c in [*chosen, "", ""] for t in TERMS[c]] + (VALUES * 2 if template else [])
        terms = self.random.sample(names, self.random.randint(1, 3))
        steps = STEPS + DEEP * 3 * ("deep" in chosen) + ["using namespace H_lit; const int E = 4_k; "] * 5 * ("literal" in chosen)
        step = self.random.choice(steps) if self.chance(45) else ""
        terms += ["E"] if step else []
        result = " + ".join(terms)
        body = f"{step.replace(' E', ' own_e').replace('[E', '[own_e').replace('(E)', '(own_e)')}return ({result.replace('E', 'own_e')}) % 1000;"
        if choice:
            other = self.random.choice(names)
            body = self.random.choice([
                f"if constexpr (N > 4) return int({other}); else {{ {body} }}", f"if constexpr (N < 4) {{ {body} }} else return int({other});",
                f"int x = d[2]; if constexpr (std::is_same_v<T, short>) x = {other}; if constexpr (N == 7) {{ x += N; }} return x % 900;",
                f"if constexpr (On) if constexpr (N > 9) return 4; return int({other});", f"if constexpr (On) {{ }} else {{ {body} }} return 3;",
                f"if constexpr (const int y = N; y > 2) return int({other}); return 4;"])
        return f"  {'int' if choice else self.pick('int', 'int', 'int', 'T', 'long')} {word}(int i) const {{ {body} }}\n"

    def class_of_members(self, members, template):
        data = self.pick("std::vector<int> d = std::vector<int>(64, 5);", "int d[64] = {1, 2, 3, 9, 7};", "std::array<int, 64> d = {4, 5, 6};")
        hidden = [f" {self.pick('public:', 'private:', 'public:', 'protected:')}\n", "" if template else "  using T = short;\n",
                  "  enum E { S = 2 };\n  static constexpr int W = 4;\n  static constexpr unsigned U = 3;\n  struct Pack { int v; };\n",
                  "  struct In { enum { Q = 6 }; int v = 1; int q(int i) const { return v + i % 5; } };\n",
                  "  static int own_scale(int x) { return x % 200 * 2; }\n  int secret(int x) const { return x ^ 21; }\n",
                  f"  int next(int i) const {{ return d[(i + 1) & 31] % 100; }}\n  int k = 2, n_ = 3;\n  {data}\n"]
        public = [" public:\n", "  int operator[](int i) const { return d[i & 31] / 2; }\n  int& room(int i) { return d[i & 31]; }\n",
                  "  int operator()(int i, int by = W) const { return d[i & 31] % 99 * by; }\n  int size() const { return k; }\n",
                  "  const int& lent(int i) const { return d[i & 31]; }\n  auto& d_() { return d; }\n  int count() const { return COUNT; }\n",
                  "  void into(int i, int& to) const { to = d[i & 31]; }\n",
                  "  friend int hidden(const R& r, int x) { return r.k + x % 60; }\n  static int held(const R& r) { return r.n_; }\n"]
        # Of a private array, nothing asks for all of it.
        public = [part.replace("COUNT", "64" if "int d[64]" in data else "int(d.size())") for part in public]
        if not template:
            return "class H {\n  using R = H;\n" + "".join(hidden + public + members) + "};\n"
        public.append("  template <int M> struct Box { static constexpr int by = M; };\n  template <int M> static constexpr int room_of[2] = {M, M + 1};\n"
                      "  template <int M> static int spread(int x) { return x % 99 * M + N; }\n")
        values = ("bool On = true, unsigned long Big = 0xF000000000000001ul, char Letter = 'x', int (*F)(int) = H_third, long Small = -4")
        head = f"inline int H_third(int x) {{ return x / 3; }}\ntemplate <int N, class T, {values}> class H {{\n  using R = H;\n"
        return head + "".join(hidden + public + members) + "};\n"


LIMIT = 1 << 18
