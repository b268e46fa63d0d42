#include "Module.h"

#include <algorithm>

#include "Body.h"
#include "ControlFlow.h"
#include "Declarations.h"
#include "Decode.h"
#include "Text.h"

namespace ptx {
namespace {

const char* const blanks = " \t\r\n";

bool isOneOf(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Parser {
 public:
  Parser(Module& module, std::string text) : module_(module), text_(std::move(text)) {}

  void parse() {
    for (std::size_t at = 0; (at = text_.find_first_not_of(" \t\r\n;", at)) != std::string::npos;) {
      if (text_[at] == '\0') return;
      at = parseNext(at);
    }
  }

 private:
  /// Returns what is behind the directive at `at`.
  std::size_t parseNext(std::size_t at) {
    const std::size_t end = text_.find_first_of(blanks, at);
    const std::string word = text_.substr(at, end - at);
    if (isOneOf(word, {".version", ".target", ".address_size", ".file", ".pragma", ".alias"}))
      return text_.find('\n', at);
    if (word == ".section") return closingBracket(text_, text_.find('{', at)) + 1;
    if (isOneOf(word, {".visible", ".weak", ".extern", ".common"})) return end;
    if (isOneOf(word, {".global", ".const", ".shared"})) return parseVariable(end, word == ".shared");
    if (isOneOf(word, {".entry", ".func"})) return parseFunction(end, word == ".entry");
    fail("not understood: " + text_.substr(at, 80));
  }

  std::size_t parseVariable(std::size_t at, bool shared) {
    const std::size_t end = text_.find(';', at);
    const Declaration found = parseDeclaration(text_.substr(at, end - at));
    module_.variables[found.name] = makeVariable(found, shared, module_.variables);
    return end + 1;
  }

  std::size_t parseFunction(std::size_t at, bool isEntry) {
    Function made;
    made.isEntry = isEntry;
    const std::size_t head = parseHead(made, text_.find_first_not_of(blanks, at));
    const std::size_t semicolon = text_.find(';', head);
    const std::size_t brace = text_.find('{', head);
    if (brace == std::string::npos || semicolon < brace) {  // declared: ".func f(...) ;"
      module_.functions.emplace(made.name, std::move(made));
      return semicolon + 1;
    }
    const std::size_t end = closingBracket(text_, brace);
    made.body = text_.substr(brace + 1, end - brace - 1);
    made.isDefined = true;
    if (isEntry) made.uniformBytes = made.parameterBytes;
    made.registers = specialRows;
    module_.functions[made.name] = std::move(made);
    return end + 1;
  }

  /// "(result) name (parameters)": returns what is behind it.
  std::size_t parseHead(Function& made, std::size_t at) {
    std::string result;
    if (text_[at] == '(') result = inBrackets(at);
    const std::size_t end = text_.find_first_of(" \t\r\n({;", at);
    made.name = text_.substr(at, end - at);
    at = text_.find_first_not_of(blanks, end);
    if (text_[at] == '(') made.parameters = parseParameters(inBrackets(at), made.parameterBytes);
    if (result.empty()) return at;
    made.parameterBytes = alignedUp(made.parameterBytes, 16);
    const Declaration found = parseDeclaration(result.substr(result.find(".param") + 6));
    made.result = {found.name, made.parameterBytes, found.bytes};
    made.parameterBytes += alignedUp(found.bytes, 16);
    return at;
  }

  /// What stands in the brackets at `at`, which moves to the next word behind them.
  std::string inBrackets(std::size_t& at) {
    const std::size_t close = closingBracket(text_, at);
    const std::string text = text_.substr(at + 1, close - at - 1);
    at = text_.find_first_not_of(blanks, close + 1);
    return text;
  }

  Module& module_;
  const std::string text_;
};

Instruction returning() {
  Instruction made;
  made.kind = Kind::ret;
  made.words = {"ret"};
  return made;
}

}  // namespace

int Module::constant(u64 value) {
  const auto [found, fresh] = constantIndex.emplace(value, static_cast<int>(constants.size()));
  if (fresh) {
    constants.emplace_back();
    constants.back().fill(value);
  }
  return ~found->second;
}

std::unique_ptr<Module> parseModule(const std::string& text) {
  auto module = std::make_unique<Module>();
  module->text = text;
  Parser(*module, withoutComments(text)).parse();
  return module;
}

Function* definedFunction(Module& module, const std::string& name) {
  const auto found = module.functions.find(name);
  if (found == module.functions.end() || !found->second.isDefined) return nullptr;
  Function& function = found->second;
  if (function.isDecoded) return &function;
  parseBody(module, function, function.body);
  function.body.clear();
  decode(function);
  if (function.code.empty()) function.code.push_back(returning());
  joinBranches(function);
  function.isDecoded = true;
  return &function;
}

}  // namespace ptx
