// SplicedText: the text of a source with parts of other files in it, each of which knows where it comes from.
//
//     file 0: main.cpp    "int a;\n"              text()     int a;
//     text of no file     "#line 3 \"grid.h\"\n"            #line 3 "grid.h"
//     file 1: grid.h      "int b;\n"                         int b;               grid.h:3
#pragma once

#include "clustrix/Source.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace clustrix::compiler {

class SplicedText {
 public:
  SplicedText() = default;
  /// Nothing yet of a source, which is the first of files().
  SplicedText(const std::string& path, const std::string& text) : files_{{path, text}} {}

  const std::string& text() const { return text_; }
  /// Its last one, from 1, which more text goes on with.
  int lines() const { return line_; }
  /// As they are on disk, the source first.
  const std::vector<WrittenFile>& files() const { return files_; }
  /// Whether the line of text(), from 1, is another file's.
  bool isOfOther(int line) const;
  /// Puts every place that `unit` tells, found in text(), where it stands in its file.
  void place(SourceUnit& unit) const;

  /// To be kept from; its number among files().
  std::size_t addFile(const std::string& path, const std::string& text);
  /// Bytes [from, to) of a file follow.
  void keep(std::size_t file, std::size_t from, std::size_t to);
  /// What `insert` adds stands in front of a line of the source, of which a `#line` tells behind it. The line is there.
  void insertBefore(int sourceLine, const std::function<void(SplicedText&)>& insert);
  /// Text that is of no file follows: where that is told, it is told as what stands before.
  void add(const std::string& text);

 private:
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
  int line_ = 1;  // where more text begins
  std::vector<WrittenFile> files_;
  std::vector<Piece> pieces_;
};

}  // namespace clustrix::compiler
