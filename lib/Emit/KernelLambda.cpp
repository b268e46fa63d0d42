#include "Emit/KernelLambda.h"

#include "Plan/Combined.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

class LambdaWriter {
 public:
  LambdaWriter(const LaunchSource& source, const KernelShape& shape, LaunchNames& names)
      : source_(source), shape_(shape), names_(names), isTemplate_(!source.function.templateHead.empty()) {}

  std::string text(const std::string& type, const std::string& margin) {
    std::string values;
    bool usesMemory = false;
    for (const Member& member : shape_.members) {
      values += (values.empty() ? "" : ", ") + memberValue(member);
      if (member.capture < 0) continue;
      const Capture::Kind kind = model().captures[static_cast<std::size_t>(member.capture)].kind;
      usesMemory |= kind == Capture::Pointer || kind == Capture::Span;
    }
    return margin + "const auto " + names_.kernel + " = [&](const clustrix::Memory&" +
           (usesMemory ? " " + names_.at : "") + ") {\n" + margin + "  return " + type + "{" + values + "};\n" +
           margin + "};\n";
  }

 private:
  const LoopModel& model() const { return source_.model(); }

  /// Whether the kernel sees the array's elements as unsigned numbers.
  bool wrapped(ArrayId id) const {
    const Reduction* into = combinedInto(source_.launch.legality, id);
    return into && wraps(model(), *into, isTemplate_);
  }

  std::string pointerValue(const Capture& capture, const Member& member) {
    const ArrayObject& array = model().arrays[static_cast<std::size_t>(capture.array.value)];
    const std::string device = names_.at + "(" + names_.array(capture.array) + ")";
    std::string type;
    std::remove_copy(capture.type.begin(), capture.type.end(), std::back_inserter(type), ' ');
    std::string element;
    std::remove_copy(array.element.begin(), array.element.end(), std::back_inserter(element), ' ');
    const bool same = type == element + "*" || type == "const" + element + "*" || type == element + "const*";
    if (same && !wrapped(capture.array)) return device;
    // `double (*)[64]` onto the same elements.
    const std::string target = isTemplate_ ? argumentOf(member.type) : member.type;
    return "reinterpret_cast<" + target + ">(" + device + ")";
  }

  std::string argumentOf(const std::string& parameter) const {
    for (const TypeParameter& type : shape_.types)
      if (type.name == parameter) return type.argument;
    return parameter;
  }

  /// `clustrix::Span<VType>` with the argument of the template parameter in its place.
  std::string typeOfSpan(const Member& member) const {
    const std::size_t open = member.type.find('<') + 1;
    return member.type.substr(0, open) + argumentOf(member.type.substr(open, member.type.size() - open - 1)) + ">";
  }

  std::string spanValue(const Capture& capture, const Member& member) {
    const ArrayObject& array = model().arrays[static_cast<std::size_t>(capture.array.value)];
    const std::string& handle = names_.array(capture.array);
    if (wrapped(capture.array)) {
      const std::string pointer = names_.at + "(" + handle + ")";
      const std::string type = isTemplate_ ? typeOfSpan(member) : member.type;
      return type + "(reinterpret_cast<clustrix::Wrapping<std::decay_t<decltype(" + pointer + ")>>>(" + pointer +
             "), " + capture.expression + ")";
    }
    const bool isConst = capture.type.find("const") != std::string::npos;
    if (isTemplate_ || isConst == array.constElements)
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
    const Capture& capture = model().captures[static_cast<std::size_t>(member.capture)];
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
  const bool isTemplate_;
};

}  // namespace

std::string kernelLambda(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                         const std::string& type, const std::string& margin) {
  return LambdaWriter(source, shape, names).text(type, margin);
}

}  // namespace clustrix::compiler
