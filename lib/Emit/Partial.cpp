#include "Emit/Partial.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace clustrix::compiler {
namespace {

constexpr std::size_t lineLimit = 120;

bool isExtremum(UpdateOperator op) { return op == UpdateOperator::Min || op == UpdateOperator::Max; }

/// The operator as C++ writes it; an extremum is a comparison.
const char* symbol(UpdateOperator op) {
  if (op == UpdateOperator::Min) return "<";
  return op == UpdateOperator::Max ? ">" : word(op);
}

/// `<`, or `<=` where an equal value of a later iteration replaces the earlier one.
std::string comparison(const Reduction& reduction) {
  return std::string(" ") + symbol(reduction.op) + (reduction.ties ? "= " : " ");
}

std::string quietCall(const Reduction& reduction, const std::string& a, const std::string& b) {
  return std::string("std::") + (reduction.op == UpdateOperator::Min ? "fmin(" : "fmax(") + a + ", " + b + ")";
}

std::string limits(const std::string& type, const char* what) {
  return "std::numeric_limits<" + type + ">::" + what + "()";
}

/// The value that no comparison replaces an earlier one by.
std::string worst(const Accumulator& accumulator) {
  const std::string& type = accumulator.type;
  const Reduction& reduction = *accumulator.reduction;
  if (reduction.ignoresNan || reduction.takesNan) return limits(type, "quiet_NaN");
  const bool least = reduction.op == UpdateOperator::Max;
  const std::string infinite = (least ? "-" : "") + limits(type, "infinity");
  const std::string finite = limits(type, least ? "lowest" : "max");
  if (accumulator.number == NumberKind::Any)
    return "static_cast<" + type + ">(std::numeric_limits<" + type + ">::has_infinity ? " + infinite + " : " + finite +
           ")";
  return accumulator.number == NumberKind::Floating ? infinite : finite;
}

std::string identityOf(const Accumulator& accumulator, bool isTemplate) {
  if (!accumulator.reduction) return "{}";
  const std::string& storage = accumulator.storage;
  const bool isBool = accumulator.type == "bool";
  switch (accumulator.reduction->op) {
    case UpdateOperator::Add:
      // Adding 0.0 would turn -0.0 into 0.0.
      return storage == "double" ? "-0.0" : "static_cast<" + storage + ">(-0.0)";
    case UpdateOperator::Multiply:
      return isTemplate ? "static_cast<" + storage + ">(1)" : "1";
    case UpdateOperator::BitAnd:
      return isBool ? "true" : "static_cast<" + storage + ">(-1)";
    case UpdateOperator::BitOr:
    case UpdateOperator::BitXor:
      return isBool ? "false" : "static_cast<" + storage + ">(0)";
    case UpdateOperator::LogicalAnd:
      return "true";
    case UpdateOperator::LogicalOr:
      return "false";
    case UpdateOperator::Min:
    case UpdateOperator::Max:
      return worst(accumulator);
    case UpdateOperator::Declared:
      return accumulator.reduction->declared->identity;
  }
  return "{}";
}

std::string combinedText(const DeclaredOperation& operation, const std::string& left, const std::string& right) {
  return filled(operation.combine, {{'l', left}, {'r', right}});
}

struct Field {
  std::string type, name, identity;
};

std::vector<Field> fields(const KernelShape& shape, bool isTemplate) {
  std::vector<Field> result;
  for (const Accumulator& accumulator : shape.accumulators) {
    const bool whole = accumulator.number == NumberKind::Whole || accumulator.append >= 0;
    const bool unsignedSum = whole && accumulator.reduction && accumulator.reduction->op == UpdateOperator::Add;
    result.push_back({accumulator.storage, accumulator.name, unsignedSum ? "0" : identityOf(accumulator, isTemplate)});
    for (const Location& location : accumulator.locations) result.push_back({location.type, location.name, "{}"});
    if (!accumulator.flag.empty()) result.push_back({"bool", accumulator.flag, "false"});
  }
  return result;
}

/// Takes the later value, its locations and its flag: `left.best = right.best;` and so on, a line each.
std::string takeText(const Accumulator& accumulator, const std::string& margin) {
  std::string text = margin + "left." + accumulator.name + " = right." + accumulator.name + ";\n";
  for (const Location& location : accumulator.locations)
    text += margin + "left." + location.name + " = right." + location.name + ";\n";
  if (!accumulator.flag.empty()) text += margin + "left." + accumulator.flag + " = true;\n";
  return text;
}

/// Whether `value` replaces `target`, where an unordered comparison says so too: `!(value >= target)`.
std::string replaces(const Reduction& reduction, const std::string& value, const std::string& target) {
  const bool min = reduction.op == UpdateOperator::Min;
  return "!(" + value + (min ? " >" : " <") + (reduction.ties ? " " : "= ") + target + ")";
}

/// A NaN means that nothing was compared yet, unless the flag says that it was. Whatever comes after a NaN replaces it,
/// so that a part with a NaN in it owes nothing to what came before.
std::string combineTakingNan(const Accumulator& accumulator, const std::string& margin) {
  const std::string left = "left." + accumulator.name, right = "right." + accumulator.name;
  std::string text = margin + "if (right." + accumulator.flag + " || (" + right + " == " + right + " && " +
                     replaces(*accumulator.reduction, right, left) + "))";
  const std::string taken = left + " = " + right + ";\n";
  text += accumulator.locations.empty() ? " " + taken : " {\n" + margin + "  " + taken;
  for (const Location& location : accumulator.locations)
    text += margin + "  left." + location.name + " = right." + location.name + ";\n";
  if (!accumulator.locations.empty()) text += margin + "}\n";
  return text + margin + "left." + accumulator.flag + " |= right." + accumulator.flag + ";\n";
}

std::string combineText(const Accumulator& accumulator) {
  const std::string margin = "    ";
  const std::string left = "left." + accumulator.name, right = "right." + accumulator.name;
  if (!accumulator.reduction)
    return margin + "if (right." + accumulator.flag + ") {\n" + takeText(accumulator, margin + "  ") + margin + "}\n";
  const Reduction& reduction = *accumulator.reduction;
  if (reduction.declared) return margin + combinedText(*reduction.declared, left, right) + "\n";
  if (reduction.ignoresNan) return margin + left + " = " + quietCall(reduction, left, right) + ";\n";
  if (reduction.takesNan) return combineTakingNan(accumulator, margin);
  if (isExtremum(reduction.op)) {
    if (accumulator.flag.empty())
      return margin + "if (" + right + comparison(reduction) + left + ") " + left + " = " + right + ";\n";
    return margin + "if (right." + accumulator.flag + " && " + right + comparison(reduction) + left + ") {\n" +
           takeText(accumulator, margin + "  ") + margin + "}\n";
  }
  const std::string op = symbol(reduction.op);
  if (op.size() == 2) return margin + left + " = " + left + " " + op + " " + right + ";\n";
  return margin + left + " " + op + "= " + right + ";\n";
}

bool isSequential(const KernelShape& shape) {
  return shape.form == Form::Scan ||
         std::any_of(shape.accumulators.begin(), shape.accumulators.end(), [](const Accumulator& accumulator) {
           return !accumulator.reduction || isExtremum(accumulator.reduction->op) || accumulator.reduction->declared;
         });
}

/// Whether running values are the same to the bit however iterations are grouped.
bool isExact(const Accumulator& accumulator) {
  if (!accumulator.reduction) return true;
  const Reduction& reduction = *accumulator.reduction;
  if (reduction.declared || reduction.ignoresNan) return false;
  const bool isWhole = accumulator.number == NumberKind::Whole || accumulator.append >= 0;
  return isWhole || (reduction.op != UpdateOperator::Add && reduction.op != UpdateOperator::Multiply);
}

std::string mergeExtremum(const Accumulator& accumulator, const std::string& total, const std::string& margin) {
  const Reduction& reduction = *accumulator.reduction;
  const std::string& variable = accumulator.expression;
  const std::string result = total + "." + accumulator.name;
  if (reduction.ignoresNan) return margin + variable + " = " + quietCall(reduction, variable, result) + ";\n";
  const std::string flag = total + "." + accumulator.flag;
  std::string better = result + comparison(reduction) + variable;
  if (reduction.takesNan)
    better = flag + " || (" + result + " == " + result + " && " + replaces(reduction, result, variable) + ")";
  else if (!accumulator.flag.empty())
    better = flag + " && " + better;
  if (accumulator.locations.empty()) return margin + "if (" + better + ") " + variable + " = " + result + ";\n";
  std::string text = margin + "if (" + better + ") {\n";
  if (!accumulator.located) text += margin + "  " + variable + " = " + result + ";\n";
  for (const Location& location : accumulator.locations)
    text += margin + "  " + location.expression + " = " + total + "." + location.name + ";\n";
  return text + margin + "}\n";
}

std::string mergeSum(const Accumulator& accumulator, const std::string& total, bool isTemplate,
                     const std::string& margin) {
  const std::string& variable = accumulator.expression;
  const std::string result = total + "." + accumulator.name;
  const std::string op = symbol(accumulator.reduction->op);
  if (accumulator.storage == accumulator.type) return margin + variable + " " + op + "= " + result + ";\n";
  const std::string storage = isTemplate ? "decltype(" + result + ")" : accumulator.storage;
  const std::string type = isTemplate ? "std::decay_t<decltype(" + variable + ")>" : accumulator.type;
  return margin + variable + " = static_cast<" + type + ">(static_cast<" + storage + ">(" + variable + ") " + op + " " +
         result + ");\n";
}

}  // namespace

