// Traps: output, volatile objects, atomics, allocation, locks, exceptions and time-like sources in the body.
#include "show.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

[[clustrix::cluster]]
void prints(const int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    std::printf("line%d %d\n", i, a[i]);
}

[[clustrix::cluster]]
int reads_volatile(volatile int* flag, int* a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    *flag = i;
    a[i] += *flag;
    sum += a[i] % 2;
  }
  return sum;
}

[[clustrix::cluster]]
void takes_numbers(std::atomic<int>& number, int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = number++;
}

[[clustrix::cluster]]
int throws(const int* a, int* out, int n) {
  int done = 0;
  try {
    for (int i = 0; i < n; ++i) {  // want: serial
      if (a[i] == 777) throw std::runtime_error("found");
      out[i] = a[i];
      ++done;
    }
  } catch (const std::runtime_error&) {
    done += 100000;
  }
  return done;
}

[[clustrix::cluster]]
int caught_inside(const int* a, int* out, int n) {
  int failures = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    try {
      if (a[i] % 100 == 0) throw a[i];
      out[i] = 1;
    } catch (int value) {
      failures += value % 7;
      out[i] = 2;
    }
  }
  return failures;
}

[[clustrix::cluster]]
int checked_access(const std::vector<int>& a, std::vector<int>& out, int n) {
  try {
    for (int i = 0; i < n; ++i)  // want: serial
      out.at(i) = a.at(i) + 1;
  } catch (const std::out_of_range&) {
    return -1;
  }
  return n;
}

[[clustrix::cluster]]
void allocates(int** rows, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    rows[i] = new int[2]{i, -i};
}

[[clustrix::cluster]]
void builds_text(std::string& out, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    out += static_cast<char>('a' + i % 26);
}

[[clustrix::cluster]]
void locked(std::mutex& mutex, std::vector<int>& log, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const std::lock_guard<std::mutex> hold(mutex);
    log.push_back(static_cast<int>(log.size()) * 2);
  }
}

int main() {
  Random random(63);
  const int n = 2003;
  std::vector<int> a(n), out(n, -1);
  for (int& x : a) x = random.below(700);
  prints(a.data(), 12);
  volatile int flag = 0;
  put("volatile", reads_volatile(&flag, a.data(), n));
  std::atomic<int> number{10};
  takes_numbers(number, out.data(), n);
  show("numbers", out);
  for (int& x : a) x %= 700;
  put("all", throws(a.data(), out.data(), n));
  a[1234] = 777;
  put("some", throws(a.data(), out.data(), n));
  put("failures", caught_inside(a.data(), out.data(), n));
  put("checked", checked_access(a, out, n));
  put("beyond", checked_access(a, out, n + 5));
  show("out", out);
  std::vector<int*> rows(50);
  allocates(rows.data(), 50);
  int sum = 0;
  for (int i = 0; i < 50; ++i) {
    sum += rows[i][0] * 3 + rows[i][1];
    delete[] rows[i];
  }
  put("rows", sum);
  std::string text;
  builds_text(text, 60);
  std::printf("text %s\n", text.c_str());
  std::mutex mutex;
  std::vector<int> log;
  locked(mutex, log, 100);
  show("log", log);
}
