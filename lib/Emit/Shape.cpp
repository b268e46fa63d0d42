// Names and types of a kernel. A member may be called as in the source where the source's own scopes keep it apart from
// what the body declares; every other name must differ from all identifiers of the body's text.
#include "Emit/Shape.h"

#include "Emit/Apart.h"
#include "Emit/Expressions.h"
#include "Emit/Hosted.h"
#include "Emit/InnerHeads.h"
#include "Plan/Combined.h"
#include "Plan/Launchable.h"
#include "Plan/Symbols.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace clustrix::compiler {
namespace {

const ScalarState& scalarAt(const LoopModel& model, int scalar) {
  return model.scalars[static_cast<std::size_t>(scalar)];
}
/// Whether the body calls it by that very name, so that the source's scopes already keep it apart.
bool hasSourceName(const Capture& capture, const LoopModel& model) {
  switch (capture.kind) {
    case Capture::Value:
    case Capture::Pointer:
      return capture.expression == capture.name;
    case Capture::Span:
      return arrayAt(model, capture.array).name == capture.name;
    case Capture::Scalar:
      return scalarAt(model, capture.scalar).expression == capture.name;
  }
  return false;
}

void reservePieces(const std::vector<BodyPiece>& pieces, Names& names) {
  for (const BodyPiece& piece : pieces)
    if (piece.kind == BodyPiece::Text) names.reserve(piece.text);
}

void reserveBody(const LoopModel& model, Names& names) {
  reservePieces(model.kernel.body, names);
  for (const LocalDefinition& definition : model.kernel.definitions) reservePieces(definition.text, names);
  for (const KernelFunction& function : model.kernel.functions) {
    reservePieces(function.body, names);
    names.reserve(function.parameters + " " + function.result + (function.nameFixed ? " " + function.name : ""));
  }
  names.reserve(model.kernel.variable.cType() + " " + model.kernel.variable.name);
  names.reserve(filled(model.kernel.variablePrologue, {{'k', ""}}));
}

/// The names of the contract with the runtime, which a member must not take.
void reserveContract(const std::string& structName, Names& names) {
  names.reserve(
      "Partial Combined Band Threads Lanes Lane Part mostTrips mayDivide areApart inParts ownRows order identity "
      "combine iterate hostOnly inPlace whyHostAlone anyGrouping clustrix std " +
      structName);
}

bool isUsedByFunction(const LoopModel& model, int capture) {
  return std::any_of(model.kernel.functions.begin(), model.kernel.functions.end(), [&](const KernelFunction& function) {
    return std::any_of(function.body.begin(), function.body.end(), [&](const BodyPiece& piece) {
      return piece.kind == BodyPiece::Captured && piece.index == capture;
    });
  });
}

std::vector<std::string> captureNames(const LoopModel& model, const std::string& structName, Names& scope) {
  std::vector<std::string> names(model.kernel.captures.size());
  reserveContract(structName, scope);
  // A member named like the type of another one would hide it.
  for (const Capture& capture : model.kernel.captures) scope.reserve(capture.type);
  for (std::size_t c = 0; c < model.kernel.captures.size(); ++c)
    if (model.kernel.captures[c].nameFixed) scope.reserve(names[c] = model.kernel.captures[c].name);
  for (std::size_t c = 0; c < model.kernel.captures.size(); ++c) {
    const Capture& capture = model.kernel.captures[c];
    // A repeated function has scopes of its own, which could hide the source's name.
    if (names[c].empty() && hasSourceName(capture, model) && scope.isFree(capture.name) &&
        !isUsedByFunction(model, static_cast<int>(c)))
      names[c] = scope.pick(capture.name);
  }
  reserveBody(model, scope);
  for (std::size_t c = 0; c < model.kernel.captures.size(); ++c)
    if (names[c].empty()) names[c] = scope.pick(sanitised(model.kernel.captures[c].name));
  return names;
}

/// Types of a template's kernel are parameters, since each instantiation has its own.
class Types {
 public:
  Types(bool isTemplate, Names& scope, std::vector<TypeParameter>& parameters)
      : isTemplate_(isTemplate), scope_(scope), parameters_(parameters) {}

  std::string operator()(const std::string& concrete, const std::string& variable, const std::string& argument) {
    if (!isTemplate_) return concrete;
    std::string wish = variable + "Type";
    wish[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(wish[0])));
    parameters_.push_back({scope_.pick(wish), argument});
    return parameters_.back().name;
  }
  std::string ofValue(const std::string& concrete, const std::string& variable, const std::string& expression) {
    return (*this)(concrete, variable, "std::decay_t<decltype(" + expression + ")>");
  }
  bool isTemplate() const { return isTemplate_; }