std::string partialText(const KernelShape& shape, bool isTemplate, bool forHostAlone) {
  const std::string space = forHostAlone ? "  " : "  CLUSTRIX_HD ";
  std::string text = "\n  struct Partial {\n";
  std::string identity;
  for (const Field& field : fields(shape, isTemplate)) {
    text += "    " + field.type + " " + field.name + ";\n";
    identity += (identity.empty() ? "" : ", ") + field.identity;
  }
  text += "  };\n  static constexpr clustrix::Order order = clustrix::Order::";
  text += isSequential(shape) ? "Sequential;\n" : "Interleaved;\n";
  if (shape.form == Form::Scan && std::all_of(shape.accumulators.begin(), shape.accumulators.end(), isExact))
    text += "  static constexpr bool anyGrouping = true;\n";
  const std::string open = space + "static Partial identity() {", statement = "return {" + identity + "};";
  if (open.size() + statement.size() + 3 <= lineLimit)
    text += open + " " + statement + " }\n";
  else
    text += open + "\n    " + statement + "\n  }\n";
  text += space + "static void combine(Partial& left, const Partial& right) {\n";
  for (const Accumulator& accumulator : shape.accumulators) text += combineText(accumulator);
  return text + "  }\n";
}

std::string referencesText(const KernelShape& shape, bool isTemplate) {
  std::string text;
  const auto add = [&](const std::string& type, const std::string& name) {
    text += "    " + (isTemplate ? "auto" : type) + "& " + name + " = " + shape.partial + "." + name + ";\n";
  };
  for (const Accumulator& accumulator : shape.accumulators) {
    if (shape.form == Form::Scan && accumulator.storage != accumulator.type)
      text += "    auto& " + accumulator.name + " = clustrix::carriedAs<" + accumulator.type + ", " + shape.writing +
              ">(" + shape.partial + "." + accumulator.name + ");\n";
    else
      add(accumulator.storage, accumulator.name);
    for (const Location& location : accumulator.locations) add(location.type, location.name);
    // Most last values are assigned in every iteration, however the iteration ends.
    if (!accumulator.reduction && !accumulator.conditional)
      text += "    " + shape.partial + "." + accumulator.flag + " = true;\n";
  }
  return text;
}

