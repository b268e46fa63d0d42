// What the walk writes down: symbols, captures, arrays, effects and obligations of the model.
#pragma once

#include "Lower/Walk.h"

#include <functional>
#include <tuple>

namespace clustrix::compiler {

using Asked = std::tuple<Polynomial, Int128, Int128, std::vector<int>, std::vector<Polynomial>>;

class Recorder : public WalkPart {
 public:
  using WalkPart::WalkPart;

  std::size_t happened() const;
  int capture(const OuterName& name, const Capture& details);
  void captureScalar(const OuterName& name, int scalar);
  int scalar(const Key& key);
  SymbolId parameter(const OuterName& name);
  SymbolId parameterOf(const std::string& expression, const std::string& name, clang::QualType type);
  SymbolId newSymbol(SymbolKind kind, const std::string& name);
  std::optional<ArrayId> array(const std::string& name, const std::string& base, clang::QualType element,
                               const std::function<void(ArrayObject&)>& complete);
  /// In the program's own text: of the call where a function of the library is walked.
  SourcePoint point(clang::SourceLocation location) const;
  const CallFrame* callOfLibrary(clang::SourceLocation at) const;
  void effect(const std::string& code, clang::SourceLocation at, const std::string& message,
              const std::string& hint = "", std::vector<Edit> fixes = {});
  void require(const std::vector<Bound>& needs, clang::SourceLocation at);
  /// Those behind the first so many.
  void dropObligations(std::size_t kept);
  void countWork(int operations);
  void memoryScalar(const OuterName& name, clang::SourceLocation at);
  std::int64_t sizeOf(clang::QualType type) const;
  std::pair<Int128, Int128> rangeOf(clang::QualType type) const;

 private:
  std::map<std::string, ArrayId> arrays_;
  std::set<std::pair<std::string, std::string>> effects_;
  std::map<Asked, int> knownObligations_;  // how often
  std::size_t obligationsKnown_ = 0;
};

}  // namespace clustrix::compiler
