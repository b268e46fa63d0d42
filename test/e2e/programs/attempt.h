// What a call throws, in a line.
#pragma once

#include <cstdio>
#include <exception>
#include <string>

template <class F>
void attempt(const char* what, const F& call) {
  try {
    call();
    std::printf("%s: nothing\n", what);
  } catch (int where) {
    std::printf("%s: int %d\n", what, where);
  } catch (long where) {
    std::printf("%s: long %ld\n", what, where);
  } catch (const std::exception& error) {
    std::printf("%s: %s\n", what, error.what());
  } catch (const std::string& error) {
    std::printf("%s: %s\n", what, error.c_str());
  }
}
