#include "Splice/SplicedText.h"

#include "Source/SourcePoints.h"
#include "Support/LineDirective.h"
#include "Support/OneLine.h"

#include <algorithm>

namespace clustrix::compiler {

std::size_t SplicedText::addFile(const std::string& path, const std::string& text) {
  files_.push_back({path, text});
  return files_.size() - 1;
}

void SplicedText::keep(std::size_t file, std::size_t from, std::size_t to) {
  if (from == to) return;
  const std::string& of = files_[file].text;
  const auto newlines = std::count(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(from), '\n');
  pieces_.push_back({text_.size(), line_, file, from, 1 + static_cast<int>(newlines)});
  add(of.substr(from, to - from));
}

void SplicedText::insertBefore(int sourceLine, const std::function<void(SplicedText&)>& insert) {
  // The last of the source's pieces that begins no later.
  std::size_t index = 0;
  for (std::size_t p = 0; p < pieces_.size(); ++p)
    if (pieces_[p].file == 0 && pieces_[p].fileLine <= sourceLine) index = p;
  Piece split = pieces_[index];
  const std::size_t begin = split.begin;
  for (; split.fileLine < sourceLine; ++split.fileLine, ++split.line) split.begin = text_.find('\n', split.begin) + 1;
  split.offset += split.begin - begin;

  const std::string tail = text_.substr(split.begin);
  std::vector<Piece> behind(pieces_.begin() + static_cast<std::ptrdiff_t>(index) + 1, pieces_.end());
  behind.insert(behind.begin(), split);
  pieces_.resize(index + (split.begin > begin ? 1 : 0));
  text_.resize(split.begin);
  line_ = split.line;
  insert(*this);
  if (text_.size() > split.begin) add(lineDirective(sourceLine, stringLiteral(files_[0].path)));
  for (Piece& piece : behind) {
    piece.begin += text_.size() - split.begin;
    piece.line += line_ - split.line;
    pieces_.push_back(piece);
  }
  add(tail);
}

void SplicedText::add(const std::string& text) {
  text_ += text;
  line_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

bool SplicedText::isOfOther(int line) const { return pieceOfLine(line).file != 0; }

const SplicedText::Piece& SplicedText::pieceAt(std::size_t offset) const {
  const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                       [](std::size_t at, const Piece& piece) { return at < piece.begin; });
  return behind == pieces_.begin() ? *behind : *(behind - 1);
}

const SplicedText::Piece& SplicedText::pieceOfLine(int line) const {
  const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), line,
                                       [](int at, const Piece& piece) { return at < piece.line; });
  return behind == pieces_.begin() ? *behind : *(behind - 1);
}

void SplicedText::place(SourcePoint& point) const {
  if (point.line == 0 || point.file != files_[0].path) return;
  const Piece& piece = pieceOfLine(point.line);
  point.file = files_[piece.file].path;
  point.line += piece.fileLine - piece.line;
}

/// Edits are of the file that holds the function; those that reach further are not offered.
void SplicedText::place(std::vector<Edit>& edits, const std::string& file) const {
  for (Edit& edit : edits) {
    const Piece& piece = pieceAt(edit.begin);
    if (&piece != &pieceAt(edit.end) || files_[piece.file].path != file) {
      edits.clear();
      return;
    }
    edit.begin += piece.offset - piece.begin;
    edit.end += piece.offset - piece.begin;
  }
}

void SplicedText::place(SourceUnit& unit) const {
  for (AnnotatedFunction& function : unit.functions) {
    place(function.at);
    for (LoopSite& site : function.loops) {
      place(site.at);
      const auto placeModel = [&](LoopModel& model) {
        forEachPoint(model, [&](SourcePoint& point) { place(point); });
        for (Effect& effect : model.effects) place(effect.edits, function.at.file);
        std::erase_if(model.splits.places, [&](DistributionPoint& split) {
          std::vector<Edit> edit{split.edit};
          place(edit, function.at.file);
          if (!edit.empty()) split.edit = edit.front();
          return edit.empty();
        });
      };
      placeModel(site.model);
      for (LoopModel& other : site.otherInstantiations) placeModel(other);
    }
  }
  unit.written = files_;
  for (const Piece& piece : pieces_) unit.writtenLines.push_back({piece.line, piece.file, piece.fileLine});
}

}  // namespace clustrix::compiler
