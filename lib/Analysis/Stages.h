// The questions that analyse() asks, in its order. Each adds guards, reasons, reductions or privates to the legality,
// and what it may assume from now on to the facts.
#pragma once

#include "Analysis/Conditions.h"
#include "Analysis/Dependence.h"
#include "Analysis/Facts.h"

#include "clustrix/Legality.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// Requirements.cpp: can the header be counted? Proven, guarded, or a reason.
void checkRequirements(Facts& facts, Legality& legality);

/// WrapAround.cpp: does no integer wrap where the polynomials are used? Proven, guarded, or a reason.
void checkWrapAround(Facts& facts, Legality& legality);

/// Whether the value keeps to its bounds in all its iterations: proven, or under a guard that is added, which says
/// `why`.
bool keepsTo(Facts& facts, Legality& legality, const Obligation& duty, const std::string& why);

/// Scan.cpp: does the loop use the running value of this scalar?
bool isScanned(const LoopModel& model, int scalar);
/// Every write goes to where a counter stands that then moves on, and nothing reads the array: no two writes meet.
bool isPacked(const Facts& facts, ArrayId array);
/// No iteration reads, outside of what a scan's first pass leaves out, an element of these arrays that it has written.
bool readsBeforeWrites(const LoopModel& model, const std::vector<ArrayId>& arrays);
/// Where memory is written in a way that the first pass could not leave out.
std::optional<SourcePoint> hindersScan(const LoopModel& model);
/// Two arrays may be one only where a scan could work on the one.
void tellArraysApart(const LoopModel& model, Legality& legality);

/// Search.cpp: of a loop that may be left, can all iterations be tried in any order? Instead of the questions below.
void checkSearch(Facts& facts, Legality& legality);
/// What an iteration writes before it leaves, or without leaving, by name; nothing: such a loop can be searched.
std::optional<std::string> writtenOnTheWay(const LoopModel& model);

/// RollBack.cpp: of a loop whose launch is undone where an iteration leaves, can the others do no harm?
void checkRollBack(Facts& facts, Legality& legality);

/// Arrays.cpp: do iterations conflict within one array? Proven not to, guarded, a reduction, or a reason.
void checkArrays(Facts& facts, Legality& legality);

/// Aliases.cpp: whether two arrays have storage of their own each.
bool storageApart(const ArrayObject& left, const ArrayObject& right);
/// ... and guards for arrays and scalars that may share memory.
void checkAliases(Facts& facts, Legality& legality);

/// Scalars.cpp: private, last value, reduction, or carried from one iteration to the next.
void checkScalars(Facts& facts, Legality& legality);

/// Split.cpp: of a serial loop, can one part of its body be a loop of its own whose iterations are independent? The
/// edit then goes to the first reason of those that stand in the way.
void proposeSplit(const LoopModel& model, const isl::Context& isl, Legality& legality);

/// Reductions.cpp: how the updates of `array` combine; empty when it has other accesses, or operators that differ.
std::vector<Reduction> reductionsOf(const Facts& facts, ArrayId array);

/// ... and how the updates among the conflicts of an array combine that has other accesses, too. Takes those conflicts
/// out; what is left must not happen.
std::vector<Reduction> reductionsBeside(const Facts& facts, std::vector<Conflict>& conflicts);

/// Privatisation.cpp: the array as a private one of each iteration, when all it reads of it it has written before.
struct Privatised {
  PrivateArray own;
  Condition condition;  // under which each iteration may have its own
};
/// `touches`: all accesses, in the model's order.
Privatised privatised(const Facts& facts, const std::vector<Touch>& touches, ArrayId array);

/// The accesses to one array, in the model's order.
const std::vector<const Access*>& accessesOf(const Facts& facts, ArrayId array);
bool isWritten(const Facts& facts, ArrayId array);

/// The operators that combine floating-point values up to rounding, and all for the other types.
bool mayReassociate(UpdateOperator op, bool exact);

}  // namespace clustrix::compiler
