#include "Emit/Marks.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

std::string joined(const std::vector<std::string>& calls, const char* separator) {
  std::string text;
  for (const std::string& call : calls) text += call + separator;
  return text;
}

/// In front of a statement. A directive needs a line of its own.
std::string statements(const SourceUnit& unit, const HostMark& mark, const std::string& residency,
                       const LineTable& lines) {
  const std::string text = joined(markCalls(mark.touch, residency), "; ");
  if (!beginsDirective(unit.text, mark.begin)) return text;
  return text + "\n" + lineDirective(unit, lines.lineAt(mark.begin));
}

std::string lifetime(const HostMark& mark, const std::string& residency, Names& names) {
  const std::string type = mark.owner.empty() ? "Lifetime" : "OwnLifetime";
  return " clustrix::" + type + " " + names.pick("lifetime") + "(" + residency +
         (mark.owner.empty() ? "" : ", " + mark.owner) + ");";
}

}  // namespace

std::vector<std::string> markCalls(const HostEffect& touch, const std::string& residency) {
  if (touch.anything) return {residency + ".host()"};
  std::vector<std::string> calls;
  for (const std::string& place : touch.reads) calls.push_back(residency + ".reads(" + place + ")");
  for (const std::string& place : touch.writes) calls.push_back(residency + ".writes(" + place + ")");
  for (const std::string& pointer : touch.frees) calls.push_back(residency + ".frees(" + pointer + ")");
  if (touch.lends >= 0) calls.push_back(residency + ".lend()");
  return calls;
}

Names namesOf(const SourceUnit& unit, const AnnotatedFunction& function, const Names& macros) {
  Names names = macros;
  const std::size_t begin = std::min(function.kernelsAt, function.hostCode.begin);
  names.reserve(std::string_view(unit.text).substr(begin, function.hostCode.end - begin));
  return names;
}

std::vector<Insertion> markInsertions(const SourceUnit& unit, const AnnotatedFunction& function,
                                      const ResidencyPlan& plan, const std::string& residency, Names& names,
                                      const LineTable& lines) {
  std::vector<Insertion> ends, lifetimes, begins;
  for (const HostMark& mark : plan.marks) {
    switch (mark.kind) {
      case HostMark::Statement:
        begins.push_back({mark.begin, statements(unit, mark, residency, lines)});
        break;
      case HostMark::Braces:
        begins.push_back({mark.begin, "{ " + statements(unit, mark, residency, lines)});
        ends.push_back({mark.end, " }"});
        break;
      case HostMark::Expression:
        begins.push_back({mark.begin, "(" + joined(markCalls(mark.touch, residency), ", ")});
        ends.push_back({mark.end, ")"});
        break;
      case HostMark::Lifetime:
        lifetimes.push_back({mark.begin, lifetime(mark, residency, names)});
        break;
    }
  }
  // What ends somewhere comes before what begins there.
  std::vector<Insertion> all = std::move(ends);
  const std::string kind = plan.brief ? "BriefResidency " : "Residency ";
  all.push_back({function.hostCode.begin, " clustrix::" + kind + residency + ";"});
  all.insert(all.end(), lifetimes.begin(), lifetimes.end());
  all.insert(all.end(), begins.begin(), begins.end());
  return all;
}

}  // namespace clustrix::compiler
