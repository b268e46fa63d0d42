#include "Driver/UnifiedDiff.h"

#include "Support/OneLine.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace clustrix::compiler {
namespace {

using Lines = std::vector<std::string_view>;

/// One line of the edit script: ' ' both, '-' before alone, '+' after alone.
struct Step {
  char kind;
  std::string_view line;
};
using Script = std::vector<Step>;

/// Lines with their ends, so that a missing last one is a difference.
Lines splitLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

void replaceAll(const Lines& before, const Lines& after, Script& script) {
  for (const auto& line : before) script.push_back({'-', line});
  for (const auto& line : after) script.push_back({'+', line});
}

/// How far each diagonal k = x - y gets with d differences, for every d: what the way back is read from.
class Frontier {
 public:
  Frontier(const Lines& before, const Lines& after)
      : before_(before), after_(after), n_(static_cast<int>(before.size())), m_(static_cast<int>(after.size())) {}

  /// False when the texts differ in more than `limit` lines: memory grows with the square of it.
  bool reachEnd(int limit) {
    std::vector<int> furthest(static_cast<std::size_t>(2 * std::min(limit, n_ + m_) + 3), 0);
    middle_ = static_cast<int>(furthest.size()) / 2;
    for (int d = 0; d <= std::min(limit, n_ + m_); ++d) {
      history_.push_back(furthest);
      for (int k = -d; k <= d; k += 2) {
        int x = down(furthest, k, d) ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
        while (x < n_ && x - k < m_ && before_[x] == after_[x - k]) ++x;
        at(furthest, k) = x;
        if (x >= n_ && x - k >= m_) return true;
      }
    }
    return false;
  }

  void wayBack(Script& script) {
    Script reversed;
    int x = n_, y = m_;
    for (int d = static_cast<int>(history_.size()) - 1; d >= 0; --d) {
      const int k = x - y;
      const bool isDown = down(history_[d], k, d);
      const int previousK = isDown ? k + 1 : k - 1;
      const int previousX = d == 0 ? 0 : at(history_[d], previousK);
      const int previousY = d == 0 ? 0 : previousX - previousK;
      while (x > previousX && y > previousY) reversed.push_back({' ', before_[--x]}), --y;
      if (d == 0) break;
      if (isDown) {
        reversed.push_back({'+', after_[--y]});
      } else {
        reversed.push_back({'-', before_[--x]});
      }
    }
    script.insert(script.end(), reversed.rbegin(), reversed.rend());
  }

 private:
  int& at(std::vector<int>& v, int k) const { return v[static_cast<std::size_t>(middle_ + k)]; }
  bool down(std::vector<int>& v, int k, int d) const { return k == -d || (k != d && at(v, k - 1) < at(v, k + 1)); }

  const Lines& before_;
  const Lines& after_;
  int n_, m_, middle_ = 0;
  std::vector<std::vector<int>> history_;
};

Script compare(Lines before, Lines after) {
  Script head, tail;
  std::size_t same = 0;
  const std::size_t shorter = std::min(before.size(), after.size());
  while (same < shorter && before[same] == after[same]) head.push_back({' ', before[same++]});
  before.erase(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(same));
  after.erase(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(same));
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    tail.push_back({' ', before.back()});
    before.pop_back();
    after.pop_back();
  }
  Frontier frontier(before, after);
  if (frontier.reachEnd(2000)) {
    frontier.wayBack(head);
  } else {
    replaceAll(before, after, head);
  }
  head.insert(head.end(), tail.rbegin(), tail.rend());
  return head;
}

std::string range(std::size_t first, std::size_t count) {
  // An empty range is named by the line before it.
  const std::size_t start = count == 0 ? first : first + 1;
  return std::to_string(start) + (count == 1 ? "" : "," + std::to_string(count));
}

/// Writes script[begin, end) as one hunk; `x` and `y` are the lines of each text before it.
void writeHunk(const Script& script, std::size_t begin, std::size_t end, std::size_t x, std::size_t y,
               std::string& text) {
  std::size_t before = 0, after = 0;
  std::string body;
  for (std::size_t i = begin; i < end; ++i) {
    before += script[i].kind != '+';
    after += script[i].kind != '-';
    body += script[i].kind;
    body += script[i].line;
    if (script[i].line.back() != '\n') body += "\n\\ No newline at end of file\n";
  }
  text += "@@ -" + range(x, before) + " +" + range(y, after) + " @@\n" + body;
}

}  // namespace

std::string unifiedDiff(const std::string& before, const std::string& after, const std::string& beforeName,
                        const std::string& afterName) {
  if (before == after) return "";
  constexpr std::size_t context = 3;
  const Script script = compare(splitLines(before), splitLines(after));
  std::string text = "--- " + onOneLine(beforeName) + "\n+++ " + onOneLine(afterName) + "\n";
  std::size_t x = 0, y = 0, i = 0;  // lines of each text before script[i]
  const auto skipTo = [&](std::size_t end) {
    for (; i < end; ++i) x += script[i].kind != '+', y += script[i].kind != '-';
  };
  const auto nextChange = [&](std::size_t from) {
    while (from < script.size() && script[from].kind == ' ') ++from;
    return from;
  };
  for (std::size_t change = nextChange(0); change < script.size();) {
    std::size_t last = change;  // changes closer than twice the context share a hunk
    while (nextChange(last + 1) < script.size() && nextChange(last + 1) - last <= 2 * context + 1) {
      last = nextChange(last + 1);
    }
    skipTo(change - std::min(change - i, context));
    const std::size_t end = std::min(script.size(), last + 1 + context);
    writeHunk(script, i, end, x, y, text);
    skipTo(end);
    change = nextChange(end);
  }
  return text;
}

}  // namespace clustrix::compiler
