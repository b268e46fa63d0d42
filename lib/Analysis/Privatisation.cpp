// Arrays that every iteration fills before it reads them: each may have its own copy.
//
//     for (i) { for (j < m) t[j] = a[i*m + j];          write  { [i, j] -> t[j] : 0 <= j < m }   certain
//               for (j < m) b[i*m + j] = t[m - 1 - j]; } read   { [i, j] -> t[m - 1 - j] : 0 <= j < m }
//
// Shown with isl: each instance of a read finds an instance of a certain write to the same element, earlier in the same
// iteration. Where the elements may be read after the loop, the last iteration has to have written all that any of them
// wrote. Where parameters decide, a guard asks them. After: Maydan, Amarasinghe and Lam 1993 (array data flow), Tu and
// Padua 1993 (array privatisation).
#include "Analysis/Dependence.h"
#include "Analysis/Stages.h"
#include "Analysis/System.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// The instances of an access: a System whose first variables are the counters of the loops around it.
struct Instances {
  explicit Instances(const Facts& facts) : system(facts) {}

  System system;
  Iteration at;
  int dimensions = 0;
};

bool isAffine(const Facts& facts, const std::vector<Polynomial>& values) {
  return std::all_of(values.begin(), values.end(), [&](const Polynomial& value) {
    return std::all_of(value.terms().begin(), value.terms().end(), [&](const auto& term) {
      if (facts.overParameters(term.first)) return true;
      return term.first.size() == 1 && facts.kind(term.first[0]) == SymbolKind::Counter;
    });
  });
}

/// The part of a domain that isl can express over counters alone: a larger set.
Domain affinePart(const Facts& facts, Domain domain) {
  std::erase_if(domain.constraints, [&](const Polynomial& constraint) { return !isAffine(facts, {constraint}); });
  return domain;
}

void addCounters(const Facts& facts, const Touch& touch, Instances& instances) {
  for (const int loop : touch.access->loops) instances.system.variable(facts.model.loops[loop].counter, instances.at);
  instances.dimensions += static_cast<int>(touch.access->loops.size());
}

/// Whether all counters that the values mention are those of the access's own loops. The counter that stands for a
/// remainder is of none: that there is some value for it says nothing of the one that it has.
bool isOfOwnLoops(const Facts& facts, const Access& access, const std::vector<Polynomial>& values) {
  const auto isForeign = [&](SymbolId id) {
    return !facts.isParameter(id) && std::none_of(access.loops.begin(), access.loops.end(), [&](int loop) {
      return facts.model.loops[static_cast<std::size_t>(loop)].counter == id;
    });
  };
  return std::none_of(values.begin(), values.end(),
                      [&](const Polynomial& value) { return value.mentionsAny(isForeign); });
}

/// Whether every iteration of the loops around it surely writes all that the other access touches of the element, at
/// places that isl can express.
bool isCertainWrite(const Facts& facts, const Touch& touch, const Access& of, std::int64_t elementBytes) {
  const Access& access = *touch.access;
  const bool isPart = of.someBytes == 0 && access.someBytes == 0 && of.byteBegin < of.byteEnd &&
                      access.byteBegin <= of.byteBegin && access.byteEnd >= of.byteEnd;
  const bool whole = access.byteBegin >= access.byteEnd || coversElement(access, elementBytes) || isPart;
  return access.kind == AccessKind::Write && access.certain && whole && !touch.positions.empty() &&
         isAffine(facts, touch.positions) && isAffine(facts, touch.domain.constraints) &&
         isOfOwnLoops(facts, access, touch.positions) && isOfOwnLoops(facts, access, touch.domain.constraints);
}

/// The points of `instances` for which `writer`, an instance of `write` with each row of `order` not negative, writes
/// the place of `touch`. Null when unknown.
isl::Set whereWritten(Instances instances, const Touch& touch, const Touch& write, Iteration writer,
                      const std::vector<Row>& order) {
  for (const Row& row : order) instances.system.nonNegative(row);
  for (std::size_t d = 0; d < touch.positions.size(); ++d) {
    const Row place = instances.system.row(touch.positions[d], instances.at);
    const Row same = difference(place, instances.system.row(write.positions[d], writer));
    if (same.overflow) return isl::Set();  // left out, it would cover too much
    instances.system.zero(same);
  }
  instances.system.restrict(write.domain, writer);
  isl::Set points(isl_set_from_basic_set(instances.system.points().take()));
  const int all = std::max<int>(0, isl_set_dim(points.get(), isl_dim_set));
  if (all < instances.dimensions) return isl::Set();
  return isl::Set(isl_set_project_out(points.take(), isl_dim_set, static_cast<unsigned>(instances.dimensions),
                                      static_cast<unsigned>(all - instances.dimensions)));
}

/// Instances in a domain, some of which turn out to be covered.
class Cover {
 public:
  Cover(Instances instances, const Domain& domain) {
    instances.system.restrict(domain, instances.at);
    all_ = isl::Set(isl_set_from_basic_set(instances.system.points().take()));
    if (isl_set_dim(all_.get(), isl_dim_set) != instances.dimensions) all_ = isl::Set();
  }

