// Heap: an iteration's own memory. What it allocates is its own until its body ends, and what is freed may be another
// iteration's next.
#pragma once

namespace clustrix::audit {

/// The program's calls of malloc, free and the like come to the audit, if only somebody calls this: a linker takes from
/// an archive what is asked for.
void watchHeap();

}  // namespace clustrix::audit
