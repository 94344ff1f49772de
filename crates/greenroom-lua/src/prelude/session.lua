-- The global `session`: the app object, prototypes, timers.
local host = ...
local error, next, rawequal, rawget, rawset, type, pcall =
  error, next, rawequal, rawget, rawset, type, pcall
local setmetatable, getmetatable, ipairs = setmetatable, getmetatable, ipairs
local dump = string.dump

EMPTY = setmetatable({}, { __tostring = function() return "EMPTY" end })
local EMPTY = EMPTY

session = { id = host.id, reloading = false }
local session = session

function session:getApp() return host.app end

function session:createAppVariable(object)
  if type(object) ~= "table" then error("the app must be a table", 2) end
  host.app = object
  return object
end

-- name → { prototype, fields, instances, module }, and the names in order of creation.
local registry, order = {}, {}
-- prototype → its entry
local entries = setmetatable({}, { __mode = "k" })
host.registry = registry

local Object = { type = "Object" }
Object.__index = Object
function Object:new(instance) return session:create(self, instance) end

local function copy(value, seen)
  if type(value) ~= "table" or rawequal(value, EMPTY) then return value end
  seen = seen or {}
  if seen[value] then return seen[value] end
  local made = {}
  seen[value] = made
  for key, inner in next, value do rawset(made, key, copy(inner, seen)) end
  return setmetatable(made, getmetatable(value))
end

local function same(a, b, seen)
  if rawequal(a, b) then return true end
  if type(a) ~= type(b) then return false end
  if type(a) == "function" then
    local read, code = pcall(dump, a, true)
    local read_other, other = pcall(dump, b, true)
    return read and read_other and code == other
  end
  if type(a) ~= "table" or rawequal(a, EMPTY) or rawequal(b, EMPTY) then return false end
  seen = seen or {}
  if rawequal(seen[a], b) then return true end
  seen[a] = b
  for key, value in next, a do
    if not same(value, rawget(b, key), seen) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

local function fields_of(init)
  local fields = {}
  for key, value in next, init do fields[key] = copy(value) end
  return fields
end

-- Entries that changed and whose instances wait for it: entry → { key = true } of removed keys.
local changed = {}