std::string mergeText(const KernelShape& shape, const std::string& total, bool isTemplate, const std::string& margin) {
  std::string text;
  for (const Accumulator& accumulator : shape.accumulators) {
    const std::string result = total + "." + accumulator.name;
    if (!accumulator.reduction) {
      text += margin + "if (" + total + "." + accumulator.flag + ") " + accumulator.expression + " = " + result + ";\n";
    } else if (accumulator.reduction->declared) {
      text += margin + combinedText(*accumulator.reduction->declared, accumulator.expression, result) + "\n";
    } else if (isExtremum(accumulator.reduction->op)) {
      text += mergeExtremum(accumulator, total, margin);
    } else if (const std::string op = symbol(accumulator.reduction->op); op.size() == 2) {
      text += margin + accumulator.expression + " = " + accumulator.expression + " " + op + " " + result + ";\n";
    } else {
      text += mergeSum(accumulator, total, isTemplate, margin);
    }
  }
  return text;
}

std::string carriedText(const KernelShape& shape, const std::string& total, const std::string& margin) {
  std::string text;
  for (const Accumulator& accumulator : shape.accumulators) {
    if (!accumulator.reduction) continue;  // a last value is set by an iteration
    const std::string member = total + "." + accumulator.name;
    const bool same = accumulator.storage == accumulator.type;
    text += margin + member + " = " +
            (same ? accumulator.expression : "static_cast<decltype(" + member + ")>(" + accumulator.expression + ")") +
            ";\n";
    for (const Location& location : accumulator.locations)
      text += margin + total + "." + location.name + " = " + location.expression + ";\n";
    if (!accumulator.flag.empty()) text += margin + total + "." + accumulator.flag + " = true;\n";
  }
  return text;
}

std::string takeText(const KernelShape& shape, const std::string& total, bool isTemplate, const std::string& margin) {
  std::string text;
  for (const Accumulator& accumulator : shape.accumulators) {
    const std::string result = total + "." + accumulator.name;
    if (accumulator.append >= 0) continue;  // the container has its elements already
    if (!accumulator.reduction) {
      text += margin + "if (" + total + "." + accumulator.flag + ") " + accumulator.expression + " = " + result + ";\n";
      continue;
    }
    const std::string type = isTemplate ? "std::decay_t<decltype(" + accumulator.expression + ")>" : accumulator.type;
    const bool same = accumulator.storage == accumulator.type;
    text +=
        margin + accumulator.expression + " = " + (same ? result : "static_cast<" + type + ">(" + result + ")") + ";\n";
    for (const Location& location : accumulator.locations)
      text += margin + location.expression + " = " + total + "." + location.name + ";\n";
  }
  return text;
}

}  // namespace clustrix::compiler
