#include "observation/Summary.h"

#include <algorithm>
#include <cstdio>

#include "support/ByteSize.h"
#include "support/Shown.h"

namespace clustrix::runtime {

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
}

void Summary::cameHome(const Site& site, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto row = rows_.find({site.file, site.line, site.column});
  if (row != rows_.end()) row->second.bytesOut += bytes;
}

std::string Summary::print() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (rows_.empty()) return "";
  std::string text = "clustrix: summary: loop | launches | on devices | on CPU threads | original | most devices | ";
  text += "milliseconds | to devices | from devices | between devices | why not on devices";
  for (const auto& [place, row] : rows_) {
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, " | %d | %d | %d | %d | %d | %.3f | ", row.launches, row.onDevices,
                  row.onThreads, row.launches - row.onDevices - row.onThreads, row.mostDevices, row.seconds * 1e3);
    text += "\nclustrix: summary: " + row.function + " " + shown(std::get<0>(place)) + ":" +
            std::to_string(std::get<1>(place)) + numbers + printByteSize(row.bytesIn) + " | " +
            printByteSize(row.bytesOut) + " | " + printByteSize(row.bytesBetween) + " | " + row.why;
  }
  return text;
}

}  // namespace clustrix::runtime
