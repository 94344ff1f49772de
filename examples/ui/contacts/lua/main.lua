-- A contact list. The app object is the top of the page; viewdefs/ says how it looks.

Contact = session:prototype("Contact", { firstName = "", lastName = "", email = "", phone = "", favorite = false })

function Contact:fullName()
  local name = (self.firstName .. " " .. self.lastName):match("^%s*(.-)%s*$")
  return name ~= "" and name or "New contact"
end

function Contact:initials()
  local letters = self.firstName:sub(1, 1) .. self.lastName:sub(1, 1)
  return letters ~= "" and letters:upper() or "?"
end

function Contact:matches(words)
  local text = table.concat({ self.firstName, self.lastName, self.email, self.phone }, " "):lower()
  return text:find(words:lower(), 1, true) ~= nil
end

function Contact:isSelected() return session:getApp().selected == self end
function Contact:select() session:getApp().selected = self end
function Contact:delete() session:getApp():remove(self) end

ContactApp = session:prototype("ContactApp", { title = "Contacts", search = "", contacts = {}, selected = EMPTY })

-- Computed after every change; it must not change anything itself.
function ContactApp:found()
  local found = {}
  for _, contact in ipairs(self.contacts) do
    if contact:matches(self.search) then found[#found + 1] = contact end
  end
  return found
end

function ContactApp:summary()
  local all, found = #self.contacts, #self:found()
  if self.search ~= "" then return found .. " of " .. all .. " contacts" end
  return all == 1 and "1 contact" or all .. " contacts"
end

function ContactApp:noneFound() return #self:found() == 0 end
function ContactApp:nothingSelected() return self.selected == nil end

function ContactApp:add()
  local contact = session:create(Contact, {})
  table.insert(self.contacts, contact)
  self.search = ""
  self.selected = contact
end

function ContactApp:sort()
  table.sort(self.contacts, function(a, b)
    return (a.lastName .. "\0" .. a.firstName):lower() < (b.lastName .. "\0" .. b.firstName):lower()
  end)
end

function ContactApp:remove(contact)
  for index, each in ipairs(self.contacts) do
    if each == contact then table.remove(self.contacts, index) end
  end
  if self.selected == contact then self.selected = nil end
end

-- A changed file runs again while the page is open; what the human typed must stay.
if not session.reloading then
  local app = session:create(ContactApp, {})
  app.contacts = {
    session:create(Contact, { firstName = "Alice", lastName = "Martin", email = "alice@example.org", phone = "555 0101", favorite = true }),
    session:create(Contact, { firstName = "Bruno", lastName = "Keller", email = "bruno@example.org", phone = "555 0102" }),
    session:create(Contact, { firstName = "Chidi", lastName = "Okafor", email = "chidi@example.org", phone = "555 0103" }),
  }
  app.selected = app.contacts[1]
  session:createAppVariable(app)
end
