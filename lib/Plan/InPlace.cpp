#include "Plan/InPlace.h"

#include "Plan/Combined.h"
#include "Plan/Symbols.h"

#include "clustrix/RowPath.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// Questions about what a loop touches, as guards ask them.
class Unknowns {
 public:
  Unknowns(const LoopModel& model, const Legality& legality, const Footprint& touched)
      : model_(model), legality_(legality), touched_(touched) {}

  bool combines() const {
    const std::vector<ArrayId> all = combinedArrays(legality_);
    return std::any_of(all.begin(), all.end(), [this](ArrayId id) { return has(id); });
  }

  /// The first guard that asks where something unknown lies.
  std::optional<Reason> inTheWay() const {
    for (const Guard& guard : legality_.guards) {
      if (const auto* pair = std::get_if<DisjointGuard>(&guard)) {
        if (isNowhere(pair->other)) return mayOverlap(pair->other, pair->written);
        if (isNowhere(pair->written)) return mayOverlap(pair->written, pair->other);
      }
      if (const auto* many = std::get_if<AllDisjointGuard>(&guard))
        if (auto reason = inTheWay(*many)) return reason;
      const auto* scalar = std::get_if<ScalarDisjointGuard>(&guard);
      if (scalar && isNowhere(scalar->array)) return mayHold(scalar->array, scalar->expression);
    }
    return std::nullopt;
  }

 private:
  std::optional<Reason> inTheWay(const AllDisjointGuard& guard) const {
    std::vector<ArrayId> all = guard.arrays;
    all.insert(all.end(), guard.own.begin(), guard.own.end());
    const auto unknown = std::find_if(all.begin(), all.end(), [this](ArrayId id) { return isNowhere(id); });
    if (unknown == all.end()) return std::nullopt;
    if (all.size() > 1) return mayOverlap(*unknown, all.front() == *unknown ? all[1] : all.front());
    return mayHold(*unknown, guard.written.empty() ? guard.read.front() : guard.written.front());
  }

  bool has(ArrayId id) const {
    return std::any_of(touched_.terms.begin(), touched_.terms.end(),
                       [&](const FootprintTerm& term) { return term.array == id && isUnknown(term, model_); });
  }

  /// Not even the run can say where it is.
  bool isNowhere(ArrayId id) const { return has(id) && (!isOfRows(arrayAt(model_, id)) || isOfUnknownRows(id)); }

  bool isOfUnknownRows(ArrayId id) const {
    return std::find(touched_.unknownRows.begin(), touched_.unknownRows.end(), id) != touched_.unknownRows.end();
  }

  Reason reason(ArrayId unknown, const std::string& what, const std::string& otherwise) const {
    const std::string& name = arrayAt(model_, unknown).name;
    Reason result = *touched_.refusal;
    for (const Access& access : model_.accesses)
      if (access.array == unknown) {
        result.at = access.at;
        break;
      }
    result.message = what + ", and which elements of '" + name + "' the loop touches is not known before it runs";
    result.hint = isOfRows(arrayAt(model_, unknown))
                      ? ""
                      : "tell the number of elements behind '" + name +
                            "' by [[clustrix::extent(...)]] on the parameter" + otherwise;
    return result;
  }
  Reason mayOverlap(ArrayId unknown, ArrayId other) const {
    const std::string &one = arrayAt(model_, unknown).name, &two = arrayAt(model_, other).name;
    return reason(unknown, "'" + two + "' and '" + one + "' may overlap",
                  ", or declare the one that is written __restrict");
  }
  Reason mayHold(ArrayId unknown, const std::string& expression) const {
    return reason(unknown, "'" + arrayAt(model_, unknown).name + "' may hold '" + expression + "'",
                  ", or use a local copy of '" + expression + "'");
  }

  const LoopModel& model_;
  const Legality& legality_;
  const Footprint& touched_;
};

/// Of an array that a container owns, together with all that leads to it: not what is behind pointers.
bool isOwned(const ArrayObject& array) { return array.rows && array.rows->kind != RowPath::Pointers; }

bool isContainerOfRows(const LoopModel& model, const std::string& expression) {
  return std::any_of(model.arrays.begin(), model.arrays.end(),
                     [&](const ArrayObject& array) { return isOwned(array) && array.rows->container == expression; });
}

}  // namespace

bool isOfRows(const ArrayObject& array) { return array.rows.has_value(); }

bool isUnknown(const FootprintTerm& term, const LoopModel& model) {
  return term.whole && !arrayAt(model, term.array).extent;
}

std::optional<Reason> inPlaceProblem(const LoopModel& model, const Legality& legality, const Footprint& touched) {
  const Unknowns unknowns(model, legality, touched);
  // A search tries iterations that the loop would not run, and may only look at what surely exists. A scan runs twice,
  // which two threads alone don't make up for.
  if (legality.form != Form::Independent || unknowns.combines()) return touched.refusal;
  return unknowns.inTheWay();
}

void dropGuardsOfHeaders(const LoopModel& model, Legality& legality) {
  std::erase_if(legality.guards, [&](const Guard& guard) {
    const auto* scalar = std::get_if<ScalarDisjointGuard>(&guard);
    return scalar && isOwned(arrayAt(model, scalar->array)) && isContainerOfRows(model, scalar->expression);
  });
}

}  // namespace clustrix::compiler
