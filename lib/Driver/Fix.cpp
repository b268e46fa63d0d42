#include "Driver/Fix.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace clustrix::compiler {
namespace {

auto order(const Edit& edit) { return std::tie(edit.begin, edit.end, edit.replacement); }

std::vector<Edit> collect(const Report& report, const std::string& file) {
  std::vector<Edit> edits;
  for (const FunctionReport& function : report.functions) {
    if (function.at.file != file) continue;
    for (const LoopReport& loop : function.loops) {
      for (const Reason& reason : loop.reasons) edits.insert(edits.end(), reason.edits.begin(), reason.edits.end());
    }
  }
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return order(a) < order(b); });
  const auto same = [](const Edit& a, const Edit& b) { return order(a) == order(b); };
  edits.erase(std::unique(edits.begin(), edits.end(), same), edits.end());
  return edits;
}

}  // namespace

Fixed applyEdits(const Report& report, const std::string& file, const std::string& text) {
  Fixed fixed;
  std::size_t copied = 0;  // bytes of `text` that have been dealt with
  for (const Edit& edit : collect(report, file)) {
    if (edit.begin < copied || edit.end < edit.begin || edit.end > text.size()) {
      ++fixed.skipped;
      continue;
    }
    fixed.text += text.substr(copied, edit.begin - copied) + edit.replacement;
    copied = edit.end;
    ++fixed.applied;
  }
  fixed.text += text.substr(copied);
  return fixed;
}

}  // namespace clustrix::compiler
