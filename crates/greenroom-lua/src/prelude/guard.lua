-- Makes sure that no Lua code swallows the end of its time.
--
-- The hook raises an error when time is up. What catches errors (pcall, resume) asks afterwards
-- whether that is what it caught, and raises again. Some code would run with hooks off: message
-- handlers, so they run after the stack is unwound; finalizers, so they do not exist; what a
-- coroutine closes when it fails, so every coroutine has a pcall at its bottom.
local host = ...
local raw_pcall, raw_setmetatable, error, type, rawget = pcall, setmetatable, error, type, rawget
local raw_create, raw_resume, status, raw_close =
  coroutine.create, coroutine.resume, coroutine.status, coroutine.close
local time_is_up = host.time_is_up

local function checked(...)
  time_is_up()
  return ...
end

function pcall(f, ...)
  return checked(raw_pcall(f, ...))
end

function xpcall(f, handler, ...)
  local function finish(ok, ...)
    if ok then return true, ... end
    return false, handler(...)
  end
  return finish(checked(raw_pcall(f, ...)))
end

local function or_error(ok, ...)
  if ok then return ... end
  error((...), 0)
end

local function create(f)
  if type(f) ~= "function" then error("a coroutine needs a function", 3) end
  return raw_create(function(...) return or_error(raw_pcall(f, ...)) end)
end

function coroutine.create(f)
  return (create(f))
end

function coroutine.resume(co, ...)
  return checked(raw_resume(co, ...))
end

function coroutine.wrap(f)
  local co = create(f)
  return function(...)
    return or_error(checked(raw_resume(co, ...)))
  end
end

function coroutine.close(co)
  if status(co) == "dead" then return true end
  return checked(raw_close(co))
end

function setmetatable(t, metatable)
  if type(metatable) == "table" and rawget(metatable, "__gc") ~= nil then
    error("__gc is not allowed", 2)
  end
  return raw_setmetatable(t, metatable)
end

-- A full collection passes over all memory, and tuning could make one of every allocation: the
-- collector is asked, not set.
local raw_collect = collectgarbage
local settings = { setpause = 200, setstepmul = 100, incremental = "incremental", generational = "incremental" }
function collectgarbage(option, ...)
  time_is_up()
  local setting = settings[option or "collect"]
  if setting then return setting end
  return raw_collect(option, ...)
end

-- The iterators that `utf8.codes` gives out.
local codes = utf8.codes
local strict, lax = host.gated((codes(""))), host.gated((codes("", true)))
function utf8.codes(text, is_lax)
  local _, same, first = codes(text, is_lax)
  return is_lax and lax or strict, same, first
end
