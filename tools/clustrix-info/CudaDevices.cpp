// Makes GPUs known to clustrix-info. Compiled only where the CUDA backend is.
namespace clustrix::runtime::cuda {

bool registerBackendOnce();  // of clustrix/cuda.h, which only nvcc can read

namespace {
[[maybe_unused]] const bool registered = registerBackendOnce();
}

}  // namespace clustrix::runtime::cuda
