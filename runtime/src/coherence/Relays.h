// Relays: what several devices of a machine want from elsewhere crosses the network once, and what several machines
// want of the host's memory leaves it once.
//
//     before    host ─► 8, host ─► 9, host ─► 10, host ─► 11                the same bytes four times over the network
//     after     host ─► 8, 9, 10, 11: a quarter each; then each of them ─► the three others, within the machine
//
//     before    image on 3 ─► 8, 9, 10, 11           after    image on 3 ─► 9;  9 ─► 8, 10, 11
//
//     before    host ─► 8, host ─► 16: the first devices of two other machines, each what is left for it
//     after     host ─► 8, host ─► 16: half of that each; then 8 ◄─► 16
//
// From plan to plan: which bytes are where in the end stays the same. What is passed on has to have arrived before, so
// such fetches are of a later round: between groups of eight machines first, then between the machines of each group,
// then within each machine.
#pragma once

#include <functional>

#include "coherence/ResidentPlan.h"

namespace clustrix::runtime {

/// Of the device that an image is on.
using MachineOf = std::function<int(ImageId)>;

void relay(ResidentPlan& plan, const MachineOf& machineOf);

}  // namespace clustrix::runtime
