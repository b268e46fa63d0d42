[[clustrix::cluster]] void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
