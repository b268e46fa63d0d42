#include "settings/Variables.h"

#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "support/Shown.h"

namespace clustrix::runtime {
namespace {

constexpr const char prefix[] = "CLUSTRIX_";
constexpr std::size_t prefixSize = sizeof prefix - 1;

// Behind the prefix.
constexpr const char* known[] = {"AUDIT",
                                 "AUDIT_MEMORY",
                                 "AUDIT_REPORT",
                                 "AUTO_GPU_PARALLEL",
                                 "CLUSTER",
                                 "CLUSTER_TIMEOUT",
                                 "CONFIG",
                                 "CUDA_CACHE",
                                 "CUDA_NCCL",
                                 "CUDA_SPLIT",
                                 "DEVICES",
                                 "FORCE",
                                 "LOG",
                                 "MATH",
                                 "MAX_GPU_PARALLEL_JOBS",
                                 "PLAN",
                                 "REQUIRE",
                                 "SCHEDULE",
                                 "SUMMARY",
                                 "TRACE",
                                 "VERIFY"};
constexpr const char* elsewhere[] = {"JOBS", "PRESET", "MUTANT", "EACH_PLACE"};
constexpr const char* familiesElsewhere[] = {"TEST_", "DOUBLE_", "PTX_"};
constexpr const char* endingsElsewhere[] = {"ROOT", "DIR", "HOME", "PATH", "PREFIX", "VERSION"};

bool beginsWith(const std::string& text, const std::string& begin) { return text.compare(0, begin.size(), begin) == 0; }
bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}
template <class Names, class Is>
bool any(const Names& names, const Is& is) {
  return std::any_of(std::begin(names), std::end(names), is);
}

bool hasMeaning(const std::string& name) {
  const auto isName = [&](const char* one) { return name == one; };
  return any(known, isName) || any(elsewhere, isName) ||
         any(familiesElsewhere, [&](const char* one) { return beginsWith(name, one); }) ||
         any(endingsElsewhere, [&](const char* one) { return endsWith(name, one); });
}

/// How many letters have to be put in, taken out or changed for one word to be the other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string nearestTo(const std::string& name) {
  const char* const nearest = *std::min_element(std::begin(known), std::end(known), [&](const char* a, const char* b) {
    return distance(name, a) < distance(name, b);
  });
  const std::size_t near = std::max<std::size_t>(1, std::strlen(nearest) / 3);
  return distance(name, nearest) <= near ? nearest : "";
}

}  // namespace

std::vector<std::string> processVariables() {
  std::vector<std::string> names;
  if (getauxval(AT_SECURE) != 0 || environ == nullptr) return names;
  for (char** one = environ; *one != nullptr; ++one)
    if (std::strncmp(*one, prefix, prefixSize) == 0) names.emplace_back(*one, std::strcspn(*one, "="));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> unknownVariables(const std::vector<std::string>& names) {
  std::vector<std::string> told;
  for (const std::string& name : names) {
    const std::string own = name.substr(prefixSize);
    if (hasMeaning(own)) continue;
    const std::string nearest = nearestTo(own);
    told.push_back(shown(name) + " is no variable of ours and changes nothing" +
                   (nearest.empty() ? "" : "; did you mean " + (prefix + nearest) + "?"));
  }
  return told;
}

}  // namespace clustrix::runtime
