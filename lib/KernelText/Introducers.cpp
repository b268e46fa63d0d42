// Introducers: the captures of the kernel's lambdas, whose variables have become members or partial results.
//
//     [&x, s](int j) { return x[j] * s; }        becomes, in the kernel,
//     [s = s, &x = x](int j) { return x[j] * s; }      since neither a member nor its new name can be captured plainly
//
// A copy keeps its name inside the lambda; every other name of the loop's surroundings is renamed there like elsewhere.
#include "KernelText/BodyEdits.h"
#include "KernelText/KernelFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Recorder.h"
#include "Memory/BitFields.h"
#include "Syntax/Types.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

struct Item {
  std::size_t begin = 0, end = 0;
};

/// The parts of `[...]` between commas, without white space around them.
std::vector<Item> itemsOf(llvm::StringRef text, std::size_t begin, std::size_t end) {
  std::vector<Item> items;
  int depth = 0;
  std::size_t from = begin;
  for (std::size_t at = begin; at <= end; ++at) {
    const char c = at < end ? text[at] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || (depth != 0 && at < end)) continue;
    Item item{from, at};
    while (item.begin < item.end && std::isspace(static_cast<unsigned char>(text[item.begin]))) ++item.begin;
    while (item.end > item.begin && std::isspace(static_cast<unsigned char>(text[item.end - 1]))) --item.end;
    if (item.begin < item.end) items.push_back(item);
    from = at + 1;
  }
  return items;
}

bool isCopied(const clang::LambdaCapture& capture) {
  return capture.getCaptureKind() == clang::LCK_ByCopy && !isSpanType(capture.getCapturedVar()->getType());
}

/// Whether a lambda around that of class `record` has a copy of its own, which is then what the name means.
bool isCopiedAround(const clang::CXXRecordDecl* record, const clang::ValueDecl* variable) {
  while ((record = lambdaOf(record->getDeclContext()))) {
    const clang::LambdaCapture* capture = captureOf(record, variable);
    if (capture && capture->getCaptureKind() == clang::LCK_ByCopy && !isSpanType(variable->getType())) return true;
  }
  return false;
}

BodyPiece plain(const std::string& text) { return {BodyPiece::Text, text, -1}; }
BodyPiece captured(int index) { return {BodyPiece::Captured, "", index}; }

}  // namespace

/// Remembers that the lambda that is walked mentions the kernel's `capture`, and must be able to.
void KernelFunctions::noteInClosure(const OuterName& name, int capture) {
  const clang::DeclContext* scope = walk_.frames.empty() ? nullptr : walk_.frames.back().function;
  for (const clang::CXXRecordDecl* record = lambdaOf(scope); record && walk_.lambdas.contains(record);
       record = lambdaOf(record->getDeclContext())) {
    if (record->getLambdaCaptureDefault() == clang::LCD_ByRef) continue;
    // A reference that the introducer binds is named there already.
    const auto& manager = context_.getSourceManager();
    const auto at = manager.getFileLoc(name.range.getBegin()).getRawEncoding();
    const clang::Stmt* body = walk_.lambdas.at(record)->getBody();
    if (at < manager.getFileLoc(body->getBeginLoc()).getRawEncoding() ||
        at > manager.getFileLoc(body->getEndLoc()).getRawEncoding())
      continue;
    // Members are reached through the captured `this`; an element by a name of its own, and what replaces a member that
    // is written, are none.
    const bool isElement = !name.key.first && name.key.second.starts_with("element of ");
    const bool member = !name.variable && !isElement &&
                        model_.kernel.captures[static_cast<std::size_t>(capture)].kind != Capture::Scalar;
    if (member) continue;
    added_[record].insert(capture);
    // The copy that a lambda makes is a number of the field's type, which is promoted otherwise.
    if (isBitFieldType(model_.kernel.captures[static_cast<std::size_t>(capture)].type))
      walk_.record.effect("effect.bit-field", name.range.getBegin(),
                          "a lambda uses a bit-field of an object outside the loop", "capture by reference: '[&]'");
  }
}

void KernelFunctions::rewriteIntroducers() {
  for (const auto& [record, lambda] : walk_.lambdas) {
    if (lambda->capture_size() > 0 && !walk_.calledLambdas.contains(record))
      walk_.record.effect("effect.lambda", lambda->getBeginLoc(), "a lambda is created of which no call is seen");
    else
      rewriteIntroducer(lambda);
  }
}

