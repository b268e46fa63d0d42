// Accesses to memory: checked, then counted.
#pragma once

#include "Context.h"

namespace ptx {

enum class AccessKind { load, store, atomic };

/// Checks the active lanes' addresses (in an allocation of this device, aligned; else the program ends with the
/// instruction) and, in a measured launch, sends the request through the caches: counts, and at.latency in cycles.
void access(Context& at, const Instruction& in, const u64* addresses, int bytes, AccessKind kind);

/// The lanes' addresses: base and offset, with the base of local or shared memory added.
void addressesOf(Context& at, const Instruction& in, const Operand& operand, u64* addresses);

}  // namespace ptx
