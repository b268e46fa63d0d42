// Included with quotes from heat.cpp: found beside the original, although the rewritten file lies elsewhere.
#pragma once

inline double relaxed(double centre, double around) { return centre + SAMPLE_WEIGHT * (around - 4 * centre); }
