// The PTX in what nvcc puts into a program.
//
//     wrapper ─► header, entry, entry ...: kind 1 is PTX, as it is or compressed by zstd or LZ4
#pragma once

#include <string>

namespace ptx {

/// `wrapper`: what __cudaRegisterFatBinary is given. Empty where it holds no PTX.
std::string ptxOf(const void* wrapper);

/// A block of LZ4, `size` bytes when unpacked; empty where it is damaged.
std::string unpackedLz4(const std::string& packed, std::size_t size);

}  // namespace ptx
