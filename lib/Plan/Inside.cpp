#include "Plan/Inside.h"

#include "Plan/InnerLaunch.h"
#include "Plan/Rests.h"
#include "Plan/Symbols.h"
#include "Support/Identifiers.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace clustrix::compiler {
namespace {

constexpr std::int64_t usualTrips = 16;  // of a loop of unknown length, where bytes are weighed
/// What is written apart is changed in whole sectors; what is read apart may still be there for the neighbours. A
/// transposition of doubles takes an H100 0.48 ms with its writes side by side and 1.66 ms with its reads.
constexpr std::int64_t costOfWrite = 2;

/// Whether the guards of the loop inside hold wherever those of the launch do.
class Implication {
 public:
  Implication(const LoopModel& inside, const LoopModel& outside, const Legality& known,
              const std::set<std::string>& hidden)
      : translated_(inside, outside, hidden), outside_(outside), known_(known) {}

  bool operator()(const Guard& guard) {
    return std::visit([this](const auto& one) { return holds(one); }, guard);
  }

  /// ... or where no two of these are one array.
  ArrayPairs apart;

 private:
  template <class G>
  bool isKnown(const auto& matches) const {
    return std::any_of(known_.guards.begin(), known_.guards.end(), [&](const Guard& guard) {
      const G* one = std::get_if<G>(&guard);
      return one && matches(*one);
    });
  }

  bool haveStorageOfTheirOwn(ArrayId a, ArrayId b) const {
    const auto identity = [&](ArrayId id) { return outside_.arrays[static_cast<std::size_t>(id.value)].identity; };
    return !identity(a).empty() && !identity(b).empty() && identity(a) != identity(b);
  }

  bool holds(const DisjointGuard& guard) {
    const auto a = translated_.array(guard.written), b = translated_.array(guard.other);
    if (!a || !b || (*a == *b && guard.written != guard.other)) return false;
    const auto areTold = [&](const DisjointGuard& one) {
      return (one.written == *a && one.other == *b) || (one.written == *b && one.other == *a);
    };
    // Of one array, rows may be two.
    const bool mayBeOne =
        guard.sameAllowed && translated_.haveSameStart(guard.written) && translated_.haveSameStart(guard.other);
    if (isKnown<DisjointGuard>([&](const auto& one) { return areTold(one) && (!one.sameAllowed || mayBeOne); }))
      return true;
    if (haveStorageOfTheirOwn(*a, *b)) return true;
    if (isKnown<AllDisjointGuard>([&](const AllDisjointGuard& all) {
          return std::count(all.arrays.begin(), all.arrays.end(), *a) > 0 &&
                 std::count(all.arrays.begin(), all.arrays.end(), *b) > 0;
        }))
      return true;
    if (!isKnown<DisjointGuard>(areTold)) return false;
    apart.emplace_back(*a, *b);
    return true;
  }
  bool holds(const DistinctGuard&) const { return false; }
  bool holds(const ApartGuard&) const { return false; }
  bool holds(const ScalarDisjointGuard& guard) const {
    const auto array = translated_.array(guard.array);
    return array && translated_.isShared(guard.expression) &&
           isKnown<ScalarDisjointGuard>([&](const ScalarDisjointGuard& one) {
             return one.array == *array && one.expression == guard.expression;
           });
  }
  bool holds(const ScalarsDisjointGuard& guard) const {
    if (!translated_.isShared(guard.first) || !translated_.isShared(guard.second)) return false;
    return isKnown<ScalarsDisjointGuard>([&](const ScalarsDisjointGuard& one) {
      return (one.first == guard.first && one.second == guard.second) ||
             (one.first == guard.second && one.second == guard.first);
    });
  }
  bool holds(const RangeGuard& guard) const {
    const auto value = translated_(guard.value);
    return value && isKnown<RangeGuard>([&](const RangeGuard& one) {
             return one.value == *value && one.min >= guard.min && one.max <= guard.max;
           });
  }
  bool holds(const DivisibleGuard& guard) const {
    const auto value = translated_(guard.value), divisor = translated_(guard.divisor);
    return value && divisor && isKnown<DivisibleGuard>([&](const DivisibleGuard& one) {
             return one.value == *value && one.divisor == *divisor;
           });
  }
  bool holds(const ParameterGuard& guard) const {
    std::vector<std::vector<Comparison>> rows;
    for (const auto& row : guard.anyOf) {
      rows.emplace_back();
      for (const Comparison& one : row) {
        const auto value = translated_(one.value);
        if (!value) return false;
        rows.back().push_back({*value, one.equal});
      }
    }
    const auto same = [](const Comparison& a, const Comparison& b) { return a.value == b.value && a.equal == b.equal; };
    return isKnown<ParameterGuard>([&](const ParameterGuard& one) {
      return std::equal(
          one.anyOf.begin(), one.anyOf.end(), rows.begin(), rows.end(),
          [&](const auto& a, const auto& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), same); });
    });
  }
  // Pairs are told one by one where there are few arrays, and those are the nests that pay.
  bool holds(const AllDisjointGuard&) const { return false; }

  const Translation translated_;
  const LoopModel& outside_;
  const Legality& known_;
};

