"""Random functions in all shapes that a declaration may have, called for one value: what a kernel calls has to be declared
for devices first, and not all of it can be."""
import re

from tree import Expr, block, line

# Text and calls; H is the helper's name, C a number, {} the argument, an int in [-1023, 1023].
SHAPES = [
    ("template <class T> static T H(T x) { return x / C; }", ["H({})", "H<int>({})", "(int)H<short>({})", "(int)H(3.0)"]),
    ("template <class T, int N = C> static int H(const T& x) { return int(x) % N; }", ["H({})", "H<int, 4>({})", "H<long>({})"]),
    ("template <class T> int H(T x) { return x % C; }\ntemplate <> int H(int x) { return x % 77; }\ntemplate <> inline int H<short>(short x) { return x % 5; }", ["H({})", "H<short>({})", "H<long>({})"]),
    ("template <class... T> static int H(int x, T... more) { return (x + ... + int(more)) % 900; }", ["H({})", "H({}, 2, 'c')", "H({}, 1.0)"]),
    ("template <class T> requires (sizeof(T) < 8) static int H(T x) { return int(x) / 2; }\nstatic int H(double x) { return int(x) / 3; }", ["H({})", "H(2.0)"]),
    ("template <class T> concept H_whole = sizeof(T) == 4;\ntemplate <H_whole T> static int H(T x) { return x / C; }\nstatic int H_other(H_whole auto x) { return x / 2; }", ["H({})", "H_other({})"]),
    ("static int H(auto x, auto... more) { return (int(x) + ... + int(more)) % 500; }", ["H({})", "H({}, 3)", "H(short({}), 1L)"]),
    ("template <class T> static auto H(T x) requires (sizeof(T) > 1) { return x % C; }", ["H({})"]),
    ("template <template <class, auto> class A> static int H(const A<int, 2ul>&, int x) { return x % C; }", ["H(std::array<int, 2>{{}}, {})"]),
    ("static int H(int x) noexcept(sizeof(int) == 4) { return x / C; }\nstatic int H_other(int x) noexcept(false) { return x % C; }", ["H({})", "H_other({})"]),
    ("extern \"C\" {\nstatic int H(int x) { return x / C; }\n}", ["H({})"]), ("extern \"C\" inline int H(int x) { return x % C; }", ["H({})"]),
    ("namespace H_space {\ninline namespace inner {\ninline int H(int x) { return x % C; }\n}\n}", ["H_space::H({})", "H_space::inner::H({})"]),
    ("namespace H_space::inner {\nconstexpr int H(int x) { return x % C + 1; }\nstruct tag { int x; };\ninline int H_found(tag t) { return t.x / C; }\n}\nusing H_space::inner::H;\nnamespace H_short = H_space::inner;", ["H({})", "H_short::H({})", "H_found(H_short::tag{{{}}})"]),
    ("namespace {\nint H(int x) { return x / C; }\nnamespace H_space { int H(int x) { return x / 7; } }\n}", ["H({})", "H_space::H({})", "::H({})"]),
    ("static int H(int x);\nstatic int H_front(int x) { return H(x) + 1; }\nstatic int H(int x) { return x % C; }", ["H({})", "H_front({})"]),
    ("static int H_one(int x) { return x / C; }\nstatic int (*H(int))(int) { return H_one; }\nusing H_pointer = int (*)(int);\nstatic int H_through(H_pointer f, int x) { return f(x); }", ["H(1)({})", "H_through(H_one, {})"]),
    ("static int H(const int (&x)[2]) { return (x[0] + x[1]) % C; }\nstatic int H_row(const int* x, int n) { int s = 0; for (int i = 0; i < n; ++i) s += x[i] % C; return s; }", ["H({{{}, 3}})"]),
    ("struct H { int x; int low() const & { return x % C; } int low() && { return x % C + 1; } int under() volatile { return x % 9; } static int of(int x) { return x / C; }\n"
     "  explicit operator bool() const { return x > 3; } int operator-() const { return -x; } int operator()(int y) const noexcept { return (x + y) % 900; } int& at() { return x; } };",
     ["H{{{}}}.low()", "H::of({})", "(H{{{}}} ? 4 : 5)", "-H{{{}}}", "H{{C}}({})", "[&] {{ H one{{{}}}; return one.low() + one.under(); }}()"]),
    ("template <class T> struct H { T x; T half() const { return x / 2; } template <class U> U as() const { return U(x); } static T of(T x) { return x % C; } friend T hidden(const H& h, T y) { return (h.x + y) % 900; } };\n"
     "template <> struct H<short> { short x; int half() const { return x / 3; } };", ["H<int>{{{}}}.half()", "H{{int({})}}.half()", "(int)H<int>{{{}}}.template as<long>()", "H<int>::of({})", "H<short>{{short({})}}.half()", "hidden(H<int>{{3}}, {})"]),
    ("struct H { int x; struct part { int y; int low() const { return y % C; } }; part first() const { return {x / 2}; } part* none() { return nullptr; } };", ["H{{{}}}.first().low()", "H::part{{{}}}.low()"]),
    ("class H {\n  int x_;\n  int half() const { return x_ / 2; }\n  static int more(int x) { return x + C; }\n public:\n  constexpr H(int x = C) : x_(x) {}\n  int value() const { return half() % 300 + more(x_) % 99; }\n  bool operator<(const H& o) const { return x_ < o.x_; }\n  auto operator<=>(const H& o) const = default;\n  H& operator++() { ++x_; return *this; }\n};",
     ["H({}).value()", "(H({}) < H(3) ? 1 : 2)", "(H({}) == H() ? 3 : 4)", "(++H({})).value()"]),
    ("union H { int x; unsigned bits; int low() const { return x & 31; } };", ["H{{{}}}.low()"]),
    ("struct { int x = C; int of(int y) const { return (x + y) % 900; } } static const H_only;\nstruct H {};", ["H_only.of({})", "0 * sizeof(H) + H_only.of({})"]),
    ("typedef struct { int x; int half() const { return x / 2; } } H;", ["H{{{}}}.half()"]),
    ("enum class H : short { one = 1, two };\nconstexpr H operator|(H a, H b) { return H(int(a) | int(b)); }\nstatic int H_of(H h) { return int(h) * C; }", ["H_of(H::one | H::two) + {}", "(int)(H({} & 3) | H::two)", "H_of(H({} & 1))"]),
    ("constexpr auto H = [](int x) { return x % C; };\ninline const auto H_other = [](auto x, int y) { return int(x) % y; };", ["H({})", "H_other({}, C)"]),
    ("template <int N> constexpr int H_value = N * 2;\ntemplate <int N> struct H { static constexpr int by = N; enum { twice = 2 * N }; using type = short; };", ["H_value<C> + {}", "H<C>::by + {}", "H<C>::twice + {}", "(H<C>::type)({})"]),
    ("template <int N> static int H(int x) { if constexpr (N > 0) return (x % 99 + H<N - 1>(x)) % 900; else return x % C; }", ["H<2>({})", "H<0>({})"]),
    ("template <class T> static T H(T x, std::type_identity_t<T> y) { return (x + y) % 900; }", ["H({}, C)"]),
    ("template <class F> static int H(F&& f, int x) { return std::forward<F>(f)(x); }\nstatic int H_plain(int x) { return x / C; }", ["H(H_plain, {})", "H([](int e) {{ return e % C; }}, {})", "H(std::negate<>(), {})"]),
    ("template <class T, class = std::enable_if_t<std::is_integral_v<T>>> static int H(T x) { return x % C; }\ntemplate <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0> static int H(T x) { return int(x); }", ["H({})", "H(2.0)"]),
    ("#define H_way static inline\nH_way int H(int x) { return x / C; }", ["H({})"]), ("#define H(x) H_of(x)\nstatic int H_of(int x) { return x % C; }\nstatic int (H)(int x) { return x % C; }", ["H({})", "(H)({})"]),
    ("__attribute__((always_inline)) inline int H(int x) { return x / C; }\n[[nodiscard, gnu::noinline]] static int H_other(int x) { return x % C; }", ["H({})", "H_other({})"]),
    ("static int H(int x, ...) { return x / C; }", ["H({}, 1, 2)"]), ("static consteval int H(int x) { return x * 2; }\nstatic constinit int H_held = C;", ["H(C) + {}", "H_held + {}"]),
    ("static int H(int x) { return x > 40 ? H(x / 2) + 1 : x % 40; }", ["H({})"]), ("static int H(int x) try { return x / C; } catch (...) { return 3; }", ["H({})"]),
    ("static _Complex double H_root = 3;\nstatic int H(int x) { __float128 wide = x; long double more = x; return int(wide) + int(more) % C; }", ["H({}) % 900"]),
    ("typedef int H_four __attribute__((vector_size(16)));\nstatic int H(int x) { H_four v = {x, 1, 2, 3}; v += v; return v[0] % 900; }", ["H({})"]),
    ("struct __attribute__((packed)) H { char c; int x; int low() const { return x % C; } };\nstruct alignas(32) H_wide { int x; };\nstruct H_empty {};\nstruct H_with { [[no_unique_address]] H_empty e; int x; };", ["H{{'c', {}}}.low()", "H_wide{{{}}}.x", "H_with{{{{}}, {}}}.x"]),
    ("struct H { virtual int of(int x) const { return x / C; } virtual ~H() = default; };\nstruct H_more : H { int of(int x) const override { return x % C; } };", ["H_more().of({})", "H().H::of({})", "static_cast<const H&>(H_more()).of({})"]),
    ("struct H { int x; H(int y) : x(y) {} H(const H& o) : x(o.x + 1) {} ~H() { x = 0; } int get() const { return x % C; } };\nstatic int H_of(H h) { return h.get(); }", ["H({}).get()", "H_of({})", "H_of(H({}))"])]


class Declarations:
    """The part of the generator that calls such functions."""

    def shaped_call(self, scope):
        target = self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        name, (text, calls) = self.fresh("helper"), self.random.choice(SHAPES)
        number = str(self.random.randint(2, 9))
        text = self.with_number(text, number)
        self.helpers[name] = text.replace("H", name)
        call = self.with_number(self.random.choice(calls), number).replace("H", name)
        argument = self.int_value(scope)
        uses = "{}" in call.replace("{{", "").replace("}}", "")
        read = Expr(f"({call})" if uses else f"({call} + 0 * {{}})", [argument], (-1 << 15, 1 << 15))
        made = [line(target, " = ", self.within(read, target.fixed), ";")]
        return [block(["if (", self.condition(scope), ")"], made)] if self.chance(15) else made

    @staticmethod
    def with_number(text, number):
        """`C` alone is the number."""
        return re.sub(r"(?<![\w\"])C(?![\w\"])", number, text)
