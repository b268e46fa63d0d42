#pragma once

#include <vector>

const char* title();
double heat(std::vector<double>& now, std::vector<double>& next, int width, int height);
int plainSum(int n);
