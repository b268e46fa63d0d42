// clustrix-rewrite: annotated C++ in, a file for nvcc and host compilers out. See docs/ for what it does; this file
// only connects the command line, the standard streams and Clang to the driver.
#include "clustrix/Driver.h"

#include <csignal>
#include <cstdlib>
#include <iostream>

#ifdef CLUSTRIX_MIMALLOC
#include <mimalloc.h>
#endif

using namespace clustrix::compiler;

int main(int argc, char** argv) {
#ifdef CLUSTRIX_MIMALLOC
  // A source takes some hundred megabytes: to get them in pages of 4 KiB is a twentieth of a run's time.
  mi_option_enable(mi_option_large_os_pages);
#endif
  // A file size limit is an output that cannot be written, and not a reason to die with half of it on the disk.
  std::signal(SIGXFSZ, SIG_IGN);
  const auto parsed = parseCommandLine({argv + 1, argv + argc});
  if (const auto* answer = std::get_if<Answer>(&parsed)) {
    (answer->exit == Exit::Done ? std::cout : std::cerr) << answer->text;
    return static_cast<int>(answer->exit);
  }
  const Exit exit = run(std::get<Request>(parsed), {std::cout, std::cerr, readSource, readHelpers});
  std::cout.flush();
#ifdef CLUSTRIX_COVERAGE
  std::exit(static_cast<int>(exit));  // which writes the counts
#else
  // What is left goes away with the process, all at once.
  std::_Exit(static_cast<int>(exit));
#endif
}
