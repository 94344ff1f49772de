-- Output and modules: what Lua code can say and run.
local host = ...
local error, select, tostring, type, pcall = error, select, tostring, type, pcall
local concat = table.concat

function print(...)
  local parts = {}
  for i = 1, select("#", ...) do
    parts[i] = tostring((select(i, ...)))
  end
  host.stdout:write(concat(parts, "\t"), "\n")
end

load = host.load
local load = load

function loadfile(path, _mode, ...)
  if path == nil then return nil, "standard input has no code" end
  local text, shown = host.read_code(path)
  if not text then return nil, shown end
  return load(text:gsub("^#[^\n]*", "", 1), "=" .. shown, "t", ...)
end
local loadfile = loadfile

function dofile(path)
  local chunk, problem = loadfile(path)
  if not chunk then error(problem, 2) end
  return chunk()
end

local loaded = { _G = _G, coroutine = coroutine, io = io, math = math, os = os,
  string = string, table = table, utf8 = utf8 }
package = { loaded = loaded }
debug = nil

-- The modules that are being loaded, innermost last.
host.loading = {}

-- Runs a file of the project. The caller of Lua code has the time; errors pass with their place.
local function run_file(path, shown, name)
  local text, problem = host.read_code(path)
  if not text then error(problem, 0) end
  local chunk
  chunk, problem = load(text, "=" .. shown)
  if not chunk then error(problem, 0) end
  local loading = host.loading
  loading[#loading + 1] = name
  local ok, result = pcall(chunk, name)
  loading[#loading] = nil
  if not ok then error(result, 0) end
  return result
end

-- Runs the new code of a file that was loaded before.
function host.rerun(chunk, name)
  local loading = host.loading
  loading[#loading + 1] = name
  local ok, result = pcall(chunk, name)
  if name then loading[#loading] = nil end
  if not ok then error(result, 0) end
  if name and result ~= nil then loaded[name] = result end
end

function require(name)
  if type(name) ~= "string" then error("require needs the name of a module", 2) end
  if loaded[name] ~= nil then return loaded[name] end
  local path, shown = host.find_module(name)
  if not path then error(shown, 2) end
  loaded[name] = true
  host.note_loaded(path, shown, name)
  local ok, result = pcall(run_file, path, shown, name)
  if not ok then
    loaded[name] = nil
    error(result, 0)
  end
  if result ~= nil then loaded[name] = result end
  return loaded[name]
end
