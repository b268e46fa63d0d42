#include "clustrix-c++/ResponseFiles.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Error.h>

namespace clustrix::tools {

std::vector<std::string> withResponseFiles(const std::vector<std::string>& arguments, std::string& error) {
  llvm::SmallVector<const char*, 64> words;
  for (const std::string& word : arguments) words.push_back(word.c_str());
  llvm::BumpPtrAllocator storage;
  llvm::cl::ExpansionContext context(storage, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error failed = context.expandResponseFiles(words)) error = llvm::toString(std::move(failed));
  return {words.begin(), words.end()};
}

}  // namespace clustrix::tools
