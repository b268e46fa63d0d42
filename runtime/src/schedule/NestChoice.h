// NestChoice: which loop of a nest is divided, where both may be.
//
//     outer:   one launch,             of as many parts as it has iterations at most
//     inner:   `outer` launches, each  of as many parts as there are threads or devices
//
// The results are the same. So this is a question of time, and asked only of outer loops with few iterations: each
// inner launch costs what a launch costs. What both ways have really taken corrects their estimates, for one site each.
#pragma once

#include <vector>

#include "clustrix/Index.h"
#include "schedule/Profit.h"

namespace clustrix::runtime {

/// Outer loops of so many iterations or more are never left: they fill any machine.
constexpr Index manyIterations = 1024;

struct Nest {
  Index outer = 0;             // iterations
  Index inner = 0;             // in each of them, about; 0: it is no launch of its own
  bool threadsInside = false;  // a device's threads run along the loop inside, too
  /// Whether there is anything to choose.
  bool hasChoice() const { return outer < manyIterations && inner > outer; }
};

/// Estimates of one way. Not corrected; 0 where there is no estimate.
struct WaySeconds {
  double cpu = 0;
  double devices = 0;  // on the best number of them; 0: there are none
  double best() const { return devices > 0 && devices < cpu ? devices : cpu; }
};
struct NestSeconds {
  WaySeconds outer, inner;
  bool known() const { return outer.cpu > 0; }
};

/// For `work` in the whole nest, on the first `count` devices at most, or none.
NestSeconds nestSeconds(const Work& work, const Nest& nest, const std::vector<DeviceProperties>& devices, int count,
                        int threads);

/// What the two ways of one nest have taken, in units of their estimates.
class NestCorrection {
 public:
  void ranOuter(double estimated, double seconds);
  void ranInner(double estimated, double seconds);
  /// 1 where nothing is known. An unknown one is as wrong as the other, but the outer way not for the worse.
  double outer() const;
  double inner() const;

 private:
  // The first time is not believed where it was slow: kernels are loaded, memory is taken.
  struct Factor {
    double value = 0;  // 0: not known
    bool warm = false;
    void learn(double estimated, double seconds);
  };
  Factor outer_, inner_;
};

/// Whether the inner way is clearly quicker. `later`: without what has to move only once, where arrays may stay on the
/// devices; else null. Nothing is lost then by beginning with it, if it is no slower on the CPU.
bool innerIsQuicker(const NestSeconds& now, const NestSeconds* later, const NestCorrection& correction);

}  // namespace clustrix::runtime
