#include "support/InsideKernel.h"

namespace clustrix::runtime {
namespace {

thread_local bool inside = false;

}  // namespace

bool insideKernel() { return inside; }

KernelScope::KernelScope() : before_(inside) { inside = true; }
KernelScope::~KernelScope() { inside = before_; }

}  // namespace clustrix::runtime
