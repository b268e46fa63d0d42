#include "settings/RateFile.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "support/RegularFile.h"
#include "support/Shown.h"
#include "support/WholeFile.h"

namespace clustrix::runtime {
namespace {

constexpr const char* firstLine = "clustrix rates 1";
constexpr std::size_t mostEntries = 4096;  // a file that grows for years stays quick to read
constexpr std::size_t mostCacheBytes = 4u << 20;

bool parseWeights(const std::string& text, std::vector<double>& weights) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    double weight = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), weight);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(weight) || weight <= 0) return false;
    weights.push_back(weight);
  }
  return !weights.empty();
}

// A name with a tab or a line break in it would be two.
bool printable(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

std::filesystem::path fileIn(const std::string& folder) { return std::filesystem::path(folder) / "rates.txt"; }

}  // namespace

std::string printNumber(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

bool parseRates(const std::string& text, KnownRates& rates) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != firstLine) return false;
  KnownRates parsed;
  while (std::getline(lines, line)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
    std::vector<double> weights;
    if (second == std::string::npos || !parseWeights(line.substr(second + 1), weights)) return false;
    parsed[{line.substr(0, first), line.substr(first + 1, second - first - 1)}] = std::move(weights);
  }
  rates = std::move(parsed);
  return true;
}

std::string printRates(const KnownRates& rates) {
  std::string text = std::string(firstLine) + "\n";
  for (const auto& [key, weights] : rates) {
    if (!printable(key.first) || !printable(key.second)) continue;
    text += key.first + "\t" + key.second + "\t";
    for (std::size_t w = 0; w < weights.size(); ++w) text += (w == 0 ? "" : " ") + printNumber(weights[w]);
    text += "\n";
  }
  return text;
}

KnownRates loadRates(const std::string& folder, std::string& why) {
  const std::string path = fileIn(folder).string();
  KnownRates rates;
  std::string unread;
  const std::optional<std::string> text = readRegularFile(path, mostCacheBytes, unread);
  if (!text)
    why = shown(path) + " is not there or cannot be read: " + unread;
  else if (!parseRates(*text, rates))
    why = shown(path) + " is no file of learned rates";
  return rates;
}

std::string saveRates(const std::string& folder, const KnownRates& learned) {
  std::string ignored;
  KnownRates all = learned;
  for (auto& [key, weights] : loadRates(folder, ignored))
    if (all.size() < mostEntries) all.emplace(key, std::move(weights));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return writeWhole(fileIn(folder).string(), printRates(all));
}

}  // namespace clustrix::runtime
