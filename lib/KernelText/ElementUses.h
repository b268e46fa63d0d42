// Element uses: arrays with which a kernel's text does nothing but to read and to assign elements one at a time.
//
//     w[j] = a[i] + w[j - 1];  w.size()        nothing but that
//     fill(w, m);  &w[j];  double& x = w[j]    more: what gets the address may go on to other elements from there
#pragma once

#include "KernelText/TextEdit.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/ParentMap.h"
#include "clang/Basic/SourceManager.h"

namespace clustrix::compiler {

/// Says it of the captures (Capture::byElement). `edits`: those that `body`'s text has in the kernel.
void findElementUses(const clang::Stmt* body, const clang::ParentMap& parents, const clang::SourceManager& manager,
                     const std::vector<TextEdit>& edits, LoopModel& model);

}  // namespace clustrix::compiler
