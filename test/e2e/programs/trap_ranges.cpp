// Ranges of inner loops whose expressions change something: once for each walk, not in each of its steps.
#include "show.h"

struct Box {
  int k[4];
};

static int next(int& count) { return count++ % 2; }

[[clustrix::cluster]]
int stepping(std::vector<int>& a, const std::vector<Box>& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: serial
    int s = 0;
    for (int x : b[static_cast<std::size_t>(count++ % 2)].k) s += x;
    a[i] = s;
  }
  return count;
}

[[clustrix::cluster]]
int by_a_helper(std::vector<int>& a, const std::vector<Box>& b) {
  int count = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: serial
    int s = 0;
    for (int x : b[static_cast<std::size_t>(next(count))].k) s = s * 3 + x;
    a[i] += s;
  }
  return count;
}

[[clustrix::cluster]]
void own_counter(std::vector<int>& a, const std::vector<Box>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: serial
    int at = static_cast<int>(i % 2), s = 0;
    for (int x : b[static_cast<std::size_t>(next(at))].k) s = s * 3 + x * at;
    for (int x : b[static_cast<std::size_t>(++at % 2)].k) s += x + at;
    a[i] += s + at;
  }
}

[[clustrix::cluster]]
void marks(std::vector<int>& a, std::vector<int>& seen, const std::vector<Box>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: serial
    int s = 0;
    for (int x : b[static_cast<std::size_t>((seen[i % 50] += 1) % 2)].k) s += x;
    a[i] -= s;
  }
}

[[clustrix::cluster]]
void stepped_behind(std::vector<int>& a, const std::vector<Box>& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {  // may: parallel
    int s = 0;
    for (int x : b[static_cast<std::size_t>(count % 2)].k) s += x;
    ++count;
    a[i] += s;
  }
}

int main() {
  std::vector<int> a(9000), seen(50);
  const std::vector<Box> b{{{1, 2, 3, 4}}, {{9, 8, 7, 60}}};
  std::printf("%d\n", stepping(a, b));
  show("stepping", a);
  std::printf("%d\n", by_a_helper(a, b));
  show("helper", a);
  own_counter(a, b);
  show("own", a);
  marks(a, seen, b);
  show("marks", a);
  show("seen", seen);
  stepped_behind(a, b);
  show("behind", a);
}
