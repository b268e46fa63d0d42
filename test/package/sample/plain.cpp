#include <heat.h>

int plainSum(int n) { return n * (n - 1) / 2; }
