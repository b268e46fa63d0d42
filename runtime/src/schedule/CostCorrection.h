// CostCorrection: what the estimate of one loop's seconds is to be multiplied by, learned from how long it took.
//
//     estimate ─► choice ─► loop runs: seconds ─► learn ─► the next estimate
//
// The estimate (Profit.h) knows orders of magnitude: what an operation costs depends on the loop. Each of its parts has
// a factor of its own, since a loop that moves its arrays once and then stays with them has another mixture each time.
// A launch tells about the part that most of its time is in.
//
// A place where a loop is not is never measured, though the estimate may be wrong, or the machine may have been busy
// when the loop was there. So it is tried once the time since the last trial is worth fifty times what that would lose:
// trials cost a fiftieth of the whole at most. A first look at the CPU, which costs no start, may be dearer.
#pragma once

#include <array>

#include "schedule/Profit.h"

namespace clustrix::runtime {

class CostCorrection {
 public:
  /// A loop changes its place only for one that seems so much quicker.
  static constexpr double hysteresis = 1.25;

  /// 1 where nothing is known. Serial and threads stand for each other where one is not.
  double factor(Part part) const;
  bool isKnown() const;
  /// Where the loop ran last; null: nowhere yet.
  const Place* last() const { return ran_ ? &last_ : nullptr; }

  /// The loop took `seconds` on the CPU, serially or on threads.
  void ranOnCpu(Place place, const Work& work, int threads, double seconds);
  /// The same on devices. The first time is not believed where it was slow: kernels are loaded, memory is taken.
  void ranOnDevices(const Work& work, const DeviceSeconds& estimated, double seconds);

  /// The same for a launch that was kept (LaunchCache.h): nothing of it is estimated.
  void ranAgain(const Work& work, double seconds);
  /// Whether such launches are so slow that the CPU is to be thought of, or it may be tried. `moving`: seconds in which
  /// arrays would come home.
  bool doubtsSteady(const Work& work, int threads, double moving) const;

  /// Whether a trial in the other place may be made, which is estimated to lose so many seconds.
  bool mayTryCpu(double loss) const;
  bool mayTryDevices(double loss) const;
  /// It was made, whatever has come of it.
  void tried() { sinceTrial_ = 0; }

  /// What was learned, positive, by part; 0: nothing. What an earlier run has learned counts half.
  using Factors = std::array<double, partCount>;
  const Factors& factors() const { return factors_; }
  void recall(const Factors& factors);

 private:
  void learn(Part part, double estimated, double rest, double seconds);
  void ran(Place place, double seconds);

  Factors factors_{};
  Factors off_{};  // what the last launch has said beyond them; 0: none has
  bool ran_ = false;
  bool warm_ = false;  // it has run on devices
  Place last_ = Place::Original;
  double sinceTrial_ = 0;  // seconds
  double steady_ = 0;      // seconds an operation of kept launches; 0: there were none
};

}  // namespace clustrix::runtime
