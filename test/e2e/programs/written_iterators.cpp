// The kernel has a pointer where the source has an iterator: functions that find out what they are given take it, those
// that want an iterator stay on the host, and variables that are declared with the iterator's type say `auto`.
#include "show.h"

#include <vector>

using It = std::vector<int>::iterator;

long long plain(It at, It end) {
  long long s = 0;
  for (; at != end; ++at) s += *at;
  return s;
}
long long refs(const It& at, const It& end) {
  long long s = 0;
  for (auto k = at; k != end; ++k) s += *k;
  return s;
}
template <class T>
static long long deduced(T at, T end) {
  long long s = 0;
  for (; at != end; ++at) s += *at;
  return s;
}
template <class T>
struct Sum {
  static long long of(T at, T end) {
    long long s = 0;
    for (; at != end; ++at) s += *at;
    return s;
  }
  template <class U>
  static U two(T at, T end) {
    return U(of(at, end));
  }
};

namespace space {
inline namespace v1 {
template <class T>
static long long inner(T at, T end) {
  return deduced(at, end);
}
[[clustrix::cluster]] void given1(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = plain(v.begin() + i, v.begin() + i + 5);
}
[[clustrix::cluster]] void given2(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = refs(v.begin() + i, v.begin() + i + 5);
}
[[clustrix::cluster]] void given3(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = deduced(v.begin() + i, v.begin() + i + 5);  // want: parallel
}
[[clustrix::cluster]] void given4(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = Sum<It>::of(v.begin() + i, v.begin() + i + 5);
}
[[clustrix::cluster]] void given5(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = Sum<It>::two<int>(v.begin() + i, v.begin() + i + 5);
}
[[clustrix::cluster]] void given6(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = inner(v.begin() + i, v.begin() + i + 5);  // want: parallel
}
[[clustrix::cluster]] void given7(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = deduced<It>(v.begin() + i, v.begin() + i + 5);
}
[[clustrix::cluster]] void given9(std::vector<int>& v, long long* a, int n) {
  auto sum = [](It at, It end) {
    long long s = 0;
    for (; at != end; ++at) s += *at;
    return s;
  };
  for (int i = 0; i < n; ++i) a[i] = sum(v.begin() + i, v.begin() + i + 5);
}
[[clustrix::cluster]] void declared1(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    It at = v.begin() + i;
    std::vector<int>::iterator end = at + 4;
    a[i] = *at + *end;
  }
}
[[clustrix::cluster]] void declared2(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    long long s = 0;
    for (std::vector<int>::iterator it = v.begin() + i; it != v.begin() + i + 5; ++it) s += *it;
    a[i] = s;
  }
}
[[clustrix::cluster]] void declared3(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    long long s = 0;
    for (const It end = v.begin() + i + 5, it = v.begin() + i; it != end;) {
      s += *it;
      break;
    }
    a[i] = s;
  }
}
[[clustrix::cluster]] void declared4(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    long long s = 0;
    for (It it = v.begin() + i, end = v.begin() + i + 5; it != end; ++it) s += *it;
    a[i] = s;
  }
}
[[clustrix::cluster]] void declared5(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {
    It it;
    it = v.begin() + i;
    a[i] = *it;
  }
}
[[clustrix::cluster]] void declared6(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    It it(v.begin() + i), other{v.begin()};
    a[i] = *it + *other;
  }
}
[[clustrix::cluster]] void declared7(const std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {
    std::vector<int>::const_iterator it = v.begin() + i;
    const std::vector<int>::const_iterator& other = it;
    a[i] = *it + *other;
  }
}
[[clustrix::cluster]] void declared8(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {
    std::vector<int>::const_iterator it = v.begin() + i;
    a[i] = *it;
  }
}
[[clustrix::cluster]] void declared9(std::vector<int>& v, long long* a, int n) {
  for (int i = 0; i < n; ++i) {
    decltype(v.begin()) it = v.begin() + i;
    a[i] = *it;
  }
}
}  // namespace v1
}  // namespace space

int main() {
  std::vector<int> v(300);
  for (int i = 0; i < 300; ++i) v[i] = i * i % 17;
  std::vector<long long> a(200);
  space::given1(v, a.data(), 200);
  show("given1", a);
  space::given2(v, a.data(), 200);
  show("given2", a);
  space::given3(v, a.data(), 200);
  show("given3", a);
  space::given4(v, a.data(), 200);
  show("given4", a);
  space::given5(v, a.data(), 200);
  show("given5", a);
  space::given6(v, a.data(), 200);
  show("given6", a);
  space::given7(v, a.data(), 200);
  show("given7", a);
  space::given9(v, a.data(), 200);
  show("given9", a);
  space::declared1(v, a.data(), 200);
  show("declared1", a);
  space::declared2(v, a.data(), 200);
  show("declared2", a);
  space::declared3(v, a.data(), 200);
  show("declared3", a);
  space::declared4(v, a.data(), 200);
  show("declared4", a);
  space::declared5(v, a.data(), 200);
  show("declared5", a);
  space::declared6(v, a.data(), 200);
  show("declared6", a);
  space::declared7(v, a.data(), 200);
  show("declared7", a);
  space::declared8(v, a.data(), 200);
  show("declared8", a);
  space::declared9(v, a.data(), 200);
  show("declared9", a);
}
