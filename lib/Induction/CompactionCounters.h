// Counters of a stream compaction: how far one can get: `if (keep(a[i])) out[j++] = a[i];` writes where j stands, and
// in a narrow type j comes back to where it has been.
//
//     unsigned char j: the loop steps it at most 1 * n times, so that j + n <= 255 keeps all its values apart
#pragma once

#include "clustrix/LoopModel.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <optional>
#include <vector>

namespace clustrix::compiler {

/// What keeps scalar number `scalar`, which is `counter` and starts as `first`, within `range`; `indices`: of the loops
/// in `model.loops`. Nothing where the text does not tell how often it is stepped.
std::optional<std::vector<Obligation>> boundsOfCompactionCounter(const LoopModel& model, std::size_t scalar,
                                                                 const clang::Stmt& loop, const clang::VarDecl* counter,
                                                                 const std::map<const clang::Stmt*, int>& indices,
                                                                 SymbolId first, std::pair<Int128, Int128> range);

}  // namespace clustrix::compiler
