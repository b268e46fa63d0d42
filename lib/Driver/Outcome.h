// A value, or why there is none: how the driver's steps report errors, since a message alone does not say which exit
// code it deserves.
#pragma once

#include "clustrix/Driver.h"

#include <string>
#include <utility>
#include <variant>

namespace clustrix::compiler {

struct Failure {
  Exit exit = Exit::BadInput;
  std::string message;  // lines for standard error, each with its end
};

template <class T>
using Outcome = std::variant<T, Failure>;

/// `clustrix-rewrite: error: MESSAGE`: for what has no place in a file.
inline Failure failure(Exit exit, const std::string& message) {
  return {exit, "clustrix-rewrite: error: " + message + "\n"};
}

template <class T>
const Failure* failed(const Outcome<T>& outcome) {
  return std::get_if<Failure>(&outcome);
}

/// The value of an outcome that has not failed.
template <class T>
T& value(Outcome<T>& outcome) {
  return std::get<T>(outcome);
}

}  // namespace clustrix::compiler
