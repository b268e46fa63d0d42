#include "clustrix-c++/Objects.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "clustrix-c++/Scratch.h"

using namespace clustrix::tools;

namespace {

/// The beginning of an ELF file of that kind: 1 is an object, 3 a library.
std::string elf(char kind) {
  return "\x7f"
         "ELF" +
         std::string(12, '\0') + kind + std::string(47, '\0');
}

}  // namespace

TEST_CASE("objects and archives that do not know the hooks are named, in the order of the command line") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  const auto file = [&](const char* name, const std::string& bytes) {
    const std::filesystem::path path = scratch->folder() / name;
    REQUIRE(writeFile(path, bytes));
    return path.string();
  };
  const std::string plain = file("plain.o", elf(1) + "main"), archive = file("plain.a", "!<arch>\nmain.o/");
  const std::string hooked = file("hooked.o", elf(1) + "__tsan_init"), all = file("all.a", "!<arch>\n__tsan_init");
  CHECK(withoutHooks({hooked, plain, "-lm", all, archive}) == std::vector<std::string>{plain, archive});
}

TEST_CASE("what is neither object nor archive may be without hooks") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  const std::string script = (scratch->folder() / "script.ld").string(), shared = (scratch->folder() / "a.so").string();
  REQUIRE(writeFile(script, "INPUT(a.o)"));
  REQUIRE(writeFile(shared, elf(3)));
  CHECK(withoutHooks({script, shared, scratch->folder().string(), "not there.o", "-Wl,-z,now", ""}).empty());
}

TEST_CASE("what nvcc has compiled is found by what it registers, in objects and in archives") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  const auto file = [&](const char* name, const std::string& bytes) {
    const std::filesystem::path path = scratch->folder() / name;
    REQUIRE(writeFile(path, bytes));
    return path.string();
  };
  const std::string host = file("host.o", elf(1) + "main"),
                    device = file("device.o", elf(1) + "__cudaRegisterFatBinary");
  const std::string all = file("all.a", "!<arch>\n__cudaRegisterFatBinary"),
                    shared = file("c.so", elf(3) + "__cudaRegisterFatBinary");
  CHECK(ofNvcc({host, device, "-lm", all, shared}) == std::vector<std::string>{device, all});

  const std::string folder = scratch->folder().string();
  const std::string named = file("libdevice.a", "!<arch>\n__cudaRegisterFatBinary");
  CHECK(ofNvcc({"-L" + folder, "-ldevice"}) == std::vector<std::string>{named});
  CHECK(ofNvcc({"-L", folder, "-l", "device"}) == std::vector<std::string>{named});
  CHECK(ofNvcc({"-L" + folder, "-lother"}).empty());
  file("libdevice.so", elf(3));
  CHECK(ofNvcc({"-L" + folder, "-ldevice"}).empty());
}
