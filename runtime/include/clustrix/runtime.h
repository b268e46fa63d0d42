// All that a rewritten file includes. See docs/generated-code.md for the contract with the emitted code.
#pragma once

#if defined(__GNUC__) && !defined(__clang__)
// Kernels are the file's own, and GCC takes what stands behind a #line of another file for a header's.
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

// Before all of the library's headers, parts of which mean something else on devices.
#include "clustrix/builtins.h"

#include "clustrix/bitset.h"
#include "clustrix/complex.h"

#include <cmath>
#include <limits>

#include "clustrix/Attributes.h"
#include "clustrix/Bisection.h"
#include "clustrix/Classification.h"
#include "clustrix/Extremes.h"
#include "clustrix/Layout.h"
#include "clustrix/Loop.h"
#include "clustrix/Options.h"
#include "clustrix/OwnArray.h"
#include "clustrix/Range.h"
#include "clustrix/Residency.h"
#include "clustrix/Room.h"
#include "clustrix/Sort.h"
#include "clustrix/Span.h"
#include "clustrix/Workspace.h"
#include "clustrix/configure.h"

#ifdef __CUDACC__
#include "clustrix/cuda.h"
#endif
