#include "Report/Origins.h"

#include "Report/SaidLines.h"
#include "Support/LineDirective.h"
#include "Support/OneLine.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace clustrix::compiler {
namespace {

constexpr std::string_view blanks = " \t\r";
/// `}` and `} }` stand anywhere: so short a line says nothing of where it is from.
constexpr std::size_t telling = 4;

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

std::string_view withoutEnd(std::string_view line) { return line.substr(0, line.find_last_not_of(blanks) + 1); }

bool hasInside(std::string_view outer, std::string_view inner) {
  return inner.size() >= telling && outer.find(inner) != std::string_view::npos;
}

/// Whether a generated line can be this line of the source: the same, or with something inserted or cut off.
bool cameFrom(std::string_view source, std::string_view generated) {
  const std::string_view from = trimmed(source), text = trimmed(generated);
  if (from == text) return from.size() >= telling || withoutEnd(source) == withoutEnd(generated);
  return hasInside(text, from) || hasInside(from, text);
}

/// The number at the beginning of `text`, which is cut off; nothing where there is none.
std::optional<int> takeNumber(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 1) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

struct Line {
  std::size_t source = 0;
  int number = 0;
};

class Tracer {
 public:
  Tracer(const std::vector<OriginSource>& sources, std::size_t own)
      : sources_(sources), own_(own), said_(stringLiteral(sources[own].path), sources[own].lines) {
    for (const OriginSource& source : sources) {
      literals_.push_back(stringLiteral(source.path));
      comments_.push_back("// " + onOneLine(source.path) + ":");
    }
  }

  void read(std::string_view line) {
    const std::string_view bare = trimmed(line);
    if (const auto directive = lineDirectiveOf(line)) {
      follow(*directive, line);
    } else if (bare.starts_with("namespace clustrix_") || bare.starts_with("} }  // namespace clustrix_")) {
      border(bare);
    } else if (const auto loop = isInside_ ? kernelOf(bare) : std::nullopt) {
      kernel_ = loop;
      count_.reset();
      add(Role::Kernel, *loop, true);
    } else if (kernel_) {
      inKernel();
    } else {
      inText(line, bare);
    }
  }

  std::vector<Origin> finish() {
    endStretch();
    return std::move(origins_);
  }

 private:
  void add(Role role, const Line& from, bool begins) { origins_.push_back({role, from.source, from.number, begins}); }

  /// `#line 18 "heat.cpp"`; one of the source's own is a line of it.
  void follow(const LineDirective& directive, std::string_view line) {
    if (count_ && !kernel_ && agrees(line)) {
      inText(line, trimmed(line));
      return;
    }
    endStretch();
    count_.reset();
    const int least = std::max(latest_, kernel_ && kernel_->source == own_ ? kernel_->number - 1 : 1);
    if (const auto own = said_.lineOf(directive.file, directive.number, least)) {
      count_ = Line{own_, *own};
    } else if (const auto source = sourceOf(literals_, directive.file, true); source && *source != own_) {
      count_ = Line{*source, directive.number};
    }
    isBehindDirective_ = true;
    origins_.emplace_back();
  }

  /// Kernels stand in namespaces of their own.
  void border(std::string_view text) {
    endStretch();
    isInside_ = text.front() == 'n';
    kernel_.reset();
    count_.reset();
    origins_.emplace_back();
  }

  /// The source that one of `spelled` belongs to; the own one where several have the name.
  std::optional<std::size_t> sourceOf(const std::vector<std::string>& spelled, std::string_view text,
                                      bool whole) const {
    const auto is = [&](std::size_t i) { return whole ? text == spelled[i] : text.starts_with(spelled[i]); };
    if (own_ < spelled.size() && is(own_)) return own_;
    for (std::size_t i = 0; i < spelled.size(); ++i)
      if (is(i)) return i;
    return std::nullopt;
  }

