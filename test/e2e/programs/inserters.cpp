// Algorithms that write behind a container's elements: as many as there are, or those that pass a test.
#include "show.h"

#include <algorithm>
#include <iterator>
#include <string>

[[clustrix::cluster]]
void kept(const std::vector<int>& v, std::vector<int>& low, std::vector<long>& high, int limit) {
  std::copy_if(v.begin(), v.end(), std::back_inserter(low), [=](int x) { return x < limit; });           // want: parallel
  std::remove_copy_if(v.begin(), v.end(), std::back_inserter(high), [=](int x) { return x < limit; });   // want: parallel
  std::ranges::copy_if(v, std::back_inserter(low), [](int x) { return x % 5 == 0; });                    // want: parallel
}

[[clustrix::cluster]]
std::vector<double> mapped(const std::vector<int>& v, const double* p) {
  std::vector<double> out;
  std::transform(v.begin(), v.end(), std::back_inserter(out), [](int x) { return x * 0.25; });           // want: parallel
  std::transform(v.begin(), v.end(), p, std::back_inserter(out), [](int x, double y) { return x + y; });  // want: parallel
  std::copy(p, p + v.size(), std::back_inserter(out));                                                   // want: parallel
  return out;
}

// The value is used; of the container itself; into a string.
[[clustrix::cluster]]
std::size_t others(std::vector<int>& v, const std::vector<int>& in, const std::string& text) {
  auto end = std::copy_if(in.begin(), in.end(), std::back_inserter(v), [](int x) { return x > 500; });
  *end++ = 3;
  std::copy_if(in.begin(), in.end(), std::back_inserter(v), [](int x) { return x > 700; });               // want: parallel
  std::string letters;
  std::copy_if(text.begin(), text.end(), std::back_inserter(letters), [](char c) { return c != ' '; });
  return letters.size();
}

int main() {
  Random random(99);
  for (const int n : {0, 1, 5, 20030}) {
    std::vector<int> v(static_cast<std::size_t>(n)), low{3}, own;
    std::vector<long> high;
    std::vector<double> p(v.size());
    random.fillBelow(v, 1000);
    random.fillUnit(p);
    kept(v, low, high, 400);
    show("low", low);
    show("high", high);
    show("mapped", mapped(v, p.data()));
    const std::string text = "x and y";
    put("text", others(own, v, text));
    show("own", own);
    own = v;
    own.reserve(4 * v.size() + 9);
    put("text", others(own, own, text));
    show("itself", own);
  }
}
