#include <cstdio>

double first(int), second(int), third(int);

int main() { std::printf("%g %g %g\n", first(1000), second(1000), third(1000)); }
