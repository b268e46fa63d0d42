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

#include "Source/Inclusions.h"

#include "clustrix/Source.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clustrix::compiler {

class SplicedText {
 public:
  const std::string& text() const { return text_; }
  /// As they are on disk, the source first. One alone where nothing was put in.
  const std::vector<WrittenFile>& files() const { return files_; }
  /// Whether the line of text(), from 1, is a header's.
  bool isOfHeader(int line) const;
  /// Puts every place that `unit` tells, found in text(), where it stands in its file.
  void place(SourceUnit& unit) const;

 private:
  friend class HeaderSplicer;
  struct Piece {
    std::size_t begin = 0;   // in text()
    int line = 0;            // of it
    std::size_t file = 0;    // of files_
    std::size_t offset = 0;  // in that file
    int fileLine = 0;        // of it
  };
  const Piece& pieceAt(std::size_t offset) const;
  const Piece& pieceOfLine(int line) const;
  void place(SourcePoint& point) const;
  void place(std::vector<Edit>& edits, const std::string& file) const;

  std::string text_;
  std::vector<WrittenFile> files_;
  std::vector<Piece> pieces_;
};

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
