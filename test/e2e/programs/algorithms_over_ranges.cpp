// Algorithms of <algorithm> and std::ranges over parts of elements, over texts, and over two ranges of any length.
#include "show.h"

#include <algorithm>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

struct Item {
  int key;
  double weight;
  double doubled() const { return 2 * weight; }
};

[[clustrix::cluster]]
long long place_of_key(const std::vector<Item>& items, int key) {
  return std::ranges::find(items, key, &Item::key) - items.begin();  // want: parallel
}

[[clustrix::cluster]]
long long count_of_key(const std::vector<Item>& items, int key) {
  return std::ranges::count(items, key, &Item::key);  // want: parallel
}

[[clustrix::cluster]]
long long count_heavy(const std::vector<Item>& items) {
  return std::ranges::count_if(items, [](double w) { return w > 1.5; }, &Item::doubled);  // want: parallel
}

[[clustrix::cluster]]
bool any_above(const std::vector<Item>& items, int limit) {
  return std::ranges::any_of(items, [=](int k) { return k > limit; }, &Item::key);  // want: parallel
}

[[clustrix::cluster]]
long long heaviest(const std::vector<Item>& items) {
  return std::ranges::max_element(items, {}, &Item::weight) - items.begin();  // want: parallel
}

[[clustrix::cluster]]
void weights(const std::vector<Item>& items, std::vector<double>& out) {
  std::ranges::transform(items, out.begin(), [](double w) { return w + 1; }, &Item::weight);  // want: parallel
}

[[clustrix::cluster]]
bool sorted_by_key(const std::vector<Item>& items) {
  return std::ranges::is_sorted(items, {}, &Item::key);  // want: parallel
}

[[clustrix::cluster]]
bool equal_ranges(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b);  // want: parallel
}

[[clustrix::cluster]]
bool equal_parts(const double* a, int n, const double* b, int m) {
  return std::equal(a, a + n, b, b + m);  // want: parallel
}

[[clustrix::cluster]]
bool equal_nearly(const std::vector<double>& a, const std::vector<double>& b) {
  const auto near = [](double x, double y) { return x - y < 0.25 && y - x < 0.25; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), near);  // want: parallel
}

[[clustrix::cluster]]
void keep_large(const std::vector<double>& a, std::vector<double>& out) {
  std::ranges::copy_if(a, out.begin(), [](double x) { return x > 0.75; });  // want: parallel
}

[[clustrix::cluster]]
long long keep_and_count(const std::vector<double>& a, std::vector<double>& out) {
  const auto result = std::ranges::copy_if(a, out.begin(), [](double x) { return x > 0.5; });  // want: parallel
  return (result.out - out.begin()) * 100000 + (result.in - a.begin());
}

[[clustrix::cluster]]
long long both_places(const std::vector<double>& a) {
  const auto [least, greatest] = std::ranges::minmax_element(a);  // want: parallel
  return (least - a.begin()) * 100000 + (greatest - a.begin());
}

[[clustrix::cluster]]
double spread(const std::vector<double>& a) {
  const auto both = std::ranges::minmax(a);  // want: parallel
  return both.max - both.min;
}

[[clustrix::cluster]]
long long spaces(const std::string& text) {
  return std::count(text.begin(), text.end(), ' ');  // want: parallel
}

[[clustrix::cluster]]
long long first_capital(std::string_view text) {
  const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return std::ranges::find_if(text, isCapital) - text.begin();  // want: parallel
}

[[clustrix::cluster]]
void to_capitals(std::string& text) {
  const auto capital = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; };
  std::transform(text.begin(), text.end(), text.begin(), capital);  // want: parallel
}

[[clustrix::cluster]]
void without_spaces(std::string& text) {
  std::replace(text.begin(), text.end(), ' ', '_');  // want: parallel
}

int main() {
  Random random(51);
  for (const int n : {1, 2, 9, 3000}) {
    std::vector<Item> items(n);
    for (Item& item : items) item = {random.below(500), random.unit()};
    std::vector<double> a(n), out(n, 0.5);
    random.fillUnit(a);
    std::string text(n, ' ');
    for (char& c : text) c = static_cast<char>(random.below(90) + 32);
    put("n", n);
    for (const int key : {items[n / 2].key, 1000}) {
      put("place_of_key", place_of_key(items, key));
      put("count_of_key", count_of_key(items, key));
      put("any_above", static_cast<int>(any_above(items, key)));
    }
    put("count_heavy", count_heavy(items));
    put("heaviest", heaviest(items));
    weights(items, out);
    show("weights", out);
    put("sorted_by_key", static_cast<int>(sorted_by_key(items)));
    std::ranges::sort(items, {}, &Item::key);
    put("sorted_by_key", static_cast<int>(sorted_by_key(items)));
    std::vector<double> b = a;
    put("equal_ranges", static_cast<int>(equal_ranges(a, b)));
    put("equal_parts", static_cast<int>(equal_parts(a.data(), n, b.data(), n)));
    put("equal_parts.shorter", static_cast<int>(equal_parts(a.data(), n, b.data(), n - 1)));
    put("equal_parts.none", static_cast<int>(equal_parts(a.data(), 0, b.data(), 0)));
    b[n - 1] += 0.125;
    put("equal_ranges", static_cast<int>(equal_ranges(a, b)));
    put("equal_nearly", static_cast<int>(equal_nearly(a, b)));
    b[n / 2] += 3;
    put("equal_nearly", static_cast<int>(equal_nearly(a, b)));
    b.push_back(1);
    put("equal_ranges.longer", static_cast<int>(equal_ranges(a, b)));
    put("equal_nearly.longer", static_cast<int>(equal_nearly(a, b)));
    keep_large(a, out);
    show("keep_large", out);
    put("keep_and_count", keep_and_count(a, out));
    show("keep_and_count.out", out);
    put("both_places", both_places(a));
    put("spread", spread(a));
    put("spaces", spaces(text));
    put("first_capital", first_capital(text));
    put("first_capital.none", first_capital("none here"));
    to_capitals(text);
    show("to_capitals", text.data(), n);
    without_spaces(text);
    show("without_spaces", text.data(), n);
  }
}
