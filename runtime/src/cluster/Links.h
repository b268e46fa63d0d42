// Links: how quick the way to another machine's devices is.
//
//     a question and its answer ─► seconds, at each start           copies of growing size ─► bytes in a second, once
//
// The second figure is kept across runs, for a pair of machines and as long as the first one is about what it was: on a
// link that somebody else uses by now, it is measured again.
#pragma once

#include <string>

#include "devices/Backend.h"
#include "settings/RateFile.h"

namespace clustrix::runtime {

struct Link {
  double seconds = 0;  // of a question and its answer
  double bytesPerSecond = 0;
};

/// Bytes in a second that arrive on `device`, which answers after `seconds`; 0 where none arrive.
double measureBytes(Backend& backend, DeviceId device, double seconds);

class Links {
 public:
  /// `folder`: of the file; empty: nothing is kept. `from`: this machine's host.
  Links(std::string folder, std::string from);

  /// Bytes in a second that were kept for the way to the host `to`; 0: none, or another answer time.
  double known(const std::string& to, double seconds) const;
  void keep(const std::string& to, const Link& link);
  /// Writes what is new. The answer is an error, empty when there is none.
  std::string save() const;

 private:
  std::pair<std::string, std::string> keyOf(const std::string& to) const;

  const std::string folder_, from_;
  KnownRates known_, new_;
};

}  // namespace clustrix::runtime
