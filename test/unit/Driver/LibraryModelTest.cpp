#include "Driver/LibraryModel.h"

#include "Folder.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;

namespace {

std::string complaint(const std::string& text) {
  Folder folder;
  auto model = readLibraryModel(folder.put("lib.yml", text));
  REQUIRE(failed(model));
  CHECK(failed(model)->exit == Exit::BadInput);
  return failed(model)->message.substr((folder / "lib.yml:").size());
}

}  // namespace

TEST_CASE("a library model lists what functions read and write") {
  Folder folder;
  auto model =
      readLibraryModel(folder.put("lib.yml", "v::z: {pure: true}\nv::axpy:\n  reads: [1, 2]\n  writes: [0]\n"));
  REQUIRE_FALSE(failed(model));
  REQUIRE(value(model).functions.size() == 2);
  const LibraryFunction& axpy = value(model).functions[0];
  CHECK(axpy.name == "v::axpy");
  CHECK(axpy.reads == std::vector<LibraryAccess>{{1}, {2}});
  CHECK(axpy.writes == std::vector<LibraryAccess>{{0}});
  CHECK_FALSE(axpy.parameters.has_value());
  CHECK_FALSE(axpy.pure);
  CHECK(axpy.threadSafe);
  CHECK_FALSE(axpy.device);
  CHECK(value(model).functions[1].pure);
}

TEST_CASE("names of parameters may follow the ranges that use them") {
  Folder folder;
  auto model = readLibraryModel(folder.put("lib.yml",
                                           "f:\n  reads: x[0:n], y[n]\n  writes: [\"y[1 : n*2]\"]\n"
                                           "  parameters: [n, x, y]\n  thread_safe: false\n  device: true\n"));
  REQUIRE_FALSE(failed(model));
  const LibraryFunction& f = value(model).functions.at(0);
  CHECK(f.parameters == 3);
  REQUIRE(f.reads.size() == 2);
  CHECK(f.reads[0].parameter == 1);
  REQUIRE(f.writes.size() == 1);
  CHECK(f.writes[0].elements->at(0).begin == Polynomial(1));
  CHECK_FALSE(f.threadSafe);
  CHECK(f.device);
}

TEST_CASE("mistakes in a library model are told at their place") {
  CHECK(complaint("f: {purr: true}\n").rfind("1:5: error: unknown key 'purr' of 'f'", 0) == 0);
  CHECK(complaint("f: {pure: 1}\n").rfind("1:11: error: 'pure' takes true or false", 0) == 0);
  CHECK(complaint("f: {pure: true, device: yes}\n").rfind("1:25: error: 'device' takes true or false", 0) == 0);
  CHECK(complaint("f:\n  reads: [{x: 1}]\n").rfind("2:11: error: expected elements behind parameters", 0) == 0);
  CHECK(complaint("f:\n  reads: [0, x]\n").rfind("2:14: error: names need 'parameters:", 0) == 0);
  CHECK(complaint("f:\n  parameters: [n]\n  reads: x[0:n]\n").rfind("3:10: error: 'x' is none", 0) == 0);
  CHECK(complaint("f:\n  parameters: [n, x]\n  reads: x[0:m]\n").rfind("3:14: error: 'm' is none", 0) == 0);
  CHECK(complaint("f:\n  parameters: [n]\n  reads: 1\n").rfind("3:10: error: there is no parameter 1", 0) == 0);
  CHECK(complaint("f:\n  parameters: [n, n]\n  reads: 0\n").rfind("2:19: error: 'n' is listed twice", 0) == 0);
  CHECK(complaint("f:\n  parameters: n\n  reads: 0\n").rfind("2:15: error: expected a list of all", 0) == 0);
  CHECK(complaint("f:\n  parameters: [2]\n  reads: 0\n").rfind("2:16: error: expected a list of all", 0) == 0);
  CHECK(complaint("f:\n  parameters: [n, x]\n  reads: \"x[0 : ]\"\n").rfind("3:17: error: expected a par", 0) == 0);
  CHECK(complaint("f: {pure: true, writes: [0]}\n").rfind("1:1: error: 'f' is pure and writes", 0) == 0);
  CHECK(complaint("f: {}\n").rfind("1:1: error: 'f' says nothing", 0) == 0);
  CHECK(complaint("f: {device: true}\n").rfind("1:1: error: 'f' says nothing", 0) == 0);
  CHECK(complaint("f:\n").rfind("1:1: error: 'f' says nothing", 0) == 0);
  CHECK(complaint("[f]\n").rfind("1:1: error: expected 'KEY: VALUE' lines", 0) == 0);
  CHECK(complaint("f: {pure: true\n").find("error:") != std::string::npos);
}

TEST_CASE("a parameter may point to its number, and a library say how large what void leads to is") {
  Folder folder;
  auto model = readLibraryModel(folder.put(
      "lib.yml",
      "f: {parameters: [\"*n\", x], reads: \"x[0:n]\", element_bytes: 16}\ng: {thread_safe: false, hint: h}\n"));
  REQUIRE_FALSE(failed(model));
  CHECK(value(model).functions.at(0).pointed == std::vector<int>{0});
  CHECK(value(model).functions.at(0).elementBytes == 16);
  CHECK_FALSE(value(model).functions.at(1).threadSafe);
  CHECK(value(model).functions.at(1).hint == "h");
}

TEST_CASE("mistakes in what a function is given are told at their place") {
  CHECK(complaint("f:\n  parameters: [n, x]\n  reads:\n    x[0:n]: {n: 1}\n  updates:\n    x[0:n]: {n: 2}\n")
            .rfind("6:5: error: 'x' has conditions under 'updates' and under another key", 0) == 0);
  CHECK(complaint("f: {reads: 0, element_bytes: -8}\n").rfind("1:30: error: 'element_bytes' takes", 0) == 0);
  CHECK(complaint("f: {reads: 0, hint: []}\n").rfind("1:21: error: 'hint' takes a text", 0) == 0);
  CHECK(complaint("f: {parameters: [\"*\"], reads: 0}\n").rfind("1:18: error: expected a list of all", 0) == 0);
}

