#include "Source/OwnHeaders.h"

#include "llvm/Support/MemoryBuffer.h"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace clustrix::compiler;

namespace {

const std::string own = std::string(ownHeaderFolder) + "/omp.h";

/// Files with a header of that text where this machine's GCC has its own.
llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> filesWith(const std::string& text) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->addFile(ownHeaderFile(own), 0, llvm::MemoryBuffer::getMemBufferCopy(text));
  return files;
}

std::string textOf(llvm::vfs::FileSystem& files, const std::string& path) {
  auto text = files.getBufferForFile(path);
  return text ? (*text)->getBuffer().str() : "missing";
}

bool hasOpenMp() { return !ownHeaderFile(own).empty(); }

}  // namespace

TEST_CASE("a file of the folder is GCC's, and other files are themselves") {
  if (hasOpenMp()) {
    CHECK(ownHeaderFile(own).ends_with("/include/omp.h"));
    CHECK(std::filesystem::exists(ownHeaderFile(own)));
  }
  for (const char* other : {"/usr/include/math.h", "omp.h", ""}) CHECK(ownHeaderFile(other) == other);
}

TEST_CASE("the folder has the one header beside all other files") {
  if (!hasOpenMp()) return;
  const auto files = filesWith("int omp_get_num_threads();\n");
  files->addFile("/src/a.cpp", 0, llvm::MemoryBuffer::getMemBufferCopy("int a;"));
  files->addFile(std::filesystem::path(ownHeaderFile(own)).replace_filename("stddef.h").string(), 0,
                 llvm::MemoryBuffer::getMemBufferCopy("int b;"));
  const auto both = withOwnHeaders(files);
  CHECK(textOf(*both, own) == "int omp_get_num_threads();\n");
  CHECK(textOf(*both, "/src/a.cpp") == "int a;");
  CHECK_FALSE(both->exists(std::string(ownHeaderFolder) + "/stddef.h"));
}

TEST_CASE("what Clang does not know of an allocation is left out, and all else stays where it is") {
  if (!hasOpenMp()) return;
  const auto both = withOwnHeaders(
      filesWith("void* a() __attribute__((__malloc__, __malloc__ (omp_free, 1)));\nvoid* b() __malloc__ (c,\nd);\n"));
  CHECK(textOf(*both, own) ==
        "void* a() __attribute__((__malloc__, __malloc__              ));\nvoid* b() __malloc__    \n  ;\n");
}

TEST_CASE("where GCC has none there is none, and what CUDA lacks is there, empty") {
  const std::string textures = std::string(ownHeaderFolder) + "/texture_fetch_functions.h";
  const auto both = withOwnHeaders(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>());
  CHECK_FALSE(both->exists(own));
  CHECK(textOf(*both, textures).empty());
  CHECK(ownHeaderFile(textures).empty());
}
