#pragma once

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

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

/// How a process ends in which `action` has run, and what it writes to standard error.
struct End {
  int status = 0;
  std::string said;
};
template <class Action>
End endAndSaid(const Action& action) {
  std::FILE* const file = std::tmpfile();
  End end;
  end.status = endOf([&] {
    dup2(fileno(file), STDERR_FILENO);
    action();
  });
  std::rewind(file);
  std::array<char, 4096> some{};
  end.said.assign(some.data(), std::fread(some.data(), 1, some.size(), file));
  std::fclose(file);
  return end;
}

}  // namespace clustrix::audit
