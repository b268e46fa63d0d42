#include "KernelText/BodyEdits.h"

#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "Lower/Inlining.h"
#include "Lower/Recorder.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

std::optional<std::pair<std::size_t, std::size_t>> BodyEdits::offsets(clang::SourceRange range) const {
  const auto& manager = context_.getSourceManager();
  if (!range.getBegin().isFileID() || !range.getEnd().isFileID()) return std::nullopt;
  const auto end = clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, manager, context_.getLangOpts());
  if (end.isInvalid() || !manager.isWrittenInMainFile(range.getBegin()) || !manager.isWrittenInMainFile(end))
    return std::nullopt;
  return std::pair<std::size_t, std::size_t>(manager.getFileOffset(range.getBegin()), manager.getFileOffset(end));
}

std::optional<std::size_t> BodyEdits::behindSemicolon(const clang::Stmt& statement) const {
  const auto& manager = context_.getSourceManager();
  const auto behind = clang::Lexer::findLocationAfterToken(statement.getEndLoc(), clang::tok::semi, manager,
                                                           context_.getLangOpts(), false);
  if (behind.isInvalid() || !behind.isFileID()) return std::nullopt;
  return manager.getFileOffset(behind);
}

void BodyEdits::edit(clang::SourceRange range, BodyPiece piece) {
  if (walk_.silent > 0) return;
  const bool outside = !walk_.frames.empty() && !walk_.inlining.inKernel(range);
  if (CallFrame* frame = outside ? walk_.functions.frameAt(range.getBegin()) : nullptr) {
    const auto& manager = context_.getSourceManager();
    const auto end = clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, manager, context_.getLangOpts());
    if (range.getBegin().isFileID() && range.getEnd().isFileID() && end.isValid())
      frame->edits.push_back({manager.getFileOffset(range.getBegin()), manager.getFileOffset(end), std::move(piece)});
    else
      frame->problem = "a name in it stands in a macro";
    return;
  }
  if (outside) {
    // A constructor's initialisers are compiled as they stand: they cannot be given the kernel's copy of anything.
    if (piece.kind == BodyPiece::Captured)
      walk_.record.effect("effect.call-state", range.getBegin(),
                          "'" + walk_.frames.back().function->getNameAsString() + "' uses '" +
                              model_.kernel.captures[static_cast<std::size_t>(piece.index)].expression +
                              "' from outside the loop",
                          "pass it as an argument");
    return;
  }
  const auto where = offsets(range);
  if (!where && piece.kind == BodyPiece::Captured) {
    Capture& captured = model_.kernel.captures[static_cast<std::size_t>(piece.index)];
    if (captured.name == captured.expression || captured.expression == captured.name + ".size()") {
      captured.nameFixed = true;
      return;
    }
  }
  if (!where) {
    walk_.record.effect("effect.macro", range.getBegin(),
                        "a name of the loop stands in a macro's expansion, where the kernel cannot rename it",
                        "write the macro's text in its place");
    return;
  }
  for (; editsKnown_ < walk_.edits.size(); ++editsKnown_) {
    const TextEdit& known = walk_.edits[editsKnown_];
    knownEdits_.emplace(known.begin, known.end, known.piece.kind, known.piece.index);
  }
  if (knownEdits_.contains({where->first, where->second, piece.kind, piece.index})) return;
  walk_.edits.push_back({where->first, where->second, std::move(piece)});
}

/// Replaces what stands in `outer` before and behind `inner`.
bool BodyEdits::editAround(clang::SourceRange outer, clang::SourceRange inner, const BodyPiece& opening,
                           const std::string& closing) {
  const auto whole = offsets(outer), kept = offsets(inner);
  const bool inLoop = walk_.frames.empty() || walk_.inlining.inKernel(outer);
  if (!inLoop || !whole || !kept || kept->first < whole->first || kept->second > whole->second) {
    walk_.functions.obstacle(outer.getBegin(), "the text of a call cannot be changed");
    return true;
  }
  walk_.edits.push_back({whole->first, kept->first, opening});
  walk_.edits.push_back({kept->second, whole->second, {BodyPiece::Text, closing, -1}});
  return true;
}

void BodyEdits::keepEdits(std::vector<TextEdit> kept) {
  walk_.edits = std::move(kept);
  knownEdits_.clear();
  editsKnown_ = 0;
}

/// A name that the function's text has none like.
std::string BodyEdits::freeName(std::string wish) const {
  const std::string text = walk_.host.sourceText(input_.function.getSourceRange());
  while (text.find(wish) != std::string::npos) wish += "_";
  return wish;
}

}  // namespace clustrix::compiler
