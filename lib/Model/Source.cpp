#include "clustrix/Source.h"

#include <algorithm>

namespace clustrix::compiler {

const Effect* LoopSite::hostCall() const {
  if (!model.kernel.hostCalls.empty()) return &model.kernel.hostCalls.front();
  for (const LoopModel& other : otherInstantiations)
    if (!other.kernel.hostCalls.empty()) return &other.kernel.hostCalls.front();
  return nullptr;
}

std::vector<WrittenFile> SourceUnit::files() const {
  return written.empty() ? std::vector<WrittenFile>{{path, text}} : written;
}

int SourceUnit::fileLine(int line) const {
  const auto behind = std::upper_bound(writtenLines.begin(), writtenLines.end(), line,
                                       [](int at, const WrittenLines& lines) { return at < lines.line; });
  return behind == writtenLines.begin() ? line : line + (behind - 1)->fileLine - (behind - 1)->line;
}

}  // namespace clustrix::compiler
