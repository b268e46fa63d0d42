// Which call fails, and how: CLUSTRIX_DOUBLE_FAIL=K:KIND[@CALL],...
//
//     7:oom                 the 7th call of any kind runs out of memory
//     2:illegal@cudaMalloc  the 2nd cudaMalloc says "illegal address", and the device is lost from then on
//     3+:oom@cudaMalloc     the 3rd and every later cudaMalloc
//     5:illegal-later       the 5th call pretends to work; the next wait on its device reports the error
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "Double.h"

namespace cudadouble {
namespace {

struct Rule {
  long position = 0;
  bool onwards = false;
  Fault fault;
  std::string call;  // empty: any
  long seen = 0;
};

const std::pair<const char*, cudaError_t> kinds[] = {
    {"oom", cudaErrorMemoryAllocation},     {"invalid", cudaErrorInvalidValue},
    {"illegal", cudaErrorIllegalAddress},   {"launch", cudaErrorLaunchFailure},
    {"ecc", cudaErrorECCUncorrectable},     {"busy", cudaErrorDevicesUnavailable},
    {"unknown", cudaErrorUnknown},          {"resources", cudaErrorLaunchOutOfResources},
    {"unsupported", cudaErrorNotSupported}, {"driver", cudaErrorInsufficientDriver},
    {"no-device", cudaErrorNoDevice},
};

[[noreturn]] void refuse(const std::string& text) {
  std::fprintf(stderr, "cuda double: CLUSTRIX_DOUBLE_FAIL: cannot read '%s'; write K:KIND[@CALL], with KIND one of",
               text.c_str());
  for (const auto& kind : kinds) std::fprintf(stderr, " %s", kind.first);
  std::fprintf(stderr, " (and KIND-later)\n");
  std::exit(2);
}

Fault readKind(std::string name, const std::string& text) {
  Fault fault;
  const std::string later = "-later";
  if (name.size() > later.size() && name.compare(name.size() - later.size(), later.size(), later) == 0) {
    fault.later = true;
    name.resize(name.size() - later.size());
  }
  for (const auto& kind : kinds)
    if (name == kind.first) fault.error = kind.second;
  if (fault.error == cudaSuccess) refuse(text);
  return fault;
}

Rule readRule(const std::string& text) {
  Rule rule;
  char* end = nullptr;
  rule.position = std::strtol(text.c_str(), &end, 10);
  if (*end == '+') {
    rule.onwards = true;
    ++end;
  }
  if (rule.position < 1 || *end != ':') refuse(text);
  const std::string rest = end + 1;
  const auto at = rest.find('@');
  rule.fault = readKind(rest.substr(0, at), text);
  if (at != std::string::npos) rule.call = rest.substr(at + 1);
  return rule;
}

std::vector<Rule> readRules(const char* plan) {
  std::vector<Rule> rules;
  std::istringstream list(plan ? plan : "");
  for (std::string item; std::getline(list, item, ',');) rules.push_back(readRule(item));
  return rules;
}

std::vector<Rule>& rules() {
  static std::vector<Rule> kept = readRules(std::getenv("CLUSTRIX_DOUBLE_FAIL"));
  return kept;
}

}  // namespace

Fault nextFault(const char* name) {
  Fault found;
  for (Rule& rule : rules()) {
    if (!rule.call.empty() && rule.call != name) continue;
    ++rule.seen;
    if (rule.seen == rule.position || (rule.onwards && rule.seen > rule.position)) found = rule.fault;
  }
  return found;
}

bool isSticky(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
    case cudaErrorUnknown:
      return true;
    default:
      return false;
  }
}

}  // namespace cudadouble

extern "C" void clustrixDoubleFail(const char* plan) {
  const std::lock_guard<std::recursive_mutex> lock(cudadouble::machine().mutex);
  cudadouble::rules() = cudadouble::readRules(plan);
}
