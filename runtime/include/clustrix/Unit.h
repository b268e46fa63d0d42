// The first public name of a file that clustrix-c++ compiles by nvcc, which names what is anonymous after it: after its
// own process where a file has none, such as one of templates alone, and the object would differ from run to run.
#pragma once

extern "C" {
__attribute__((visibility("hidden"))) extern const char clustrix_unit;
const char clustrix_unit = 0;
}
// Many files of a program have it. By the pragma, since by the attribute nvcc takes it for no public name.
#pragma weak clustrix_unit
