#include "Driver/Stages.h"

#include "Support/OneLine.h"

namespace clustrix::compiler {
namespace {

std::string place(const SourcePoint& at) {
  return onOneLine(at.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string loopTitle(const LoopSite& site) {
  const std::string parent = site.parent < 0 ? "" : ", in loop " + std::to_string(site.parent);
  return "loop " + place(site.at) + parent + ": " + site.model.kernel.header + "\n";
}

std::string printModels(const Compiled& compiled) {
  std::string text;
  for (const AnnotatedFunction& function : compiled.unit.functions) {
    text += "function " + place(function.at) + ": " + function.name + "\n";
    for (const LoopSite& site : function.loops) {
      text += loopTitle(site) + print(site.model);
      for (std::size_t i = 0; i < site.otherInstantiations.size(); ++i) {
        text += "instantiation " + std::to_string(i + 2) + "\n" + print(site.otherInstantiations[i]);
      }
    }
  }
  return text;
}

std::string printLegalities(const Compiled& compiled) {
  std::string text;
  for (std::size_t f = 0; f < compiled.unit.functions.size(); ++f) {
    const AnnotatedFunction& function = compiled.unit.functions[f];
    text += "function " + place(function.at) + ": " + function.name + "\n";
    for (std::size_t l = 0; l < function.loops.size(); ++l) {
      text += loopTitle(function.loops[l]) + print(compiled.verdicts[f][l], function.loops[l].model);
    }
  }
  return text;
}

}  // namespace

std::string printStage(Stage stage, const Compiled& compiled) {
  switch (stage) {
    case Stage::Model:
      return printModels(compiled);
    case Stage::Legality:
      return printLegalities(compiled);
    case Stage::Plan:
      return print(compiled.plan, compiled.unit);
    case Stage::Cuda:
      break;
  }
  return compiled.rewritten;
}

std::string printFunctions(const SourceUnit& unit) {
  std::string text;
  for (const AnnotatedFunction& function : unit.functions) text += place(function.at) + ": " + function.name + "\n";
  return text;
}

}  // namespace clustrix::compiler
