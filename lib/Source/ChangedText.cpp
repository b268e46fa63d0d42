#include "Source/ChangedText.h"

#include "Source/HeadQuote.h"
#include "Source/SourcePoints.h"
#include "Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace clustrix::compiler {

namespace {

/// White space as single spaces.
std::string oneLine(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : c;
  }
  return out;
}

}  // namespace

std::size_t offsetOf(const std::string& text, const SourcePoint& point) {
  std::size_t begin = 0;
  for (int line = 1; line < point.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return text.size();
    ++begin;
  }
  return std::min(begin + static_cast<std::size_t>(std::max(point.column - 1, 0)), text.size());
}

ChangedText::ChangedText(std::string original, std::vector<TextChange> changes)
    : original_(std::move(original)), changes_(std::move(changes)) {
  std::stable_sort(changes_.begin(), changes_.end(),
                   [](const TextChange& a, const TextChange& b) { return a.begin < b.begin; });
  std::size_t at = 0;
  const auto keep = [&](std::size_t end) {
    if (end <= at) return;
    pieces_.push_back({text_.size(), text_.size() + end - at, at, nullptr});
    text_ += original_.substr(at, end - at);
  };
  for (const TextChange& change : changes_) {
    keep(change.begin);
    pieces_.push_back({text_.size(), text_.size() + change.replacement.size(), change.begin, &change});
    text_ += change.replacement;
    at = change.end;
  }
  keep(original_.size());
  for (const TextChange& change : changes_)
    for (const AddedVariable& variable : change.added) added_.insert(variable.name);
}

std::vector<std::size_t> ChangedText::promises() const {
  std::vector<std::size_t> places;
  for (const Piece& piece : pieces_)
    if (piece.change && piece.change->promise) places.push_back(piece.from + *piece.change->promise);
  return places;
}

const ChangedText::Piece& ChangedText::pieceAt(std::size_t offset) const {
  const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                       [](std::size_t at, const Piece& piece) { return at < piece.from; });
  return behind == pieces_.begin() ? *behind : *(behind - 1);
}

std::size_t ChangedText::originalOffset(std::size_t offset) const {
  const Piece& piece = pieceAt(offset);
  return piece.change ? piece.original : piece.original + offset - piece.from;
}

/// Behind a piece of text that ends at `end`.
std::size_t ChangedText::originalEnd(std::size_t end) const {
  if (end == 0) return 0;
  const Piece& piece = pieceAt(end - 1);
  return piece.change ? piece.change->end : originalOffset(end - 1) + 1;
}

