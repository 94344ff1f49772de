-- Wrappers and view lists: presenters that stand between a value and its view.
local host = ...
local session, rawget, type, getmetatable, ipairs, error =
  session, rawget, type, getmetatable, ipairs, error

-- What a wrapper is made from.
local Variable = {}
Variable.__index = Variable
function Variable:getValue() return self.value end
function Variable:getProperty(name) return self.properties[name] end
function Variable:getWrapper() return self.wrapper end

-- A prototype, or a global by its dotted name.
local function find(name)
  local entry = host.registry[name]
  if entry then return entry.prototype end
  local found = _G
  for part in name:gmatch("[^.]+") do
    if type(found) ~= "table" then return nil end
    found = found[part]
  end
  return found
end

local function made(name, argument)
  local prototype = find(name)
  if type(prototype) ~= "table" or prototype.new == nil then
    error("wrapper " .. name .. " is no prototype with a method `new`", 0)
  end
  return prototype:new(argument)
end

local ViewListItem = session:prototype("lua.ViewListItem", {})
local ViewList = session:prototype("lua.ViewList", {})

function ViewList:new(variable)
  local list = variable:getWrapper()
  if type(list) ~= "table" or getmetatable(list) ~= self then
    list = session:create(self, { items = {}, _rows = {} })
  end
  list:update(variable:getValue(), variable:getProperty("itemWrapper"))
  return list
end

-- An element that stays keeps its row; equal elements are told apart by their occurrence.
function ViewList:update(values, item_wrapper)
  local old, rows, items = self._rows, {}, {}
  if type(values) == "table" then
    for index, element in ipairs(values) do
      -- NaN is no key.
      local key = element == element and element or "nan"
      local rest = old[key]
      local row = rest and table.remove(rest, 1)
      if not row then
        row = session:create(ViewListItem, { baseItem = element, list = self })
      end
      row.index = index
      if item_wrapper and item_wrapper ~= "" then
        if row._wrapper ~= item_wrapper then
          row._wrapper = item_wrapper
          row.item = made(item_wrapper, row)
        end
      else
        row.item = element
      end
      local same = rows[key] or {}
      same[#same + 1] = row
      rows[key] = same
      items[index] = row
    end
  end
  self._rows, self.items = rows, items
end

lua = { ViewList = ViewList, ViewListItem = ViewListItem }

function host.make_wrapper(name, value, properties, wrapper)
  local variable = setmetatable(
    { value = value, properties = properties, wrapper = wrapper }, Variable)
  return made(name, variable)
end
