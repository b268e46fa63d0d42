#include "Plan/Lanes.h"

#include "Plan/InnerLaunch.h"
#include "Plan/Inside.h"
#include "Plan/Rests.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr std::int64_t fewTrips = 32;  // a loop of so few iterations keeps no lanes busy

// The text of a loop with sums stands a dozen times in what nvcc makes of it, and each sum wants registers.
constexpr int mostLaneOperations = 200;
constexpr std::size_t mostSums = 4;
// What is told from lane to lane beside an extreme: clustrix::runtime::Lane has room for so much.
constexpr std::size_t mostPlaces = 4;
constexpr int mostPlaceBits = 64;

bool isLarge(const LoopModel& model, int loop, std::size_t sums) {
  int operations = 0;
  for (const Work& work : model.work)
    if (isIn(work.loops, loop)) operations += work.operations;
  return operations > mostLaneOperations || sums > mostSums;
}

const ScalarState& scalarOf(const LoopModel& model, int scalar) {
  return model.scalars[static_cast<std::size_t>(scalar)];
}

/// What the iterations of one loop inside combine into, in words of the launched loop.
class Results {
 public:
  Results(const LoopModel& inside, const InnerLoop& text, const LoopModel& outside, const Legality& known)
      : inside_(inside), text_(text), outside_(outside), known_(known) {}

  /// Nothing where lanes cannot put one of them together.
  std::optional<std::vector<LaneResult>> operator()(const Legality& legality) const {
    std::vector<LaneResult> all;
    for (const Reduction& reduction : legality.reductions) {
      auto result = one(reduction);
      if (!result) return std::nullopt;
      all.push_back(*std::move(result));
    }
    return all;
  }

 private:
  std::optional<LaneResult> one(const Reduction& reduction) const {
    if (reduction.scalar < 0) return std::nullopt;
    const ScalarState& scalar = scalarOf(inside_, reduction.scalar);
    const auto variable = variableOf(scalar);
    if (!variable || !scalar.arithmetic || scalar.bits > mostPlaceBits) return std::nullopt;
    LaneResult result{*variable, reduction.op, reduction.takesNan};
    switch (reduction.op) {
      case UpdateOperator::Add:
      case UpdateOperator::Multiply:
        if (!isTerm(scalar, reduction.op)) return std::nullopt;
        break;
      case UpdateOperator::Min:
      case UpdateOperator::Max:
        if (!addPlaces(reduction, result) || (reduction.takesNan && !isUpdatedOnce(reduction.scalar)))
          return std::nullopt;
        break;
      case UpdateOperator::BitAnd:
      case UpdateOperator::BitOr:
      case UpdateOperator::LogicalAnd:
      case UpdateOperator::LogicalOr:
        if (isLogical(reduction.op) && scalar.type != "bool") return std::nullopt;
        break;
      case UpdateOperator::BitXor:
      case UpdateOperator::Declared:
        return std::nullopt;
    }
    return result;
  }

  static bool isLogical(UpdateOperator op) {
    return op == UpdateOperator::LogicalAnd || op == UpdateOperator::LogicalOr;
  }

  /// A variable of the iteration's, or one that iterations of the launched loop combine into as well.
  std::optional<LaneVariable> variableOf(const ScalarState& scalar) const {
    if (text_.locals.contains(scalar.name)) {
      if (text_.outsiders.contains(scalar.name) || scalar.inMemory) return std::nullopt;
      return LaneVariable{scalar.name};
    }
    for (std::size_t s = 0; s < outside_.scalars.size(); ++s)
      if (outside_.scalars[s].expression == scalar.expression && isCombinedInto(static_cast<int>(s)))
        return LaneVariable{scalar.name, static_cast<int>(s)};
    return std::nullopt;
  }
  bool isCombinedInto(int scalar) const {
    return std::any_of(known_.reductions.begin(), known_.reductions.end(), [&](const Reduction& reduction) {
      return reduction.scalar == scalar || isIn(reduction.locations, scalar);
    });
  }

  /// In an iteration: lanes look for a NaN behind each.
  bool isUpdatedOnce(int scalar) const {
    return inside_.loops.size() == 1 &&
           std::count_if(inside_.updates.begin(), inside_.updates.end(),
                         [&](const Update& update) { return update.scalar == scalar; }) == 1;
  }

  /// The text has a place for the term.
  bool isTerm(const ScalarState& scalar, UpdateOperator op) const {
    return std::any_of(text_.sums.begin(), text_.sums.end(), [&](const InnerLoop::Sum& sum) {
      return sum.name == scalar.name && sum.multiplies == (op == UpdateOperator::Multiply);
    });
  }

