// clustrix-lsp: what clustrix-rewrite finds, in the editor, while one types. A language server on standard input and
// output; see docs/editors.md.
#include "clustrix-lsp/Framing.h"
#include "clustrix-lsp/Protocol.h"
#include "clustrix-lsp/Server.h"
#include "layout/Layout.h"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace clustrix::lsp;

constexpr const char* usage =
    "usage: clustrix-lsp [-p DIR] [-- COMPILER-FLAGS]\n"
    "\n"
    "Tells an editor what becomes of loops while one types.\n"
    "\n"
    "A language server, which an editor starts and talks to on standard input and output: diagnostics for the loops "
    "of\n"
    "annotated functions, hovers that say what became of a loop, and code actions that apply --fix. Flags come from "
    "the\n"
    "nearest compile_commands.json at or above a file or in a folder build there, and from this command line; options\n"
    "from the nearest clustrix.yml.\n"
    "  -p DIR     the folder of the compile_commands.json for all files\n"
    "  --version  the version\n"
    "  --help     this text\n"
    "\n"
    "Set-up for editors: docs/editors.md.\n";

int wrongUsage(const std::string& what) {
  std::cerr << "clustrix-lsp: error: " << what << "; see clustrix-lsp --help\n";
  return 2;
}

int serve(const Settings& settings) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);  // to read is one thread's work, and to write another's
  Server server(settings, clustrix::tools::version(),
                [](const nlohmann::json& message) { std::cout << framed(written(message)) << std::flush; });
  for (;;) {
    const Frame frame = readFrame(std::cin);
    if (const auto* broken = std::get_if<BrokenFrame>(&frame)) {
      server.broken(broken->why);
    } else if (const auto* message = std::get_if<Message>(&frame)) {
      if (const auto status = server.handle(message->body)) return *status;
    } else {
      return 1;  // the editor has gone without a word
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // an editor that has gone is the end of the input, too
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  Settings settings;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      settings.flags.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
      break;
    }
    if (argument == "--help" || argument == "-h") {
      std::cout << usage;
      return 0;
    }
    if (argument == "--version") {
      std::cout << "clustrix-lsp " << clustrix::tools::version() << '\n';
      return 0;
    }
    if (argument == "-p" && i + 1 == arguments.size()) return wrongUsage("-p wants a folder");
    if (argument == "-p")
      settings.database = arguments[++i];
    else if (argument != "--stdio")  // which some editors add to all servers
      return wrongUsage("unknown option '" + argument + "'");
  }
  settings.remarksPage = clustrix::tools::documentPath("remarks.md").string();
  // Headers may just be read: an editor that has gone does not wait for that. A child of ours ends with us.
  std::_Exit(serve(settings));
}