/// Whether the model around asks for all that the one inside does, so that who knows the first to be right knows it of
/// the second.
bool asksForAll(const LoopModel& outside, const LoopModel& inside, const std::set<std::string>& hidden) {
  const Translation translated(inside, outside, hidden);
  const auto isAsked = [&](const Obligation& duty) {
    const auto value = translated(duty.value);
    return value && std::any_of(outside.obligations.begin(), outside.obligations.end(), [&](const Obligation& one) {
             return one.at == duty.at && one.value == *value && one.min >= duty.min && one.max <= duty.max;
           });
  };
  const auto isRequired = [&](const Requirement& need) {
    const auto value = translated(need.value), divisor = translated(need.divisor);
    return value && divisor &&
           std::any_of(outside.requirements.begin(), outside.requirements.end(), [&](const Requirement& one) {
             return one.kind == need.kind && one.value == *value && one.divisor == *divisor;
           });
  };
  return std::all_of(inside.obligations.begin(), inside.obligations.end(), isAsked) &&
         std::all_of(inside.requirements.begin(), inside.requirements.end(), isRequired);
}

/// A coefficient of the launched loop's counter decides where a value is greatest.
bool isLinear(const LoopModel& model, const Polynomial& value) {
  const SymbolId first = model.loops[0].counter;
  const auto slope = value.coefficientOf(first);
  return isKnownOutside(model, value) && isParametric(model, value.without(first)) && slope && slope->constant();
}

/// ... but for rests of divisions, whose bounds are known.
bool isPlaced(const LoopModel& model, const Polynomial& value, SymbolId own) {
  Polynomial others = value.without(own);
  for (const Rest& rest : restsIn(model, others)) {
    const auto slope = others.coefficientOf(rest.counter);
    if (!slope || !slope->constant() || !isLinear(model, rest.dividend)) return false;
    others = others.without(rest.counter);
  }
  return isLinear(model, others);
}

}  // namespace

std::optional<Polynomial> Translation::operator()(const Polynomial& value) const {
  Polynomial sum;
  for (const auto& [monomial, coefficient] : value.terms()) {
    std::optional<Polynomial> term(coefficient);
    for (const SymbolId id : monomial) {
      const auto factor = symbol(id);
      term = factor ? multiply(*term, *factor) : std::nullopt;
      if (!term) return std::nullopt;
    }
    auto more = add(sum, *term);
    if (!more) return std::nullopt;
    sum = std::move(*more);
  }
  return sum;
}

std::optional<int> Translation::loop(int index) const {
  const SourcePoint& at = from_.loops[static_cast<std::size_t>(index)].at;
  const auto found = std::find_if(to_.loops.begin(), to_.loops.end(), [&](const auto& one) { return one.at == at; });
  if (found == to_.loops.end()) return std::nullopt;
  return static_cast<int>(found - to_.loops.begin());
}

std::optional<ArrayId> Translation::array(ArrayId id) const {
  const auto same = byBase(id), touched = byAccesses(id);
  if (same && touched && *same != *touched) return std::nullopt;
  return same ? same : touched;
}

bool Translation::isShared(const std::string& expression) const {
  return std::none_of(hidden_.begin(), hidden_.end(),
                      [&](const std::string& name) { return hasWord(expression, name); });
}

