#include "memory/ReadableMemory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <vector>

#include "Harness.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// Pages of which some are not there.
class Pages {
 public:
  explicit Pages(std::vector<bool> present) : present_(std::move(present)) {
    page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* const mapping =
        mmap(nullptr, present_.size() * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mapping != MAP_FAILED);
    data = static_cast<unsigned char*>(mapping);
    for (std::size_t b = 0; b < present_.size() * page; ++b) data[b] = static_cast<unsigned char>(b % 251);
    for (std::size_t p = 0; p < present_.size(); ++p)
      if (!present_[p]) REQUIRE(munmap(data + p * page, page) == 0);
  }
  ~Pages() {
    for (std::size_t p = 0; p < present_.size(); ++p)
      if (present_[p]) munmap(data + p * page, page);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::size_t page = 0;
  unsigned char* data = nullptr;

 private:
  std::vector<bool> present_;
};

// for (i < n) if (index[i] >= 0) a[index[i]] = x[index[i]] + 1;
struct Scatter {
  int* a;
  const int* x;
  const int* index;
  void operator()(Index k) const {
    if (index[k] >= 0) a[index[k]] = x[index[k]] + 1;
  }
};

}  // namespace

TEST_CASE("pages that are there are copied and those that are not are named") {
  const Pages pages({true, false, true, true, false, false});
  const std::uintptr_t from = reinterpret_cast<std::uintptr_t>(pages.data) + 10;
  const std::size_t size = 6 * pages.page - 30;
  std::vector<unsigned char> to(size, 0xEE);
  std::vector<Bounds> missing;
  REQUIRE(copyReadable(from, size, to.data(), missing));
  REQUIRE(missing.size() == 2);
  const Index base = static_cast<Index>(from) - 10, page = static_cast<Index>(pages.page);
  CHECK((missing[0].begin == base + page && missing[0].end == base + 2 * page));
  CHECK((missing[1].begin == base + 4 * page && missing[1].end == static_cast<Index>(from + size)));
  for (std::size_t b = 0; b < size; ++b) {
    const std::size_t p = (b + 10) / pages.page;
    REQUIRE(to[b] == (p == 0 || p == 2 || p == 3 ? (b + 10) % 251 : 0xEE));
  }
}

TEST_CASE("one page that is not there is found in few and in many") {
  for (const std::size_t count : {std::size_t{8}, std::size_t{6000}}) {
    const std::vector<bool> all(count, true);
    for (const std::size_t hole : {std::size_t{0}, count / 2, count - 1}) {
      std::vector<bool> present = all;
      present[hole] = false;
      const Pages pages(present);
      const auto from = reinterpret_cast<std::uintptr_t>(pages.data);
      CHECK_FALSE(isReadable(from, count * pages.page));
      CHECK(isReadable(from + (hole + 1) * pages.page, (count - hole - 1) * pages.page));
      CHECK(isReadable(from, hole * pages.page));
      const Pages whole(all);
      const auto begin = reinterpret_cast<std::uintptr_t>(whole.data);
      CHECK(isReadable(begin, count * whole.page));
      REQUIRE(mprotect(whole.data + hole * whole.page, whole.page, PROT_NONE) == 0);
      CHECK_FALSE(isReadable(begin, count * whole.page));
      REQUIRE(mprotect(whole.data + hole * whole.page, whole.page, PROT_READ | PROT_WRITE) == 0);
    }
  }
}

TEST_CASE("a file that ends before its mapping does is not readable behind its end") {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t size = 5000 * page;
  REQUIRE(ftruncate(fileno(file), static_cast<off_t>(size / 2)) == 0);
  void* const mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fileno(file), 0);
  REQUIRE(mapping != MAP_FAILED);
  const auto from = reinterpret_cast<std::uintptr_t>(mapping);
  CHECK(isReadable(from, size / 2));
  CHECK_FALSE(isReadable(from, size));
  munmap(mapping, size);
  std::fclose(file);
}

TEST_CASE("a superset that reaches past what exists is read and written where it can be") {
  const Pages pages({true, true, false});
  const int n = static_cast<int>(2 * pages.page / sizeof(int));
  int* const a = reinterpret_cast<int*>(pages.data);
  std::vector<int> x(a, a + n), index;
  std::vector<int> expected = x;
  for (int i = 0; i < 300; ++i) index.push_back(i % 3 == 0 ? n - 1 - i : -1);
  for (const int i : index)
    if (i >= 0) expected[static_cast<std::size_t>(i)] = x[static_cast<std::size_t>(i)] + 1;
  for (const char* devices : {"virtual:1", "virtual:3"}) {
    test::Harness harness({devices});
    constexpr Site site{"scatter", "scatter.cpp", 1, 1};
    Loop loop(site, 300);
    const auto a_ = loop.array("a", a);
    const auto x_ = loop.array("x", static_cast<const int*>(x.data()), x.size());
    const auto index_ = loop.array("index", static_cast<const int*>(index.data()));
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.mayWrite(a_).box(0, {1, 2 * n});
      touched.mayRead(x_).box(-50, {1, 2 * n});
      touched.reads(index_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Scatter{at(a_), at(x_), at(index_)}; };
    REQUIRE(loop.run(footprint, kernel));
    CHECK(harness.count("Executing GPU parallelization") == 1);
    for (int i = 0; i < n; ++i) REQUIRE(a[i] == expected[static_cast<std::size_t>(i)]);
  }
}
