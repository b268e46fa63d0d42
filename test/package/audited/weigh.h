// Weights of the points of a line.
#pragma once

/// Adds `weight` to the one at `i`; where it is heavy, the one in front has half of it.
void weigh(double* weights, int i, double weight);
