// Functions of the library that the file's code calls without std::, where nvcc has functions of the same names.
//
//     using namespace std;
//     double positive(double x) { return max(x, 0.0); }  ──►  double positive(double x) { using std::max; return ...
//
// nvcc's ::max(double, double) is no template and so the better match: it leaves out what is no number.
#pragma once

#include "clustrix/Source.h"

#include "clang/AST/ASTContext.h"

#include <vector>

namespace clustrix::compiler {

/// What the bodies of the main file's functions are to begin with. Nothing where a name means something else in one,
/// too.
std::vector<LibraryUsing> libraryUsings(clang::ASTContext& context);

}  // namespace clustrix::compiler