TEST_CASE("a library model tells classes from functions, and names that share a beginning stand together") {
  Folder folder;
  auto model = readLibraryModel(
      folder.put("lib.yml",
                 "v::T: {copies: share, elements: [\"%.p()\", \"%.n()\"], runs: devices, thread: [S, G], header: s.h}\n"
                 "v::{A, B}::*: {copies: own, members: shown}\n"
                 "v::C: {copies: show, members: new, belongs: device}\n"
                 "v::{f,g}: {objects: new}\nv::{p,q}::{r,s}: {objects: new}\n"
                 "v::T::h: {objects: shown, writes: this}\nv::k: {objects: none}\nv::w: {objects: shown, writes: "
                 "arguments}\n"));
  REQUIRE_FALSE(failed(model));
  const Library& library = value(model);
  REQUIRE(library.classes.size() == 4);
  CHECK(library.classes[0].name == "v::A::*");
  CHECK(library.classes[1].copies == LibraryCopies::Own);
  CHECK(library.classes[2].copies == LibraryCopies::Show);
  CHECK(library.classes[3].copies == LibraryCopies::Share);
  CHECK(library.classes[3].first == "%.p()");
  CHECK(library.classes[3].bytes == "%.n()");
  CHECK(library.classes[3].onDevices);
  CHECK(library.classes[3].threadState == "S");
  CHECK(library.classes[3].threadGuard == "G");
  CHECK(library.classes[3].header == "s.h");
  CHECK(library.classes[2].threadState.empty());
  std::string said;
  for (const LibraryFunction& function : library.functions)
    said += function.name + " " + std::to_string(static_cast<int>(function.objects)) +
            (function.writesObject ? " writes" : "") + (function.writesArguments ? " writes all" : "") + "; ";
  CHECK(said ==
        "v::A::* 2; v::B::* 2; v::C::* 3; v::T::h 2 writes; v::f 3; v::g 3; v::k 1; "
        "v::p::r 3; v::p::s 3; v::q::r 3; v::q::s 3; v::w 2 writes all; ");
  CHECK(library.classes[2].ofDevice);
  CHECK_FALSE(library.classes[3].ofDevice);
  CHECK(complaint("T: {copies: some}\n").rfind("1:13: error: 'copies' takes own, share or show", 0) == 0);
  CHECK(complaint("T: {copies: own, belongs: host}\n").rfind("1:27: error: 'belongs' takes device", 0) == 0);
  CHECK(complaint("T: {copies: own, objects: new}\n").rfind("1:18: error: unknown key 'objects' of the class 'T'", 0) ==
        0);
  CHECK(complaint("T: {copies: own, elements: x}\n").rfind("1:28: error: expected two: C++ for the first element", 0) ==
        0);
  CHECK(complaint("T: {copies: own, thread: x}\n").rfind("1:26: error: expected two: a class of a thread's state", 0) ==
        0);
  CHECK(complaint("T: {copies: own, runs: x}\n").rfind("1:24: error: 'runs' takes devices or host", 0) == 0);
  CHECK(complaint("T: {copies: own, members: all}\n").rfind("1:27: error: 'members' takes new, shown or none", 0) == 0);
  CHECK(complaint("f: {objects: all}\n").rfind("1:14: error: 'objects' takes new, shown, same or none", 0) == 0);
  CHECK(complaint("f: {combines: v::Sum}\n").rfind("1:1: error: 'f' says nothing", 0) == 0);
  CHECK(complaint("f: {combines: v::Sum, reads: 0}\n").rfind("1:1: error: 'f' combines objects: give it", 0) == 0);
  CHECK(complaint("f: {combines: [v::Sum]}\n").rfind("1:15: error: 'combines' takes a class", 0) == 0);
  CHECK(complaint("f: {objects: new, reads: 0}\n").rfind("1:1: error: 'f' works on objects: its declaration", 0) == 0);
}

TEST_CASE("the models that ship can be read, and come behind what a user says") {
  Library own;
  own.functions.push_back({.name = "at::mm", .objects = LibraryResult::Shown});
  auto all = withShippedModels(own);
  REQUIRE_FALSE(failed(all));
  const auto& functions = value(all).functions;
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [](const LibraryFunction& function) { return function.name == "at::mm"; });
  REQUIRE(found != functions.end());
  CHECK(found->objects == LibraryResult::Shown);
  CHECK((found + 1)->name == "at::mm");
  CHECK((found + 1)->objects == LibraryResult::New);
  CHECK(value(all).classes.size() > 10);
}

TEST_CASE("the models that ship describe BLAS, LAPACK and FFTW") {
  auto all = withShippedModels({});
  REQUIRE_FALSE(failed(all));
  const auto& functions = value(all).functions;
  for (const char* name : {"cblas_dgemm", "cblas_zgemm", "cblas_idamax", "dgemm_", "saxpy_", "LAPACKE_dgesv", "dgesv_",
                           "fftw_execute_dft", "fftwf_execute_dft_r2c", "fftw_plan_dft_1d", "fftwl_execute"}) {
    INFO(name);
    CHECK(std::count_if(functions.begin(), functions.end(),
                        [&](const LibraryFunction& function) { return function.name == name; }) == 1);
  }
  for (std::size_t f = 1; f < functions.size(); ++f) {
    INFO(functions[f].name);
    CHECK((functions[f].objects != LibraryResult::Unknown || functions[f - 1].name != functions[f].name));
  }
}
