// The registry of remark ids: every reason that a loop stays serial, or on the host, has one of these codes.
//
//     Reason::code, Effect::code ──► an id here ──► a section of docs/remarks.md, a rule of the SARIF report
//
// Ids are stable: scripts, lock files and suppressions name them. Add, never rename. Sorted, so that a lookup is a
// binary search and a missing id is seen at a glance.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace clustrix::compiler {

struct RemarkId {
  std::string_view id;
  std::string_view summary;  // a sentence without the final point
};

inline constexpr RemarkId remarkIds[] = {
    {"analysis.budget", "the loop is more than the analysis looks through"},
    {"analysis.too-deep", "statements or expressions nest too deep"},
    {"dependence.anti", "a later iteration overwrites what an earlier one reads"},
    {"dependence.flow", "a later iteration reads what an earlier one writes"},
    {"dependence.guard-too-complex", "the condition under which iterations are independent is too complex to check"},
    {"dependence.output", "two iterations write the same element"},
    {"dependence.scalar", "an iteration reads the value that an earlier one left in a variable"},
    {"dependence.unknown", "iterations may touch the same element: its subscript is not known well enough"},
    {"effect.allocation", "memory is allocated or freed, which the other iterations can see"},
    {"effect.asm", "inline assembly has unknown effects"},
    {"effect.atomic", "an atomic operation orders the iterations"},
    {"effect.bit-field", "bit-fields that share a word are written together"},
    {"effect.break", "the loop is left early, which later iterations depend on"},
    {"effect.call", "a call has unknown effects"},
    {"effect.call-state", "a called function uses a variable from outside the loop"},
    {"effect.exception", "an exception may leave the iteration"},
    {"effect.goto", "a goto leads backwards, out of the iteration, or into another statement"},
    {"effect.io", "input and output happen in order"},
    {"effect.iterator", "an iterator is used in a way that is no counted loop"},
    {"effect.lambda", "a lambda cannot become part of a kernel"},
    {"effect.macro", "a macro stands where the loop has to be taken apart"},
    {"effect.math-state", "mathematical functions set what the source looks at: errno, signgam, exception flags"},
    {"effect.pointer-cast", "memory is reinterpreted as another type"},
    {"effect.pointer-unknown", "an object is reached whose place is not known before the loop"},
    {"effect.recursion", "a recursive call cannot be summarised"},
    {"effect.reference", "a reference inside the loop is bound to a variable outside it"},
    {"effect.return", "the function returns from inside the loop"},
    {"effect.shared-object", "an object of a library that other iterations use is changed"},
    {"effect.static-local", "a static local variable keeps its value between iterations"},
    {"effect.switch", "a switch jumps in a way that cannot be followed"},
    {"effect.thread-local", "a thread_local variable would be another one on a device"},
    {"effect.unknown-construct", "a construct of the language is not understood"},
    {"effect.unsupported-type", "a value of this type cannot be copied to a device"},
    {"effect.vector-bool", "elements of vector<bool> share bytes"},
    {"effect.virtual", "a virtual call may run any overrider"},
    {"effect.volatile", "accesses to volatile objects happen in order"},
    {"header.symbol", "what is one for all sources that include a header cannot be each one's own"},
    {"loop.bound-changes", "the body changes what the loop's condition reads"},
    {"loop.impossible", "the loop's header cannot be counted for any value of its parameters"},
    {"loop.uncounted", "the number of iterations is not known before the loop starts"},
    {"loop.variable-written", "the body writes the induction variable"},
    {"plan.address", "the loop looks at addresses, which are other ones on a device"},
    {"plan.array-reduction", "the loop combines into elements of an array"},
    {"plan.complexity", "the function is too complex for devices: the loop runs on the host's threads alone"},
    {"plan.footprint-unknown", "what a chunk of iterations touches is not known"},
    {"plan.host-only", "the loop runs on the host's threads alone: no GPU can run what its body calls"},
    {"plan.inner-parallel", "a loop inside is launched, which its author divides"},
    {"plan.not-expressible", "the loop is legal, and no kernel can be written for it"},
    {"plan.options", "the function's attribute keeps the loop off the devices"},
    {"plan.private-array", "every iteration fills the array before it reads it"},
    {"plan.too-short", "the loop takes less time than the question whether to launch it"},
    {"scalar.last-conditional", "the variable is read after the loop, not every iteration assigns it"},
    {"scalar.operator", "the variable is updated by operators that cannot be combined"},
    {"search.bounds", "a search reads behind the iteration that leaves the loop, where nothing may be known to exist"},
    {"search.speculation", "a search would compute what the loop might never have come to"},
    {"serial.requested", "the author marked the loop [[clustrix::serial]]"},
    {"template.disagrees", "instantiations of the template differ in what they allow"},
    {"template.not-instantiated", "the template is not instantiated in this file"},
    {"wrap-around", "an integer expression may wrap around, so that subscripts are not what they seem"},
};

static_assert(std::is_sorted(std::begin(remarkIds), std::end(remarkIds),
                             [](const RemarkId& left, const RemarkId& right) { return left.id < right.id; }));

/// The entry of `id`, or null when no such remark exists.
constexpr const RemarkId* findRemark(std::string_view id) {
  const auto place = std::lower_bound(std::begin(remarkIds), std::end(remarkIds), id,
                                      [](const RemarkId& remark, std::string_view key) { return remark.id < key; });
  return place != std::end(remarkIds) && place->id == id ? place : nullptr;
}

}  // namespace clustrix::compiler
