// C++ that the host evaluates in front of the loop, and names of types as a kernel can write them.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// Whether the type is a number that C++ has a word for: `unsigned long`, and not `std::size_t`.
bool isNumberWord(const std::string& type);

class HostText : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// `type` as a kernel at namespace scope can write it; nothing where it cannot.
  std::optional<std::string> nameFor(clang::QualType type);
  std::string typeText(clang::QualType type, clang::SourceLocation at);
  bool nameable(clang::QualType type) const;
  bool nameable(const clang::TemplateArgument& argument) const;
  std::string sourceText(clang::SourceRange range) const;
  std::string hostSource(const clang::Expr* expression) const;
  std::string hostText(const Polynomial& polynomial, const std::string& type = "clustrix::Index") const;
  std::optional<std::string> hostSubscript(const IntegerValue& index, clang::QualType written) const;
};

}  // namespace clustrix::compiler
