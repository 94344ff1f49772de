//! Views of objects, their errors, wrappers and prototypes.

use serde_json::json;

use crate::ui_server::{UiServer, write};

const MAIN: &str = r#"
Contact = session:prototype("Contact", {name = "", fails = false})
function Contact:act() if self.fails then error("it broke") end end
function Contact:shout() if self.fails then error("no voice") end return self.name:upper() end
App = session:prototype("App", {selected = EMPTY, contacts = {}})
alice, bob = session:create(Contact, {name = "Alice"}), session:create(Contact, {name = "Bob"})
app = session:create(App, {contacts = {alice, bob}})
session:createAppVariable(app)
"#;

#[test]
fn browser_a_view_empties_on_nil_and_returns_on_value() {
    let mut ui = UiServer::open(&[
        ("lua/main.lua", MAIN),
        (
            "viewdefs/App.DEFAULT.html",
            "<section id='s' class='mine' ui-view='selected'></section>",
        ),
        ("viewdefs/Contact.DEFAULT.html", "<input ui-value='name'>"),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.getElementById('s')?.childNodes.length === 0");
    ui.run("app.selected = alice");
    tab.until("s.querySelector('input')?.value === 'Alice'");
    assert_eq!(
        tab.eval("[s.className, s.getAttribute('ui-viewdef')]"),
        json!(["mine", "Contact.DEFAULT"])
    );
    // Text for one object must never reach another.
    tab.focus("input");
    tab.keys("unsent");
    ui.run("app.selected = bob");
    tab.until("s.querySelector('input').value === 'Bob'");
    ui.run("app.selected = nil");
    tab.until("s.childNodes.length === 0");
    assert_eq!(
        ui.run("return {alice.name, bob.name}"),
        json!(["Alice", "Bob"])
    );
    ui.run("app.selected = alice");
    tab.until("s.querySelector('input')?.value === 'Alice'");
}

#[test]
fn browser_a_failing_action_or_getter_marks_its_element_until_it_succeeds() {
    let mut ui = UiServer::open(&[
        ("lua/main.lua", MAIN),
        (
            "viewdefs/App.DEFAULT.html",
            "<div ui-viewlist='contacts'></div>",
        ),
        (
            "viewdefs/Contact.list-item.html",
            "<p><button ui-action='act()'>act</button><b ui-value='shout()'></b></p>",
        ),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('b')[1]?.textContent === 'BOB'");
    ui.run("alice.fails = true");
    tab.until("document.querySelector('b').getAttribute('ui-error-code') === 'LUA_ERROR'");
    tab.click("button");
    tab.until("document.querySelector('button').getAttribute('ui-error-description')?.includes('it broke')");
    assert_eq!(
        tab.eval("document.querySelectorAll('p')[1].querySelectorAll('[ui-error]').length"),
        json!(0)
    );
    ui.run("alice.fails = false");
    tab.click("button");
    tab.until("document.querySelectorAll('[ui-error]').length === 0");
    assert_eq!(tab.texts("b"), ["ALICE", "BOB"]);
}

#[test]
fn browser_wrappers_and_presenters_stand_between_object_and_page() {
    let mut ui = UiServer::open(&[
        (
            "lua/main.lua",
            &format!(
                "{MAIN}
                 Loud = session:prototype('Loud', {{}})
                 function Loud:new(variable)
                   return session:create(Loud, {{of = variable:getValue()}})
                 end
                 function Loud:text() return self.of and self.of.name .. '!' end
                 Numbered = session:prototype('Numbered', {{}})
                 function Numbered:new(item) return session:create(Numbered, {{item = item}}) end
                 function Numbered:text() return self.item.index .. ' ' .. self.item.baseItem.name end"
            ),
        ),
        (
            "viewdefs/App.DEFAULT.html",
            "<div id='loud' ui-view='selected?wrapper=Loud'></div>
             <div id='list' ui-view='contacts?wrapper=lua.ViewList'></div>
             <div id='numbered' ui-viewlist='contacts?itemWrapper=Numbered'></div>",
        ),
        ("viewdefs/Loud.DEFAULT.html", "<b ui-value='text()'></b>"),
        ("viewdefs/Contact.DEFAULT.html", "<i ui-value='name'></i>"),
        ("viewdefs/Numbered.DEFAULT.html", "<u ui-value='text()'></u>"),
    ]);
    let tab = ui.profile("").tab("/1/");
    ui.run("app.selected = alice");
    tab.until("loud.textContent === 'Alice!'");
    tab.until("document.querySelectorAll('#list i').length === 2 && document.querySelectorAll('#numbered u').length === 2");
    assert_eq!(tab.texts("#list i"), ["Alice", "Bob"]);
    assert_eq!(tab.texts("#numbered u"), ["1 Alice", "2 Bob"]);
    tab.eval("window.bob = document.querySelectorAll('#list i')[1]");
    ui.run(
        "table.insert(app.contacts, 1, session:create(Contact, {name = 'Zoe'})) app.selected = bob",
    );
    tab.until("loud.textContent === 'Bob!' && document.querySelectorAll('#numbered u')[2]?.textContent === '3 Bob'");
    tab.until("document.querySelectorAll('#list i')[2]?.textContent === 'Bob'");
    assert_eq!(
        tab.eval("document.querySelectorAll('#list i')[2] === bob"),
        json!(true)
    );
}

#[test]
fn browser_prototypes_timers_and_modules_reach_the_page() {
    let mut ui = UiServer::open(&[
        (
            "lua/main.lua",
            "require('clock')
             session:createAppVariable(session:create(Clock, {}))",
        ),
        (
            "lua/clock.lua",
            "Clock = session:prototype('Clock', {ticks = 0, label = 'old', gone = 'here'})
             function Clock:text() return self.label .. tostring(self.gone) end
             function Clock:mutate() self.mutated = true end",
        ),
        (
            "viewdefs/Clock.DEFAULT.html",
            "<b ui-value='ticks'></b><i ui-value='text()'></i>",
        ),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('i')?.textContent === 'oldhere'");
    ui.run(
        "local app = session:getApp()
         handle = session:setInterval(function()
           app.ticks = app.ticks + 1
           if app.ticks == 3 then session:clearInterval(handle) end
         end, 10)",
    );
    tab.until("document.querySelector('b').textContent === '3'");
    // New code for a loaded module: methods change, a removed key leaves the instances.
    write(
        &ui.path("lua/clock.lua"),
        "Clock = session:prototype('Clock', {ticks = 0, label = 'new'})
         function Clock:text() return self.label .. tostring(self.gone) end
         function Clock:mutate() self.mutated = true end",
    );
    tab.until("document.querySelector('i').textContent === 'newnil'");
    assert_eq!(
        ui.run("return {session:getApp().ticks, session:getApp().mutated}"),
        json!([3, true])
    );
}