void ChangedText::restore(SourcePoint& point, const std::string& file) const {
  if (point.line == 0 || point.file != file) return;
  const std::size_t at = originalOffset(offsetOf(text_, point));
  // Lines are the same in both; a place inside a replacement keeps its line and is told as the change's.
  if (pieceAt(offsetOf(text_, point)).change && !pieceAt(offsetOf(text_, point)).change->isLoop) return;
  point.line =
      1 + static_cast<int>(std::count(original_.begin(), original_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  const std::size_t newline = at == 0 ? std::string::npos : original_.rfind('\n', at - 1);
  point.column = static_cast<int>(newline == std::string::npos ? at : at - newline - 1) + 1;
}

void ChangedText::restore(LoopModel& model, const std::string& file) const {
  forEachPoint(model, [&](SourcePoint& point) { restore(point, file); });
  if (auto& restart = model.restart; restart && restart->end != 0) {
    // Text that only one of the two has cannot be made to begin later.
    if (const TextChange* change = pieceAt(restart->begin).change; change && change->restart) {
      restart = change->restart;
    } else if (change || &pieceAt(restart->begin) != &pieceAt(restart->end)) {
      restart.reset();
    } else {
      restart->begin = originalOffset(restart->begin);
      restart->end = originalOffset(restart->end);
    }
  }
  std::erase_if(model.splits.places, [&](const DistributionPoint& place) {
    const Piece& piece = pieceAt(place.edit.begin);
    return piece.change || &piece != &pieceAt(place.edit.end);
  });
  for (DistributionPoint& place : model.splits.places) {
    place.edit.begin = originalOffset(place.edit.begin);
    place.edit.end = originalOffset(place.edit.end);
  }
  for (Effect& effect : model.effects) {
    // A fix is an edit of text that both have; any other is not offered.
    const bool fits = std::all_of(effect.edits.begin(), effect.edits.end(), [&](const Edit& edit) {
      return !pieceAt(edit.begin).change && &pieceAt(edit.begin) == &pieceAt(edit.end);
    });
    if (!fits) effect.edits.clear();
    for (Edit& edit : effect.edits) {
      edit.begin = originalOffset(edit.begin);
      edit.end = originalOffset(edit.end);
    }
  }
}

/// A launch of the loop has the variables that its text in text() names. The original's text has not, or has them in
/// the loop: a search would run it behind the launch, and where it is split, one part would not see what the other
/// declares.
void ChangedText::addVariables(LoopSite& site) const {
  const std::string loop = text_.substr(site.begin, site.end - site.begin);
  const std::size_t begin = originalOffset(site.begin);
  for (const TextChange& change : changes_)
    for (const AddedVariable& variable : change.added) {
      const bool inside = begin >= change.begin && begin < variable.end;
      if (!inside || loop.find(variable.name) == std::string::npos) continue;
      site.declaredNames.push_back(variable.name);
      site.declared += (site.declared.empty() ? "" : " ") + variable.declared;
      site.applied += (site.applied.empty() ? "" : " ") + variable.applied;
      if (!variable.moved.empty()) site.stepped.insert(variable.moved);
    }
  if (site.declared.empty()) return;
  const auto keepAsWritten = [](LoopModel& model) {
    model.restart.reset();
    model.splits = {};
  };
  keepAsWritten(site.model);
  for (LoopModel& model : site.otherInstantiations) keepAsWritten(model);
}

void ChangedText::restore(LoopSite& site, const std::string& file) const {
  const TextChange* change = pieceAt(site.begin).change;
  addVariables(site);
  restore(site.at, file);
  restore(site.model, file);
  for (LoopModel& model : site.otherInstantiations) restore(model, file);
  if (const std::optional<BodyPlace> body = std::exchange(site.body, std::nullopt)) {
    const bool isWritten = body->begin < body->end && !pieceAt(body->begin).change && !pieceAt(body->end - 1).change;
    if (isWritten) site.body = BodyPlace{originalOffset(body->begin), originalEnd(body->end), body->isBlock};
  }
  if (!change || !change->isLoop) {
    for (const Piece& piece : pieces_) {
      if (!piece.change || piece.change->isLoop || piece.from < site.begin || piece.to > site.end) continue;
      const std::string seen = oneLine(piece.change->replacement);
      const auto at = seen.empty() ? std::string::npos : site.model.kernel.header.find(seen);
      if (at != std::string::npos)
        site.model.kernel.header.replace(
            at, seen.size(), oneLine(original_.substr(piece.change->begin, piece.change->end - piece.change->begin)));
    }
    site.begin = originalOffset(site.begin);
    site.end = originalEnd(site.end);  // which may be that of a call without braces around it
    return;
  }
  site.begin = change->begin;
  site.end = change->end;
  site.call = change->call;
  site.model.restart.reset();
  site.model.kernel.header = headQuote(original_.substr(change->begin, change->end - change->begin));
}

/// Whether a C++ expression names a variable that only the changed text has.
bool ChangedText::namesAdded(std::string_view place) const {
  for (std::size_t at = 0; at < place.size();) {
    std::size_t end = at;
    while (end < place.size() && isWord(place[end])) ++end;
    if (end > at && added_.contains(place.substr(at, end - at))) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

void ChangedText::restore(HostNode& node) const {
  const TextChange* change = node.end == 0 ? nullptr : pieceAt(node.end - 1).change;
  if (node.kind == HostNode::Sequence && change && change->isLoop) {
    // A call that is written as a block with a loop: where that is no launch, the call itself does all that it does.
    HostNode call;
    call.kind = HostNode::Code;
    call.begin = originalOffset(node.begin);
    call.end = change->end;
    call.sole = node.sole;
    call.touch.anything = true;
    HostNode loop = call;
    loop.kind = HostNode::Loop;
    loop.touch = HostEffect{};
    for (const HostNode& child : node.children)
      if (child.kind == HostNode::Loop) loop.loop = child.loop;
    loop.children.push_back(std::move(call));
    node = std::move(loop);
    return;
  }
  // What only the changed text has is no name in the original.
  const auto isAdded = [this](const std::string& place) { return namesAdded(place); };
  if (llvm::any_of(node.touch.reads, isAdded) || llvm::any_of(node.touch.writes, isAdded))
    node.touch = HostEffect::everything();
  if (node.end != 0) {
    node.begin = node.kind == HostNode::Lifetime ? originalEnd(node.begin) : originalOffset(node.begin);
    node.end = originalEnd(node.end);
  }
  for (HostNode& child : node.children) restore(child);
}

/// Nothing where the head, up to the body, is another one there.
std::optional<InlinePlace> ChangedText::originalPlace(const InlinePlace& place, std::size_t body) const {
  InlinePlace result = place;
  result.at = originalOffset(place.at);
  const bool same =
      body > place.at && original_.compare(result.at, body - place.at, text_, place.at, body - place.at) == 0;
  return same ? std::optional(result) : std::nullopt;
}

bool ChangedText::isForModel(std::size_t offset) const {
  const TextChange* change = pieceAt(offset).change;
  return change && change->forModel;
}

/// `renumbered`: what loops are called now. The variable that the model has in front of a loop, and fills in it, lives
/// where the source declares it, in place of what fills it.
void ChangedText::dropForModel(HostNode& node, const std::vector<int>& renumbered) const {
  std::vector<HostNode> kept;
  for (HostNode& child : node.children) {
    if (child.kind == HostNode::Lifetime && child.begin > 0 && isForModel(child.begin - 1)) continue;
    const Piece& piece = pieceAt(child.begin);
    const bool fills = child.end != 0 && isForModel(child.begin) && piece.change->begin < piece.change->end;
    if (!fills) {
      dropForModel(child, renumbered);
      kept.push_back(std::move(child));
      continue;
    }
    HostNode declaration, lifetime;
    declaration.kind = HostNode::Code;
    declaration.begin = piece.from;
    declaration.end = piece.to;
    lifetime.kind = HostNode::Lifetime;
    lifetime.begin = lifetime.end = piece.to;
    kept.push_back(std::move(declaration));
    kept.push_back(std::move(lifetime));
  }
  node.children = std::move(kept);
  if (node.kind == HostNode::Loop) node.loop = renumbered[static_cast<std::size_t>(node.loop)];
  for (int& loop : node.embedded) loop = renumbered[static_cast<std::size_t>(loop)];
  std::erase(node.embedded, -1);
}

/// Loops that stand for statements without any, in a body: its own model has them still.
void ChangedText::dropForModel(AnnotatedFunction& function) const {
  std::vector<int> renumbered;
  std::vector<LoopSite> kept;
  for (LoopSite& site : function.loops) {
    const bool isKept = !isForModel(site.begin);
    renumbered.push_back(isKept ? static_cast<int>(kept.size()) : -1);
    if (!isKept) continue;
    if (site.parent >= 0) site.parent = renumbered[static_cast<std::size_t>(site.parent)];
    kept.push_back(std::move(site));
  }
  function.loops = std::move(kept);
  dropForModel(function.hostCode.body, renumbered);
}

void ChangedText::restore(SourceUnit& unit) const {
  for (AnnotatedFunction& function : unit.functions) {
    restore(function.at, unit.path);
    dropForModel(function);
    function.kernelsAt = originalOffset(function.kernelsAt);
    for (LoopSite& site : function.loops) restore(site, unit.path);
    if (function.inlined) function.inlined = originalPlace(*function.inlined, function.hostCode.begin);
    if (function.tagAt) function.tagAt = originalOffset(*function.tagAt);
    function.hostCode.begin = originalEnd(function.hostCode.begin);
    function.hostCode.end = originalOffset(function.hostCode.end);
    restore(function.hostCode.body);
  }
  for (LibraryUsing& one : unit.usings) one.at = originalEnd(one.at);
  unit.text = original_;
}

}  // namespace clustrix::compiler
