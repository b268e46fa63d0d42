// LibraryThreads: how many threads of its own a library takes where tasks call it.
#pragma once

namespace clustrix::runtime {

/// As long as it lives, what the calling thread starts with OpenMP has at most so many threads; 0: as many as before.
class LibraryThreads {
 public:
  explicit LibraryThreads(int most);
  ~LibraryThreads();
  LibraryThreads(const LibraryThreads&) = delete;
  LibraryThreads& operator=(const LibraryThreads&) = delete;

 private:
  int before_ = 0;  // 0: nothing was changed
};

/// The same of OpenBLAS's own threads, which belong to the process: while they work for one task, others wait for them.
/// Where several live at once, the first one's number counts until the last one ends.
class BlasThreads {
 public:
  explicit BlasThreads(int most);
  ~BlasThreads();
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  bool counts_ = false;
};

}  // namespace clustrix::runtime