 private:
  bool isTemplate_;
  Names& scope_;
  std::vector<TypeParameter>& parameters_;
};

/// See elementsAs.
std::string wrapping(const std::string& type, const std::string& as) {
  return as.empty() ? type : "clustrix::" + as + "<" + type + ">";
}

/// The second parentheses ask for the expression: the name of a member array says nothing of the const of its object.
/// What an array of variable length decays to, the library does not know.
std::string pointerArgument(const LoopModel& model, const Capture& capture) {
  const std::string first = "&" + capture.expression + "[0]";
  const std::string& pointer = arrayAt(model, capture.array).base == first ? first : capture.expression;
  return "std::decay_t<decltype((" + pointer + "))>";
}

/// `clustrix::Workspace<double> w_;`, and for a Span its size.
void addWorkspace(const LoopModel& model, const Capture& capture, Member member, Names& scope, Types& types,
                  KernelShape& shape) {
  const ArrayObject& array = arrayAt(model, capture.array);
  const std::string name = member.name;
  WorkspaceVariable variable{name, scope.pick(name + "_")};
  variable.byElement = capture.byElement;
  const std::string element =
      types(array.element, name, "std::remove_pointer_t<std::decay_t<decltype(" + array.base + ")>>");
  member.name = variable.workspace;
  member.type = "clustrix::Workspace<" + element + ">";
  member.isWorkspace = true;
  shape.members.push_back(member);
  if (capture.kind == Capture::Pointer) {
    if (types.isTemplate() || !leadsToElements(model, capture))
      variable.type = types(capture.type, name, pointerArgument(model, capture));
  } else {
    variable.type = "clustrix::Span<" + element + ">";
    variable.size = member.name = scope.pick(name + "_size");
    member.type = "std::size_t";
    member.isWorkspace = false;
    member.sizeOf = true;
    shape.members.push_back(member);
  }
  shape.workspaces.push_back(std::move(variable));
}

void addMembers(const LoopModel& model, const Legality& legality, Names& scope, Types& types, KernelShape& shape) {
  const std::set<ArrayId> large = workspaces(model, legality);
  for (std::size_t c = 0; c < model.kernel.captures.size(); ++c) {
    const Capture& capture = model.kernel.captures[c];
    const std::string& name = shape.captures[c];
    Member member{"", name, static_cast<int>(c), {}};
    const bool leads = capture.kind == Capture::Pointer || capture.kind == Capture::Span;
    if (leads && large.contains(capture.array)) {
      addWorkspace(model, capture, member, scope, types, shape);
      continue;
    }
    if (const PrivateArray* own = leads ? ownArray(legality, capture.array) : nullptr) {
      const std::string argument = "std::remove_reference_t<decltype(" + capture.expression + ")>";
      const std::string type = types(arrayAt(model, capture.array).ownType, name, argument);
      if (!own->lastValue && !own->copiesIn) {
        shape.privates.push_back({type, name, ""});
        continue;
      }
      member.name = scope.pick(name + "_");
      shape.ownArrays.push_back({type, name, scope.pick(name + "_own"), member.name, own->lastValue, own->copiesIn});
    }
    const Reduction* into = combinedInto(legality, capture.array);
    const std::string as = into ? elementsAs(model, *into, types.isTemplate()) : "";
    switch (capture.kind) {
      case Capture::Scalar:
        continue;
      case Capture::Value:
        // By reference where the kernel works on the host's own object.
        member.type = capture.byReference ? types(capture.type, name, "decltype((" + capture.expression + "))")
                                          : types.ofValue(capture.type, name, capture.expression);
        if (types.isTemplate() && capture.bits > 0) member.type += " : " + std::to_string(capture.bits);
        break;
      case Capture::Pointer:
        member.type = types(wrapping(capture.type, as), name, wrapping(pointerArgument(model, capture), as));
        break;
      case Capture::Span:
        member.type =
            "clustrix::Span<" +
            types(wrapping(capture.type, as), name,
                  wrapping("std::remove_pointer_t<std::decay_t<decltype(" + arrayAt(model, capture.array).base + ")>>",
                           as)) +
            ">";
        break;
    }
    shape.members.push_back(std::move(member));
  }
}

