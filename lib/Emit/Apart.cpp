#include "Emit/Apart.h"

#include "Plan/Inside.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {
namespace {

bool leads(const Capture& capture) { return capture.kind == Capture::Pointer || capture.kind == Capture::Span; }

/// The kernel's member for a capture; null where it has none.
Member* memberOf(KernelShape& shape, std::size_t capture) {
  for (Member& member : shape.members)
    if (member.capture == static_cast<int>(capture)) return &member;
  return nullptr;
}

/// Its name in the body is that of the iteration's own.
bool isOwn(const KernelShape& shape, std::size_t capture) {
  const auto hasItsName = [&](const auto& own) { return own.name == shape.captures[capture]; };
  return std::any_of(shape.ownArrays.begin(), shape.ownArrays.end(), hasItsName) ||
         std::any_of(shape.workspaces.begin(), shape.workspaces.end(), hasItsName);
}

/// A loop in which a thread of a GPU has one iteration.
bool hasThreadEach(const Launch& launch, int loop) {
  if (loop == 0) return true;
  return launch.band && std::any_of(launch.band->loops.begin(), launch.band->loops.end(),
                                    [&](const Band::Loop& one) { return one.loop == loop; });
}

bool shareLoop(const Launch& launch, const Access& write, const Access& read) {
  return std::any_of(write.loops.begin(), write.loops.end(), [&](int loop) {
    return !hasThreadEach(launch, loop) && std::find(read.loops.begin(), read.loops.end(), loop) != read.loops.end();
  });
}

/// Whether a load of a thread may have to wait for a store, as far as is known without knowing what is apart.
bool mayWait(const LoopModel& model, const Launch& launch) {
  for (std::size_t w = 0; w < model.accesses.size(); ++w)
    for (std::size_t r = 0; r < model.accesses.size(); ++r) {
      const Access &write = model.accesses[w], &read = model.accesses[r];
      if (write.kind == AccessKind::Write && read.kind == AccessKind::Read && write.array != read.array &&
          (w < r || shareLoop(launch, write, read)))
        return true;
    }
  return false;
}

/// Whether all that leads to elements is known: an object may have pointers of its own.
bool areNumbers(const std::vector<Capture>& captures) {
  return std::all_of(captures.begin(), captures.end(), [](const Capture& capture) {
    return capture.kind != Capture::Value || (capture.number && !capture.byReference);
  });
}

/// The one capture that leads to an array, unless there are more of them or it leads to rows.
std::optional<std::size_t> onlyWayTo(const LoopModel& model, ArrayId array) {
  if (model.arrays[static_cast<std::size_t>(array.value)].rows) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t c = 0; c < model.kernel.captures.size(); ++c) {
    if (!leads(model.kernel.captures[c]) || model.kernel.captures[c].array != array) continue;
    if (found) return std::nullopt;
    found = c;
  }
  return found;
}

std::vector<ArrayId> writtenArrays(const LoopModel& model) {
  std::vector<ArrayId> arrays;
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write && std::count(arrays.begin(), arrays.end(), access.array) == 0)
      arrays.push_back(access.array);
  return arrays;
}

/// The pairs of an array and another one that the launch allows to be one.
std::vector<std::pair<ArrayId, ArrayId>> pairsThatMayBeOne(const Legality& legality, ArrayId array) {
  std::vector<std::pair<ArrayId, ArrayId>> pairs;
  for (const Guard& guard : legality.guards) {
    const auto* disjoint = std::get_if<DisjointGuard>(&guard);
    if (disjoint && disjoint->sameAllowed && (disjoint->written == array || disjoint->other == array))
      pairs.emplace_back(std::min(disjoint->written, disjoint->other), std::max(disjoint->written, disjoint->other));
  }
  return pairs;
}

/// The body goes on calling it by its name, which a variable of its own has now. That one is of the plain type, which
/// templates that the body calls may ask for.
void addVariable(const Capture& capture, Member& member, Names& scope, KernelShape& shape) {
  const std::string& name = shape.captures[static_cast<std::size_t>(member.capture)];
  member.name = scope.pick(name + "_");
  const std::string elements = scope.pick(name + "_data");
  if (capture.kind == Capture::Pointer)
    shape.apart.push_back({"decltype(" + member.name + ")", elements, member.name,
                           "decltype(" + member.name + ") " + name + " = " + elements + ";"});
  else
    shape.apart.push_back({"decltype(" + member.name + ".data())", elements, member.name + ".data()",
                           member.type + " " + name + "(" + elements + ", " + member.name + ".size());"});
}

}  // namespace

void addApart(const LaunchSource& source, Names& scope, KernelShape& shape) {
  const LoopModel& model = source.model();
  const Launch& launch = source.launch;
  const bool isPlain = shape.form == Form::Independent && !launch.legality.asserted;
  // Elements that a turned nest adds up stay in registers as it is.
  const bool staysInRegisters = launch.turn && !launch.turn->sums.empty();
  if (!isPlain || launch.hostAlone || !shape.combined.empty() || staysInRegisters) return;
  if (!areNumbers(model.kernel.captures) || !mayWait(model, launch)) return;
  if (says(source.function, model.kernel, {"iterate", "areApart"})) return;
  std::vector<std::size_t> ways;
  ArrayPairs mayBeOne;
  for (const ArrayId array : writtenArrays(model)) {
    const auto way = onlyWayTo(model, array);
    if (!way || !memberOf(shape, *way) || isOwn(shape, *way)) continue;
    ways.push_back(*way);
    for (const auto& pair : pairsThatMayBeOne(launch.legality, array)) mayBeOne.push_back(pair);
  }
  // A kernel of lanes is compiled in several widths: twice as many would take long.
  if (launch.lanes && !mayBeOne.empty()) return;
  for (const std::size_t way : ways) addVariable(model.kernel.captures[way], *memberOf(shape, way), scope, shape);
  shape.areApart = areDifferent(model, mayBeOne, shape);
  if (!shape.areApart.empty()) shape.apartFlag = scope.pick("apart");
}

std::string areDifferent(const LoopModel& model, const std::vector<std::pair<ArrayId, ArrayId>>& pairs,
                         const KernelShape& shape) {
  const auto dataOf = [&](ArrayId array) -> std::string {
    for (const Member& member : shape.members) {
      if (member.capture < 0 || member.isWorkspace || member.sizeOf) continue;
      const Capture& capture = model.kernel.captures[static_cast<std::size_t>(member.capture)];
      if (!leads(capture) || capture.array != array) continue;
      return "static_cast<const void*>(" + member.name + (capture.kind == Capture::Span ? ".data())" : ")");
    }
    return "";  // the kernel has no such member
  };
  std::string text;
  for (const auto& [a, b] : pairs) {
    const std::string left = dataOf(a), right = dataOf(b);
    // What it cannot compare may be one.
    const std::string one = left.empty() || right.empty() ? "false" : left + " != " + right;
    if (text.find(one) == std::string::npos) text += (text.empty() ? "" : " && ") + one;
  }
  return text;
}

}  // namespace clustrix::compiler
