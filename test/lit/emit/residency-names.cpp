// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Names that the function uses are not taken, and a launch's block hides none of those that it needs.

[[clustrix::cluster]]
void taken(double* residency, double* lifetime, int n) {
  double few[4] = {residency[0], residency[1]};
  for (int i = 0; i < n; ++i) residency[i] += few[i % 4];
  for (int i = 0; i < n; ++i) lifetime[i] = residency[i];
}
// CHECK: void taken(double* residency, double* lifetime, int n) { clustrix::Residency residency_;
// CHECK: few[4] = {residency[0], residency[1]}; clustrix::OwnLifetime lifetime_(residency_, few);
// CHECK: clustrix::Loop loop(site, clustrix::trips(n_, 1), residency_);
// CHECK: const auto residency_{{[0-9]+}} = loop.array("residency", residency);
