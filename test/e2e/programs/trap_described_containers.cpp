// Containers that are named like the library's, and are something else; and described ones whose elements move.
#include "show.h"

#include <cstddef>

namespace odd {

int asked = 0;

/// Its size is another one each time, and its elements are one.
template <class T>
struct vector {
  T first[4] = {};
  std::size_t size() { return static_cast<std::size_t>(++asked % 4); }
  T* data() { return first; }
  T& operator[](std::size_t i) { return first[i % 2]; }
  void push_back(T x) { first[0] = first[0] * 3 + x; }
};

}  // namespace odd

namespace grid {

template <class T>
class Buffer {
public:
  explicit Buffer(std::size_t n) : first_(new T[n]()), count_(n) {}
  ~Buffer() { delete[] first_; }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::size_t size() const { return count_; }
  T* data() { return first_; }
  T& operator[](std::size_t i) { return first_[i]; }

private:
  T* first_;
  std::size_t count_;
};

}  // namespace grid

[[clustrix::cluster]]
void folded(odd::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = v[static_cast<std::size_t>(i + 1)] + i;  // want: serial
}

[[clustrix::cluster]]
void pushed(odd::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i) v.push_back(i);  // want: serial
}

[[clustrix::cluster]]
void counted(odd::vector<int>& v, int* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = static_cast<int>(v.size());  // want: serial
}

[[clustrix::cluster]]
void carried(grid::Buffer<int>& b) {
  for (std::size_t i = 1; i < b.size(); ++i) b[i] = b[i - 1] + 1;  // want: serial
}

[[clustrix::cluster]]
void same(grid::Buffer<int>& a, grid::Buffer<int>& b) {
  for (std::size_t i = 0; i + 1 < a.size(); ++i) a[i] = b[i + 1] + 1;  // may: parallel
}

int main() {
  for (int n : {0, 1, 4, 9}) {
    odd::vector<int> v;
    folded(v, n);
    pushed(v, n);
    std::vector<int> out(static_cast<std::size_t>(n));
    counted(v, out.data(), n);
    put("v", v.first[0]);
    put("v", v.first[1]);
    show("out", out);
    grid::Buffer<int> b(static_cast<std::size_t>(n)), c(static_cast<std::size_t>(n));
    carried(b);
    same(b, b);
    same(c, b);
    show("b", std::vector<int>(b.data(), b.data() + b.size()));
    show("c", std::vector<int>(c.data(), c.data() + c.size()));
  }
}
