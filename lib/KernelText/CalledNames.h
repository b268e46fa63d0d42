// Called names: what the text of a kernel uses as functions or types of its own, which a member of the kernel with such
// a name would hide.
//
//     s += combine(a[i], x.order(i)) + ns::identity(b);        combine
#pragma once

#include "clustrix/KernelText.h"

namespace clustrix::compiler {

std::set<std::string> calledNames(const KernelText& kernel);

}  // namespace clustrix::compiler
