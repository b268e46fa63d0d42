// KernelPlace: kernels by where they lie in the program, which is the same on all ranks, and not by their address,
// which is not.
//
//     &kernelOf<scale_7>  ──►  { the program, 0x41c0 bytes from its beginning }  ──►  &kernelOf<scale_7> on another
//     rank
//
// The program and each library that it has loaded are told by the build id that the linker has given them, or else by
// what is in their file. A rank on which another file has the same name does not have the kernel.
#pragma once

#include <cstdint>

namespace clustrix::runtime {

/// Two files have the same only where they are the same.
enum class FileId : std::uint64_t {};

struct KernelPlace {
  FileId file{};
  std::uint64_t offset = 0;
};

/// Of the program's own file.
FileId programFile();
/// Where `constant` lies, which is a static object of the program or of a library.
KernelPlace placeOf(const void* constant);
/// Null where this process has not loaded the image.
const void* atPlace(const KernelPlace& place);

}  // namespace clustrix::runtime
