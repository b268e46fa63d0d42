#include "support/KeepLoaded.h"

#include <dlfcn.h>

namespace clustrix::runtime {

void keepLoaded() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&keepLoaded), &info) == 0 || info.dli_fname == nullptr) return;
  // The handle is not kept: the flag outlives it. Null for the program, which nobody unloads.
  if (void* const handle = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(handle);
}

}  // namespace clustrix::runtime