local function first_call(name, init, base)
  local entry = {
    name = name, prototype = init, fields = fields_of(init),
    instances = setmetatable({}, { __mode = "k" }), module = host.loading[#host.loading],
  }
  for key, value in next, entry.fields do
    if rawequal(value, EMPTY) then init[key] = nil end
  end
  rawset(init, "type", name)
  rawset(init, "__index", init)
  setmetatable(init, base or Object)
  registry[name] = entry
  entries[init] = entry
  order[#order + 1] = name
  return init
end

local function later_call(entry, init, base)
  local prototype, old = entry.prototype, entry.fields
  if rawequal(prototype, init) then return prototype end
  local removed, differs = {}, false
  for key, value in next, init do
    if not same(old[key], value) then
      differs = true
      if rawequal(value, EMPTY) then value = nil end
      rawset(prototype, key, value)
    elseif type(value) == "function" then
      -- Equal code may hold new upvalues.
      rawset(prototype, key, value)
    end
  end
  for key in next, old do
    if init[key] == nil then
      removed[key] = true
      differs = true
      rawset(prototype, key, nil)
    end
  end
  entry.fields = fields_of(init)
  entry.module = host.loading[#host.loading] or entry.module
  rawset(prototype, "type", entry.name)
  rawset(prototype, "__index", prototype)
  host.look_at_shadows(prototype)
  if base then setmetatable(prototype, base) end
  if differs then
    local waiting = changed[entry] or {}
    for key in next, removed do waiting[key] = true end
    changed[entry] = waiting
  end
  return prototype
end

function session:prototype(name, init, base)
  if type(name) ~= "string" then error("a prototype needs a name", 2) end
  if type(init) ~= "table" then error("a prototype needs a table", 2) end
  local entry = registry[name]
  if entry then return later_call(entry, init, base) end
  return first_call(name, init, base)
end

local function give_defaults(instance, prototype)
  while prototype do
    local entry = entries[prototype]
    if entry then
      for key, value in next, entry.fields do
        if type(value) == "table" and not rawequal(value, EMPTY) and rawget(instance, key) == nil then
          rawset(instance, key, copy(value))
        end
      end
    end
    prototype = getmetatable(prototype)
  end
end

function session:create(prototype, instance)
  if type(prototype) ~= "table" then error("create needs a prototype", 2) end
  instance = setmetatable(instance or {}, prototype)
  give_defaults(instance, prototype)
  local entry = entries[prototype]
  if entry then entry.instances[instance] = true end
  return instance
end

function session:removePrototype(name)
  local entry = registry[name]
  if not entry then return end
  registry[name] = nil
  entries[entry.prototype] = nil
  changed[entry] = nil
  for place, known in ipairs(order) do
    if known == name then
      table.remove(order, place)
      break
    end
  end
end

function session:unloadModule(name)
  package.loaded[name] = nil
  host.forget_module(name)
  local theirs = {}
  for known, entry in next, registry do
    if entry.module == name then theirs[#theirs + 1] = known end
  end
  for _, known in ipairs(theirs) do session:removePrototype(known) end
end

-- Whether an object, its prototypes or any other object of theirs has a field, as far as is known.
-- One search for each field of a type: { type = { key = found } }.
local searched = {}
function host.has_ever_had(object, key)
  local prototype = getmetatable(object)
  local entry = entries[prototype]
  if not entry or rawget(object, key) ~= nil then return true end
  local known = searched[entry.name] or {}
  searched[entry.name] = known
  if known[key] == nil then
    known[key] = false
    local base = prototype
    while base and not known[key] do
      local from = entries[base]
      known[key] = rawget(base, key) ~= nil or (from ~= nil and from.fields[key] ~= nil)
      base = getmetatable(base)
    end
    for instance in next, entry.instances do
      if known[key] then break end
      known[key] = rawget(instance, key) ~= nil
    end
    return known[key]
  end
  -- What was searched before was told before.
  return true
end

local function derives(prototype, base)
  while prototype do
    if rawequal(prototype, base) then return true end
    prototype = getmetatable(prototype)
  end
  return false
end

-- Brings the instances of changed prototypes up to date, bases first.
function host.mutate()
  if next(changed) == nil then return end
  local work = changed
  changed = {}
  for _, name in ipairs(order) do
    local waiting = work[registry[name]]
    if waiting then
      local base = registry[name].prototype
      for _, other in ipairs(order) do
        local entry = registry[other]
        if entry and derives(entry.prototype, base) then
          local live = {}
          for instance in next, entry.instances do live[#live + 1] = instance end
          for _, instance in ipairs(live) do
            local mutate = entry.prototype.mutate
            if mutate then host.protected("mutate of " .. other, mutate, instance) end
            for key in next, waiting do rawset(instance, key, nil) end
            give_defaults(instance, entry.prototype)
          end
        end
      end
    end
  end
end

local function timer(kind)
  return function(_, action, ms)
    if type(action) ~= "function" then error("a timer needs a function", 2) end
    local handle, problem = host.start_timer(kind, action, ms or 0)
    if not handle then error(problem, 2) end
    return handle
  end
end
local function clear(_, handle) host.stop_timer(handle) end

session.setImmediate, session.clearImmediate = timer("immediate"), clear
session.setTimeout, session.clearTimeout = timer("timeout"), clear
session.setInterval, session.clearInterval = timer("interval"), clear
function session:tabs() return host.tabs() end

ui = { null = host.null }
function ui.log(level, message)
  if message == nil then level, message = "info", level end
  host.log(tostring(level), tostring(message))
end
function ui.json_encode(value)
  local text, problem = host.json_encode(value)
  if not text then error(problem, 2) end
  return text
end
function ui.json_decode(text)
  local value, problem = host.json_decode(text)
  if problem then error(problem, 2) end
  return value
end
function diag(level, message) host.diag(tostring(level), tostring(message)) end

mcp = {}
function mcp.pushState(value)
  local problem = host.push_state(value)
  if problem then error(problem, 2) end
end
function mcp.pollingEvents() return host.polling() end
function mcp.waitTime() return host.wait_time() end
