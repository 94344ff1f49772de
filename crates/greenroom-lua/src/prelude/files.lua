-- Files: Lua's own handles, around files that the program opened below the project.
local host = ...
local error, getmetatable, ipairs, select, setmetatable, type =
  error, getmetatable, ipairs, select, setmetatable, type
local pack, unpack, collectgarbage = table.pack, table.unpack, collectgarbage
local stream, take = host.stream, host.take_room
local raw_type, raw_popen = io.type, io.popen

local methods = getmetatable(io.stdout).__index
for _, name in ipairs { "close", "flush", "read", "seek", "setvbuf", "write" } do
  methods[name] = host.gated(methods[name])
end
local read, seek, write, close = methods.read, methods.seek, methods.write, methods.close

-- The files that take room on the disk when they are written to.
local grows = setmetatable({}, { __mode = "k" })

function methods:write(...)
  if grows[self] then
    local parts, bytes = { ... }, 0
    for i = 1, #parts do
      bytes = bytes + (type(parts[i]) == "string" and #parts[i] or 32)
    end
    local problem, code = take(bytes)
    if problem then return nil, problem, code end
  end
  return write(self, ...)
end

-- A write after a jump takes a block of its own.
function methods:seek(...)
  if grows[self] and select("#", ...) > 0 then
    local problem, code = take(host.block)
    if problem then return nil, problem, code end
  end
  return seek(self, ...)
end

local function next_line(file, closes, formats)
  local values = pack(read(file, unpack(formats, 1, formats.n)))
  if values[1] == nil then
    if values[2] then error(values[2], 0) end
    if closes then close(file) end
  end
  return unpack(values, 1, values.n)
end

local function lines(file, closes, ...)
  local formats = pack(...)
  return function()
    if raw_type(file) == "closed file" then error("file is already closed", 2) end
    return next_line(file, closes, formats)
  end
end

function methods:lines(...) return lines(self, false, ...) end

local modes = {}
for _, mode in ipairs { "r", "w", "a", "r+", "w+", "a+" } do
  modes[mode], modes[mode .. "b"] = mode, mode
end

local function open(path, mode)
  mode = mode or "r"
  local plain = modes[mode]
  if not plain then error("bad argument #2 to 'open' (invalid mode)", 2) end
  -- Files that nobody holds any more are closed when they are collected.
  if host.files_are_full() then collectgarbage() end
  local problem, code = host.open(path, plain)
  if problem then return nil, problem, code end
  local file, failed, number = stream(plain)
  if not file then return nil, failed, number end
  if plain ~= "r" then grows[file] = true end
  return file
end

local output, input = host.stdout, host.stdin

local function opened(path, mode)
  local file, problem = open(path, mode)
  if not file then error(problem, 3) end
  return file
end

io = {
  stdout = host.stdout, stderr = host.stderr, stdin = host.stdin,
  open = open,
  write = function(...) return output:write(...) end,
  read = function(...) return input:read(...) end,
  close = function(file) return (file or output):close() end,
  lines = function(path, ...)
    if path == nil then return input:lines(...) end
    local file = opened(path, "r")
    return lines(file, true, ...), nil, nil, file
  end,
  output = function(file)
    if type(file) == "string" then file = opened(file, "w") end
    if file ~= nil then output = file end
    return output
  end,
  input = function(file)
    if type(file) == "string" then file = opened(file, "r") end
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

local getenv = os.getenv
os = {
  clock = os.clock, date = os.date, difftime = os.difftime, time = os.time,
  execute = function(command)
    if not host.full_access then error("os.execute is not allowed", 2) end
    return host.execute(command)
  end,
  exit = function() error("os.exit is not allowed", 2) end,
  -- The environment of the program may hold its human's secrets.
  getenv = function(name)
    if host.full_access then return getenv(name) end
    return nil
  end,
  remove = function(path)
    local problem, code = host.remove(path)
    if problem then return nil, problem, code end
    return true
  end,
  rename = function(from, to)
    local problem, code = host.rename(from, to)
    if problem then return nil, problem, code end
    return true
  end,
  setlocale = function() error("os.setlocale is not allowed", 2) end,
  tmpname = function() error("os.tmpname is not allowed", 2) end,
}
