// Algorithms: calls of the standard library that are loops by their specification.
//
//     std::transform(x, x + n, y, [=](double v) { return v * s; });
//         { const auto apply = [=](double v) { return v * s; };
//           for (std::ptrdiff_t k = 0; k < (n); ++k) y[k] = apply(x[k]); }
//     const double norm = std::inner_product(x, x + n, x, 0.0);
//         ({ double result = 0.0; for (std::ptrdiff_t k = 0; k < (n); ++k) result = result + x[k] * x[k]; result; })
//
// The loops replace the calls in the text that the frontend models, and nowhere else: in the rewritten file a launch
// stands in the call's place, with the call itself as what runs otherwise.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"

#include <vector>

namespace clustrix::compiler {

/// The calls in annotated functions of the main file that can be written as loops. Each change keeps the line of a
/// lambda that it moves.
std::vector<TextChange> algorithmLoops(clang::ASTContext& context);

}  // namespace clustrix::compiler
