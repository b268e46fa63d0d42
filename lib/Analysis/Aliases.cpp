// Memory that may be shared: two pointers may overlap, and a reference may lead into an array. What the source cannot
// tell, the addresses tell when the loop starts.
#include "Analysis/Conditions.h"
#include "Analysis/Dependence.h"
#include "Analysis/OneObject.h"
#include "Analysis/Stages.h"
#include "clustrix/RowPath.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace clustrix::compiler {
namespace {

/// The subscripts agree but for a constant number of iterations: that there are so many is likely, and a proof of the
/// contrary would cost more than it could bring.
bool likelyMeet(const Facts& facts, const Touch& left, const Touch& right) {
  const SymbolId counter = facts.model.loops[0].counter;
  for (std::size_t d = 0; d < left.positions.size(); ++d) {
    const auto gap = subtract(left.positions[d], right.positions[d]);
    const auto slope = left.positions[d].coefficientOf(counter);
    if (gap && gap->constant() && *gap->constant() != 0 && slope && slope->constant() && *slope->constant() != 0)
      return true;
  }
  return false;
}

bool meet(const Facts& facts, const Touch& left, const Touch& right, std::int64_t elementBytes) {
  if (left.access->kind == AccessKind::Read && right.access->kind == AccessKind::Read) return false;
  if (left.access->array == right.access->array) return false;  // judged with its own array
  if (plainlyApart(facts, left, right, elementBytes)) return false;
  return left.positions.empty() || right.positions.empty() || likelyMeet(facts, left, right) ||
         !conflictsBetween(facts, left, right, elementBytes).empty();
}

bool isReduced(const Legality& legality, ArrayId array) {
  return std::any_of(legality.reductions.begin(), legality.reductions.end(),
                     [&](const Reduction& reduction) { return reduction.array == array; });
}

/// Iterations do not conflict even if both arrays start at the same address: `a[i] = b[i] + 1` with a == b.
bool independentAsOne(const Facts& facts, const Legality& legality, ArrayId left, ArrayId right) {
  const std::int64_t bytes = facts.model.arrays[left.value].elementBytes;
  if (bytes != facts.model.arrays[right.value].elementBytes) return false;
  if (isReduced(legality, left) || isReduced(legality, right)) return false;
  std::vector<const Access*> accesses = accessesOf(facts, left);
  for (const Access* access : accessesOf(facts, right)) accesses.push_back(access);
  const auto touches = sureTouchesOf(facts, distinct(accesses));
  if (!touches) return false;
  for (std::size_t i = 0; i < touches->size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (meet(facts, (*touches)[i], (*touches)[j], bytes)) return false;
  return true;
}

/// `rows[i].x` and `rows[i].y`: what two members of the objects in one container are, or own.
bool areOtherMembers(const ArrayObject& left, const ArrayObject& right) {
  const auto &one = left.rows, &other = right.rows;
  return one && other && one->container == other->container && one->levels == other->levels &&
         one->member != other->member && one->kind != RowPath::Pointers && other->kind != RowPath::Pointers;
}

/// One guard for each array that is written: it compares its writes with all that the other one touches. None where the
/// two are parts of one object and never pass it.
void checkWrites(Facts& facts, Legality& legality, const DisjointGuard& guard) {
  const PartOf &written = facts.model.arrays[guard.written.value].part,
               &other = facts.model.arrays[guard.other.value].part;
  const bool areSame = guard.sameAllowed && written.begin == other.begin;
  auto overlap = areSame ? std::nullopt : surelyOverlap(facts, guard.written, guard.other);
  if (overlap)
    legality.reasons.push_back(*std::move(overlap));
  else
    addGuard(facts, legality, guard);
}

/// What its elements are is looked at before the loop: none of them may be written by it.
bool isList(const LoopModel& model, ArrayId array) {
  return std::any_of(model.symbols.begin(), model.symbols.end(),
                     [&](const Symbol& symbol) { return symbol.listed && symbol.listed->list.array == array; });
}

void checkPair(Facts& facts, Legality& legality, ArrayId left, ArrayId right) {
  const bool leftWritten = isWritten(facts, left), rightWritten = isWritten(facts, right);
  if (!leftWritten && !rightWritten) return;
  if (storageApart(facts.model.arrays[left.value], facts.model.arrays[right.value])) return;
  if (areOtherMembers(facts.model.arrays[left.value], facts.model.arrays[right.value])) return;
  const bool same =
      !isList(facts.model, left) && !isList(facts.model, right) && independentAsOne(facts, legality, left, right);
  if (leftWritten) checkWrites(facts, legality, {left, right, same});
  if (rightWritten) checkWrites(facts, legality, {right, left, same});
}

/// Two pointers may lead to one place. What is only read may be anywhere.
void checkRows(Facts& facts, Legality& legality, ArrayId array) {
  const auto& rows = facts.model.arrays[array.value].rows;
  if (rows && rows->kind == RowPath::Pointers && isWritten(facts, array))
    addGuard(facts, legality, DisjointGuard{array, array, false});
}

bool isAssigned(const LoopModel& model, int scalar) {
  const ScalarState& state = model.scalars[scalar];
  if (!state.writes.empty() || !state.updates.empty()) return true;
  return std::any_of(model.updates.begin(), model.updates.end(), [&](const Update& update) {
    return std::find(update.locations.begin(), update.locations.end(), scalar) != update.locations.end();
  });
}

/// An array and a variable, one of which is written.
void checkBeside(Facts& facts, Legality& legality, ArrayId array, const std::string& expression, const Part& variable) {
  if (auto overlap = surelyOverlap(facts, array, variable))
    legality.reasons.push_back(*std::move(overlap));
  else
    addGuard(facts, legality, ScalarDisjointGuard{array, expression});
}

/// What a container that owns its elements knows of them is part of no element and of no number: an object that is
/// copied as bytes holds no such container, and bytes that one lives in are not written while it is used.
void checkMemoryScalars(Facts& facts, Legality& legality, const std::vector<ArrayId>& touched) {
  for (const MemoryScalar& scalar : facts.model.memoryScalars)
    for (const ArrayId array : touched)
      if (!scalar.header && scalar.reduction.empty() && isWritten(facts, array))
        checkBeside(facts, legality, array, scalar.expression, {scalar.part, scalar.name, scalar.at, false});
}

SourcePoint writeOf(const LoopModel& model, const ScalarState& state) {
  if (!state.writes.empty()) return state.writes.front();
  return state.updates.empty() ? model.at : model.updates[static_cast<std::size_t>(state.updates.front())].at;
}

void addOneVariable(Legality& legality, const ScalarState& state, const SourcePoint& at) {
  const SourcePoint written = state.writes.empty() ? at : state.writes.front();
  legality.reasons.push_back(
      {"dependence.scalar", "`" + state.name + "` is read here and written in the loop", "", at, written});
}

/// Two variables, the first of which is written.
void checkTwo(Facts& facts, Legality& legality, const Part& written, const Part& other,
              const ScalarsDisjointGuard& guard) {
  if (!surelyOverlap(written.part, other.part)) return addGuard(facts, legality, guard);
  legality.reasons.push_back({"dependence.scalar",
                              "`" + other.name + "` shares bytes with `" + written.name + "`, which the loop writes",
                              "", other.at, written.at});
}

/// A written scalar that others may share memory with: arrays, other scalars, what the loop reads.
void checkScalar(Facts& facts, Legality& legality, int index, const std::vector<ArrayId>& touched) {
  const ScalarState& state = facts.model.scalars[index];
  const Part self{state.part, state.name, writeOf(facts.model, state), true};
  for (const ArrayId array : touched) checkBeside(facts, legality, array, state.expression, self);
  for (const MemoryScalar& other : facts.model.memoryScalars) {
    if (other.header || !other.reduction.empty()) continue;
    if (other.expression == state.expression)
      addOneVariable(legality, state, other.at);
    else
      checkTwo(facts, legality, self, {other.part, other.name, other.at}, {state.expression, other.expression});
  }
  for (int other = 0; other < static_cast<int>(facts.model.scalars.size()); ++other) {
    const ScalarState& second = facts.model.scalars[other];
    const bool seenBefore = other <= index && isAssigned(facts.model, other);
    if (other != index && second.inMemory && !seenBefore)
      checkTwo(facts, legality, self, {second.part, second.name, writeOf(facts.model, second)},
               {state.expression, second.expression});
  }
}

/// Objects that iterations combine into, and all else that the loop reads or writes.
void checkObjectReductions(Facts& facts, Legality& legality, const std::vector<ArrayId>& touched) {
  const LoopModel& model = facts.model;
  for (const MemoryScalar& object : model.memoryScalars) {
    if (object.reduction.empty()) continue;
    for (const ArrayId array : touched) addGuard(facts, legality, ScalarDisjointGuard{array, object.expression});
    for (const MemoryScalar& other : model.memoryScalars) {
      const bool seenBefore = !other.reduction.empty() && &other < &object;
      if (!other.header && !seenBefore && other.reduction != object.reduction)
        addGuard(facts, legality, ScalarsDisjointGuard{object.expression, other.expression});
    }
    for (const ScalarState& other : model.scalars)
      if (other.inMemory) addGuard(facts, legality, ScalarsDisjointGuard{object.expression, other.expression});
  }
}

/// A container that grows is written itself: its size, and where its elements are.
void checkAppend(Facts& facts, Legality& legality, const Append& append, const std::vector<ArrayId>& touched) {
  for (const ArrayId array : touched)
    if (array != append.array) addGuard(facts, legality, ScalarDisjointGuard{array, append.expression});
  for (const MemoryScalar& other : facts.model.memoryScalars)
    if (other.expression != append.expression)
      addGuard(facts, legality, ScalarsDisjointGuard{append.expression, other.expression});
  for (const ScalarState& other : facts.model.scalars)
    if (other.inMemory) addGuard(facts, legality, ScalarsDisjointGuard{append.expression, other.expression});
  for (const Append& other : facts.model.appends)
    if (&other > &append && other.inMemory)
      addGuard(facts, legality, ScalarsDisjointGuard{append.expression, other.expression});
}

/// A guard for each pair is the exact question, and permits two arrays to be one where that does no harm. More of them
/// take longer to read than they are worth.
constexpr std::size_t kMostPairs = 200;

/// What may overlap: arrays that are touched and written, and variables.
struct Crowd {
  std::vector<ArrayId> touched;
  std::vector<bool> written;  // by array
  std::vector<int> assigned;  // scalars in memory that the loop writes
};

/// About as many guards as there would be, one for each pair of something written and something else.
std::size_t pairsIn(const LoopModel& model, const Crowd& crowd) {
  std::size_t written = 0, ownWritten = 0, own = 0;
  for (const ArrayId array : crowd.touched) {
    const bool isOwn = !model.arrays[array.value].identity.empty();
    own += isOwn;
    if (crowd.written[array.value]) ++(isOwn ? ownWritten : written);
  }
  const std::size_t all = crowd.touched.size(), variables = crowd.assigned.size(), read = model.memoryScalars.size();
  return written * all + ownWritten * (all - own) + variables * (all + variables / 2 + read) +
         read * (written + ownWritten);
}

/// Of the variables that the loop reads, those that it does not write.
std::vector<std::string> readVariables(const LoopModel& model, Legality& legality, const Crowd& crowd) {
  std::map<std::string, int> assigned;
  for (const int scalar : crowd.assigned) assigned.emplace(model.scalars[scalar].expression, scalar);
  std::set<std::string> read;
  for (const MemoryScalar& scalar : model.memoryScalars) {
    if (scalar.header || !scalar.reduction.empty()) continue;
    const auto same = assigned.find(scalar.expression);
    if (same == assigned.end())
      read.insert(scalar.expression);
    else
      addOneVariable(legality, model.scalars[same->second], scalar.at);
  }
  for (const ScalarState& scalar : model.scalars)
    if (scalar.inMemory && !assigned.contains(scalar.expression)) read.insert(scalar.expression);
  return {read.begin(), read.end()};
}

/// One guard for all, beside those of arrays that are rows or lie in one object.
void checkCrowd(Facts& facts, Legality& legality, const Crowd& crowd) {
  const LoopModel& model = facts.model;
  AllDisjointGuard guard;
  for (const int scalar : crowd.assigned) guard.written.push_back(model.scalars[scalar].expression);
  guard.read = readVariables(model, legality, crowd);
  const auto isRow = [&](ArrayId id) { return model.arrays[id.value].rows.has_value(); };
  const bool writesAnywhere =
      !guard.written.empty() || std::any_of(crowd.touched.begin(), crowd.touched.end(), [&](ArrayId id) {
        return crowd.written[id.value] && model.arrays[id.value].identity.empty();
      });
  std::map<std::string, std::vector<ArrayId>> owned;
  for (const ArrayId array : crowd.touched) {
    const std::string& identity = model.arrays[array.value].identity;
    if (isRow(array)) continue;
    if (identity.empty()) {
      guard.arrays.push_back(array);
      continue;
    }
    std::vector<ArrayId>& beside = owned[identity];
    for (const ArrayId other : beside) checkPair(facts, legality, other, array);
    beside.push_back(array);
    if (writesAnywhere || crowd.written[array.value]) guard.own.push_back(array);
  }
  for (const ArrayId row : crowd.touched) {
    if (!isRow(row)) continue;
    for (const ArrayId other : crowd.touched)
      if (row != other && (!isRow(other) || row < other)) checkPair(facts, legality, row, other);
    for (const std::string& expression : guard.written) addGuard(facts, legality, ScalarDisjointGuard{row, expression});
    for (const std::string& expression : guard.read)
      if (crowd.written[row.value]) addGuard(facts, legality, ScalarDisjointGuard{row, expression});
  }
  addGuard(facts, legality, guard);
}

/// A guard for each pair that may overlap: of arrays with one identity, and of those without with all others.
void checkPairs(Facts& facts, Legality& legality, const Crowd& crowd) {
  const auto identityOf = [&](ArrayId array) -> const std::string& { return facts.model.arrays[array.value].identity; };
  std::map<std::string, std::vector<ArrayId>> alike;
  for (const ArrayId array : crowd.touched) alike[identityOf(array)].push_back(array);
  const std::vector<ArrayId>& anywhere = alike[""];
  for (const ArrayId array : crowd.touched) {
    const std::vector<ArrayId>& same = alike[identityOf(array)];
    std::vector<ArrayId> others;
    if (&same != &anywhere)
      std::merge(same.begin(), same.end(), anywhere.begin(), anywhere.end(), std::back_inserter(others));
    for (const ArrayId other : &same == &anywhere ? crowd.touched : others)
      if (array < other) checkPair(facts, legality, array, other);
  }
  checkMemoryScalars(facts, legality, crowd.touched);
}

Crowd crowdOf(const LoopModel& model) {
  Crowd crowd;
  crowd.written.resize(model.arrays.size());
  std::vector<bool> touched(model.arrays.size());
  for (const Access& access : model.accesses) {
    touched[access.array.value] = true;
    if (access.kind == AccessKind::Write) crowd.written[access.array.value] = true;
  }
  for (int i = 0; i < static_cast<int>(model.arrays.size()); ++i)
    if (touched[i]) crowd.touched.push_back(ArrayId{i});
  for (int i = 0; i < static_cast<int>(model.scalars.size()); ++i)
    if (model.scalars[i].inMemory && isAssigned(model, i)) crowd.assigned.push_back(i);
  return crowd;
}

}  // namespace

bool storageApart(const ArrayObject& left, const ArrayObject& right) {
  return !left.identity.empty() && !right.identity.empty() && left.identity != right.identity;
}

void checkAliases(Facts& facts, Legality& legality) {
  const Crowd crowd = crowdOf(facts.model);
  for (const ArrayId array : crowd.touched) checkRows(facts, legality, array);
  const bool isCrowd = pairsIn(facts.model, crowd) > kMostPairs;
  if (isCrowd)
    checkCrowd(facts, legality, crowd);
  else
    checkPairs(facts, legality, crowd);
  for (const Append& append : facts.model.appends)
    if (append.inMemory) checkAppend(facts, legality, append, crowd.touched);
  checkObjectReductions(facts, legality, crowd.touched);
  if (isCrowd) return;
  for (const int scalar : crowd.assigned) checkScalar(facts, legality, scalar, crowd.touched);
}

}  // namespace clustrix::compiler
