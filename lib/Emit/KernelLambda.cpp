#include "Emit/KernelLambda.h"

#include "Emit/Hosted.h"
#include "Plan/Combined.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {
namespace {

class LambdaWriter {
 public:
  LambdaWriter(const LaunchSource& source, const KernelShape& shape, LaunchNames& names, const std::string& type)
      : source_(source),
        shape_(shape),
        names_(names),
        type_(type),
        isTemplate_(!source.function.templateParameters.empty()) {}

  std::string text(const std::string& margin) {
    std::string values;
    bool usesMemory = false;
    std::set<std::string> plain;
    for (const Member& member : shape_.members) {
      const std::string value = memberValue(member);
      values += (values.empty() ? "" : ", ") + value;
      plain.insert(value);
      usesMemory |= member.name == shape_.rollBack;
      if (member.capture < 0) continue;
      const Capture::Kind kind = model().kernel.captures[static_cast<std::size_t>(member.capture)].kind;
      usesMemory |= kind == Capture::Pointer || kind == Capture::Span;
    }
    const std::string trips = shape_.objects.empty() ? "" : tripsText(*model().loops[0].trip, names_.parameters());
    return hostedDeclarations(model(), shape_, isTemplate_, trips, margin) + margin + "const auto " + names_.kernel +
           " = [&" + copiesOf(plain) + "](const clustrix::Memory&" + (usesMemory ? " " + names_.at : "") + ") {\n" +
           margin + "  return " + type_ + "{" + values + "};\n" + margin + "};\n";
  }

 private:
  /// The loop runs as written behind this, and is looked at: of what only its values are wanted, nobody has the
  /// address, so that it stays in registers.
  std::string copiesOf(const std::set<std::string>& values) const {
    if (!source_.options.audit) return "";
    std::string text;
    for (const std::string& name : source_.site.named.unchanged)
      if (values.contains(name)) text += ", " + name;
    return text;
  }
  const LoopModel& model() const { return source_.model(); }

  /// As what the kernel sees the array's elements: see elementsAs.
  std::string wrapped(ArrayId id) const {
    const Reduction* into = combinedInto(source_.launch.legality, id);
    return into ? elementsAs(model(), *into, isTemplate_) : "";
  }

  std::string pointerValue(const Capture& capture, const Member& member) {
    const std::string device = names_.at + "(" + names_.array(capture.array) + ")";
    if (leadsToElements(model(), capture) && wrapped(capture.array).empty()) return device;
    // `double (*)[64]` onto the same elements.
    return "reinterpret_cast<" + typeOf(member) + ">(" + device + ")";
  }

  /// In a template as the kernel has it: nvcc forgets that an object is const where a lambda asks for the type of its
  /// member, `decltype((m))`.
  std::string typeOf(const Member& member) const {
    return isTemplate_ ? "decltype(" + type_ + "::" + member.name + ")" : member.type;
  }

  std::string spanValue(const Capture& capture, const Member& member) {
    const ArrayObject& array = model().arrays[static_cast<std::size_t>(capture.array.value)];
    const std::string& handle = names_.array(capture.array);
    if (const std::string as = wrapped(capture.array); !as.empty()) {
      const std::string pointer = names_.at + "(" + handle + ")";
      return typeOf(member) + "(reinterpret_cast<clustrix::" + as + "<std::decay_t<decltype(" + pointer + ")>>>(" +
             pointer + "), " + capture.expression + ")";
    }
    if (isTemplate_ || capture.constElements == array.constElements)
      return names_.at + ".span(" + handle + ", " + capture.expression + ")";
    // Read-only elements of an array that may be written.
    return member.type + "(" + names_.at + "(" + handle + "), " + capture.expression + ")";
  }

  /// The number that the launch has computed already: the lambda cannot have all that it is computed from, such as an
  /// array with rows of a run-time length.
  std::optional<SymbolId> numberOf(const Capture& capture) const {
    for (std::size_t s = 0; s < model().symbols.size() && capture.type == "clustrix::Index"; ++s)
      if (model().symbols[s].kind == SymbolKind::Parameter && model().symbols[s].expression == capture.expression)
        return SymbolId{static_cast<int>(s)};
    return std::nullopt;
  }

  std::string memberValue(const Member& member) {
    if (member.constant) return sumText(*member.constant, names_.parameters());
    if (member.isLast) return tripsText(*model().loops[0].trip, names_.parameters()) + " - 1";
    if (!member.value.empty()) return member.value;
    if (member.capture < 0) return names_.at + ".rollBack()";
    const Capture& capture = model().kernel.captures[static_cast<std::size_t>(member.capture)];
    if (member.isWorkspace)
      return names_.at + (capture.byElement ? ".interleaved(" : ".workspace(") + names_.array(capture.array) + ")";
    if (member.sizeOf) return capture.expression;
    switch (capture.kind) {
      case Capture::Pointer:
        return pointerValue(capture, member);
      case Capture::Span:
        return spanValue(capture, member);
      case Capture::Value:
        if (const auto number = numberOf(capture)) return names_.parameter(*number);
        break;
      case Capture::Scalar:
        break;
    }
    return capture.expression;
  }

  const LaunchSource& source_;
  const KernelShape& shape_;
  LaunchNames& names_;
  const std::string& type_;  // of the kernel
  const bool isTemplate_;
};

}  // namespace

std::string kernelLambda(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                         const std::string& type, const std::string& margin) {
  return LambdaWriter(source, shape, names, type).text(margin);
}

}  // namespace clustrix::compiler