void addLast(Names& scope, KernelShape& shape) {
  const bool isAsked = !shape.workspaces.empty() || std::any_of(shape.ownArrays.begin(), shape.ownArrays.end(),
                                                                [](const OwnArray& own) { return own.stays; });
  if (!isAsked) return;
  shape.last = scope.pick("last");
  shape.members.push_back({"clustrix::Index", shape.last, -1, {}, true});
}

}  // namespace

bool leadsToElements(const LoopModel& model, const Capture& pointer) {
  const auto withoutSpaces = [](std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
  };
  const std::string type = withoutSpaces(pointer.type);
  const std::string element = withoutSpaces(arrayAt(model, pointer.array).element);
  return type == element + "*" || type == "const" + element + "*" || type == element + "const*";
}

std::string nameOfScalar(const LoopModel& model, const KernelShape& shape, int scalar) {
  for (std::size_t c = 0; c < model.kernel.captures.size(); ++c)
    if (model.kernel.captures[c].kind == Capture::Scalar && model.kernel.captures[c].scalar == scalar)
      return shape.captures[c];
  return sanitised(scalarAt(model, scalar).name);
}

namespace {

/// Sums of integers may be combined in another order than the source's: they wrap instead of overflowing.
std::string storageType(const ScalarState& scalar, UpdateOperator op, const std::string& type, bool isTemplate) {
  if (op != UpdateOperator::Add && op != UpdateOperator::Multiply) return type;
  if (isTemplate) return "std::conditional_t<std::is_floating_point_v<" + type + ">, " + type + ", unsigned long long>";
  if (scalar.floating) return type;
  return scalar.bits <= 32 ? "unsigned int" : "unsigned long long";
}

/// A `_Float16` has no limits before C++23.
NumberKind numberOf(const ScalarState& scalar, const Types& types) {
  if (types.isTemplate() || !scalar.arithmetic || (scalar.floating && scalar.bits < 32)) return NumberKind::Any;
  return scalar.floating ? NumberKind::Floating : NumberKind::Whole;
}

Accumulator ofReduction(const Reduction& reduction, const LoopModel& model, const KernelShape& shape, Types& types) {
  const ScalarState& scalar = scalarAt(model, reduction.scalar);
  Accumulator result;
  result.name = nameOfScalar(model, shape, reduction.scalar);
  result.expression = scalar.expression;
  result.append = scalar.append;
  if (scalar.append >= 0) {
    // A number of elements does not overflow, and is of the same type in all instantiations.
    result.type = result.storage = scalar.type;
    result.reduction = reduction;
    result.scalar = reduction.scalar;
    return result;
  }
  result.number = numberOf(scalar, types);
  result.type = types.ofValue(scalar.type, result.name, scalar.expression);
  result.storage = storageType(scalar, reduction.op, result.type, types.isTemplate());
  if (shape.form == Form::Scan && result.storage != result.type)
    result.storage = "clustrix::Wrapping<" + result.type + ">";
  result.reduction = reduction;
  result.scalar = reduction.scalar;
  result.located = scalar.located;
  for (const int location : reduction.locations) {
    const ScalarState& follower = scalarAt(model, location);
    const std::string name = nameOfScalar(model, shape, location);
    result.locations.push_back({types.ofValue(follower.type, name, follower.expression), name, follower.expression});
  }
  if (!result.locations.empty()) result.flag = "found_" + result.name;
  if (reduction.takesNan) result.flag = "nan_" + result.name;
  return result;
}

Accumulator ofLastValue(const Private& variable, const LoopModel& model, const KernelShape& shape, Types& types) {
  const ScalarState& state = scalarAt(model, variable.scalar);
  Accumulator result;
  result.scalar = variable.scalar;
  result.conditional = variable.conditional;
  result.name = nameOfScalar(model, shape, variable.scalar);
  result.expression = state.expression;
  result.type = types.ofValue(state.type, result.name, state.expression);
  result.storage = result.type;
  result.flag = result.name + "_set";
  return result;
}

void addState(const LoopModel& model, const Legality& legality, Types& types, KernelShape& shape) {
  std::vector<int> followers;
  for (const Reduction& reduction : legality.reductions) {
    if (reduction.scalar < 0) continue;
    shape.accumulators.push_back(ofReduction(reduction, model, shape, types));
    followers.insert(followers.end(), reduction.locations.begin(), reduction.locations.end());
  }
  for (const Private& variable : legality.privates) {
    // The location of an extremum travels with it.
    if (std::count(followers.begin(), followers.end(), variable.scalar) != 0) continue;
    const ScalarState& scalar = scalarAt(model, variable.scalar);
    if (variable.lastValue && !scalar.entry) {
      shape.accumulators.push_back(ofLastValue(variable, model, shape, types));
      continue;
    }
    const std::string name = nameOfScalar(model, shape, variable.scalar);
    shape.privates.push_back({types.ofValue(scalar.type, name, scalar.expression), name, ""});
  }
  Names fields;
  for (const Accumulator& accumulator : shape.accumulators) {
    fields.reserve(accumulator.name);
    for (const Location& location : accumulator.locations) fields.reserve(location.name);
  }
  for (Accumulator& accumulator : shape.accumulators)
    if (!accumulator.flag.empty()) accumulator.flag = fields.pick(accumulator.flag);
}

std::string operationName(const Reduction& reduction) {
  switch (reduction.op) {
    case UpdateOperator::Add:
      return "clustrix::combined::Sum";
    case UpdateOperator::Multiply:
      return "clustrix::combined::Product";
    case UpdateOperator::Min:
      return "clustrix::combined::Minimum";
    case UpdateOperator::Max:
      return "clustrix::combined::Maximum";
    case UpdateOperator::BitAnd:
    case UpdateOperator::LogicalAnd:  // of bools alone, for which both are the same
      return "clustrix::combined::BitAnd";
    case UpdateOperator::BitOr:
    case UpdateOperator::LogicalOr:
      return "clustrix::combined::BitOr";
    case UpdateOperator::BitXor:
      return "clustrix::combined::BitXor";
    case UpdateOperator::Declared:  // of variables alone
      break;
  }
  return "";
}

void addCombined(const LoopModel& model, const Legality& legality, KernelShape& shape) {
  for (const ArrayId array : combinedArrays(legality)) {
    const Reduction& reduction = *combinedInto(legality, array);
    const bool ordered = reduction.op == UpdateOperator::Min || reduction.op == UpdateOperator::Max;
    for (std::size_t c = 0; c < model.kernel.captures.size(); ++c) {
      const Capture& capture = model.kernel.captures[c];
      const bool leads = capture.kind == Capture::Pointer || capture.kind == Capture::Span;
      if (!leads || capture.array != array) continue;
      shape.combined.push_back(
          {operationName(reduction), shape.captures[c], ordered && reduction.ties ? ", true" : ""});
    }
  }
}

/// `first + step * k`
std::string formula(const Polynomial& value, SymbolId counter, Names& scope, KernelShape& shape) {
  const std::string first = formulaPart(value.without(counter), "first", scope, shape);
  const Polynomial step = *value.coefficientOf(counter);
  const auto constant = step.constant();
  if (constant && *constant == 0) return first;
  std::string product = shape.counter;
  std::string sign = " + ";
  if (constant && *constant < 0 && *constant > std::numeric_limits<std::int64_t>::min()) {
    sign = " - ";
    if (*constant != -1) product = literal(-static_cast<Int128>(*constant)) + " * " + shape.counter;
  } else if (!constant || *constant != 1) {
    product = formulaPart(step, "step", scope, shape) + " * " + shape.counter;
  }
  return first == "0" && sign == " + " ? product : first + sign + product;
}

void addCursors(const LoopModel& model, Names& scope, KernelShape& shape) {
  for (const Append& append : model.appends) {
    const bool counted = append.counter >= 0;
    Cursor cursor{counted ? nameOfScalar(model, shape, append.counter) : scope.pick(sanitised(append.name) + "_next"),
                  "", ""};
    for (std::size_t c = 0; c < model.kernel.captures.size(); ++c)
      if (model.kernel.captures[c].array == append.array) cursor.container = shape.captures[c];
    if (counted) {
      shape.cursors.push_back(std::move(cursor));
      continue;
    }
    const std::string first = formulaPart(append.first, sanitised(append.name) + "_first", scope, shape);
    const auto constant = append.step.constant();
    std::string product = shape.counter;
    if (!constant || *constant != 1)
      product = formulaPart(append.step, sanitised(append.name) + "_step", scope, shape) + " * " + shape.counter;
    cursor.declaration = "clustrix::Index " + cursor.name + " = " + first + " + " + product + ";";
    shape.cursors.push_back(std::move(cursor));
  }
}

bool bodyMentions(const LoopModel& model, const std::string& name) {
  return std::any_of(model.kernel.body.begin(), model.kernel.body.end(), [&](const BodyPiece& piece) {
    return piece.kind == BodyPiece::Text && mentions(piece.text, name);
  });
}

/// How a variable of that type is given a number which it holds in the source as well. An iteration that is only
/// searched may lie behind the loop's end, where the source has none.
std::string conversionTo(const std::string& type, const KernelShape& shape) {
  return (shape.form == Form::Search ? "static_cast<" : "clustrix::counter<") + type + ">(";
}

std::string variableText(const LoopModel& model, Names& scope, KernelShape& shape) {
  if (!model.kernel.variablePrologue.empty()) {
    std::map<std::string, std::string> names;
    for (std::size_t c = 0; c < model.kernel.captures.size(); ++c)
      names[model.kernel.captures[c].name] = shape.captures[c];
    return filled(renamed(model.kernel.variablePrologue, names), {{'k', shape.counter}});
  }
  const KernelVariable& variable = model.kernel.variable;
  // Nobody wants a warning about a variable that the loop only counts with.
  if (!variable.declared() || !bodyMentions(model, variable.name)) return "";
  const NestedLoop& loop = model.loops[0];
  return variable.cType() + " " + variable.name + " = " + conversionTo(variable.type, shape) +
         formula(*loop.value, loop.counter, scope, shape) + ");";
}

/// `k = clustrix::counter<int>(first + 2 * c)`, `p = p_start + c`: variables that all iterations move evenly.
void addStarts(const LoopModel& model, const Legality& legality, Names& scope, KernelShape& shape) {
  for (const Private& variable : legality.privates) {
    const ScalarState& scalar = scalarAt(model, variable.scalar);
    if (!scalar.entry) continue;
    const std::string name = nameOfScalar(model, shape, variable.scalar);
    const std::string distance = formula(*scalar.entry, model.loops[0].counter, scope, shape);
    for (PrivateVariable& declared : shape.privates) {
      if (declared.name != name) continue;
      // Narrower and unsigned ones may wrap around in the source.
      const std::string number =
          declared.type == "int" ? conversionTo("int", shape) : "static_cast<" + declared.type + ">(";
      if (scalar.firstEntry)
        declared.start = number + shape.counter + " == 0 ? " +
                         formulaPart(*scalar.firstEntry, declared.name + "_first", scope, shape) + " : " + distance +
                         ")";
      else
        declared.start = scalar.entryCapture < 0
                             ? number + distance + ")"
                             : shape.captures[static_cast<std::size_t>(scalar.entryCapture)] + " + " + distance;
    }
  }
}

std::string structName(const LaunchSource& source, Names& used) {
  Names body;
  reserveBody(source.model(), body);
  std::string wish = unqualified(source.function.name) + "_" + std::to_string(source.site.at.line);
  if (source.launch.turn) wish += "_by_" + sanitised(source.model().loops[0].variable);
  std::string name = used.pick(wish);
  // Inside the struct its own name hides whatever else is called so.
  while (!body.isFree(name)) name = used.pick(wish);
  return name;
}

}  // namespace

