// Names of one launch's block. The block also holds the loop itself, and a macro in it may expand to any name that the
// file defines macros with: neither may see a variable of the block in place of its own.
#pragma once

#include "Emit/Expressions.h"
#include "Emit/Shape.h"

#include <map>
#include <span>

namespace clustrix::compiler {

/// The identifiers in the macros that `text` defines.
Names macroNames(const std::string& text);

/// All C++ of the source's that the launch may evaluate on the host.
std::vector<std::string> expressionsOf(const LaunchSource& source);

class LaunchNames {
 public:
  /// `inside`: the launches that may stand in the block in place of the loop. Their expressions mean what they mean
  /// there.
  explicit LaunchNames(const LaunchSource& source, std::span<const LaunchLevel> inside = {});

  std::string launch, site, loop, footprint, chunk, touched, kernel, at, total, launched, ran, first, before, after,
      place, counted, kernelType;

  /// The variable that holds an array's handle, `a_`.
  const std::string& array(ArrayId id);
  /// The constant that holds a parameter's value as an Index, `n_`. Those asked for are declared.
  const std::string& parameter(SymbolId id);
  /// The object that holds the room for what LoopModel::appends[append] adds.
  const std::string& room(std::size_t append) const { return rooms_[append]; }
  std::string counter(int loop) const;
  /// The last value of an inner loop's counter, `k1_last`.
  std::string last(int loop) const { return lasts_[static_cast<std::size_t>(loop)]; }
  /// What tells the elements of an array that iterations touch, `y_elements`.
  const std::string& elements(ArrayId array) { return elementNames(array).first; }
  /// Between which of them a chunk keeps, `y_values`.
  const std::string& elementValues(ArrayId array) { return elementNames(array).second; }
  /// What knows the numbers of a list, `list_inspected`, and those that a chunk follows, `list_values`.
  const std::string& inspected(int inspection) { return inspectionNames(inspection).first; }
  const std::string& values(int inspection) { return inspectionNames(inspection).second; }
  /// Where the numbers stand, `list_numbers`.
  const std::string& numbers(int inspection);

  Spelling parameters();

  /// A name that is none of the block's so far.
  std::string another(const std::string& wish) { return names_.pick(wish); }
  /// All that a block inside of this one must not be called.
  const Names& taken() const { return names_; }
  /// Counters as variables of the footprint: `chunk.begin` for loops[0] unless it is enumerated, else `k0`, `k1`, ...
  const std::map<SymbolId, std::string>& usedParameters() const { return parameters_; }
  const std::map<ArrayId, std::string>& usedArrays() const { return arrays_; }

 private:
  const std::pair<std::string, std::string>& inspectionNames(int inspection);
  const std::pair<std::string, std::string>& elementNames(ArrayId array);

  const LoopModel& model_;
  const Launch& launch_;
  Names names_;
  std::map<int, std::pair<std::string, std::string>> inspections_;
  std::map<SymbolId, std::string> parameters_;
  std::map<ArrayId, std::string> arrays_;
  std::map<ArrayId, std::pair<std::string, std::string>> elements_;
  std::map<int, std::string> numbers_;
  std::vector<std::string> counters_, lasts_, rooms_;
};

/// Levels whose block stands in another one, which has taken these names.
std::vector<LaunchLevel> inBlock(std::span<const LaunchLevel> levels, const Names& taken, const std::string& residency);

}  // namespace clustrix::compiler
