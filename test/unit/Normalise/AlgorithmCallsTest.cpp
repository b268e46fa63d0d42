#include "Normalise/AlgorithmCalls.h"

#include "CalledLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// "a[(1) + k] of 3": an element of the sequence, and their number; "" where there is none.
std::string words(const std::optional<Sequence>& sequence) {
  if (!sequence) return "";
  return sequence->element("k") + (sequence->count.empty() ? "" : " of " + sequence->count);
}
std::string between(const std::string& first, const std::string& last) {
  const CalledLoop call("std::reverse(" + first + ", " + last + ")");
  return words(call.read().between(call.argument(0), call.argument(1)));
}
std::string value(const std::string& expression, OnceComputed* once = nullptr) {
  const CalledLoop call("std::fill(a, a + n, " + expression + ")");
  ArgumentReader read = call.read();
  if (once) read.computeOnce(*once);
  return read.value(call.argument(2)).value_or("");
}

}  // namespace

TEST_CASE("two iterators of one base are a range of its elements") {
  CHECK(between("a", "a + n") == "a[k] of static_cast<std::ptrdiff_t>(n)");
  CHECK(between("a + 1", "a + n - 2") == "a[(1) + k] of static_cast<std::ptrdiff_t>(n - 2) - (1)");
  CHECK(between("v.begin() + n", "v.end()") == "v[(n) + k] of static_cast<std::ptrdiff_t>(v.size()) - (n)");
  CHECK(between("std::begin(v)", "std::end(v) - 1") == "v[k] of static_cast<std::ptrdiff_t>(v.size()) + (-1)");
  CHECK(between("a", "a") == "a[k] of 0");
}

TEST_CASE("reverse iterators walk from the element in front of them") {
  CHECK(between("v.rbegin()", "v.rend()") ==
        "v[(static_cast<std::ptrdiff_t>(v.size())) - 1 - (k)] of static_cast<std::ptrdiff_t>(v.size())");
  CHECK(between("v.rbegin() + 2", "v.rend()") ==
        "v[(static_cast<std::ptrdiff_t>(v.size()) + (-2)) - 1 - (k)] of static_cast<std::ptrdiff_t>(v.size()) + (-2)");
}

TEST_CASE("iterators whose base is computed, or that something moves, are no range") {
  CHECK(between("a + n++", "a + n") == "");
  CHECK(between("v.begin()", "items.size() ? v.end() : v.begin()") == "");
  CHECK(between("std::next(v.begin())", "v.end()") == "");
}

TEST_CASE("a value is the text of a number whose evaluation changes nothing") {
  CHECK(value("2 * n") == "(2 * n)");
  CHECK(value("a[n]") == "a[n]");
  CHECK(value("static_cast<double>(v.size())") == "static_cast<double>(v.size())");
  CHECK(value("++n") == "");
  CHECK(value("n / 2 > 3 ? 1.0 : 2.0") == "");
  CHECK(value("p->change()") == "");
}

TEST_CASE("a value made of elements is computed once, under one name for one text") {
  OnceComputed once([](const std::string& wish) { return wish; });
  CHECK(value("2 * a[0]", &once) == "once1");
  CHECK(value("2 * a[0]", &once) == "once1");
  CHECK(value("-a[0]", &once) == "once2");
  CHECK(value("2 * n", &once) == "(2 * n)");
  CHECK(value("a[0]", &once) == "a[0]");  // the call has a reference to it, too
  CHECK(once.declarations() == "const auto once1 = (2 * a[0]); const auto once2 = -a[0]; ");
}

TEST_CASE("an operation is a lambda that is not changed, a named function, or an operator for its operands") {
  const auto operation = [](const std::string& function) {
    const CalledLoop call("std::transform(b, b + n, a, " + function + ")");
    const auto number = call.argument(0)->getType()->getPointeeType().getUnqualifiedType();
    const auto found = call.read().operation(call.argument(3), "apply", {number});
    return found ? (*found)("x") : "";
  };
  CHECK(operation("[](double x) { return -x; }") == "apply(x)");
  CHECK(operation("std::negate<>()") == "-x");
  CHECK(operation("std::negate<double>()") == "-x");
  CHECK(operation("std::negate<int>()") == "");
  CHECK(operation("[c = 0](double x) mutable { return x + c++; }") == "");
  CHECK(operation("std::function<double(double)>()") == "");
}

TEST_CASE("the text of a lambda takes the place of its call where nothing is converted") {
  const auto folded = [](const std::string& function) {
    const CalledLoop call("std::accumulate(b, b + n, 0.5, " + function + ")");
    const auto number = call.argument(2)->getType();
    return call.read().folded(call.argument(3), "sum", number, "b[k]", number).value_or("");
  };
  CHECK(folded("std::plus<>()") == "sum + b[k]");
  CHECK(folded("[](double x, double y) { return y > x ? y : x; }") == "b[k] > sum ? b[k] : sum");
  CHECK(folded("[](double x, float y) { return x + y; }") == "");
  CHECK(folded("[n](double x, double y) { return x + y * n; }") == "");
  CHECK(folded("[](double x, double y) { y *= 2; return x + y; }") == "");
}

TEST_CASE("a projection is a member of the element, or a function that leaves it as it is") {
  const auto projected = [](const std::string& projection) {
    const CalledLoop call("std::ranges::for_each(items, [](auto) {}, " + projection + ")");
    const auto all = call.read().whole(call.argument(0));
    REQUIRE(all);
    const auto found = call.read().projected(*all, call.argument(2));
    return found ? found->element("k") : "";
  };
  CHECK(projected("&Item::key") == "items[k].key");
  CHECK(projected("&Item::half") == "items[k].half()");
  CHECK(projected("std::identity{}") == "items[k]");
  CHECK(projected("[](const Item& i) { return i.key; }") == "");
}
