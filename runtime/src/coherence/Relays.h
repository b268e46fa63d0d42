// Relays: what several devices of a machine want from elsewhere crosses the network once.
//
//     before    host ─► 8, host ─► 9, host ─► 10, host ─► 11                the same bytes four times over the network
//     after     host ─► 8, 9, 10, 11: a quarter each; then each of them ─► the three others, within the machine
//
//     before    image on 3 ─► 8, 9, 10, 11           after    image on 3 ─► 9;  9 ─► 8, 10, 11
//
// From plan to plan: which bytes are where in the end stays the same. What is passed on has to have arrived before, so
// such fetches are of a later round.
#pragma once

#include <functional>

#include "coherence/ResidentPlan.h"

namespace clustrix::runtime {

/// `machineOf`: of the device that an image is on.
void relayWithinMachines(ResidentPlan& plan, const std::function<int(ImageId)>& machineOf);

}  // namespace clustrix::runtime