/// Whether the lambda captures a variable of the host's under its own name.
bool KernelFunctions::isFromOutside(const clang::LambdaExpr* lambda, const clang::LambdaCapture& capture) const {
  if (!capture.capturesVariable()) return false;
  const clang::ValueDecl* const name = capture.getCapturedVar();
  // A name of a structured binding is as local as what is taken apart.
  const auto* binding = llvm::dyn_cast<clang::BindingDecl>(name);
  const auto* variable = llvm::cast<clang::VarDecl>(binding ? binding->getDecomposedDecl() : name);
  return !lambda->isInitCapture(&capture) && !walk_.isLocal(variable) && !isLambdaType(name->getType()) &&
         !isCopiedAround(lambda->getLambdaClass(), name);
}

/// `x = x`: a copy keeps its name. What the kernel calls it was settled when it was copied.
std::optional<int> KernelFunctions::copyOf(const clang::LambdaCapture& capture) const {
  const auto found = walk_.captures.find(capture.getCapturedVar()->getNameAsString());
  return found == walk_.captures.end() ? std::nullopt : std::optional<int>(found->second);
}

void KernelFunctions::rewriteIntroducer(const clang::LambdaExpr* lambda) {
  std::vector<int> added;
  if (const auto found = added_.find(lambda->getLambdaClass()); found != added_.end())
    added.assign(found->second.begin(), found->second.end());
  std::vector<const clang::LambdaCapture*> written;
  std::vector<BodyPiece> appended;
  bool changed = !added.empty();
  const auto refuse = [&](const std::string& message) {
    walk_.record.effect("effect.lambda", lambda->getBeginLoc(), message);
  };
  for (const clang::LambdaCapture& capture : lambda->captures()) {
    if (capture.isExplicit()) written.push_back(&capture);
    if (!isFromOutside(lambda, capture)) continue;
    changed = changed || capture.isExplicit() || isCopied(capture);
    if (capture.isExplicit() || !isCopied(capture)) continue;
    const auto index = copyOf(capture);
    if (!index) return refuse("a lambda copies something that the kernel does not have");
    appended.insert(appended.end(),
                    {plain(", " + capture.getCapturedVar()->getNameAsString() + " = "), captured(*index)});
  }
  if (!changed) return;
  const auto where = walk_.text.offsets(lambda->getIntroducerRange());
  if (!where) return walk_.record.effect("effect.macro", lambda->getBeginLoc(), "a lambda's captures stand in a macro");
  for (const int index : added)
    appended.insert(appended.end(), {plain(", &"), captured(index), plain(" = "), captured(index)});
  std::string problem;
  const std::vector<TextEdit> changes = introducerEdits(lambda, written, *where, std::move(appended), problem);
  if (!problem.empty()) return refuse(problem);
  walk_.edits.insert(walk_.edits.end(), changes.begin(), changes.end());
}

/// What becomes of the captures between the brackets at `where`, with `appended` behind them.
std::vector<TextEdit> KernelFunctions::introducerEdits(const clang::LambdaExpr* lambda,
                                                       const std::vector<const clang::LambdaCapture*>& written,
                                                       const std::pair<std::size_t, std::size_t>& where,
                                                       std::vector<BodyPiece> appended, std::string& problem) const {
  std::vector<TextEdit> changes;
  const auto& manager = context_.getSourceManager();
  const llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  const std::size_t close = where.second - 1;
  const std::vector<Item> items = itemsOf(text, where.first + 1, close);
  const std::size_t first = lambda->getCaptureDefault() == clang::LCD_None ? 0 : 1;
  if (items.size() != first + written.size()) {
    problem = "the captures of a lambda cannot be told apart";
    return {};
  }
  bool any = first == 1;
  std::size_t at = items.empty() ? close : items.front().begin;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const clang::LambdaCapture* capture = i < first ? nullptr : written[i - first];
    const bool outside = capture && isFromOutside(lambda, *capture);
    const bool kept = !outside || isCopied(*capture);
    // The comma in front of an item goes with it.
    if (i > 0) changes.push_back({at, items[i].begin, plain(kept && any ? ", " : "")});
    at = items[i].end;
    any = any || kept;
    if (!outside) continue;
    TextEdit change{items[i].begin, items[i].end, plain("")};
    if (kept) {
      const auto index = copyOf(*capture);
      if (!index) {
        problem = "a lambda copies something that the kernel does not have";
        return {};
      }
      change.piece.text = capture->getCapturedVar()->getNameAsString() + " = ";
      change.more = {captured(*index)};
    }
    changes.push_back(change);
  }
  if (!any && !appended.empty()) appended.front().text.erase(0, 2);
  if (appended.empty()) return changes;
  TextEdit change{close, close, appended.front()};
  change.more.assign(appended.begin() + 1, appended.end());
  changes.push_back(change);
  return changes;
}

}  // namespace clustrix::compiler