  /// Which of several equal extremes is the one, the first or the last, only its places tell.
  bool addPlaces(const Reduction& reduction, LaneResult& result) const {
    const bool isFirst = !reduction.ties && !reduction.takesNan && !reduction.ignoresNan;
    if (reduction.locations.empty()) return true;
    if (!isFirst || reduction.locations.size() > mostPlaces) return false;
    for (const int location : reduction.locations) {
      const ScalarState& place = scalarOf(inside_, location);
      const auto variable = variableOf(place);
      if (!variable || !place.arithmetic || place.bits > mostPlaceBits) return false;
      result.places.push_back(*variable);
    }
    return true;
  }

  const LoopModel& inside_;
  const InnerLoop& text_;
  const LoopModel& outside_;
  const Legality& known_;
};

bool isSum(const LaneResult& result) {
  return result.op == UpdateOperator::Add || result.op == UpdateOperator::Multiply;
}

bool changesMemory(const LoopModel& inside) {
  return std::any_of(inside.accesses.begin(), inside.accesses.end(),
                     [](const Access& access) { return access.kind == AccessKind::Write; });
}

/// Whether the loop may run again as a whole, for an extreme whose order shows: what it reads, it does not write.
bool mayRunAgain(const LoopModel& inside, const Legality& legality) {
  const auto& all = inside.accesses;
  return std::none_of(all.begin(), all.end(), [&](const Access& write) {
    return write.kind == AccessKind::Write && std::any_of(all.begin(), all.end(), [&](const Access& read) {
             return read.kind == AccessKind::Read && !areApart(inside, legality, write.array, read.array);
           });
  });
}

/// Elements of arrays that belong to the iteration are those of a lane alone.
bool writesSharedMemory(const LoopModel& inside, const Translation& outside) {
  return std::all_of(inside.accesses.begin(), inside.accesses.end(), [&](const Access& access) {
    return access.kind == AccessKind::Read || outside.array(access.array);
  });
}

/// What is written outside of the shared loops is written in marked statements.
bool isWrittenOnce(const LoopModel& model, const Lanes& lanes) {
  const KernelText& kernel = model.kernel;
  for (std::size_t a = 0; a < model.accesses.size(); ++a) {
    const Access& access = model.accesses[a];
    if (access.kind == AccessKind::Read || lanes.shareOneOf(access.loops)) continue;
    const auto holds = [&](const OnceStatement& one) { return one.firstAccess <= a && a < one.endAccess; };
    const auto mark = std::find_if(kernel.once.begin(), kernel.once.end(), holds);
    const int index = static_cast<int>(mark - kernel.once.begin());
    if (mark == kernel.once.end() || marksOf(kernel, BodyPiece::OnceBegin, index) != 1 ||
        marksOf(kernel, BodyPiece::OnceEnd, index) != 1)
      return false;
  }
  return true;
}

std::int64_t neighbourBytes(const LoopModel& model, const std::vector<Lanes::Loop>& shared) {
  std::vector<int> loops;
  for (const Lanes::Loop& one : shared) loops.push_back(one.loop);
  std::int64_t bytes = 0;
  for (const int loop : loops) bytes += contiguousBytes(model, loops, loop);
  return bytes;
}

/// Loops to share, and the arrays that may not be one then.
struct Found {
  std::vector<Lanes::Loop> loops;
  ArrayPairs apart;

  void add(const Found& more) {
    loops.insert(loops.end(), more.loops.begin(), more.loops.end());
    apart.insert(apart.end(), more.apart.begin(), more.apart.end());
  }
};

/// Looks for loops of the body to share: on each way from the outside in there has to be one. All lanes go along the
/// loops around it.
class Sharing {
 public:
  Sharing(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops, const Launch& launch)
      : function_(function),
        loops_(loops),
        launch_(launch),
        model_(function.loops[static_cast<std::size_t>(launch.loop)].model) {}

  /// Those inside the loop at this place in the function; nothing where one has none.
  std::optional<Found> inside(int site) const {
    Found all;
    for (std::size_t l = 0; l < function_.loops.size(); ++l) {
      if (function_.loops[l].parent != site) continue;
      const auto some = at(l);
      if (!some) return std::nullopt;
      all.add(*some);
    }
    if (all.loops.empty()) return std::nullopt;
    return all;
  }

  /// Whether one of them keeps lanes busy.
  bool isLong(const Found& found) const {
    return std::any_of(found.loops.begin(), found.loops.end(), [&](const Lanes::Loop& one) {
      return constantTrips(model_.loops[static_cast<std::size_t>(one.loop)]).value_or(fewTrips) >= fewTrips;
    });
  }

