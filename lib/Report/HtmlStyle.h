// The look of the HTML report. Inside the page, since a report is one file that opens anywhere.
#pragma once

namespace clustrix::compiler {

inline constexpr const char* htmlStyle = R"css(
:root { color-scheme: light dark;
  --line: #8884; --spread: #2a9d5c; --threads: #7a9d2a; --inside: #2a7fbf; --kept: #c98a1b; --serial: #c8453b; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; padding: 0 1.5em; max-width: 120em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2.5em; border-bottom: 1px solid var(--line); }
table.loops { border-collapse: collapse; margin: 1em 0; }
table.loops th, table.loops td { text-align: left; padding: .2em 1em .2em 0; vertical-align: top; }
code, pre { font: 13px/1.45 ui-monospace, monospace; tab-size: 4; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5em; }
@media (max-width: 70em) { .sides { grid-template-columns: 1fr; } }
.side { min-width: 0; } .side h3 { font-size: 1em; margin: .5em 0; }
.code { overflow-x: auto; border: 1px solid var(--line); border-radius: 4px; padding: .5em 0; }
.row { white-space: pre; border-left: 5px solid transparent; padding-right: 1em;
  font: 13px/1.45 ui-monospace, monospace; }
.row a, .row b { display: inline-block; width: 4em; margin-right: 1em; text-align: right; font-weight: normal;
  color: inherit; opacity: .5; text-decoration: none; user-select: none; }
.spread { border-color: var(--spread); background: color-mix(in srgb, var(--spread) 9%, transparent); }
.inside { border-color: var(--inside); background: color-mix(in srgb, var(--inside) 9%, transparent); }
.threads { border-color: var(--threads); background: color-mix(in srgb, var(--threads) 9%, transparent); }
.kept { border-color: var(--kept); background: color-mix(in srgb, var(--kept) 9%, transparent); }
.serial { border-color: var(--serial); background: color-mix(in srgb, var(--serial) 9%, transparent); }
.why { margin: 0 1em .3em 6em; padding: .1em .7em; border-left: 3px solid var(--line); }
.tag { display: inline-block; padding: 0 .6em; border-left: 5px solid; border-radius: 2px; }
)css";

}  // namespace clustrix::compiler
