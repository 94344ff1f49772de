-- A nil that a page wrote hides what a prototype would give in its place. Without it a field that a
-- person empties would show its default again.
local host = ...
local rawget, rawset, setmetatable, type = rawget, rawset, setmetatable, type

local weak = { __mode = "k" }
-- object → { key = true }
local shadows = setmetatable({}, weak)
-- metatable → its `__index` that looks at the shadows, and what it was before
local looking, before = setmetatable({}, weak), setmetatable({}, weak)
host.shadows, host.shadowed_index = shadows, before

-- Lets a metatable look at the shadows, from the first one on: others pay nothing for it.
local function look(metatable)
  local index = rawget(metatable, "__index")
  if index == nil or looking[metatable] == index then return end
  local is_function = type(index) == "function"
  local function through(object, key)
    local hidden = shadows[object]
    if hidden and hidden[key] then return nil end
    if is_function then return index(object, key) end
    return index[key]
  end
  looking[metatable], before[metatable] = through, index
  rawset(metatable, "__index", through)
end
host.look_at_shadows = function(metatable) if before[metatable] then look(metatable) end end

function host.shadow(object, metatable, key)
  local hidden = shadows[object]
  if not hidden then
    hidden = {}
    rawset(shadows, object, hidden)
  end
  hidden[key] = true
  look(metatable)
end

function host.unshadow(object, key)
  local hidden = shadows[object]
  if hidden then hidden[key] = nil end
end
