// No annotated function here.
int twice(int x) { return 2 * x; }
