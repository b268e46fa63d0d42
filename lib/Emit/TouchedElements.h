// The elements that iterations touch, for a look at them: see clustrix/Touches.h.
//
//     for (l..) val[position[4 * item[l] + a]] += ...
//         ──►
//     const clustrix::TouchedBy val_elements = loop.touched(val_, {item_inspected, position_inspected}, {},
//                                                           [&](clustrix::AllTouches& touched) {
//       const auto item_numbers = item_inspected.numbers(item_);
//       const auto position_numbers = position_inspected.numbers(position_);
//       touched.each([&](clustrix::Chunk chunk, auto& touched) {
//         for (clustrix::Index k0 = chunk.begin; k0 < chunk.end; ++k0)
//           for (clustrix::Index k1 = 0, k1_last = 3; k1 <= k1_last; ++k1)
//             touched.write(k0, touched.at(position_numbers, 4 * touched.at(item_numbers, k0) + k1));
//       });
//     });
#pragma once

#include "Emit/LaunchNames.h"

namespace clustrix::compiler {

/// For each array of the launch, each line indented by `margin`.
std::string touchedElementsText(const LaunchSource& source, LaunchNames& names, const std::string& margin);

}  // namespace clustrix::compiler
