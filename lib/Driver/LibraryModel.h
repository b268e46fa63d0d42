// Library models: what calls into libraries read, write and need.
//
//     vendor::gamma: {pure: true}
//     vendor::axpy:
//       parameters: [n, alpha, x, y]
//       reads: x[0:n], y[0:n]
//       writes: y[0:n]
//     vendor::scale:                  # numbers by their address; cases of arguments: see LibraryAccesses.h
//       parameters: ["*n", "*alpha", x, "*incx"]
//       updates:
//         x[0:n by incx]: {incx: natural}
//     vendor::fill:
//       writes: [1]                   # parameters by number, from 0: any of the elements behind them
//     at::Tensor: {copies: share}     # a class
//     at::{mm,matmul}: {objects: new} # functions that work on objects
//     grid::Buffer: {like: std::vector}   # what a class is: see Library/StandardModel.h
//
// Some ship with the tool: see lib/Library/models.
#pragma once

#include "Driver/Outcome.h"
#include "clustrix/Library.h"

#include <string>

namespace clustrix::compiler {

/// A function must say what it does; `pure` excludes `writes`.
Outcome<Library> readLibraryModel(const std::string& path);

/// With the models that ship with the tool behind it: what a user says of a name counts.
Outcome<Library> withShippedModels(Library library);

}  // namespace clustrix::compiler
