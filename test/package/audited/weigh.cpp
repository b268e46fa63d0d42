#include "weigh.h"

void weigh(double* weights, int i, double weight) {
  weights[i] += weight;
  if (weight > 1 && i > 0) weights[i - 1] += weight / 2;  // fault
}
