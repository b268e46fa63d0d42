// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A function template's kernel is a template too.

template <class T>
[[clustrix::cluster]]
void scale(T* a, int n, T by) {
  for (int i = 0; i < n; ++i) a[i] *= by;
}

template void scale<float>(float*, int, float);
template void scale<double>(double*, int, double);

// CHECK: {{^}}template <{{.*}}class T>
// CHECK-NEXT: struct scale_7 {
// CHECK: a[i] *= by;
// CHECK: {{^}}template <class T>
// CHECK-NEXT: {{^}}{{\[\[}}clustrix::cluster
// CHECK: clustrix_template_cpp_{{[0-9a-f]+}}::scale_7<{{.*}}T>;
