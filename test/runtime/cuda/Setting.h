// An environment variable for a while.
#pragma once

#include <cstdlib>
#include <string>

namespace clustrix::test {

class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Setting() { unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* const name_;
};

}  // namespace clustrix::test
