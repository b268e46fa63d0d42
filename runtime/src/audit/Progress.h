// Progress: when a long run has to be told how far it is: each ten seconds, and never before.
//
// It is asked in each iteration, which may take nanoseconds or minutes: it looks at the clock less often the quicker
// they come, and so often that it is not late by more than some of the slow ones.
#pragma once

#include <cstdint>

namespace clustrix::audit {

class Progress {
 public:
  /// `now`: seconds of some clock, which begins now.
  explicit Progress(double (*now)()) : now_(now), begin_(now()), last_(begin_), looked_(begin_) {}

  /// Asked in each iteration.
  bool isDue() { return --until_ == 0 && look(); }
  /// Since it began, in whole seconds.
  std::uint64_t seconds() const { return static_cast<std::uint64_t>(looked_ - begin_); }

 private:
  static constexpr double interval = 10, often = 0.001, seldom = 0.1;
  static constexpr std::uint64_t most = 1024;  // iterations between two looks

  bool look() {
    const double time = now_();
    const double since = time - looked_;
    looked_ = time;
    if (since < often && between_ < most) between_ *= 2;
    if (since > seldom) between_ = 1;
    until_ = between_;
    if (time - last_ < interval) return false;
    last_ = time;
    return true;
  }

  double (*now_)();
  double begin_, last_, looked_;
  std::uint64_t between_ = 1, until_ = 1;
};

}  // namespace clustrix::audit
