// A program as Clang instruments it for the audit, with the marks that rewriting will put into it.
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "audit/AuditedProcess.h"

using clustrix::audit::AuditedLoop;

namespace {

struct Iteration {
  AuditedLoop& loop;
  explicit Iteration(AuditedLoop& l) : loop(l) { beginBody(loop); }
  ~Iteration() { endBody(loop); }
};

AuditedLoop& begin(const char* site, const void* low) {
  return *clustrix::audit::beginLoop(site, clustrix::audit::frameBetween(__builtin_frame_address(0), low));
}

struct Body {
  double position[3], velocity[3];
};

void sum(double* a, const double* b, int n, int distance) {
  AuditedLoop& loop = begin("sum", __builtin_frame_address(0));
  isNamed(loop, "a", a, sizeof(double) * static_cast<std::size_t>(n), sizeof(double));
  for (int i = 1; i < n; ++i) {
    const Iteration iteration(loop);
    double own[4] = {b[i], 1, 2, 3};
    for (double& x : own) x += 1;
    a[i] = own[i % 4] + b[i - distance];  // reads
  }
  clustrix::audit::endLoop();
}

void copies(Body* to, const Body* from, int n, int distance) {
  AuditedLoop& loop = begin("copies", __builtin_frame_address(0));
  for (int i = 1; i < n; ++i) {
    const Iteration iteration(loop);
    to[i] = from[i - distance];  // copies
  }
  clustrix::audit::endLoop();
}

void fills(std::vector<char>& bytes, std::size_t row, std::size_t width) {
  AuditedLoop& loop = begin("fills", __builtin_frame_address(0));
  for (std::size_t i = 0; i < bytes.size() / row; ++i) {
    const Iteration iteration(loop);
    std::memset(&bytes[i * row], 1, i + 1 < bytes.size() / row ? width : row);  // fills
  }
  clustrix::audit::endLoop();
}

void vectors(const double* from, double* to, int n) {
  AuditedLoop& loop = begin("vectors", __builtin_frame_address(0));
  for (int i = 0; i < n; ++i) {
    const Iteration iteration(loop);
    std::vector<double> own(from, from + 8);
    own.push_back(static_cast<double>(i));
    for (const double x : own) to[i] += x;
  }
  clustrix::audit::endLoop();
}

}  // namespace

int main(int, char** arguments) {
  const std::string what = arguments[1];
  std::vector<double> a(64), b(64);
  std::vector<Body> bodies(64), others(64);
  std::vector<char> bytes(640);
  if (what == "right") {
    sum(a.data(), b.data(), 64, 1);
    sum(a.data(), a.data(), 64, 0);
    copies(bodies.data(), others.data(), 64, 1);
    copies(bodies.data(), bodies.data(), 64, 0);
    fills(bytes, 10, 10);
    vectors(a.data(), b.data(), 64);
  } else if (what == "sum") {
    sum(a.data(), a.data(), 64, 1);
  } else if (what == "copies") {
    copies(bodies.data(), bodies.data(), 64, 1);
  } else {
    fills(bytes, 10, 11);
  }
}