std::optional<ArrayId> Translation::byAccesses(ArrayId id) const {
  if (!touched_) touched_ = touched();
  return (*touched_)[static_cast<std::size_t>(id.value)];
}

/// `double* row = a + i * n;` is an array of its own inside: what is touched through it, the model around knows to be
/// `a`. Text that stands for several arrays, as that of a function that is called twice, says nothing.
std::vector<std::optional<ArrayId>> Translation::touched() const {
  std::map<std::pair<SourcePoint, AccessKind>, std::optional<ArrayId>> outside;
  for (const Access& access : to_.accesses) {
    const auto [place, isNew] = outside.try_emplace({access.at, access.kind}, access.array);
    if (!isNew && place->second != access.array) place->second = std::nullopt;
  }
  std::vector<std::optional<ArrayId>> found(from_.arrays.size());
  std::vector<bool> seen(from_.arrays.size());
  for (const Access& access : from_.accesses) {
    const auto array = static_cast<std::size_t>(access.array.value);
    const auto place = outside.find({access.at, access.kind});
    const auto there = place == outside.end() ? std::nullopt : place->second;
    if (!seen[array])
      found[array] = there;
    else if (found[array] != there)
      found[array] = std::nullopt;
    seen[array] = true;
  }
  return found;
}

std::optional<ArrayId> Translation::byBase(ArrayId id) const {
  const std::string& base = from_.arrays[static_cast<std::size_t>(id.value)].base;
  const auto found =
      std::find_if(to_.arrays.begin(), to_.arrays.end(), [&](const ArrayObject& one) { return one.base == base; });
  if (base.empty() || !isShared(base) || found == to_.arrays.end()) return std::nullopt;
  return ArrayId{static_cast<int>(found - to_.arrays.begin())};
}

std::optional<Polynomial> Translation::symbol(SymbolId id) const {
  const Symbol& symbol = from_.symbols[static_cast<std::size_t>(id.value)];
  if (symbol.kind == SymbolKind::Counter) {
    for (std::size_t l = 0; l < from_.loops.size(); ++l) {
      if (from_.loops[l].counter != id) continue;
      const auto same = loop(static_cast<int>(l));
      if (!same) return std::nullopt;
      return Polynomial::symbol(to_.loops[static_cast<std::size_t>(*same)].counter);
    }
    return std::nullopt;
  }
  if (symbol.kind != SymbolKind::Parameter || symbol.expression.empty()) return std::nullopt;
  for (const NestedLoop& around : to_.loops)
    if (around.variable == symbol.expression) return around.value;
  if (!isShared(symbol.expression)) return std::nullopt;
  for (std::size_t s = 0; s < to_.symbols.size(); ++s)
    if (to_.symbols[s].kind == SymbolKind::Parameter && to_.symbols[s].expression == symbol.expression)
      return Polynomial::symbol(SymbolId{static_cast<int>(s)});
  return std::nullopt;
}

std::optional<ArrayPairs> impliedGuards(const LoopModel& inside, const Legality& wanted, const LoopModel& outside,
                                        const Legality& known, const std::set<std::string>& hidden) {
  Implication implied(inside, outside, known, hidden);
  const auto first =
      wanted.guards.begin() + static_cast<std::ptrdiff_t>(asksForAll(outside, inside, hidden) ? wanted.ofModel : 0);
  if (!std::all_of(first, wanted.guards.end(), std::ref(implied))) return std::nullopt;
  return std::move(implied.apart);
}

Legality withoutReductions(Legality legality) {
  const auto isPlace = [&](const Private& variable) {
    return std::any_of(legality.reductions.begin(), legality.reductions.end(),
                       [&](const Reduction& reduction) { return isIn(reduction.locations, variable.scalar); });
  };
  std::erase_if(legality.privates, isPlace);
  legality.reductions.clear();
  return legality;
}

std::ptrdiff_t marksOf(const KernelText& kernel, BodyPiece::Kind kind, int index) {
  return std::count_if(kernel.body.begin(), kernel.body.end(),
                       [&](const BodyPiece& piece) { return piece.kind == kind && piece.index == index; });
}

