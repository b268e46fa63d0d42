// Fingerprint: what a function does, written down so that two texts of it can be compared, each read where it stands.
//
//     eos.cpp:   #define GAMMA 1.4                                 heat.cpp:
//                double p(double e) { return GAMMA * sq(e); }      double p(double e) { return GAMMA * sq(e); }
//
// Macros, overloads, using-directives, conversions and flags may make another function of the same text. A fingerprint
// has none of that left: it is the checked tree, in which each name stands for what it has led to. Two functions with
// the same fingerprint do the same, given that types and functions of one name are one throughout the program, as the
// language says. What has no such form (local types, static variables, lambdas, assembler) has no fingerprint.
#pragma once

#include "clang/AST/Decl.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

struct Fingerprint {
  std::string text;     // of no meaning but to be compared
  std::string problem;  // why there is none, or ""
  /// All functions that it calls or names, and constants of the source's own, each once: as declared here.
  std::vector<const clang::NamedDecl*> named;
};

/// Of a definition.
Fingerprint fingerprintOf(const clang::FunctionDecl& function);

/// What a definition, or an expression, means where it stands: the same of any, to compare two readings of one text.
std::string meaningOf(const clang::FunctionDecl& function);
std::string meaningOf(const clang::Expr& expression, const clang::ASTContext& context);

/// The linker's name of a function or variable.
std::string symbolOf(const clang::NamedDecl& declaration);

/// Whether it stands in the main file itself, and not in a header.
bool isInMainFile(const clang::Decl& declaration);

/// The value of a constant number as the shortest text that stands for it, `9.81`; "" of any other variable.
std::string constantText(const clang::VarDecl& variable);

}  // namespace clustrix::compiler
