// What the kernel of a task has of the host, and each iteration one of its own of:
//
//     const LIBRARY::Guard clustrix_state(clustrix_thread);    the state of the thread that launches it
//     auto clustrix_stream = clustrix_streams.of(k);           random numbers
//     const auto clustrix_part = clustrix_sum.of(k, rollBack); an object that all iterations combine into, by whose
//     at::Tensor& acc = clustrix_part.whole();                 name the body calls the iteration's own
#pragma once

#include "Emit/Shape.h"

#include <functional>

namespace clustrix::compiler {

/// Members of the kernel, which are values of the host. `typeOf`: as the kernel says an object's.
void addHosted(const LoopModel& model, const std::function<std::string(const ObjectReduction&)>& typeOf,
               KernelShape& shape);

/// The host's variables that they are made of, each line indented by `margin`. `trips`: of the loop.
std::string hostedDeclarations(const LoopModel& model, const KernelShape& shape, bool isTemplate,
                               const std::string& trips, const std::string& margin);

/// Where an iteration begins, as lines of operator().
std::string hostedText(const LoopModel& model, const KernelShape& shape);

/// Where all have run: the objects that they have combined into get it.
std::string hostedResults(const KernelShape& shape, const std::string& margin);

}  // namespace clustrix::compiler