KernelShape shape(const LaunchSource& source, Names& used) {
  const LoopModel& model = source.model();
  KernelShape result;
  result.name = structName(source, used);
  result.form = source.launch.legality.form;
  Names scope;
  result.captures = captureNames(model, result.name, scope);
  scope.reserve(source.function.templateParameters);
  result.counter = scope.pick("k");
  result.partial = scope.pick("partial");
  for (const KernelFunction& function : model.kernel.functions)
    result.functions.push_back(function.nameFixed ? function.name : scope.pick(sanitised(function.name)));
  result.writing = scope.pick("writing");
  Types types(!source.function.templateParameters.empty(), scope, result.types);
  addMembers(model, source.launch.legality, scope, types, result);
  addLast(scope, result);
  if (model.rollsBack) {
    result.rollBack = scope.pick("rollBack");
    result.members.push_back({"clustrix::RollBack", result.rollBack, -1, {}});
  }
  addHosted(
      model, [&](const ObjectReduction& object) { return types.ofValue(object.type, object.name, object.expression); },
      result);
  addCombined(model, source.launch.legality, result);
  addState(model, source.launch.legality, types, result);
  addApart(source, scope, result);
  result.variable = variableText(model, scope, result);
  addStarts(model, source.launch.legality, scope, result);
  addInnerHeads(source, scope, result);
  addCursors(model, scope, result);
  return result;
}

const Accumulator* accumulatorOf(const KernelShape& shape, int scalar) {
  for (const Accumulator& accumulator : shape.accumulators)
    if (accumulator.scalar == scalar) return &accumulator;
  return nullptr;
}

}  // namespace clustrix::compiler
