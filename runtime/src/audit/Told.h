// Told: the loops of an audited program, as the runtime is told of them: clustrix/audit.h.
#pragma once

namespace clustrix::audit {

/// From here on every loop runs as it is written.
void takeLoops();

}  // namespace clustrix::audit
