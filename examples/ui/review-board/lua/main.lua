-- A board on which a human reviews what was found in a course.
-- The agent calls board:fill, board:picture, board:answer by ui_run, and hears the buttons by ui_wait.

Finding = session:prototype("Finding", {
  id = 0, code = "", severity = "info", message = "", why = EMPTY, file = EMPTY, line = EMPTY, extract = EMPTY,
  picture = EMPTY, caption = "", comment = "", state = "open", reply = EMPTY,
})

function Finding:place()
  if not self.file then return "" end
  return self.line and (self.file .. ":" .. math.tointeger(self.line)) or self.file
end

function Finding:isError() return self.severity == "error" end
function Finding:isWarning() return self.severity == "warning" end
function Finding:isOpen() return self.state == "open" end
function Finding:isSettled() return self.state == "fixed" or self.state == "ignored" end
function Finding:stateText()
  local texts = { open = "", asked = "Your agent is on it", fixed = "Fixed", ignored = "Ignored" }
  return texts[self.state]
end

-- Tells the agent what the human decided.
function Finding:send(kind)
  mcp.pushState({ kind = kind, finding = self.id, code = self.code, file = self.file, line = self.line, comment = self.comment })
end

function Finding:askFix()
  self.state = "asked"
  self:send("fix")
end

function Finding:ignore()
  self.state = "ignored"
  self:send("ignore")
end

function Finding:reopen()
  self.state, self.reply = "open", nil
  self:send("reopen")
end

Board = session:prototype("Board", { course = "No course yet", findings = {}, filter = "all", finished = false })

local rank = { error = 1, warning = 2, info = 3 }

function Board:count(test)
  local count = 0
  for _, finding in ipairs(self.findings) do
    if test(finding) then count = count + 1 end
  end
  return count
end

function Board:openCount() return self:count(function(f) return not f:isSettled() end) end

local function counted(count, word) return count .. " " .. word .. (count == 1 and "" or "s") end

function Board:summary()
  local errors, warnings = self:count(Finding.isError), self:count(Finding.isWarning)
  return counted(errors, "error") .. " · " .. counted(warnings, "warning") .. " · " .. self:openCount() .. " open"
end

function Board:total() return #self.findings end
function Board:settled() return #self.findings - self:openCount() end
function Board:isEmpty() return #self.findings == 0 end
function Board:noneShown() return #self.findings > 0 and #self:shown() == 0 end

function Board:shown()
  local shown = {}
  for _, finding in ipairs(self.findings) do
    local fits = self.filter == "all" or self.filter == finding.severity
      or (self.filter == "open" and not finding:isSettled())
    if fits then shown[#shown + 1] = finding end
  end
  return shown
end

function Board:finish()
  self.finished = true
  mcp.pushState({ kind = "done", open = self:openCount(), findings = self:decisions() })
end

function Board:decisions()
  local decisions = {}
  for _, finding in ipairs(self.findings) do
    decisions[#decisions + 1] = { finding = finding.id, code = finding.code, state = finding.state, comment = finding.comment }
  end
  return decisions
end

-- For the agent: the findings of a lint tool, as it gives them. Returns how many there are.
function Board:fill(course, findings)
  self.course, self.finished, self.findings = course, false, {}
  for index, found in ipairs(findings) do
    local finding = session:create(Finding, { id = index })
    for _, key in ipairs({ "code", "severity", "message", "why", "file", "line", "extract" }) do
      if found[key] ~= nil and found[key] ~= ui.null then finding[key] = found[key] end
    end
    self.findings[index] = finding
  end
  table.sort(self.findings, function(a, b)
    local first, second = rank[a.severity] or 4, rank[b.severity] or 4
    if first ~= second then return first < second end
    return a.id < b.id
  end)
  return #self.findings
end

function Board:find(id)
  for _, finding in ipairs(self.findings) do
    if finding.id == id then return finding end
  end
  error("no finding " .. tostring(id))
end

-- For the agent: a picture to a finding, a file below base_dir/html.
function Board:picture(id, file, caption)
  local finding = self:find(id)
  finding.picture = "/" .. session.id .. "/" .. file
  finding.caption = caption or ""
end

-- For the agent: what was done about a finding.
function Board:answer(id, text, state)
  local finding = self:find(id)
  finding.state, finding.reply = state or "fixed", text
end

if not session.reloading then
  board = session:create(Board, {})
  session:createAppVariable(board)
end
