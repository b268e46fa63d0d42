#include "clustrix-c++/Unit.h"

#include <filesystem>
#include <system_error>

#include "clustrix-c++/Hash.h"

namespace clustrix::tools {

std::string unitName(const CommandLine& line, const std::string& source, const std::string& rewrittenText) {
  std::error_code failed;
  Hash hash;
  // With what ends each: `-DA B` is not `-DAB`.
  const auto add = [&](const std::string& text) { hash.add(text + '\0'); };
  add(std::filesystem::absolute(source, failed).lexically_normal().string());
  add(rewrittenText);
  for (const std::string& flag : line.flags) add(flag);
  add("");
  for (const std::string& flag : line.nvccFlags) add(flag);
  return "clustrix-" + hash.text();
}

}  // namespace clustrix::tools
