// Headers with annotated functions, put into the text of the source where it includes them: they are rewritten as a
// part of it, for the types that it uses them with, and the headers themselves stay as they are.
//
//     #include "grid.h"                  #line 1 "grid.h"
//     double x;                          template <class T> [[clustrix::cluster]] void smooth(T* a) { ... }
//                                        #line 2 "heat.cpp"
//                                        double x;
//
// What includes such a header is put there, too, so that the header is read once. Other inclusions stay what they are.
#pragma once

#include "Splice/Inclusions.h"
#include "Splice/SplicedText.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace clustrix::compiler {

struct HeaderSplice {
  SplicedText spliced;
  std::string refused;  // remarks, a line for each header with annotated functions that cannot be put in

  bool isAny() const { return spliced.files().size() > 1; }
};

/// By the text that was read: that on disk, with as many lines.
using WrittenHeaders = std::map<std::string, std::string>;

/// The source as it is on disk, whatever was read in its place.
struct WrittenSource {
  const std::string& path;
  const std::string& text;
  const WrittenHeaders* headers = nullptr;
};

/// `annotated`: headers, as they were entered.
HeaderSplice spliceHeaders(const clang::SourceManager& manager, const std::vector<Inclusion>& inclusions,
                           const std::set<clang::FileID>& annotated, const WrittenSource& source);

}  // namespace clustrix::compiler
