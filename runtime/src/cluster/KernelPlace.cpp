#include "cluster/KernelPlace.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace clustrix::runtime {
namespace {

/// FNV-1a.
class Hash {
 public:
  void add(const void* data, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      value_ = (value_ ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211u;
  }
  FileId id() const { return static_cast<FileId>(value_); }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

struct Loaded {
  std::string file;  // empty: the program's own
  std::uintptr_t base = 0;
  std::uintptr_t begin = 0, end = 0;
  const unsigned char* buildId = nullptr;
  std::size_t buildIdSize = 0;
};

void findBuildId(const ElfW(Phdr) & segment, Loaded& image) {
  const std::size_t align = segment.p_align > 4 ? 8 : 4;
  const auto padded = [&](std::size_t size) { return (size + align - 1) / align * align; };
  const auto* const notes = reinterpret_cast<const unsigned char*>(image.base + segment.p_vaddr);
  for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= segment.p_memsz;) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes + at, sizeof note);
    const std::size_t name = at + sizeof note, description = name + padded(note.n_namesz);
    if (description + note.n_descsz > segment.p_memsz) return;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(notes + name, "GNU", 4) == 0) {
      image.buildId = notes + description;
      image.buildIdSize = note.n_descsz;
      return;
    }
    at = description + padded(note.n_descsz);
  }
}

Loaded describe(const dl_phdr_info& info) {
  Loaded image;
  image.file = info.dlpi_name == nullptr ? "" : info.dlpi_name;
  image.base = info.dlpi_addr;
  image.begin = UINTPTR_MAX;
  for (int s = 0; s < info.dlpi_phnum; ++s) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[s];
    if (segment.p_type == PT_NOTE && image.buildId == nullptr) findBuildId(segment, image);
    if (segment.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = image.base + segment.p_vaddr;
    if (begin < image.begin) image.begin = begin;
    if (begin + segment.p_memsz > image.end) image.end = begin + segment.p_memsz;
  }
  return image;
}

/// The first image for which `wanted` holds.
template <class Wanted>
bool find(Wanted wanted, Loaded& found) {
  struct Search {
    Wanted& wanted;
    Loaded& found;
  } search{wanted, found};
  return dl_iterate_phdr(
             [](dl_phdr_info* info, std::size_t, void* data) {
               auto* const s = static_cast<Search*>(data);
               s->found = describe(*info);
               return s->wanted(s->found) ? 1 : 0;
             },
             &search) != 0;
}

void addFile(Hash& hash, const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  static thread_local unsigned char buffer[65536];
  for (ssize_t size = 0; (size = read(file, buffer, sizeof buffer)) > 0;)
    hash.add(buffer, static_cast<std::size_t>(size));
  close(file);
}

FileId idOfFile(const Loaded& image) {
  static std::mutex mutex;
  static std::map<std::pair<std::uintptr_t, std::string>, FileId> known;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [found, isNew] = known.try_emplace({image.base, image.file});
  if (!isNew) return found->second;
  Hash hash;
  addFile(hash, image.file.empty() ? "/proc/self/exe" : image.file.c_str());
  return found->second = hash.id();
}

FileId idOf(const Loaded& image) {
  if (image.buildId == nullptr) return idOfFile(image);
  Hash hash;
  hash.add(image.buildId, image.buildIdSize);
  return hash.id();
}

}  // namespace

FileId programFile() {
  Loaded program;
  find([](const Loaded&) { return true; }, program);
  return idOf(program);
}

KernelPlace placeOf(const void* constant) {
  const auto address = reinterpret_cast<std::uintptr_t>(constant);
  Loaded image;
  if (!find([&](const Loaded& one) { return address >= one.begin && address < one.end; }, image)) return {};
  return {idOf(image), address - image.base};
}

const void* atPlace(const KernelPlace& place) {
  Loaded image;
  if (!find([&](const Loaded& one) { return idOf(one) == place.file; }, image)) return nullptr;
  const std::uintptr_t address = image.base + place.offset;
  return address >= image.begin && address < image.end ? reinterpret_cast<const void*>(address) : nullptr;
}

}  // namespace clustrix::runtime
