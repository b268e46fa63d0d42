// Loops whose head ends them early: a search in the condition, flags, jumps behind the loop.
#include "trial.h"

[[clustrix::cluster]]
int head_of_for(const std::vector<int>& a, int key) {
  // An empty body: all is in the head.
  int i, n = static_cast<int>(a.size());
  for (i = 0; i < n && a[i] != key; i++)  // want: parallel
    ;
  return i;
}

[[clustrix::cluster]]
int head_of_while(const int (&a)[2000], int key) {
  // A step as the whole body, behind some elements that are left out.
  int i = 7;
  while (i < 2000 && a[i] != key)  // want: parallel
    ++i;
  return i;
}

[[clustrix::cluster]]
std::size_t two_tests(const std::vector<double>& a, const std::vector<double>& b, double limit) {
  // Two tests beside the count, and a block.
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] <= limit && !(b[i] > a[i] + 0.75)) {  // want: parallel
    ++i;
  }
  return i;
}

[[clustrix::cluster]]
int first_difference(const std::vector<int>& a, const std::vector<int>& b, int n) {
  // As long as one is known to be: the guard is that the other is, too.
  int i = 0;
  while (i < n && a[i] == b[i]) i++;  // want: parallel
  return i;
}

[[clustrix::cluster]]
bool flag_in_the_head(const std::vector<int>& a, int key, int& at) {
  // The flag ends the loop behind the iteration that sets it.
  bool found = false;
  int where = -1;
  for (std::size_t i = 0; i < a.size() && !found; ++i) {  // want: parallel
    if (a[i] == key) {
      found = true;
      where = static_cast<int>(i) * 2;
    }
  }
  at = where;
  return found;
}

[[clustrix::cluster]]
bool sorted(const std::vector<int>& a, bool sofar) {
  // The flag comes from outside, and may have ended the loop before it begins.
  for (std::size_t i = 1; sofar && i < a.size(); ++i)  // want: parallel
    if (a[i - 1] > a[i]) sofar = false;
  return sofar;
}

[[clustrix::cluster]]
int flag_is_cleared(const std::vector<int>& a) {
  // Set and cleared again: the loop goes on.
  bool found = false;
  int i;
  for (i = 0; i < static_cast<int>(a.size()) && !found; ++i) {  // want: serial
    found = a[i] == 3;
    if (i % 2 == 0) found = false;
  }
  return i;
}

[[clustrix::cluster]]
int counted_on_the_way(const std::vector<int>& a, int key) {
  // The iterations before the end count something.
  int count = 0;
  for (std::size_t i = 0; i < a.size() && a[i] != key; ++i)  // may: parallel
    count += a[i] > 100;
  return count;
}

[[clustrix::cluster]]
int writes_before_the_end(std::vector<int>& a, int key) {
  // What the head reads is what the body has written.
  int i = 0;
  while (i + 1 < static_cast<int>(a.size()) && a[i] != key) {  // want: serial
    a[i + 1] = a[i] + 1;
    ++i;
  }
  return i;
}

[[clustrix::cluster]]
int without_an_end(const int* a, int key) {
  // Nothing says how far the elements go.
  int i = 0;
  while (a[i] != key) ++i;  // want: serial
  return i;
}

[[clustrix::cluster]]
int behind_what_exists(const int* a, int key, int n) {
  // The count is no promise that there are as many elements.
  int i = 0;
  while (i < n && a[i] != key) ++i;  // want: serial
  return i;
}

[[clustrix::cluster]]
double jump_behind_the_loop(const std::vector<double>& a, double limit) {
  // goto as break, with what it leaves behind.
  int at = -2;
  double value = -1.0;
  for (std::size_t i = 0; i < a.size(); i++) {  // want: parallel
    if (a[i] > limit) {
      at = static_cast<int>(i);
      value = a[i];
      goto done;
    }
  }
done:
  return value + at;
}

[[clustrix::cluster]]
int jump_to_the_start(std::vector<int>& a) {
  // goto as "once more": each pass ends at the first large element.
  int passes = 0;
again:
  ++passes;
  for (std::size_t i = 0; i < a.size(); i++) {  // want: parallel
    if (a[i] > 290) {
      a[i] -= 100;
      goto again;
    }
  }
  return passes;
}

int main() {
  Random random(31);
  std::vector<int> a(2000), b(2000);
  std::vector<double> c(2000), d(2100);
  random.fillBelow(a, 300);
  for (double& x : c) x = random.coarse();
  for (double& x : d) x = random.coarse() * 0.7;
  static int fixed[2000];
  for (int i = 0; i < 2000; ++i) fixed[i] = a[i];
  int at = 0;
  for (const int key : {a[0], a[700], a[1999], -1}) {
    put("head_of_for", head_of_for(a, key));
    put("head_of_while", head_of_while(fixed, key));
    put("flag_in_the_head", flag_in_the_head(a, key, at));
    put("flag_in_the_head.at", at);
    put("counted_on_the_way", counted_on_the_way(a, key));
    if (key >= 0) put("without_an_end", without_an_end(a.data(), key));
    put("behind_what_exists", behind_what_exists(a.data(), key, 2000));
  }
  put("head_of_for_none", head_of_for({}, 3));
  for (const double limit : {0.5, 0.998, 2.0}) {
    put("two_tests", two_tests(c, d, limit));
    put("jump_behind_the_loop", jump_behind_the_loop(c, limit));
  }
  b = a;
  put("no_difference", first_difference(a, b, 2000));
  put("few", first_difference(a, b, 3));
  b[1300] = b[1700] = -1;
  put("first_difference", first_difference(a, b, 2000));
  put("nothing_to_compare", first_difference(a, b, -5));
  for (int i = 0; i < 2000; ++i) b[i] = i;
  put("sorted", sorted(b, true));
  put("not_asked", sorted(a, false));
  b[1500] = 3;
  put("not_sorted", sorted(b, true));
  put("flag_is_cleared", flag_is_cleared(a));
  put("writes_before_the_end", writes_before_the_end(b, 1510));
  show("b", b.data(), 2000);
  put("jump_to_the_start", jump_to_the_start(a));
  show("a", a.data(), 2000);
}
