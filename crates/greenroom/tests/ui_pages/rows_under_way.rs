//! The human clicks and types while Lua moves or removes rows: what they saw is what they reach.

use serde_json::json;

use crate::ui_server::{Tab, UiServer};

const FILES: &[(&str, &str)] = &[
    (
        "lua/main.lua",
        "Row = session:prototype('Row', {name = '', hits = 0})
         function Row:hit() self.hits = self.hits + 1 end
         App = session:prototype('App', {rows = {}, wrapped = {}})
         Card = session:prototype('Card', {})
         function Card:new(item) return session:create(Card, {of = item.baseItem}) end
         function Card:hit() self.of:hit() end
         function Card:name() return self.of.name end
         function App:turn() table.insert(self.rows, 1, table.remove(self.rows)) end
         function row(name) return session:create(Row, {name = name}) end
         app = session:create(App, {rows = {row('a'), row('b'), row('c')}})
         a, b, c = table.unpack(app.rows)
         function hits() return {a.hits, b.hits, c.hits} end
         session:createAppVariable(app)",
    ),
    (
        "viewdefs/App.DEFAULT.html",
        "<ul ui-viewlist='rows'></ul><ol ui-viewlist='rows?itemWrapper=Card'></ol><button id='turn' ui-action='turn()'>turn</button>",
    ),
    (
        "viewdefs/Row.list-item.html",
        "<li><input ui-value='name'><b ui-value='name'></b><button ui-action='hit()'>hit</button></li>",
    ),
    (
        "viewdefs/Card.list-item.html",
        "<li><s ui-value='name()'></s><button ui-action='hit()'>hit</button></li>",
    ),
];

const GONE: &str = "document.body.innerText.includes('removed or replaced; nothing was done')";

fn open(ui: &UiServer) -> Tab {
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('ul b')[2]?.textContent === 'c' && document.querySelectorAll('ol s')[2]?.textContent === 'c'");
    tab.eval(
        "window.rowOf = (name, list = 'ul') => [...document.querySelectorAll(list + ' li')].find((li) => li.querySelector('b, s').textContent === name)",
    );
    tab
}

/// Nothing more is on its way: what the server said to all that was sent is taken.
fn settled(ui: &mut UiServer, tab: &Tab) {
    ui.run("app.rows[#app.rows + 1] = row('last')");
    tab.until("rowOf('last') && rowOf('last', 'ol')");
}

#[test]
fn browser_a_click_under_way_hits_the_row_that_was_seen() {
    let mut ui = UiServer::open(FILES);
    let tab = open(&ui);
    let other = open(&ui);
    for list in ["ul", "ol"] {
        ui.run("for _, each in ipairs({a, b, c}) do each.hits = 0 end");
        for (change, row) in [
            ("app.rows = {c, b, a}", "a"),
            ("table.insert(app.rows, 1, row('x'))", "b"),
            ("table.remove(app.rows, 1)", "c"),
        ] {
            tab.eval("spy.held = []");
            ui.run(change);
            tab.eval(&format!(
                "rowOf({row:?}, {list:?}).querySelector('button').click(); spy.release()"
            ));
        }
        // Another tab reorders by a click of its own.
        tab.eval("spy.held = []");
        other.until("document.querySelectorAll('ul b').length === 3");
        other.eval("document.getElementById('turn').click()");
        other.until("document.querySelector('ul b').textContent !== 'c'");
        tab.eval(&format!(
            "rowOf('a', {list:?}).querySelector('button').click(); spy.release()"
        ));
        settled(&mut ui, &tab);
        assert_eq!(ui.run("return hits()"), json!([2, 1, 1]), "{list}");
        ui.run("app.rows = {a, b, c}");
        other.until("document.querySelectorAll('ul b').length === 3");
        tab.until("document.querySelectorAll('ul b').length === 3 && document.querySelectorAll('ol s').length === 3");
        assert_eq!(tab.eval(GONE), json!(false));
    }
}