  /// Mostly one write covers them all: whether nothing is left.
  bool add(isl::Set covered) {
    if (!all_ || !covered) return false;
    if (isl::isSubset(all_, covered) == isl::Answer::Yes) return isWhole_ = true;
    covered_ = covered_ ? isl::Set(isl_set_union(covered_.take(), covered.take())) : std::move(covered);
    return false;
  }

  /// Those that are not covered; null when unknown.
  isl::Set rest() && {
    if (!all_ || (!covered_ && !isWhole_)) return std::move(all_);
    if (isWhole_ || isl::isSubset(all_, covered_) == isl::Answer::Yes)
      return isl::Set(isl_set_empty(isl_set_get_space(all_.get())));
    return isl::Set(isl_set_subtract(all_.take(), covered_.take()));
  }

 private:
  isl::Set all_, covered_;
  bool isWhole_ = false;
};

bool sameBytes(const Access& a, const Access& b) {
  return a.byteBegin == b.byteBegin && a.byteEnd == b.byteEnd && a.someBytes == 0 && b.someBytes == 0;
}

/// Of accesses that are at the same places in the same iterations, the first in the text: what is written before it is
/// written before the others.
std::vector<const Touch*> firstOfEach(const std::vector<Touch>& touches, AccessKind kind) {
  std::vector<const Touch*> firsts;
  for (const Touch& touch : touches)
    if (touch.access->kind == kind && std::none_of(firsts.begin(), firsts.end(), [&](const Touch* first) {
          return first->positions == touch.positions && first->access->loops == touch.access->loops &&
                 sameBytes(*first->access, *touch.access) && first->domain.constraints == touch.domain.constraints;
        }))
      firsts.push_back(&touch);
  return firsts;
}

/// The parameters for which an iteration may read what it has not written; null when unknown.
struct Unwritten {
  isl::Set bad;
  bool asBefore = true;  // ... and what it then reads no iteration writes: it is what it was before the loop
};

class Privatisation {
 public:
  Privatisation(const Facts& facts, const std::vector<Touch>& touches, const ArrayObject& object)
      : facts_(facts), touches_(touches), object_(object) {}

  /// Whether each iteration writes every element that there is before it does anything else with the array: what it
  /// then reads, at whatever places, it has written.
  bool isFilledFirst() const {
    const auto isFirst = [&](const Touch& fill) {
      return isFill(*fill.access) && std::all_of(touches_.begin(), touches_.end(),
                                                 [&](const Touch& touch) { return touch.access >= fill.access; });
    };
    return std::any_of(touches_.begin(), touches_.end(), isFirst);
  }

  Unwritten unwritten() const {
    const bool placed = std::all_of(touches_.begin(), touches_.end(), [&](const Touch& touch) {
      return touch.positions.size() == touches_.front().positions.size() && isAffine(facts_, touch.positions);
    });
    if (!placed || touches_.front().positions.empty()) return {{}, false};
    Unwritten all{emptyParameters(facts_)};
    for (const Touch* read : firstOfEach(touches_, AccessKind::Read)) {
      if (!all.bad) break;
      Unwritten one = unwrittenBefore(*read);
      all.bad = isl::Set(isl_set_union(all.bad.take(), one.bad.take()));
      all.asBefore = all.asBefore && one.asBefore;
    }
    return all;
  }

  /// Those for which the last iteration may leave out an element that another one writes.
  isl::Set unwrittenByLast() const {
    isl::Set all = emptyParameters(facts_);
    for (const Touch* write : firstOfEach(touches_, AccessKind::Write))
      if (all) all = isl::Set(isl_set_union(all.take(), unwrittenInSome(*write).take()));
    return all;
  }

 private:
  /// `for (k = 0; k < w.size(); ++k) w[k] = 0;`
  bool isFill(const Access& access) const {
    if (access.kind != AccessKind::Write || !access.certain || !coversElement(access, object_.elementBytes) ||
        access.loops.size() != 2)
      return false;
    const NestedLoop& loop = facts_.model.loops[static_cast<std::size_t>(access.loops[1])];
    return loop.parent == 0 && loop.certain && loop.trip && loop.trip->stride == Polynomial(1) &&
           access.index == Polynomial::symbol(loop.counter) && isExtent(loop.trip->distance);
  }
  bool isExtent(const Polynomial& count) const {
    if (object_.extentValue) return count == *object_.extentValue;
    const std::vector<SymbolId> symbols = count.symbols();
    if (!object_.extent || symbols.size() != 1 || count != Polynomial::symbol(symbols[0])) return false;
    const std::string& number = facts_.model.symbols[static_cast<std::size_t>(symbols[0].value)].expression;
    return !number.empty() && *object_.extent == "static_cast<clustrix::Index>(" + number + ")";
  }

