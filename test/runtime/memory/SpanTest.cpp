#include <clustrix/Span.h>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace clustrix {
namespace {

TEST_CASE("a span knows its elements, and shows parts of them") {
  std::vector<int> v = {1, 2, 3, 4, 5};
  const Span<int> all(v.data(), v.size());
  CHECK(all.front() == 1);
  CHECK(all.back() == 5);
  CHECK(all.first(2).back() == 2);
  CHECK(all.last(2).front() == 4);
  CHECK(all.subspan(1).size() == 4);
  CHECK(all.subspan(1, 3).back() == 4);
  CHECK(all.subspan(5).empty());
  all.subspan(2)[0] = 9;
  CHECK(v[2] == 9);
}

TEST_CASE("a span of characters is a string view where one is wanted, as a string is") {
  const std::string text = "a row";
  const Span<const char> all(text.data(), text.size());
  const std::string_view view = all;
  CHECK(view == text);
  CHECK_FALSE(std::is_convertible_v<Span<const double>, std::string_view>);
}

}  // namespace
}  // namespace clustrix
