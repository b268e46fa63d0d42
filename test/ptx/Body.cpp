#include "Body.h"

#include <cctype>
#include <map>

#include "Names.h"
#include "Operands.h"
#include "Text.h"
#include "Words.h"

namespace ptx {
namespace {

bool isLabelCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '$' || c == '_' || c == '.';
}

std::vector<std::string> wordsOf(const std::string& opcode) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < opcode.size();) {
    const std::size_t dot = std::min(opcode.find('.', at), opcode.size());
    words.push_back(opcode.substr(at, dot - at));
    at = dot + 1;
  }
  return words;
}

std::string withoutParentheses(const std::string& text) { return text.substr(1, text.size() - 2); }

class Body {
 public:
  Body(Module& module, Function& function) : function_(function), names_(module, function) {}

  void parse(const std::string& text) {
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n", at)) != std::string::npos;)
      at = parseNext(text, at);
    for (Instruction& instruction : function_.code) resolveTargets(instruction);
  }

 private:
  /// A brace, a label, a line of debugging or a statement at `at`; returns what is behind it.
  std::size_t parseNext(const std::string& text, std::size_t at) {
    if (text[at] == '{') names_.enterBraces();
    if (text[at] == '}') names_.leaveBraces();
    if (text[at] == '{' || text[at] == '}' || text[at] == ';') return at + 1;
    std::size_t end = at;
    while (end < text.size() && isLabelCharacter(text[end])) ++end;
    if (end > at && end < text.size() && text[end] == ':' && text[at] != '.') {
      label_ = text.substr(at, end - at);
      labels_[label_] = static_cast<int>(function_.code.size());
      return end + 1;
    }
    const bool debugging = text.compare(at, 4, ".loc") == 0 && std::isspace(static_cast<unsigned char>(text[at + 4]));
    if (debugging) return text.find('\n', at);
    const std::size_t semicolon = text.find(';', at);
    const std::string statement = trimmed(text.substr(at, semicolon - at));
    if (statement[0] == '.') {
      parseDirective(statement);
    } else {
      parseInstruction(statement);
    }
    return semicolon + 1;
  }

  void parseDirective(const std::string& statement) {
    if (startsWith(statement, ".branchtargets")) {
      tables_[label_] = split(statement.substr(14), ',');
    } else if (startsWith(statement, ".pragma")) {
      if (statement.find("nounroll") != std::string::npos) keepsLoop_ = true;
    } else {
      names_.declare(statement);  // and nothing for .callprototype
    }
  }

  void parseInstruction(const std::string& statement) {
    Instruction made;
    made.text = statement;
    std::string text = statement;
    if (text[0] == '@') text = parseGuard(text, made);
    const std::size_t end = text.find_first_of(" \t\n");
    made.words = wordsOf(text.substr(0, end));
    const std::string rest = end == std::string::npos ? "" : trimmed(text.substr(end));
    if (made.words[0] == "call") {
      parseCall(rest, made);
    } else if (made.words[0] == "bra" || made.words[0] == "brx") {
      parseBranch(rest, made);
    } else {
      for (const std::string& part : split(rest, ',')) made.operands.push_back(parseOperand(part, names_, statement));
    }
    setTypes(made);
    made.keepsLoop = keepsLoop_;
    keepsLoop_ = false;
    function_.code.push_back(std::move(made));
  }

  /// "@!%p1 rest": what is behind the guard.
  std::string parseGuard(const std::string& text, Instruction& made) {
    const std::size_t end = text.find_first_of(" \t\n");
    made.guardNegated = text[1] == '!';
    const std::size_t begin = made.guardNegated ? 2 : 1;
    made.guard = names_.predicate(text.substr(begin, end - begin));
    return trimmed(text.substr(end));
  }

  /// "(result), callee, (arguments), prototype": result, arguments and prototype may be missing.
  void parseCall(const std::string& rest, Instruction& made) {
    made.kind = Kind::call;
    const std::vector<std::string> parts = split(rest, ',');
    std::size_t at = 0;
    if (parts[0][0] == '(') {
      made.resultOffset = names_.callArea(split(withoutParentheses(parts[0]), ',')[0]);
      ++at;
    }
    made.callee = parts[at++];
    if (at >= parts.size() || parts[at][0] != '(') return;
    for (const std::string& name : split(withoutParentheses(parts[at]), ','))
      made.argumentOffsets.push_back(names_.callArea(name));
  }

  void parseBranch(const std::string& rest, Instruction& made) {
    Operand label;
    label.kind = Operand::Kind::label;
    label.text = rest;
    made.kind = made.words[0] == "bra" ? Kind::branch : Kind::branchTable;
    if (made.kind == Kind::branchTable) {
      const std::vector<std::string> parts = split(rest, ',');
      made.operands.push_back(parseOperand(parts[0], names_, made.text));
      label.text = parts[1];
    }
    made.operands.push_back(label);
  }

  static void setTypes(Instruction& made) {
    for (const std::string& word : made.words)
      if (const auto type = typeNamed(word)) (made.type == Type::none ? made.type : made.source) = *type;
  }

  int placeOf(const std::string& label) const {
    const auto found = labels_.find(label);
    if (found == labels_.end()) fail("no label " + label + " in " + function_.name);
    return found->second;
  }

  void resolveTargets(Instruction& instruction) const {
    if (instruction.kind == Kind::branch) instruction.target = placeOf(instruction.operands[0].text);
    if (instruction.kind != Kind::branchTable) return;
    for (const std::string& label : tables_.at(instruction.operands[1].text))
      instruction.targets.push_back(placeOf(label));
  }

  Function& function_;
  Names names_;
  std::map<std::string, int> labels_;
  std::map<std::string, std::vector<std::string>> tables_;  // of brx.idx
  std::string label_;                                       // the last one
  bool keepsLoop_ = false;
};

}  // namespace

void parseBody(Module& module, Function& function, const std::string& text) { Body(module, function).parse(text); }

}  // namespace ptx
