// The elements that iterations touch, for a look at whether any two touch the same one: see clustrix/Touches.h.
//
//     for (l..) val[position[4 * item[l] + a]] += ...
//         ──►
//     const auto val_elements = [&](clustrix::AllTouches& touched) {
//       const auto item_numbers = item_inspected.numbers(item_);
//       const auto position_numbers = position_inspected.numbers(position_);
//       touched.each([&](clustrix::Chunk chunk, clustrix::Touches& touched) {
//         for (clustrix::Index k0 = chunk.begin; k0 < chunk.end; ++k0)
//           for (clustrix::Index k1 = 0, k1_last = 3; k1 <= k1_last; ++k1)
//             touched.write(k0, touched.at(position_numbers, 4 * touched.at(item_numbers, k0) + k1));
//       });
//     };
//     loop.apart(val_, {item_inspected, position_inspected}, {}, val_elements);
#pragma once

#include "Emit/LaunchNames.h"

namespace clustrix::compiler {

/// The guard for one array, each line indented by `margin`, the last one without its end.
std::string touchedElementsText(const LaunchSource& source, const TouchedElements& elements, LaunchNames& names,
                                const std::string& margin);

}  // namespace clustrix::compiler
