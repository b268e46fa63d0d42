#include "chemistry.h"

// Michaelis and Menten: proportional to u where there is little of it, and at most 0.2.
double reacted(double u) { return 0.2 * u / (0.05 + u); }
