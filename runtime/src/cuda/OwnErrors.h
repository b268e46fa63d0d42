// OwnErrors: the backend for a program that uses CUDA itself, and has its own errors.
//
// CUDA keeps the last error of each thread until somebody asks. A call of ours that fails would overwrite one that the
// program has not asked for yet, and nothing can put it back. Where there is one, our calls are made on another thread.
#pragma once

#include <functional>
#include <memory>

#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

/// What `make` gives, null too, so that none of its calls changes the calling thread's last error.
std::unique_ptr<Backend> keptApart(const std::function<std::unique_ptr<Backend>()>& make);

}  // namespace clustrix::runtime::cuda
