#include "Operands.h"

#include <cctype>
#include <cstdlib>

#include "Text.h"
#include "Words.h"

namespace ptx {
namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string inside(const std::string& text) { return trimmed(text.substr(1, text.size() - 2)); }

void parseAddress(const std::string& text, Names& names, Operand& operand) {
  operand.kind = Operand::Kind::memory;
  operand.index = Operand::noBase;
  const std::string address = inside(text);
  const std::size_t plus = address.find('+', 1);
  const std::string base = trimmed(address.substr(0, plus));
  if (plus != std::string::npos) operand.offset = std::strtoll(address.c_str() + plus + 1, nullptr, 0);
  if (base[0] == '%') {
    operand.index = names.row(base);
  } else if (isDigit(base[0])) {
    operand.offset += std::strtoll(base.c_str(), nullptr, 0);
  } else {
    names.place(base, operand);
  }
}

void parseRegister(const std::string& name, Names& names, Operand& operand) {
  operand.kind = Operand::Kind::row;
  if (const auto special = specialRegister(name)) {
    operand.index = *special;
  } else if (names.isPredicate(name)) {
    operand.kind = Operand::Kind::predicate;
    operand.index = names.predicate(name);
  } else {
    operand.index = names.row(name);
  }
}

void parseVector(const std::string& text, Names& names, const std::string& statement, Operand& operand) {
  operand.kind = Operand::Kind::vector;
  for (const std::string& part : split(inside(text), ','))
    operand.rows.push_back(parseOperand(part, names, statement).index);
}

void parseConstant(u64 value, Names& names, Operand& operand) {
  operand.kind = Operand::Kind::row;
  operand.index = names.constant(value);
}

}  // namespace

Operand parseOperand(const std::string& whole, Names& names, const std::string& statement) {
  if (whole.empty()) fail("an operand is empty: " + statement);
  Operand operand;
  operand.text = whole;
  operand.negated = whole[0] == '!';
  const std::string text = operand.negated ? trimmed(whole.substr(1)) : whole;
  const std::size_t bar = text.find('|');
  if (text[0] == '-' && text.size() > 1 && text[1] == '%') fail("a register with a sign: " + statement);
  if (bar != std::string::npos && text[0] == '%') {
    operand = parseOperand(trimmed(text.substr(0, bar)), names, statement);
    operand.second = names.predicate(trimmed(text.substr(bar + 1)));
  } else if (text == "_") {
    operand.kind = Operand::Kind::row;
    operand.index = names.row(text);
  } else if (text[0] == '{') {
    parseVector(text, names, statement, operand);
  } else if (text[0] == '[') {
    parseAddress(text, names, operand);
  } else if (text[0] == '%') {
    parseRegister(text, names, operand);
  } else if (isDigit(text[0]) || text[0] == '-') {
    parseConstant(literalBits(text), names, operand);
  } else if (text == "WARP_SZ") {
    parseConstant(lanes, names, operand);
  } else {
    operand.kind = Operand::Kind::symbol;
    names.place(text, operand);
  }
  return operand;
}

}  // namespace ptx
