// C = A B of floats: the tiles of doubles do for floats too.
#define REAL float
#include "matmul.cu"
