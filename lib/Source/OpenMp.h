// OpenMP: which loops a program's own threads already divide. The source is read as the serial program that it is
// without OpenMP; where it is compiled with it, this says what may not be launched.
//
//     #pragma omp parallel            each thread runs what is inside: a launch there would take place once a thread
//     {
//     #pragma omp for                 the pragma wants a loop, and no launch
//       for (...) ...
//     }
//     #pragma omp parallel for        the loop as a whole: launched, or run by threads as it is
//     for (...) ...
#pragma once

#include "Source/FilePlaces.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <set>
#include <string>

namespace clustrix::compiler {

struct OpenMpLoop {
  std::string problem;             // why it cannot be launched, or ""
  std::set<std::string> privates;  // variables that keep their values behind the loop, whatever its text says
};

struct OpenMpLoops {
  std::map<const clang::Stmt*, OpenMpLoop> loops;  // that are part of a construct
  bool any = false;                                // there is a construct
};

/// Of a program that is compiled with OpenMP.
OpenMpLoops openMpLoops(const clang::Stmt* body, const FilePlaces& places);

/// Whether `omp parallel for` stands in front of the loop, in a program that may be compiled without OpenMP.
bool isSaidParallel(const clang::Stmt& loop, const FilePlaces& places);

/// Whether the program is compiled with OpenMP: see knownFlags().
bool usesOpenMp(const clang::ASTContext& context);

}  // namespace clustrix::compiler
