#include "Source/OwnHeaders.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `include/omp.h` of the newest GCC that has it, or "".
std::string openMpHeader(llvm::vfs::FileSystem& files) {
  std::string newest;
  int version = -1;
  std::error_code error;
  for (auto machine = files.dir_begin("/usr/lib/gcc", error), end = llvm::vfs::directory_iterator();
       !error && machine != end; machine.increment(error)) {
    std::error_code inner;
    for (auto one = files.dir_begin(machine->path(), inner); !inner && one != end; one.increment(inner)) {
      llvm::SmallString<256> header(one->path());
      int its = 0;
      if (llvm::sys::path::filename(header).split('.').first.getAsInteger(10, its) || its <= version) continue;
      llvm::sys::path::append(header, "include", "omp.h");
      if (!files.exists(header)) continue;
      version = its;
      newest = header.str().str();
    }
  }
  return newest;
}

/// Without what Clang does not know: which function frees what an allocation gives, `__malloc__ (omp_free)`.
std::string understood(std::string text) {
  const std::string told = "__malloc__ (";
  for (std::size_t at = text.find(told); at != std::string::npos; at = text.find(told, at)) {
    const std::size_t open = at + told.size() - 1, close = text.find(')', open);
    if (close == std::string::npos) break;
    for (std::size_t i = open; i <= close; ++i)
      if (text[i] != '\n') text[i] = ' ';
  }
  return text;
}

const std::string& header() {
  static const std::string path = openMpHeader(*llvm::vfs::getRealFileSystem());
  return path;
}

std::string textures() { return std::string(ownHeaderFolder) + "/texture_fetch_functions.h"; }

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withOwnHeaders(
    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& files) {
  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  own->addFile(textures(), 0, llvm::MemoryBuffer::getMemBufferCopy(""));
  auto text = files->getBufferForFile(header().empty() ? "/nowhere" : header());
  if (text)
    own->addFile(std::string(ownHeaderFolder) + "/omp.h", 0,
                 llvm::MemoryBuffer::getMemBufferCopy(understood((*text)->getBuffer().str())));
  if (const auto current = files->getCurrentWorkingDirectory()) own->setCurrentWorkingDirectory(*current);
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(files);
  both->pushOverlay(own);
  return both;
}

std::string ownHeaderFile(const std::string& file) {
  if (file == textures()) return "";
  return llvm::StringRef(file).starts_with(ownHeaderFolder) ? header() : file;
}

}  // namespace clustrix::compiler
