// Characters of strings: read, counted, changed in place, searched.
#include "trial.h"

#include <string_view>

[[clustrix::cluster]]
void upper_case(std::string& text) {
  // Each character by itself.
  for (char& c : text)  // want: parallel
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
}

[[clustrix::cluster]]
int vowels(const std::string& text) {
  // Counted by position.
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)  // want: parallel
    if (text[i] == 'a' || text[i] == 'e' || text[i] == 'o') ++count;
  return count;
}

[[clustrix::cluster]]
void letters(std::string_view text, int (&counts)[26]) {
  // A histogram of a view.
  for (std::size_t i = 0; i < text.length(); i++) {  // want: parallel
    const char c = text[i];
    if (c >= 'a' && c <= 'z') counts[c - 'a']++;
  }
}

[[clustrix::cluster]]
int differences(const std::string& a, std::string_view b) {
  // The distance of Hamming.
  int count = 0;
  const int n = static_cast<int>(a.length() < b.length() ? a.length() : b.length());
  for (int i = 0; i < n; ++i)  // want: parallel
    count += a[i] != b[i];
  return count;
}

[[clustrix::cluster]]
unsigned with_the_end(const std::string& text, std::vector<int>& codes) {
  // The character behind the last one is there, and is zero.
  unsigned sum = 7;
  for (std::size_t i = 0; i <= text.size(); ++i) {  // want: parallel
    codes[i] = text[i] + 1;
    sum += static_cast<unsigned char>(text[i]) * 3u + 1u;
  }
  return sum;
}

[[clustrix::cluster]]
void shifted(const std::string& from, std::string& to, int by) {
  // From one string to another, as far as both go: who passes one string twice gets the original loop.
  for (std::size_t i = 0; i < from.size(); ++i)  // want: parallel
    to[i] = static_cast<char>('a' + (from[i] - 'a' + by) % 26);
}

[[clustrix::cluster]]
void reversed(std::string& text) {
  // Two ends at a time.
  const std::size_t n = text.size();
  for (std::size_t i = 0; i < n / 2; ++i) {  // want: parallel
    const char c = text[i];
    text[i] = text[n - 1 - i];
    text[n - 1 - i] = c;
  }
}

[[clustrix::cluster]]
void carried_on(std::string& text) {
  // Each character by the one before.
  for (std::size_t i = 1; i < text.size(); ++i)  // want: serial
    if (text[i] == '.') text[i] = text[i - 1];
}

[[clustrix::cluster]]
std::string grown(const std::string& from) {
  // The text grows.
  std::string result;
  for (std::size_t i = 0; i < from.size(); ++i)  // want: serial
    if (from[i] != 'e') result += from[i];
  return result;
}

[[clustrix::cluster]]
int first_upper(const std::string& text) {
  // A search.
  for (std::size_t i = 0; i < text.size(); ++i)  // want: parallel
    if (text[i] >= 'A' && text[i] <= 'Z') return static_cast<int>(i);
  return -1;
}

int main() {
  Random random(9);
  for (const int length : {3000, 40, 7, 1, 0}) {
    std::string text(length, ' '), other(length, ' ');
    for (char& c : text) c = static_cast<char>('a' + random.below(26));
    for (char& c : other) c = static_cast<char>('a' + random.below(3));
    put("vowels", vowels(text));
    int counts[26] = {};
    letters(text, counts);
    show("letters", counts, 26);
    put("differences", differences(text, std::string_view(other).substr(0, other.size() / 2)));
    std::vector<int> codes(length + 1);
    put("with_the_end", with_the_end(text, codes));
    show("codes", codes.data(), length + 1);
    shifted(text, other, 3);
    show("shifted", other.data(), length);
    shifted(text, text, 1);
    show("shifted_in_place", text.data(), length);
    reversed(text);
    show("reversed", text.data(), length);
    if (length > 5) text[length / 2] = 'Q';
    put("first_upper", first_upper(text));
    for (int i = 3; i < length; i += 5) other[i] = other[i - 1] = '.';
    carried_on(other);
    show("carried_on", other.data(), length);
    const std::string copy = grown(text);
    show("grown", copy.data(), static_cast<long long>(copy.size()));
    upper_case(text);
    show("upper_case", text.data(), length);
  }
}
