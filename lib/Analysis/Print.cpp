// `--emit=legality`: the verdict as text, one fact a line, in the order of the legality's own lists.
#include "clustrix/Legality.h"

#include <sstream>

namespace clustrix::compiler {
namespace {

std::string decimal(Int128 value) {
  if (value == 0) return "0";
  std::string digits;
  for (Int128 rest = value; rest != 0; rest /= 10) {
    const int digit = static_cast<int>(rest % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
  }
  return value < 0 ? "-" + digits : digits;
}

struct Names {
  const LoopModel& model;

  std::string text(const Polynomial& value) const {
    return value.str([this](SymbolId id) { return model.symbols[id.value].name; });
  }
  const std::string& array(ArrayId id) const { return model.arrays[id.value].name; }
  const std::string& scalar(int index) const { return model.scalars[index].name; }
};

struct GuardText {
  Names names;

  std::string operator()(const ParameterGuard& guard) const {
    std::string text = "require ";
    for (std::size_t row = 0; row < guard.anyOf.size(); ++row) {
      text += row ? " or " : "";
      for (std::size_t i = 0; i < guard.anyOf[row].size(); ++i) {
        const Comparison& comparison = guard.anyOf[row][i];
        text += (i ? " and " : "") + names.text(comparison.value) + (comparison.equal ? " == 0" : " >= 0");
      }
    }
    return text + (guard.why.empty() ? "" : " -- " + guard.why);
  }
  std::string operator()(const DivisibleGuard& guard) const {
    return "divisible (" + names.text(guard.value) + ") by (" + names.text(guard.divisor) + ")";
  }
  std::string operator()(const DisjointGuard& guard) const {
    return std::string(guard.sameAllowed ? "same-or-disjoint " : "disjoint ") + names.array(guard.written) + " " +
           names.array(guard.other);
  }
  std::string operator()(const ScalarDisjointGuard& guard) const {
    return "disjoint " + names.array(guard.array) + " object " + guard.expression;
  }
  std::string operator()(const ScalarsDisjointGuard& guard) const {
    return "disjoint object " + guard.first + " object " + guard.second;
  }
  std::string operator()(const AllDisjointGuard& guard) const {
    std::string text = "all-disjoint";
    for (const ArrayId array : guard.arrays) text += " " + names.array(array);
    if (!guard.own.empty()) text += " own";
    for (const ArrayId array : guard.own) text += " " + names.array(array);
    for (const std::string& expression : guard.written) text += " object " + expression;
    for (const std::string& expression : guard.read) text += " read-object " + expression;
    return text;
  }
  std::string operator()(const DistinctGuard& guard) const { return "distinct " + names.array(guard.list.array); }
  std::string operator()(const ApartGuard& guard) const { return "apart " + names.array(guard.array); }
  std::string operator()(const RangeGuard& guard) const {
    return "range " + decimal(guard.min) + " <= " + names.text(guard.value) + " <= " + decimal(guard.max);
  }
};

std::string place(const SourcePoint& at) { return std::to_string(at.line) + ":" + std::to_string(at.column); }

void printReduction(std::ostream& out, const Reduction& reduction, const Names& names) {
  out << "reduction ";
  if (reduction.scalar >= 0)
    out << names.scalar(reduction.scalar);
  else
    out << names.array(reduction.array) << "[" << (reduction.index ? names.text(*reduction.index) : "any") << "]";
  out << " " << word(reduction.op);
  if (reduction.declared) out << " " << reduction.declared->word;
  if (reduction.ties) out << " ties";
  if (reduction.ignoresNan) out << " ignores-nan";
  if (reduction.takesNan) out << " takes-nan";
  if (reduction.ofArray) out << " array";
  for (const int location : reduction.locations) out << " with " << names.scalar(location);
  out << "\n";
}

void printReason(std::ostream& out, const Reason& reason) {
  out << "reason " << reason.code << " at " << place(reason.at);
  if (reason.other) out << " and " << place(*reason.other);
  out << ": " << reason.message << "\n";
  if (!reason.hint.empty()) out << "hint " << reason.hint << "\n";
}

}  // namespace

std::string print(const Legality& legality, const LoopModel& model) {
  const Names names{model};
  std::ostringstream out;
  out << "legality " << model.function << " " << place(model.at) << " " << (legality.parallel ? "parallel" : "serial");
  if (legality.asserted) out << " asserted";
  if (legality.form == Form::Search) out << " search";
  if (legality.form == Form::Scan) out << " scan";
  out << "\n";
  for (const Reason& reason : legality.reasons) printReason(out, reason);
  for (const Guard& guard : legality.guards) out << "guard " << std::visit(GuardText{names}, guard) << "\n";
  for (const Reduction& reduction : legality.reductions) printReduction(out, reduction, names);
  for (const Private& state : legality.privates)
    out << "private " << names.scalar(state.scalar) << (state.lastValue ? " last-value" : "")
        << (state.conditional ? " conditional" : "") << "\n";
  for (const PrivateArray& array : legality.privateArrays)
    out << "private " << model.arrays[array.array.value].name << "[]" << (array.lastValue ? " last-value" : "")
        << (array.copiesIn ? " copies-in" : "") << "\n";
  for (const std::string& line : legality.evidence) out << "evidence " << line << "\n";
  if (legality.whereDistinct) out << "or, where lists are distinct:\n" << print(*legality.whereDistinct, model);
  return out.str();
}

}  // namespace clustrix::compiler

template class std::vector<clustrix::compiler::Reason>;
template class std::vector<clustrix::compiler::Comparison>;
template class std::vector<clustrix::compiler::Guard>;
template class std::vector<clustrix::compiler::Reduction>;
template class std::vector<clustrix::compiler::PrivateArray>;
