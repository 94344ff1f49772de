//! View lists: rows are known by what they show.

use std::time::Instant;

use serde_json::json;

use crate::ui_server::UiServer;

const MAIN: &str = r#"
Row = session:prototype("Row", {name = "", hits = 0})
function Row:hit() self.hits = self.hits + 1 end
App = session:prototype("App", {rows = {}, tags = {"x", "y", "x"}})
function App:fill(count)
  self.rows = {}
  for i = 1, count do self.rows[i] = session:create(Row, {name = "row " .. i}) end
end
function App:reverse()
  local n = #self.rows
  for i = 1, n // 2 do self.rows[i], self.rows[n + 1 - i] = self.rows[n + 1 - i], self.rows[i] end
end
app = session:create(App, {})
app:fill(3)
session:createAppVariable(app)
"#;

const FILES: &[(&str, &str)] = &[
    ("lua/main.lua", MAIN),
    (
        "viewdefs/App.DEFAULT.html",
        "<ul ui-viewlist='rows'></ul>
         <p id='tags' ui-viewlist='tags'><template><em ui-value='.'></em></template></p>",
    ),
    (
        "viewdefs/Row.list-item.html",
        "<li><input ui-value='name'><b ui-value='name'></b><button ui-action='hit()'>hit</button><i ui-value='hits'></i></li>",
    ),
];

#[test]
fn browser_rows_are_added_removed_ordered_and_cleared() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('li b')[2]?.textContent === 'row 3'");
    assert_eq!(tab.text("#tags"), "xyx");
    tab.eval("window.nodes = [...document.querySelectorAll('li')]");
    ui.run("table.insert(app.rows, 1, session:create(Row, {name = 'new'})) app:reverse()");
    tab.until("document.querySelectorAll('li b')[3]?.textContent === 'new'");
    assert_eq!(tab.texts("li b"), ["row 3", "row 2", "row 1", "new"]);
    // The nodes are the old ones, and what they do concerns the objects that they show.
    assert_eq!(
        tab.eval("[...document.querySelectorAll('li')].map((li) => nodes.indexOf(li))"),
        json!([2, 1, 0, -1])
    );
    tab.eval("nodes[0].querySelector('button').click()");
    tab.until("nodes[0].querySelector('i').textContent === '1'");
    assert_eq!(
        ui.run("return app.rows[3].name .. app.rows[3].hits"),
        json!("row 11")
    );
    ui.run("table.remove(app.rows, 2)");
    tab.until("document.querySelectorAll('li').length === 3");
    assert_eq!(tab.texts("li b"), ["row 3", "row 1", "new"]);
    ui.run("app.tags = {'y', 'x', 'z'}");
    tab.until("tags.textContent === 'yxz'");
    ui.run("app.rows = {}");
    tab.until("document.querySelectorAll('li').length === 0");
}

#[test]
fn browser_focus_caret_and_unsent_text_stay_in_a_row_that_moves() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('li b')[2]?.textContent === 'row 3'");
    tab.eval("window.field = document.querySelectorAll('li input')[1]; field.focus(); field.setSelectionRange(2, 2)");
    tab.keys("ZZ");
    ui.run("app:reverse() table.insert(app.rows, 1, session:create(Row, {name = 'first'}))");
    tab.until("document.querySelectorAll('li b')[3]?.textContent === 'row 1'");
    assert_eq!(
        tab.eval("[document.activeElement === field, field.value, field.selectionStart, [...document.querySelectorAll('li input')].indexOf(field)]"),
        json!([true, "roZZw 2", 4, 2])
    );
    tab.press("Enter");
    tab.until("document.querySelectorAll('li b')[2].textContent === 'roZZw 2'");
    assert_eq!(ui.run("return app.rows[3].name"), json!("roZZw 2"));
    ui.run("table.remove(app.rows, 2) table.remove(app.rows, 1)");
    tab.until("document.querySelectorAll('li').length === 2");
    assert_eq!(tab.eval("document.activeElement === field"), json!(true));
}

#[test]
fn browser_a_thousand_rows_are_there_at_once_and_one_change_touches_one_row() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('li b')[2]?.textContent === 'row 3'");
    let began = Instant::now();
    ui.run("app:fill(1000)");
    tab.until("document.querySelectorAll('li b')[999]?.textContent === 'row 1000'");
    println!("1,000 rows after {} ms", began.elapsed().as_millis());
    tab.eval(
        "window.touched = new Set();
         new MutationObserver((list) => { for (const record of list) {
           const node = record.target instanceof Element ? record.target : record.target.parentElement;
           touched.add(node.closest('li') ?? node);
         } }).observe(document.querySelector('ul'), {subtree: true, childList: true, characterData: true, attributes: true})",
    );
    ui.run("app.rows[500].name = 'changed'");
    tab.until(
        "document.querySelectorAll('li b')[499].textContent === 'changed' && touched.size > 0",
    );
    assert_eq!(
        tab.eval("[touched.size, touched.has(document.querySelectorAll('li')[499])]"),
        json!([1, true])
    );
}
