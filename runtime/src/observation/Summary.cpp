#include "observation/Summary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

#include "support/ByteSize.h"
#include "support/Shown.h"

namespace clustrix::runtime {

namespace {

constexpr const char* tooSmall = "it has too few operations to gain anything";

unsigned nextNumber() {
  static std::atomic<unsigned> last{0};
  return ++last;
}

using Cells = std::array<std::string, 11>;

/// Of UTF-8: bytes that go on with a character take no room.
std::size_t widthOf(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xC0') != '\x80'; }));
}

/// Names begin and numbers end below each other; nothing stands behind the last column.
std::string aligned(const std::vector<Cells>& table) {
  std::array<std::size_t, std::tuple_size_v<Cells> - 1> widths{};
  for (const Cells& cells : table)
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], widthOf(cells[c]));
  std::string text;
  for (const Cells& cells : table) {
    text += text.empty() ? "clustrix: summary: " : "\nclustrix: summary: ";
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string padding(widths[c] - widthOf(cells[c]), ' ');
      text += (c == 0 ? cells[c] + padding : padding + cells[c]) + " | ";
    }
    text += cells.back();
  }
  return text;
}

}  // namespace

Summary::Summary() : number_(nextNumber()) {}

void Summary::addSmall(const Site& site) {
  struct Known {
    unsigned summary = 0;
    Count* count = nullptr;
  };
  thread_local std::array<Known, 64> all;
  Known& known = all[(reinterpret_cast<std::uintptr_t>(&site) / alignof(Site)) % all.size()];
  if (known.summary != number_ || known.count->site != &site) known = {number_, &countOf(site)};
  // No other thread adds to it.
  std::atomic<long>& launches = known.count->launches;
  launches.store(launches.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

Summary::Count& Summary::countOf(const Site& site) {
  thread_local const char self = 0;  // a thread that takes the place of one that has ended counts on
  const std::lock_guard<std::mutex> lock(mutex_);
  Count& count = small_[{&self, &site}];
  count.site = &site;
  return count;
}

void Summary::add(const Site& site, const LaunchRecord& record) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Row& row = rows_[{site.file, site.line, site.column}];
  row.function = site.function;
  ++row.launches;
  row.onDevices += record.place == Place::Devices ? 1 : 0;
  row.onThreads += record.place == Place::Threads ? 1 : 0;
  row.mostDevices = std::max(row.mostDevices, record.devices);
  row.seconds += record.seconds;
  row.bytesIn += record.bytesIn;
  row.bytesOut += record.bytesOut;
  row.bytesBetween += record.bytesBetween;
  if (!record.why.empty()) row.why = record.why;
  if (record.values && row.values.count(record.why) == 0) row.values[record.why] = record.values();
  row.inspected += record.inspected;
  row.inspecting += record.inspecting;
}

void Summary::cameHome(const Site& site, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto row = rows_.find({site.file, site.line, site.column});
  if (row != rows_.end()) row->second.bytesOut += bytes;
}

std::map<std::tuple<std::string, int, int>, Summary::Row> Summary::withSmall() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto rows = rows_;
  for (const auto& [key, count] : small_) {
    Row& row = rows[{count.site->file, count.site->line, count.site->column}];
    row.function = count.site->function;
    row.launches += count.launches.load(std::memory_order_relaxed);
    if (row.why.empty()) row.why = tooSmall;
  }
  return rows;
}

std::string Summary::Row::whyInWords() const {
  const auto seen = values.find(why);
  return seen == values.end() || seen->second.empty() ? why : why + ": " + seen->second;
}

std::string Summary::print() const {
  const auto rows = withSmall();
  if (rows.empty()) return "";
  std::vector<Cells> table{{"loop", "launches", "on devices", "on CPU threads", "original", "most devices",
                            "milliseconds", "to devices", "from devices", "between devices", "why not on devices"}};
  for (const auto& [place, row] : rows) {
    char milliseconds[40];
    std::snprintf(milliseconds, sizeof milliseconds, "%.3f", row.seconds * 1e3);
    table.push_back({row.function + " " + shown(std::get<0>(place)) + ":" + std::to_string(std::get<1>(place)),
                     std::to_string(row.launches), std::to_string(row.onDevices), std::to_string(row.onThreads),
                     std::to_string(row.launches - row.onDevices - row.onThreads), std::to_string(row.mostDevices),
                     milliseconds, printByteSize(row.bytesIn), printByteSize(row.bytesOut),
                     printByteSize(row.bytesBetween), row.whyInWords()});
  }
  std::string text = aligned(table);
  for (const auto& [place, row] : rows) {
    if (row.inspected == 0) continue;
    char numbers[80];
    std::snprintf(numbers, sizeof numbers, "%lld numbers of lists in %.3f milliseconds for ", row.inspected,
                  row.inspecting * 1e3);
    text += "\nclustrix: summary: looked at " + std::string(numbers) + row.function + " " + shown(std::get<0>(place)) +
            ":" + std::to_string(std::get<1>(place));
  }
  return text;
}

}  // namespace clustrix::runtime
