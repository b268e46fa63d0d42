// `--emit=plan`: the plan as text, in the order of the source.
//
//     function scale at scale.cpp:2:1
//       complexity: level 1, score 9, threshold 4
//       loop scale.cpp:4:3: for (int i = 0; i < n; ++i)
//         devices, 1 launch of n iterations
//         reads b [lo..hi - 1]
#include "clustrix/Plan.h"

#include "Plan/Footprint.h"
#include "Plan/LineTable.h"
#include "Plan/Words.h"
#include "Support/OneLine.h"

namespace clustrix::compiler {
namespace {

std::string place(const SourcePoint& at) {
  return onOneLine(at.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

const char* word(FootprintMode mode) {
  switch (mode) {
    case FootprintMode::Reads:
      return "reads";
    case FootprintMode::MayRead:
      return "may read";
    case FootprintMode::Writes:
      return "writes";
    case FootprintMode::Combines:
      return "combines";
    case FootprintMode::MayWrite:
      return "may write";
    case FootprintMode::Owns:
      return "owns";
  }
  return "?";
}

const char* word(Schedule schedule) {
  switch (schedule) {
    case Schedule::Static:
      return "static";
    case Schedule::Weighted:
      return "weighted";
    case Schedule::Dynamic:
      return "dynamic";
  }
  return "?";
}

const char* word(Random random) { return random == Random::Serial ? "serial" : "streams"; }
const char* word(Math math) {
  if (math == Math::Fast) return "fast";
  return math == Math::Strict ? "strict" : "exact";
}

template <class T>
void addOption(const char* key, const std::optional<T>& value, std::string& text) {
  if (value) text += std::string(text.empty() ? "" : ", ") + key + " = " + std::to_string(*value);
}

std::string optionWords(const ClusterOptions& options) {
  std::string text;
  addOption("auto_gpu_parallel", options.autoGpuParallel, text);
  addOption("parallel", options.parallel, text);
  addOption("cores", options.cores, text);
  if (options.memory) text += (text.empty() ? "" : ", ") + ("memory = \"" + *options.memory + "\"");
  addOption("gpus", options.gpus, text);
  addOption("max_gpu_parallel_jobs", options.maxGpuParallelJobs, text);
  if (options.schedule) text += (text.empty() ? "" : ", ") + (std::string("schedule = ") + word(*options.schedule));
  addOption("complexity_threshold", options.complexityThreshold, text);
  addOption("min_iterations", options.minIterations, text);
  if (options.math) text += (text.empty() ? "" : ", ") + (std::string("math = ") + word(*options.math));
  if (options.random) text += (text.empty() ? "" : ", ") + (std::string("random = ") + word(*options.random));
  return text;
}

std::string touchWords(const HostEffect& touch, const SourceUnit& unit) {
  if (touch.anything) return "touches anything";
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  for (const std::string& place : touch.reads) add("reads " + place);
  for (const std::string& place : touch.writes) add("writes " + place);
  for (const std::string& pointer : touch.frees) add("frees " + pointer);
  if (touch.lends >= 0) add("lends to " + unit.functions[static_cast<std::size_t>(touch.lends)].name);
  return text;
}

/// `threads: i along y, j along x, where c is not a`
std::string bandWords(const Band& band, const LoopModel& model) {
  std::string text = band.square ? "threads in squares: " : "threads: ";
  for (std::size_t b = 0; b < band.axes.size(); ++b) {
    const int loop = b == 0 ? 0 : band.loops[b - 1].loop;
    text +=
        (b == 0 ? "" : ", ") + model.loops[static_cast<std::size_t>(loop)].variable + " along " + "xyz"[band.axes[b]];
  }
  for (std::size_t a = 0; a < band.apart.size(); ++a)
    text += (a == 0 ? ", where " : " and ") + model.arrays[static_cast<std::size_t>(band.apart[a].first.value)].name +
            " is not " + model.arrays[static_cast<std::size_t>(band.apart[a].second.value)].name;
  return text;
}

std::string resultWords(const LaneResult& result) {
  std::string text = std::string(word(result.op)) + " " + result.variable.name;
  for (const LaneVariable& place : result.places) text += " at " + place.name;
  return text;
}

/// `lanes share j, j (+ sum, max top at where); neighbours are lanes`
std::string lanesWords(const Lanes& lanes, const LoopModel& model) {
  std::string text = "lanes share";
  for (const Lanes::Loop& one : lanes.loops) {
    text += (&one == lanes.loops.data() ? " " : ", ") + model.loops[static_cast<std::size_t>(one.loop)].variable;
    for (const LaneResult& result : one.results)
      text += (&result == one.results.data() ? " (" : ", ") + resultWords(result);
    if (!one.results.empty()) text += ")";
  }
  return text + "; neighbours are " +
         (lanes.iterationsFirst ? "iterations"
          : lanes.wholeWarps    ? "lanes of one"
                                : "lanes");
}

std::string printLaunch(const Launch& launch, const AnnotatedFunction& function, const SourceUnit& unit) {
  const LoopModel& model = function.loops[static_cast<std::size_t>(launch.loop)].model;
  const std::string margin = "    ";
  const auto spell = [&](const Polynomial& value) { return value.str(symbolWords(model)); };
  std::string text = margin + "iterations: " + tripWords(*model.loops[0].trip, spell) + "\n";
  if (launch.legality.form == Form::Search) text += margin + "search for the first iteration that leaves\n";
  if (launch.legality.form == Form::Scan) text += margin + "scan: totals first, then each block from its own\n";
  for (const Guard& guard : launch.legality.guards) text += margin + "guard: " + guardWords(guard, model) + "\n";
  for (const Reduction& reduction : launch.legality.reductions)
    text += margin + "reduction: " + reductionWord(reduction, model) + " (" + operatorWord(reduction) + ")\n";
  for (const Private& variable : launch.legality.privates)
    text += margin + "private: " + model.scalars[static_cast<std::size_t>(variable.scalar)].name +
            (variable.lastValue ? ", last value kept" : "") + (variable.conditional ? " where there is one" : "") +
            "\n";
  for (const FootprintTerm& term : launch.footprint)
    text += margin + word(term.mode) + " " + model.arrays[static_cast<std::size_t>(term.array.value)].name + " " +
            slice(term, model, launch.inspections) + "\n";
  if (launch.lanes) text += margin + lanesWords(*launch.lanes, model) + "\n";
  if (launch.ownRows > 1) text += margin + "each thread goes along " + std::to_string(launch.ownRows) + " rows\n";
  if (launch.band) text += margin + bandWords(*launch.band, model) + "\n";
  for (const Launch& other : launch.instead)
    text += margin +
            (other.turn ? "or, where it has iterations enough, by " + other.site->model.loops[0].variable +
                              (other.turn->sums.empty() ? "" : ", whose lanes add up elements")
                        : "or, where lists have no number twice, without copies") +
            "\n";
  if (launch.hostAlone)
    text +=
        margin + (launch.inPlace ? "in place, " : "") + "on the host's threads: " + launch.hostAlone->message + "\n";
  if (launch.resident) text += margin + "leaves its results on the devices\n";
  if (!launch.before.nothing()) text += margin + "on the host: " + touchWords(launch.before, unit) + "\n";
  for (const Launch* one = &launch; !one->inner.empty(); one = &one->inner.front())
    text += margin + "or " + place(function.loops[static_cast<std::size_t>(one->inner.front().loop)].at) +
            " in each iteration, where there are few\n";
  return text;
}

/// `7:5: reads b[0]`: what the text says of the host there.
std::string printResidency(const ResidencyPlan& plan, const SourceUnit& unit, const LineTable& lines) {
  std::string text = plan.brief ? "  arrays that the program keeps on the devices stay there\n"
                                : "  arrays stay on the devices between launches\n";
  for (const HostMark& mark : plan.marks) {
    const int line = lines.lineAt(mark.begin);
    text += "    " + std::to_string(line) + ":" + std::to_string(mark.begin - lines.begin(line) + 1) + ": " +
            (mark.kind == HostMark::Lifetime ? "a variable lives from here" : touchWords(mark.touch, unit)) + "\n";
  }
  return text;
}

std::string printLoop(const AnnotatedFunction& function, std::size_t l, const FunctionPlan& plan,
                      const SourceUnit& unit) {
  const LoopSite& site = function.loops[l];
  const LoopPlan& loop = plan.loops[l];
  std::string text = "  loop " + place(site.at) + ": " + site.model.kernel.header + "\n    " + word(loop.mapped) +
                     (loop.mapped == Mapped::Sequential ? ", inside a kernel" : "") +
                     (loop.legality.parallel ? "" : ", serial") + "\n";
  for (const Reason& reason : loop.legality.reasons)
    text += "    because " + place(reason.at) + ": " + reason.message + " [" + reason.code + "]\n";
  if (loop.launch >= 0) text += printLaunch(plan.launches[static_cast<std::size_t>(loop.launch)], function, unit);
  return text;
}

}  // namespace

std::string print(const ClusterPlan& plan, const SourceUnit& unit) {
  std::string text;
  const LineTable lines(unit.text);
  for (std::size_t f = 0; f < unit.functions.size(); ++f) {
    const AnnotatedFunction& function = unit.functions[f];
    const FunctionPlan& its = plan.functions[f];
    text += "function " + function.name + " at " + place(function.at) + "\n  complexity: level " +
            std::to_string(its.complexity.level) + ", score " + std::to_string(its.complexity.score) + ", threshold " +
            std::to_string(its.complexity.threshold) + "\n";
    const std::string options = optionWords(its.options);
    if (!options.empty()) text += "  options: " + options + "\n";
    for (std::size_t l = 0; l < function.loops.size(); ++l) text += printLoop(function, l, its, unit);
    if (its.residency.present) text += printResidency(its.residency, unit, lines);
  }
  return text;
}

}  // namespace clustrix::compiler