  /// `// heat.cpp:18: for (...)`
  std::optional<Line> kernelOf(std::string_view text) const {
    if (!text.starts_with("// ")) return std::nullopt;
    const auto source = sourceOf(comments_, text, false);
    if (!source) return std::nullopt;
    text.remove_prefix(comments_[*source].size());
    const auto number = takeNumber(text);
    return number && text.starts_with(": ") ? std::optional(Line{*source, *number}) : std::nullopt;
  }

  /// `static constexpr clustrix::Site site{"diffuse", "heat.cpp", 18, 5};`
  std::optional<Line> siteOf(std::string_view text) const {
    if (!text.starts_with("static constexpr clustrix::Site ")) return std::nullopt;
    for (std::size_t i = 0; i < literals_.size(); ++i) {
      const std::string file = ", " + literals_[i] + ", ";
      const std::size_t at = text.find(file);
      if (at == std::string_view::npos) continue;
      std::string_view rest = text.substr(at + file.size());
      if (const auto number = takeNumber(rest)) return Line{i, *number};
    }
    return std::nullopt;
  }

  int lastLineOf(const Line& loop) const {
    const auto end = sources_[loop.source].loopEnds.find(loop.number);
    return end == sources_[loop.source].loopEnds.end() ? loop.number : end->second;
  }

  /// The body has its own lines; what is around it belongs to the loop's head.
  void inKernel() {
    Line from = *kernel_;
    if (count_) {
      if (count_->source != kernel_->source || count_->number > kernel_->number) from = *count_;
      ++count_->number;
      if (from.source == kernel_->source && from.number > lastLineOf(*kernel_)) {
        from = *kernel_;
        count_.reset();
      }
    }
    add(Role::Kernel, from, false);
  }

  bool agrees(std::string_view line) const {
    const auto& lines = sources_[count_->source].lines;
    const auto index = static_cast<std::size_t>(count_->number) - 1;
    return index < lines.size() && cameFrom(lines[index], line);
  }

  /// A single line that was changed altogether is told by the next one, which is right again.
  void inText(std::string_view line, std::string_view bare) {
    if (count_ && agrees(line) && (!stretch_ || bare.size() >= telling)) {
      if (stretch_) origins_.back() = {Role::Text, count_->source, count_->number - 1, false};
      stretch_.reset();
      launch_.reset();
      add(Role::Text, *count_, isBehindDirective_);
      if (count_->source == own_) latest_ = count_->number;
      ++count_->number;
    } else {
      if (stretch_) {
        count_.reset();
      } else {
        stretch_ = origins_.size();
        if (count_) ++count_->number;
      }
      if (!launch_) launch_ = siteOf(bare);
      // Brackets of what is before it and around it come first.
      if (launchBegin_ < *stretch_ && bare.size() >= telling) launchBegin_ = origins_.size();
      origins_.emplace_back();
    }
    isBehindDirective_ = false;
  }

  /// Inserted text is of the launch that it declares.
  void endStretch() {
    if (stretch_ && launch_)
      for (std::size_t i = launchBegin_; i < origins_.size(); ++i)
        origins_[i] = {Role::Launch, launch_->source, launch_->number, i == launchBegin_};
    stretch_.reset();
    launch_.reset();
  }

  const std::vector<OriginSource>& sources_;
  const std::size_t own_;
  const SaidLines said_;
  std::vector<std::string> literals_, comments_;  // how generated text spells the names of the sources
  std::vector<Origin> origins_;
  bool isInside_ = false;       // a namespace of kernels
  std::optional<Line> kernel_;  // whose text this is
  std::optional<Line> count_;   // what the next line is counted as, where the count is right
  bool isBehindDirective_ = false;
  int latest_ = 1;                      // the last line of the source that was its text
  std::optional<std::size_t> stretch_;  // where text began that is of no line
  std::optional<Line> launch_;          // what that text declares,
  std::size_t launchBegin_ = 0;         // and where it does so
};

}  // namespace

std::vector<Origin> originsOf(const std::vector<std::string_view>& rewritten, const std::vector<OriginSource>& sources,
                              std::size_t own) {
  Tracer tracer(sources, own);
  for (const std::string_view line : rewritten) tracer.read(line);
  return tracer.finish();
}

}  // namespace clustrix::compiler
