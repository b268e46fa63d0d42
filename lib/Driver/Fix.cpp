#include "Driver/Fix.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace clustrix::compiler {
namespace {

auto order(const Edit& edit) { return std::tie(edit.begin, edit.end, edit.replacement); }
bool before(const Edit& a, const Edit& b) { return order(a) < order(b); }

struct BySource {
  bool operator()(const std::vector<Edit>& a, const std::vector<Edit>& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
  }
};

/// The edits of each fix, in the order of the text, and the first reason that proposes it.
using Fixes = std::map<std::vector<Edit>, AppliedFix, BySource>;

Fixes collect(const Report& report, const std::string& file) {
  Fixes fixes;
  for (const FunctionReport& function : report.functions) {
    if (function.at.file != file) continue;
    for (const LoopReport& loop : function.loops)
      for (const Reason& reason : loop.reasons) {
        if (reason.edits.empty()) continue;
        std::vector<Edit> edits = reason.edits;
        std::sort(edits.begin(), edits.end(), before);
        fixes.emplace(std::move(edits), AppliedFix{reason.at, reason.hint, reason.code});
      }
  }
  return fixes;
}

bool overlap(const Edit& a, const Edit& b) { return a.begin == b.begin || (a.begin < b.end && b.begin < a.end); }

/// Whether `edits` can be applied beside those that are `taken`.
bool fit(const std::vector<Edit>& edits, const std::vector<Edit>& taken, std::size_t size) {
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const Edit& edit = edits[i];
    const auto meets = [&](const Edit& other) { return overlap(edit, other); };
    if (edit.end < edit.begin || edit.end > size || std::any_of(taken.begin(), taken.end(), meets)) return false;
    if (std::any_of(edits.begin(), edits.begin() + static_cast<std::ptrdiff_t>(i), meets)) return false;
  }
  return true;
}

}  // namespace

Fixed applyEdits(const Report& report, const std::string& file, const std::string& text) {
  Fixed fixed;
  std::vector<Edit> taken;
  for (const auto& [edits, fix] : collect(report, file)) {
    if (!fit(edits, taken, text.size())) {
      ++fixed.skipped;
      continue;
    }
    taken.insert(taken.end(), edits.begin(), edits.end());
    fixed.fixes.push_back(fix);
  }
  std::sort(taken.begin(), taken.end(), before);
  std::size_t copied = 0;  // bytes of `text` that have been dealt with
  for (const Edit& edit : taken) {
    fixed.text += text.substr(copied, edit.begin - copied) + edit.replacement;
    copied = edit.end;
  }
  fixed.text += text.substr(copied);
  fixed.applied = static_cast<int>(taken.size());
  return fixed;
}

}  // namespace clustrix::compiler
