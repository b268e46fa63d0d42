// Rates: how quick devices were at one loop, as weights of the next partition.
//
//     launch ──► iterations and busy seconds by device ──► learn ──► weights ──► divide
//
// Weights are relative: a machine that is busy, or a call with longer iterations, slows all devices alike and says
// nothing about them. Devices that came to an end together keep their weights, so that a partition that is good stays
// as it is and arrays stay where they are.
#pragma once

#include <vector>

namespace clustrix::runtime {

/// What a device did in one launch.
struct DeviceTime {
  int device = 0;  // the backend's number
  double iterations = 0;
  double seconds = 0;  // in which it had something to do
};

class Rates {
 public:
  Rates() = default;
  /// TunedRates before: by the backend's device number, positive.
  explicit Rates(std::vector<double> weights);

  /// The first two launches count as they are, since the first one warms devices up; later ones move a weight halfway
  /// on a logarithmic scale, as if it were off by two at most: all that an outlier can do.
  void learn(const std::vector<DeviceTime>& launch);
  /// Of `devices`, in their order; empty unless each of them has been measured.
  std::vector<double> weights(const std::vector<int>& devices) const;
  /// By the backend's device number; 0: not measured.
  const std::vector<double>& all() const { return weights_; }

 private:
  double& weight(int device);

  std::vector<double> weights_;
  int launches_ = 0;
};

}  // namespace clustrix::runtime