#[test]
fn browser_a_click_on_a_row_that_is_gone_is_told_and_hits_no_other() {
    let mut ui = UiServer::open(FILES);
    let tab = open(&ui);
    tab.eval("spy.held = []");
    ui.run("table.remove(app.rows, 2)");
    tab.eval("rowOf('b').querySelector('button').click(); spy.release()");
    tab.until(GONE);
    settled(&mut ui, &tab);
    assert_eq!(ui.run("return hits()"), json!([0, 0, 0]));
    assert_eq!(
        tab.eval("document.querySelectorAll('[ui-error]').length"),
        json!(0),
        "no other row is marked"
    );
}

#[test]
fn browser_text_under_way_reaches_its_row_and_no_field_shows_it_wrongly() {
    let mut ui = UiServer::open(FILES);
    let tab = open(&ui);
    tab.eval("spy.held = []; window.field = rowOf('b').querySelector('input'); field.focus(); field.select()");
    ui.run("app.rows = {b, c, a}");
    tab.keys("B!");
    // Every value that a field ever shows from now on.
    tab.eval(
        "window.seen = new Set();
         const note = () => { for (const input of document.querySelectorAll('ul input')) if (input !== field) seen.add(input.value); };
         new MutationObserver(note).observe(document, {subtree: true, childList: true, characterData: true});
         field.dispatchEvent(new Event('change')); spy.release(); note()",
    );
    tab.until("rowOf('B!') && field.value === 'B!'");
    settled(&mut ui, &tab);
    assert_eq!(
        ui.run("return {a.name, b.name, c.name}"),
        json!(["a", "B!", "c"])
    );
    assert_eq!(
        tab.eval("[seen.has('B!'), [...document.querySelectorAll('ul input')].map((i) => i.value).join()]"),
        json!([false, "B!,c,a,last"])
    );
}

#[test]
fn browser_a_click_that_outlives_a_lost_connection_hits_the_row_that_was_seen() {
    let mut ui = UiServer::open(FILES);
    let tab = open(&ui);
    // The frame with the click is lost, and before the page is back the rows have moved.
    tab.eval("spy.dead = true; spy.cut = 'lost'; rowOf('b').querySelector('button').click()");
    ui.run("app.rows = {b, a, c}");
    tab.eval("spy.dead = false");
    tab.until("document.querySelector('ul b').textContent === 'b'");
    settled(&mut ui, &tab);
    assert_eq!(ui.run("return hits()"), json!([0, 1, 0]));
}

#[test]
fn browser_a_rendering_that_stays_for_a_moment_acts_on_nothing_else() {
    let mut ui = UiServer::open(&[
        (
            "lua/main.lua",
            "Cat = session:prototype('Cat', {pats = 0}) function Cat:pat() self.pats = self.pats + 1 end
             Dog = session:prototype('Dog', {pats = 0}) function Dog:pat() self.pats = self.pats + 1 end
             cat, dog = session:create(Cat, {}), session:create(Dog, {})
             app = {type = 'App', pet = cat}
             session:createAppVariable(app)",
        ),
        ("viewdefs/App.DEFAULT.html", "<div ui-view='pet'></div>"),
        ("viewdefs/Cat.DEFAULT.html", "<button ui-action='pat()'>cat</button>"),
        (
            "viewdefs/Dog.DEFAULT.html",
            "<button ui-action='pat()'>dog</button><i ui-value='pats'></i>",
        ),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('button')?.textContent === 'cat'");
    tab.eval("spy.held = []");
    ui.run("app.pet = dog");
    tab.until("spy.held.length > 0");
    // The page hears of the dog, but not yet of its pats: so the cat is still to be seen.
    let clicked = tab.eval(
        "(() => {
           spy.held.shift()();
           const button = document.querySelector('button');
           button.click();
           spy.release();
           return button.textContent;
         })()",
    );
    assert_eq!(clicked, json!("cat"));
    tab.until(GONE);
    tab.until("document.querySelector('button').textContent === 'dog'");
    assert_eq!(ui.run("return {cat.pats, dog.pats}"), json!([0, 0]));
    tab.click("button");
    tab.until("document.querySelector('i').textContent === '1'");
    assert_eq!(ui.run("return {cat.pats, dog.pats}"), json!([0, 1]));
}
