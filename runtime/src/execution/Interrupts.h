// Interrupts: what a process says that ends while results are not whole in the host's memory.
//
//     launch on devices ─► UnderWay ─┐
//     arrays that stay  ─► watched ──┴─► a signal that ends the program, with its default action: one line on standard
//                                        error; and so at `exit` and `quick_exit`. `_exit` calls nobody.
//
// A signal ends the process as it would without us, and a program's own handler is left alone: it stands in our place,
// whether it came before us or after, and what is under way goes on.
#pragma once

#include <string>

#include "clustrix/Options.h"

namespace clustrix::runtime {

class Context;

/// Where the signals have their default action they say from now on what is lost. `context` is the process's, and lives
/// as long; a second call does nothing.
void watchSignals(const Context& context);

/// While it lives the loop's launch runs on devices, and its arrays on the host may be written in part. One at a time:
/// under the context's deviceMutex.
class UnderWay {
 public:
  explicit UnderWay(const Site& site);
  ~UnderWay();
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;
};

/// For the end of a process: empty, or which launch is under way. Wants no mutex.
std::string underWayWarning();
/// The process ends by an error that has been told: nothing more is to be said of the launch.
void forgetUnderWay();

}  // namespace clustrix::runtime
