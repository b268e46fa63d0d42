// Effort: how much work one loop may cost, counted in steps of the work itself and never in seconds, so that a verdict
// is the same on every machine, for any -j and whatever else the file holds.
//
//     Effort effort(most);                        one for each loop and stage: this thread's from here on
//       ... Effort::spend(n) ...                  wherever work is done that grows with the source
//     if (effort.isSpent()) "analysis.budget"     the loop stays serial
//
// Once it is spent, whoever asks stops at once with the answer that is safe when nothing is known. The owner then
// throws away all that was found: what else it says rests on work that was not done.
//
// It belongs to the thread and is passed to no one, since what costs most are operations on values (polynomials,
// intervals) that know nothing of a stage.
#pragma once

#include <cstdint>
#include <utility>

namespace clustrix::compiler {

class Effort {
 public:
  explicit Effort(std::uint64_t most) : left_(most), outer_(std::exchange(current_, this)) {}
  ~Effort() { current_ = outer_; }
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;

  bool isSpent() const { return spent_; }

  /// False when that is more than is left, from then on always. Where nobody counts there is enough.
  static bool spend(std::uint64_t steps = 1) {
    if (!current_) return true;
    if (current_->spent_ || steps > current_->left_) return !(current_->spent_ = true);
    current_->left_ -= steps;
    return true;
  }
  /// Whether the thread's own is spent.
  static bool isOver() { return current_ && current_->spent_; }

 private:
  std::uint64_t left_;
  bool spent_ = false;
  Effort* outer_;
  static inline constinit thread_local Effort* current_ = nullptr;
};

}  // namespace clustrix::compiler
