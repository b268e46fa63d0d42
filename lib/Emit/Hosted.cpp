#include "Emit/Hosted.h"

namespace clustrix::compiler {
namespace {

constexpr const char* streamsMember = "clustrix_streams";

/// The first has the plain name.
std::string numbered(const std::string& name, std::size_t index) {
  return index == 0 ? name : name + std::to_string(index + 1);
}

void add(const std::string& type, const std::string& name, const std::string& value, KernelShape& shape) {
  Member member{type, name, -1, {}};
  member.value = value;
  shape.members.push_back(std::move(member));
}

}  // namespace

void addHosted(const LoopModel& model, const std::function<std::string(const ObjectReduction&)>& typeOf,
               KernelShape& shape) {
  for (std::size_t s = 0; s < model.threadStates.size(); ++s)
    add(model.threadStates[s].state, numbered("clustrix_thread", s), model.threadStates[s].state + "()", shape);
  if (!model.streams.empty()) add(model.streams + "::Streams", streamsMember, streamsMember, shape);
  for (const ObjectReduction& object : model.objectReductions) {
    const std::size_t index = shape.objects.size();
    const ReducedObject made{typeOf(object), object.name, numbered("clustrix_sum", index),
                             numbered("clustrix_part", index)};
    add("clustrix::PartsOf<" + made.type + ", " + object.operation + ">", made.reduction, made.reduction + ".parts()",
        shape);
    shape.objects.push_back(made);
  }
}

std::string hostedDeclarations(const LoopModel& model, const KernelShape& shape, bool isTemplate,
                               const std::string& trips, const std::string& margin) {
  std::string text;
  if (!model.streams.empty()) text += margin + "const " + model.streams + "::Streams " + streamsMember + ";\n";
  for (std::size_t o = 0; o < shape.objects.size(); ++o) {
    const ReducedObject& object = shape.objects[o];
    const ObjectReduction& said = model.objectReductions[o];
    const std::string type = isTemplate ? "std::decay_t<decltype(" + said.expression + ")>" : object.type;
    text += margin + "clustrix::ObjectReduction<" + type + ", " + said.operation + "> " + object.reduction + "(" +
            said.expression + ", " + trips + ");\n";
  }
  return text;
}

std::string hostedText(const LoopModel& model, const KernelShape& shape) {
  std::string text;
  for (std::size_t s = 0; s < model.threadStates.size(); ++s)
    text += "    const " + model.threadStates[s].guard + " " + numbered("clustrix_state", s) + "(" +
            numbered("clustrix_thread", s) + ");\n";
  if (!model.streams.empty())
    text += std::string("    auto clustrix_stream = ") + streamsMember + ".of(" + shape.counter + ");\n";
  for (const ReducedObject& object : shape.objects)
    text += "    const auto " + object.part + " = " + object.reduction + ".of(" + shape.counter + ", " +
            shape.rollBack + ");\n    " + object.type + "& " + object.name + " = " + object.part + ".whole();\n";
  return text;
}

std::string hostedResults(const KernelShape& shape, const std::string& margin) {
  std::string text;
  for (const ReducedObject& object : shape.objects) text += margin + object.reduction + ".add();\n";
  return text;
}

}  // namespace clustrix::compiler
