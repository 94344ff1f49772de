-- Output, files, processes and modules: what Lua code can reach.
local host = ...
local error, select, tostring, type, pcall = error, select, tostring, type, pcall
local concat = table.concat
local raw_load, raw_open, raw_lines, raw_type = load, io.open, io.lines, io.type
local raw_popen, raw_remove, raw_rename = io.popen, os.remove, os.rename
local resolve = host.resolve

function print(...)
  local parts = {}
  for i = 1, select("#", ...) do
    parts[i] = tostring((select(i, ...)))
  end
  host.stdout:write(concat(parts, "\t"), "\n")
end

-- Text only: binary chunks can crash the virtual machine.
function load(chunk, name, _mode, ...)
  return raw_load(chunk, name, "t", ...)
end
local load = load

local function read_file(path)
  local file, problem = raw_open(path, "rb")
  if not file then return nil, problem end
  local text = file:read("a")
  file:close()
  return text
end

function loadfile(path, _mode, ...)
  if path == nil then return nil, "standard input has no code" end
  local full, shown = resolve(path)
  if not full then return nil, shown end
  local text, problem = read_file(full)
  if not text then return nil, problem end
  return load(text:gsub("^#[^\n]*", "", 1), "=" .. shown, "t", ...)
end
local loadfile = loadfile

function dofile(path)
  local chunk, problem = loadfile(path)
  if not chunk then error(problem, 2) end
  return chunk()
end

local output, input = host.stdout, host.stdin

local function open(path, mode)
  local full, problem = resolve(path)
  if not full then return nil, problem, 13 end
  return raw_open(full, mode)
end

io = {
  stdout = host.stdout, stderr = host.stderr, stdin = host.stdin,
  open = open,
  write = function(...) return output:write(...) end,
  read = function(...) return input:read(...) end,
  close = function(file) return (file or output):close() end,
  lines = function(path, ...)
    if path == nil then return input:lines(...) end
    local full, problem = resolve(path)
    if not full then error(problem, 2) end
    return raw_lines(full, ...)
  end,
  output = function(file)
    if type(file) == "string" then
      local opened, problem = open(file, "w")
      if not opened then error(problem, 2) end
      file = opened
    end
    if file ~= nil then output = file end
    return output
  end,
  input = function(file)
    if type(file) == "string" then
      local opened, problem = open(file, "r")
      if not opened then error(problem, 2) end
      file = opened
    end
    if file ~= nil then input = file end
    return input
  end,
  type = function(value)
    if value == host.stdout or value == host.stderr or value == host.stdin then return "file" end
    return raw_type(value)
  end,
  popen = function(command, mode)
    if not host.full_access then error("os.execute is not allowed, nor is io.popen", 2) end
    return raw_popen(host.popen_command(command, mode or "r"), mode)
  end,
  tmpfile = function() error("io.tmpfile is not allowed", 2) end,
}

os = {
  clock = os.clock, date = os.date, difftime = os.difftime, getenv = os.getenv, time = os.time,
  execute = function(command)
    if not host.full_access then error("os.execute is not allowed", 2) end
    return host.execute(command)
  end,
  exit = function() error("os.exit is not allowed", 2) end,
  remove = function(path)
    local full, problem = resolve(path)
    if not full then return nil, problem, 13 end
    return raw_remove(full)
  end,
  rename = function(from, to)
    local source, problem = resolve(from)
    if not source then return nil, problem, 13 end
    local target
    target, problem = resolve(to)
    if not target then return nil, problem, 13 end
    return raw_rename(source, target)
  end,
  setlocale = function() error("os.setlocale is not allowed", 2) end,
  tmpname = function() error("os.tmpname is not allowed", 2) end,
}

local loaded = { _G = _G, coroutine = coroutine, io = io, math = math, os = os,
  string = string, table = table, utf8 = utf8 }
package = { loaded = loaded }
debug = nil

-- The modules that are being loaded, innermost last.
host.loading = {}

-- Runs a file of the project. The caller of Lua code has the time; errors pass with their place.
local function run_file(path, shown, name)
  local text, problem = read_file(path)
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
