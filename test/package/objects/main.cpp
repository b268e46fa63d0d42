#include <cstdio>

double first(int), second(int), third(int);

int main() { std::printf("%.0f %.0f %.0f\n", first(1000), second(1000), third(1000)); }
