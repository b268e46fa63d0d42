// Which file includes which, as the preprocessor of one run has seen it, system headers' own inclusions left out.
//
//     heat.cpp:2: #include "grid.h"    entered
//     heat.cpp:3: #include "step.h"    entered
//     step.h:1:   #include "grid.h"    skipped: it has been read
#pragma once

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace clustrix::compiler {

struct Inclusion {
  clang::FileID in;                  // the file, as it was entered, that the directive stands in
  unsigned line = 0;                 // of its `#`, from 1
  bool besideIncluder = false;       // a name in quotes, found in the folder of the file that includes it
  bool isNext = false;               // `#include_next`: looked for from the folder behind the includer's on
  clang::OptionalFileEntryRef file;  // nothing where there is none
  clang::FileID entered;             // invalid where it was skipped
};

/// Filled while the source is preprocessed, in its order.
std::shared_ptr<const std::vector<Inclusion>> watchInclusions(clang::Preprocessor& preprocessor);

}  // namespace clustrix::compiler
