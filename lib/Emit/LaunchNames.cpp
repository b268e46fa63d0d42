#include "Emit/LaunchNames.h"

#include "Emit/Lines.h"

namespace clustrix::compiler {
namespace {

constexpr std::size_t longestName = 24;

void reserveExpressions(const LaunchSource& source, Names& names) {
  for (const std::string& expression : expressionsOf(source)) names.reserve(expression);
  names.reserve(source.function.templateParameters);
  names.reserve(source.function.templateArguments);
  names.reserve(source.residency);
}

}  // namespace

std::vector<std::string> expressionsOf(const LaunchSource& source) {
  const LoopModel& model = source.model();
  std::vector<std::string> all{model.kernel.finalVariable};
  for (const Symbol& symbol : model.symbols) all.push_back(symbol.expression);
  for (const ArrayObject& array : model.arrays) {
    all.push_back(array.base);
    if (array.extent) all.push_back(*array.extent);
  }
  for (const Capture& capture : model.kernel.captures) all.push_back(capture.expression);
  for (const ScalarState& scalar : model.scalars) all.push_back(scalar.expression);
  for (const MemoryScalar& scalar : model.memoryScalars) all.push_back(scalar.expression);
  for (const Append& append : model.appends) all.push_back(append.expression);
  for (const Guard& guard : source.launch.legality.guards) {
    if (const auto* one = std::get_if<ScalarDisjointGuard>(&guard)) all.push_back(one->expression);
    if (const auto* two = std::get_if<ScalarsDisjointGuard>(&guard)) all.push_back(two->first + " " + two->second);
    if (const auto* many = std::get_if<AllDisjointGuard>(&guard)) {
      all.insert(all.end(), many->written.begin(), many->written.end());
      all.insert(all.end(), many->read.begin(), many->read.end());
    }
  }
  return all;
}

Names macroNames(const std::string& text) {
  Names names;
  for (std::size_t at = text.find_first_of("#%"); at != std::string::npos; at = text.find_first_of("#%", at + 1)) {
    if (text[at] == '%' && text.compare(at, 2, "%:") != 0) continue;
    const std::size_t word = text.find_first_not_of(" \t", at + (text[at] == '#' ? 1 : 2));
    if (word == std::string::npos || text.compare(word, 6, "define") != 0) continue;
    std::size_t end = text.find('\n', word);
    while (end != std::string::npos && isContinued(text, end)) end = text.find('\n', end + 1);
    names.reserve(std::string_view(text).substr(word, end == std::string::npos ? end : end - word));
  }
  return names;
}

LaunchNames::LaunchNames(const LaunchSource& source, std::span<const LaunchLevel> inside)
    : model_(source.model()), launch_(source.launch), names_(source.macros) {
  const LoopSite& loopSite = source.site;
  names_.reserve(std::string_view(source.unit.text).substr(loopSite.begin, loopSite.end - loopSite.begin));
  reserveExpressions(source, names_);
  for (const LaunchLevel& level : inside) reserveExpressions(level.source, names_);
  launch = names_.pick("launch");
  site = names_.pick("site");
  loop = names_.pick("loop");
  footprint = names_.pick("footprint");
  chunk = names_.pick("chunk");
  touched = names_.pick("touched");
  kernel = names_.pick("kernel");
  at = names_.pick("at");
  total = names_.pick("total");
  if (model_.kernel.needsIteration) {
    launched = names_.pick("launched");
    ran = names_.pick("ran");
  }
  first = names_.pick("first");
  before = names_.pick("before");
  after = names_.pick("after");
  place = names_.pick("place");
  counted = names_.pick("counted");
  kernelType = names_.pick("Kernel");
  for (const Append& append : model_.appends) rooms_.push_back(names_.pick(sanitised(append.name) + "_room"));
  for (std::size_t l = 0; l < model_.loops.size(); ++l) counters_.push_back(names_.pick("k" + std::to_string(l)));
  for (const std::string& counter : counters_) lasts_.push_back(names_.pick(counter + "_last"));
}

const std::string& LaunchNames::array(ArrayId id) {
  std::string& name = arrays_[id];
  if (name.empty()) name = names_.pick(sanitised(model_.arrays[static_cast<std::size_t>(id.value)].name) + "_");
  return name;
}

const std::pair<std::string, std::string>& LaunchNames::inspectionNames(int inspection) {
  auto& names = inspections_[inspection];
  if (!names.first.empty()) return names;
  const ArrayId list = launch_.inspections[static_cast<std::size_t>(inspection)].list.array;
  const std::string name = sanitised(model_.arrays[static_cast<std::size_t>(list.value)].name);
  return names = {names_.pick(name + "_inspected"), names_.pick(name + "_values")};
}

const std::string& LaunchNames::numbers(int inspection) {
  std::string& name = numbers_[inspection];
  if (!name.empty()) return name;
  const ArrayId list = launch_.inspections[static_cast<std::size_t>(inspection)].list.array;
  return name = names_.pick(sanitised(model_.arrays[static_cast<std::size_t>(list.value)].name) + "_numbers");
}

const std::pair<std::string, std::string>& LaunchNames::elementNames(ArrayId array) {
  auto& names = elements_[array];
  if (!names.first.empty()) return names;
  const std::string name = sanitised(model_.arrays[static_cast<std::size_t>(array.value)].name);
  return names = {names_.pick(name + "_elements"), names_.pick(name + "_values")};
}

const std::string& LaunchNames::parameter(SymbolId id) {
  std::string& name = parameters_[id];
  if (!name.empty()) return name;
  const std::string wish = sanitised(model_.symbols[static_cast<std::size_t>(id.value)].name);
  // A quotient of parameters is a parameter too, whose name is its whole expression.
  return name = names_.pick((wish.size() > longestName ? "value" : wish) + "_");
}

std::string LaunchNames::counter(int loop) const { return counters_[static_cast<std::size_t>(loop)]; }

Spelling LaunchNames::parameters() {
  return [this](SymbolId id) { return parameter(id); };
}

std::vector<LaunchLevel> inBlock(std::span<const LaunchLevel> levels, const Names& taken,
                                 const std::string& residency) {
  std::vector<LaunchLevel> all;
  for (const LaunchLevel& level : levels) {
    const LaunchSource& its = level.source;
    all.push_back({{its.unit, its.function, its.site, its.launch, its.plan, taken, its.lines, residency},
                   level.shape,
                   level.kernel});
  }
  return all;
}

}  // namespace clustrix::compiler
