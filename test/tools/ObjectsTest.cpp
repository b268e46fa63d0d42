#include "clustrix-c++/Objects.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <optional>

#include "clustrix-c++/Scratch.h"

using namespace clustrix::tools;

namespace {

/// The beginning of an ELF file of that kind: 1 is an object, 3 a library.
std::string elf(char kind) {
  return "\x7f"
         "ELF" +
         std::string(12, '\0') + kind + std::string(47, '\0');
}

/// Of a test's own.
class Folder {
 public:
  Folder() { REQUIRE(scratch_); }
  std::string file(const char* name, const std::string& bytes) const {
    const std::filesystem::path at = scratch_->folder() / name;
    REQUIRE(writeFile(at, bytes));
    return at.string();
  }
  std::string path() const { return scratch_->folder().string(); }

 private:
  std::optional<Scratch> scratch_ = Scratch::make();
};

}  // namespace

TEST_CASE("objects and archives that do not know the hooks are named, in the order of the command line") {
  const Folder folder;
  const std::string plain = folder.file("plain.o", elf(1) + "main"),
                    archive = folder.file("plain.a", "!<arch>\nmain.o/");
  const std::string hooked = folder.file("hooked.o", elf(1) + "__tsan_init"),
                    all = folder.file("all.a", "!<arch>\n__tsan_init");
  CHECK(withoutHooks({hooked, plain, "-lm", all, archive}) == std::vector<std::string>{plain, archive});
}

TEST_CASE("what is neither object nor archive may be without hooks") {
  const Folder folder;
  const std::string script = folder.file("script.ld", "INPUT(a.o)"), shared = folder.file("a.so", elf(3));
  CHECK(withoutHooks({script, shared, folder.path(), "not there.o", "-Wl,-z,now", ""}).empty());
}

TEST_CASE("what nvcc has compiled is found by what it registers, in objects and in archives") {
  const Folder folder;
  const std::string host = folder.file("host.o", elf(1) + "main"),
                    device = folder.file("device.o", elf(1) + "__cudaRegisterFatBinary");
  const std::string all = folder.file("all.a", "!<arch>\n__cudaRegisterFatBinary"),
                    shared = folder.file("c.so", elf(3) + "__cudaRegisterFatBinary");
  CHECK(ofNvcc({host, device, "-lm", all, shared}) == std::vector<std::string>{device, all});

  const std::string named = folder.file("libdevice.a", "!<arch>\n__cudaRegisterFatBinary");
  CHECK(ofNvcc({"-L" + folder.path(), "-ldevice"}) == std::vector<std::string>{named});
  CHECK(ofNvcc({"-L", folder.path(), "-l", "device"}) == std::vector<std::string>{named});
  CHECK(ofNvcc({"-L" + folder.path(), "-lother"}).empty());
  folder.file("libdevice.so", elf(3));
  CHECK(ofNvcc({"-L" + folder.path(), "-ldevice"}).empty());
}
