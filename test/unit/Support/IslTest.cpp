// isl behind owners: errors become values, and work is bounded.
#include "Support/Isl.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler::isl;

namespace {

Set parse(const Context& context, const char* text) { return Set(isl_set_read_from_str(context.get(), text)); }

}  // namespace

TEST_CASE("emptiness and subsets are answered") {
  const Context context(100000);
  const Set small = parse(context, "{ [i] : 0 <= i < 4 }"), large = parse(context, "{ [i] : 0 <= i < 9 }");
  CHECK(isEmpty(small) == Answer::No);
  CHECK(isEmpty(Set(isl_set_subtract(small.copy(), large.copy()))) == Answer::Yes);
  CHECK(isSubset(small, large) == Answer::Yes);
  CHECK(isSubset(large, small) == Answer::No);
  CHECK_FALSE(context.exhausted());
}

TEST_CASE("an error makes all that follows unknown, and does not end the program") {
  const Context context(100000);
  const Set wrong = parse(context, "{ [i] : 0 <= ");
  CHECK_FALSE(wrong);
  CHECK(context.exhausted());
  const Set after(isl_set_union(wrong.copy(), parse(context, "{ [i] : i = 0 }").take()));
  CHECK_FALSE(after);
  CHECK(isEmpty(after) == Answer::Unknown);
  CHECK(isSubset(after, after) == Answer::Unknown);
  CHECK(toString(after).empty());
}

TEST_CASE("past the quota every answer is unknown") {
  const Context context(1);
  const Set a = parse(context, "[n] -> { [i, j] : 0 <= i < n and 3 * j = i }");
  const Set b = parse(context, "[n] -> { [i, j] : 0 <= j < n and 5 * i = j }");
  const Set both(isl_set_subtract(a.copy(), b.copy()));
  CHECK(isEmpty(both) == Answer::Unknown);
  CHECK(context.exhausted());
}

TEST_CASE("where large matrices are to come the quota is a smaller one, and stays so") {
  const auto answer = [](std::size_t rows) {
    const Context context(10'000);
    context.expect(rows, 100);
    context.expect(1, 1);
    const Set a = parse(context, "[n] -> { [i, j] : 0 <= i < n and 3 * j = i }");
    return isEmpty(Set(isl_set_subtract(a.copy(), parse(context, "[n] -> { [i, j] : i < 5 and j >= n }").take())));
  };
  CHECK(answer(1) == Answer::No);
  CHECK(answer(100'000) == Answer::Unknown);
}

TEST_CASE("handles share and hand over one object") {
  const Context context(100000);
  Set first = parse(context, "{ [0] }");
  const Set second = first;
  CHECK(second.get() == first.get());
  Set third = std::move(first);
  CHECK_FALSE(first);
  CHECK(third);
  first = third;
  CHECK(isEmpty(first) == Answer::No);
}

TEST_CASE("values become integers when they are integers of 64 bits") {
  const Context context(100000);
  CHECK(toInteger(Val(isl_val_int_from_si(context.get(), -5))) == -5);
  CHECK(toInteger(Val(isl_val_int_from_si(context.get(), INT64_MIN))) == INT64_MIN);
  CHECK_FALSE(toInteger(Val(isl_val_read_from_str(context.get(), "9223372036854775808"))));
  CHECK_FALSE(toInteger(Val(isl_val_read_from_str(context.get(), "1/2"))));
  CHECK_FALSE(toInteger(Val(isl_val_infty(context.get()))));
  CHECK_FALSE(toInteger(Val()));
}
