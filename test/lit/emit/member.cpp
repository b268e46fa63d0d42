// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Members are captured under names without `this`; the kernel lies outside the class.

#include <vector>

class Field {
public:
  [[clustrix::cluster]] void scale(double by) {
    for (int i = 0; i < size_; ++i) values_[i] *= by;
  }

private:
  int size_ = 0;
  std::vector<double> values_;
};

// CHECK: struct scale_9 {
// CHECK: clustrix::Span<double> values_;
// CHECK: values_[i] *= by;
// CHECK: {{^}}class Field {
// CHECK: clustrix::Site site{"Field::scale",
// CHECK: loop.array("values_", values_.data(), static_cast<clustrix::Index>(values_.size()));
