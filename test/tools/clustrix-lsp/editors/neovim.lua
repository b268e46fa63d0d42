-- In Neovim, behind what docs/editors.md has for init.lua: waits for diagnostics, asks for a hover, applies all fixes.
local function say(...) io.stdout:write(table.concat({ ... }, " ") .. "\n") end
local function fail(what)
  say("failed:", what)
  vim.cmd("cquit 1")
end

if not vim.wait(100000, function() return #vim.diagnostic.get(0) > 0 end, 20) then fail("no diagnostics") end
for _, one in ipairs(vim.diagnostic.get(0)) do say("diagnostic", one.lnum + 1, one.code or "", one.source or "") end

local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
local function ask(method, parameters)
  local answer, problem = client.request_sync(method, parameters, 100000, 0)
  if not answer or answer.err then fail(method .. ": " .. tostring(problem or vim.inspect(answer.err))) end
  return answer.result
end

local document = vim.lsp.util.make_text_document_params(0)
local hover = ask("textDocument/hover", { textDocument = document, position = { line = 5, character = 4 } })
say("hover", (hover.contents.value:gsub("\n.*", "")))

local actions = ask("textDocument/codeAction", {
  textDocument = document,
  range = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } },
  context = { diagnostics = {}, only = { "source.fixAll.clustrix" } },
})
if #actions ~= 1 then fail(#actions .. " actions") end
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
vim.cmd("silent write!")
vim.cmd("qall!")