 private:
  /// The loop itself, or those inside it where these have more bytes side by side. Lanes that each have sums of their
  /// own do better than lanes that add up one sum after another.
  std::optional<Found> at(std::size_t site) const {
    auto itself = whole(site);
    auto deeper = inside(static_cast<int>(site));
    if (!itself || !deeper) return itself ? itself : deeper;
    const bool isBetter = isLong(*deeper) && (addsUp(*itself) || !addsUp(*deeper)) &&
                          neighbourBytes(model_, deeper->loops) > neighbourBytes(model_, itself->loops);
    return isBetter ? deeper : itself;
  }
  static bool addsUp(const Found& found) {
    return std::any_of(found.loops.begin(), found.loops.end(), [](const Lanes::Loop& one) {
      return std::any_of(one.results.begin(), one.results.end(), isSum);
    });
  }

  std::optional<Found> whole(std::size_t l) const {
    const LoopSite& site = function_.loops[l];
    const Legality& legality = loops_[l].legality;
    auto loop = sharedLoop(site, legality, model_, launch_.legality, true);
    if (!loop || marksOf(model_.kernel, BodyPiece::LoopEnd, loop->mark) != 1) return std::nullopt;
    const InnerLoop& text = model_.kernel.innerLoops[static_cast<std::size_t>(loop->mark)];
    if (!writesSharedMemory(site.model, Translation(site.model, model_, text.locals))) return std::nullopt;
    const auto results = Results(site.model, text, model_, launch_.legality)(legality);
    if (!results) return std::nullopt;
    const auto sums = static_cast<std::size_t>(std::count_if(results->begin(), results->end(), isSum));
    if (!results->empty() && (text.continues || isLarge(model_, loop->loop, sums))) return std::nullopt;
    if (sums < results->size() && !mayRunAgain(site.model, legality)) return std::nullopt;
    return Found{{{loop->loop, loop->mark, *results, !changesMemory(site.model)}}, std::move(loop->apart)};
  }

  const AnnotatedFunction& function_;
  const std::vector<LoopPlan>& loops_;
  const Launch& launch_;
  const LoopModel& model_;
};

/// No loop of the body lies beside those that are shared, and on no way to one.
bool coverAll(const LoopModel& model, const Lanes& lanes) {
  const auto isAround = [&](std::size_t loop) {
    return std::any_of(lanes.loops.begin(), lanes.loops.end(), [&](const Lanes::Loop& one) {
      for (int l = one.loop; l >= 0; l = model.loops[static_cast<std::size_t>(l)].parent)
        if (l == static_cast<int>(loop)) return true;
      return false;
    });
  };
  const auto isInside = [&](std::size_t loop) {
    for (int l = static_cast<int>(loop); l >= 0; l = model.loops[static_cast<std::size_t>(l)].parent)
      if (lanes.shareOneOf({l})) return true;
    return false;
  };
  for (std::size_t l = 0; l < model.loops.size(); ++l)
    if (!isAround(l) && !isInside(l) && !restOf(model, model.loops[l])) return false;
  return true;
}

}  // namespace

std::optional<Lanes> lanes(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops,
                           const Launch& launch) {
  const LoopSite& outer = function.loops[static_cast<std::size_t>(launch.loop)];
  const LoopModel& model = outer.model;
  const Legality own = withoutReductions(launch.legality);
  const auto ofArray = [](const Reduction& reduction) { return reduction.scalar < 0; };
  if (launch.hostAlone || launch.inPlace || launch.band || model.rollsBack || !isPlainLaunch(outer, own) ||
      !leavesNoValues(own) ||
      std::any_of(launch.legality.reductions.begin(), launch.legality.reductions.end(), ofArray) ||
      says(function, model.kernel, {"Lanes", "Lane", "mayDivide", "mostTrips"}))
    return std::nullopt;
  const Sharing sharing(function, loops, launch);
  auto found = sharing.inside(launch.loop);
  if (!found || !sharing.isLong(*found)) return std::nullopt;
  Lanes result{.loops = std::move(found->loops), .apart = std::move(found->apart)};
  if (!coverAll(model, result) || !isWrittenOnce(model, result)) return std::nullopt;
  result.iterationsFirst = contiguousBytes(model, {0}, 0) > neighbourBytes(model, result.loops);
  const auto writes = [](const Lanes::Loop& one) { return !one.mayRepeat; };
  result.wholeWarps = !result.iterationsFirst &&
                      (result.loops.size() > 1 || std::any_of(result.loops.begin(), result.loops.end(), writes));
  return result;
}

}  // namespace clustrix::compiler
