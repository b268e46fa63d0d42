#pragma once

#include <cstdlib>

#include "../Child.h"

namespace clustrix::audit {

/// The status with which a process ends in which `action` has run: 3 where nothing else ends it.
template <class Action>
int endOf(const Action& action) {
  return test::statusOfChild([&] {
    action();
    std::exit(3);
    return 0;
  });
}

}  // namespace clustrix::audit