bool leavesNothing(const LoopSite& site, const Legality& legality, bool reductions) {
  const LoopModel& model = site.model;
  const Legality others = reductions ? withoutReductions(legality) : legality;
  return isPlainLaunch(site, others) && leavesNoValues(others) &&
         std::all_of(legality.privates.begin(), legality.privates.end(), [&](const Private& variable) {
           return !model.scalars[static_cast<std::size_t>(variable.scalar)].entry;
         });
}

namespace {

/// Whether the kernel can say the loop's head otherwise.
bool isSayable(const LoopModel& model, const NestedLoop& loop) {
  if (!loop.trip || !loop.value || !loop.certain) return false;
  const auto step = loop.value->coefficientOf(loop.counter);
  return step && step->constant() && loop.trip->stride.constant() && isPlaced(model, *loop.value, loop.counter) &&
         isPlaced(model, loop.trip->distance, loop.counter);
}

}  // namespace

std::optional<int> markOf(const KernelText& kernel, int loop) {
  for (int m = 0; m < static_cast<int>(kernel.innerLoops.size()); ++m)
    if (kernel.innerLoops[static_cast<std::size_t>(m)].loop == loop && marksOf(kernel, BodyPiece::HeadBegin, m) == 1 &&
        marksOf(kernel, BodyPiece::HeadEnd, m) == 1)
      return m;
  return std::nullopt;
}

std::optional<SharedLoop> sharedLoop(const LoopSite& site, const Legality& legality, const LoopModel& model,
                                     const Legality& known, bool reductions) {
  if (!legality.parallel || site.model.loops.empty() || !leavesNothing(site, legality, reductions)) return std::nullopt;
  const auto loop = Translation(site.model, model).loop(0);
  const auto mark = loop ? markOf(model.kernel, *loop) : std::nullopt;
  if (!mark || !isSayable(model, model.loops[static_cast<std::size_t>(*loop)])) return std::nullopt;
  const InnerLoop& text = model.kernel.innerLoops[static_cast<std::size_t>(*mark)];
  auto apart = impliedGuards(site.model, legality, model, known, text.locals);
  if (!apart) return std::nullopt;
  return SharedLoop{*loop, *mark, *std::move(apart)};
}

bool says(const AnnotatedFunction& function, const KernelText& kernel, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) {
    return kernel.calledNames.contains(word) || hasWord(function.templateParameters, word) ||
           std::any_of(kernel.captures.begin(), kernel.captures.end(),
                       [&](const Capture& capture) { return capture.nameFixed && capture.name == word; });
  });
}

bool areApart(const LoopModel& model, const Legality& legality, ArrayId a, ArrayId b) {
  if (legality.asserted) {
    const auto& one = model.arrays[static_cast<std::size_t>(a.value)].identity;
    const auto& other = model.arrays[static_cast<std::size_t>(b.value)].identity;
    return !one.empty() && !other.empty() && one != other;
  }
  return a != b && std::none_of(legality.guards.begin(), legality.guards.end(), [&](const Guard& guard) {
           const auto* one = std::get_if<DisjointGuard>(&guard);
           return one && one->sameAllowed &&
                  ((one->written == a && one->other == b) || (one->written == b && one->other == a));
         });
}

bool isIn(const std::vector<int>& loops, int loop) {
  return std::find(loops.begin(), loops.end(), loop) != loops.end();
}

std::int64_t contiguousBytes(const LoopModel& model, const std::vector<int>& together, int loop) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  std::int64_t bytes = 0;
  for (const Access& access : model.accesses) {
    const auto slope =
        access.index ? access.index->coefficientOf(model.loops[static_cast<std::size_t>(loop)].counter) : std::nullopt;
    const auto stride = slope ? slope->constant() : std::nullopt;
    if (!stride || (*stride != 1 && *stride != -1)) continue;
    std::int64_t weight = model.arrays[static_cast<std::size_t>(access.array.value)].elementBytes;
    if (access.kind == AccessKind::Write) weight *= costOfWrite;
    for (const int around : access.loops)
      if (!isIn(together, around) && weight < most)
        weight *= std::clamp<std::int64_t>(
            constantTrips(model.loops[static_cast<std::size_t>(around)]).value_or(usualTrips), 1, 1024);
    bytes = std::min(bytes + weight, most);
  }
  return bytes;
}

}  // namespace clustrix::compiler