  /// For which an instance of the read has no earlier instance of a certain write, in the same iteration, to the same
  /// element.
  Unwritten unwrittenBefore(const Touch& read) const {
    Instances reads(facts_);
    addCounters(facts_, read, reads);
    Cover cover(reads, affinePart(facts_, read.domain));
    for (const Touch& write : touches_) {
      if (!isCertainWrite(facts_, write, *read.access, object_.elementBytes)) continue;
      const auto& outer = read.access->loops;
      const auto& other = write.access->loops;
      const std::size_t common = static_cast<std::size_t>(
          std::mismatch(outer.begin(), outer.end(), other.begin(), other.end()).first - outer.begin());
      // Equal counters of the common loops, the write first in the text; or an earlier iteration of one of them.
      for (std::size_t depth = write.access < read.access ? 0 : 1; depth <= common; ++depth) {
        const std::size_t equal = depth == 0 ? common : depth - 1;
        if (depth == 1) continue;  // iterations of the modelled loop itself are not compared
        Instances instances = reads;
        Iteration writer;
        for (std::size_t l = 0; l < equal; ++l) {
          const Monomial counter{facts_.model.loops[outer[l]].counter};
          writer[counter] = instances.at.at(counter);
        }
        std::vector<Row> order;
        if (depth != 0) {
          const Polynomial counter = Polynomial::symbol(facts_.model.loops[outer[equal]].counter);
          const Row later = instances.system.row(counter, instances.at);
          order.push_back(plus(difference(later, instances.system.row(counter, writer)), -1));
        }
        if (cover.add(whereWritten(std::move(instances), read, write, std::move(writer), order)))
          return {emptyParameters(facts_)};
      }
    }
    isl::Set some = std::move(cover).rest();
    isl::Set bad = toParameters(some);
    const bool asBefore =
        isEmpty(bad) == isl::Answer::Yes || isEmpty(inSomeIteration(reads, read, some)) == isl::Answer::Yes;
    return {std::move(bad), asBefore};
  }

  /// Those of the read's instances whose element some iteration may write; null when unknown.
  isl::Set inSomeIteration(const Instances& reads, const Touch& read, const isl::Set& instances) const {
    isl::Set written(isl_set_empty(isl_set_get_space(instances.get())));
    for (const Touch& write : touches_) {
      if (write.access->kind != AccessKind::Write) continue;
      const isl::Set here = whereWritten(reads, read, write, {}, {});
      if (!here) return isl::Set();
      written = isl::Set(isl_set_union(written.take(), here.copy()));
    }
    return isl::Set(isl_set_intersect(written.take(), instances.copy()));
  }

  /// For which some iteration of the modelled loop may leave out what `touch` writes in another one.
  isl::Set unwrittenInSome(const Touch& touch) const {
    Instances writes(facts_);
    addCounters(facts_, touch, writes);
    // A second iteration, any of the loop's.
    const SymbolId root = facts_.model.loops[0].counter;
    Iteration second;
    writes.system.variable(root, second);
    ++writes.dimensions;
    writes.system.restrict(affinePart(facts_, domainOf(facts_, {0}, {})), second);
    Cover cover(writes, affinePart(facts_, touch.domain));
    // Mostly it does so itself.
    if (isCertainWrite(facts_, touch, *touch.access, object_.elementBytes) &&
        cover.add(whereWritten(writes, touch, touch, second, {})))
      return emptyParameters(facts_);
    for (const Touch& write : touches_)
      if (&write != &touch && isCertainWrite(facts_, write, *touch.access, object_.elementBytes))
        if (cover.add(whereWritten(writes, touch, write, second, {}))) return emptyParameters(facts_);
    return toParameters(std::move(cover).rest());
  }

  const Facts& facts_;
  const std::vector<Touch>& touches_;
  const ArrayObject& object_;
};

}  // namespace

Privatised privatised(const Facts& facts, const std::vector<Touch>& touches, ArrayId array) {
  const ArrayObject& object = facts.model.arrays[array.value];
  Privatised result{{array, object.liveAfter, false}, {}};
  if (touches.empty()) return result;
  const Privatisation privatisation(facts, touches, object);
  if (privatisation.isFilledFirst()) {
    result.condition.outcome = Condition::Always;
    return result;
  }
  const Unwritten unwritten = privatisation.unwritten();
  const isl::Set byLast = object.liveAfter && unwritten.bad ? privatisation.unwrittenByLast() : emptyParameters(facts);
  std::vector<const Access*> accesses;
  for (const Touch& touch : touches) accesses.push_back(touch.access);
  const auto avoided = [&](isl::Set bad) {
    return bad ? avoid(facts, isl::Set(isl_set_coalesce(bad.take())), kWorthwhile, accesses) : Condition{};
  };
  result.condition = avoided(isl::Set(isl_set_union(unwritten.bad.copy(), byLast.copy())));
  if (!isPossible(result.condition) && unwritten.asBefore) {
    result.own.copiesIn = true;
    result.condition = avoided(byLast);
  }
  result.condition.guard.why = "each iteration writes the elements of `" + object.name + "` that it reads";
  return result;
}

}  // namespace clustrix::compiler
