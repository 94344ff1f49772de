//! A click or an edit that is under way while Lua moves the rows: it reaches the row that was
//! shown, or none.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use greenroom_lua::Session;
use serde_json::{Value, json};

use crate::project::{Page, Project, action, create};

const APP: &str = "
    local Row = session:prototype('Row', {name = '', hits = 0})
    function Row:hit() self.hits = self.hits + 1 end
    function Row:fail() error('no way') end
    function Row:keep(name) end
    function row(name) return session:create(Row, {name = name, part = {type = 'Part', of = name}}) end
    app = {type = 'App', rows = {row('a'), row('b'), row('c')}}
    a, b, c = table.unpack(app.rows)
    session:createAppVariable(app)
    function hits() return {a.hits, b.hits, c.hits} end";

/// The row that shows `b`, with its variables.
const ROW: u64 = 11;
const HIT: u64 = 21;
const NAME: u64 = 22;
const FAIL: u64 = 23;
const PART: u64 = 24;
const PART_OF: u64 = 25;

struct Shown {
    project: Project,
    session: Session,
    page: Page,
    /// The numbers of the objects: list, parts.
    rows: Vec<i64>,
    part: i64,
}

/// A page that shows three rows, with the variables of all places and those of the second row.
async fn shown() -> Shown {
    let project = Project::new();
    project.write("lua/main.lua", APP);
    let session = project.session().await;
    let (page, _) = Page::open(&session, "p");
    let answer = page.ask(&[
        create(2, 1, "rows"),
        create(10, 2, "1"),
        create(ROW, 2, "2"),
        create(12, 2, "3"),
        action(HIT, ROW, "hit()"),
        create(NAME, ROW, "name"),
        action(FAIL, ROW, "fail()"),
        create(PART, ROW, "part"),
        create(PART_OF, PART, "of"),
        create(32, 10, "name"),
        create(42, 12, "name"),
    ]);
    let object = |value: &Value| value["obj"].as_i64().unwrap();
    let of = |id: u64| answer.iter().find(|update| update["id"] == id).unwrap();
    let rows = of(2)["value"].as_array().unwrap().iter().map(object);
    let (rows, part) = (rows.collect(), object(&of(PART)["value"]));
    Shown {
        project,
        session,
        page,
        rows,
        part,
    }
}

impl Shown {
    /// Runs Lua; the page does not look at what it is sent.
    async fn run(&self, code: &str) -> Value {
        self.project.eval(&self.session, code).await
    }

    /// What the human did on the row of `b`, told late.
    fn on_b(&self, id: u64, value: impl Into<Value>) -> Vec<Value> {
        let value: Value = value.into();
        let shown = json!({"id": ROW, "obj": self.rows[1]});
        self.page
            .ask(&[json!({"type": "update", "id": id, "value": value, "shown": shown})])
    }
}

fn errors(messages: &[Value]) -> Vec<&Value> {
    messages
        .iter()
        .filter(|message| message["type"] == "error")
        .collect()
}

#[tokio::test]
async fn a_click_reaches_the_row_that_was_shown_wherever_it_is() {
    for moved in [
        "",
        "app.rows = {c, b, a}",
        "app.rows = {b, c, a}",
        "table.insert(app.rows, 1, row('new'))",
        "table.remove(app.rows, 1)",
        "table.remove(app.rows, 3)",
        "for i = 1, 50 do table.insert(app.rows, 1, row('new')) end",
    ] {
        let shown = shown().await;
        shown.run(moved).await;
        let answer = shown.on_b(HIT, Value::Null);
        assert_eq!(errors(&answer), Vec::<&Value>::new(), "{moved}");
        assert_eq!(
            shown.run("return hits()").await,
            json!([0, 1, 0]),
            "{moved}"
        );
    }
}

#[tokio::test]
async fn a_click_on_a_row_that_is_gone_does_nothing_and_says_so() {
    for gone in [
        "table.remove(app.rows, 2)",
        "app.rows = {}",
        "app.rows = nil",
        "app.rows = {row('a'), row('b'), row('c')}",
        "app.rows = {'x', 'y', 'z'}",
        "session:createAppVariable({type = 'App', rows = {a, c}})",
    ] {
        let shown = shown().await;
        shown.run(gone).await;
        let answer = shown.on_b(HIT, Value::Null);
        let told = errors(&answer);
        assert_eq!(told.len(), 1, "{gone}: {answer:?}");
        assert_eq!(told[0]["code"], "GONE", "{gone}");
        assert_eq!(told[0].get("id"), None, "the place shows another row");
        assert_eq!(shown.run("return hits()").await, json!([0, 0, 0]), "{gone}");
    }
}

#[tokio::test]
async fn text_reaches_its_row_and_every_place_shows_the_truth() {
    let shown = shown().await;
    shown.run("app.rows = {b, a, c}").await;
    shown.page.messages();
    let answer = shown.on_b(NAME, "B");
    assert_eq!(
        shown.run("return {a.name, b.name, c.name}").await,
        json!(["a", "B", "c"])
    );
    let name = |id: u64| {
        let found = answer.iter().find(|update| update["id"] == id);
        found.map(|update| update["value"].clone())
    };
    // The page has taken what was typed for the value of the second place, which is `a` now.
    assert_eq!(name(NAME), Some(json!("a")));
    assert_eq!(name(32), Some(json!("B")));
    assert_eq!(name(42), None);

    let gone = {
        shown.run("app.rows = {a, c}").await;
        shown.page.messages();
        shown.on_b(NAME, "lost")
    };
    assert_eq!(errors(&gone)[0]["code"], "GONE");
    assert!(
        gone.contains(&json!({"type": "update", "id": NAME, "value": "c"})),
        "{gone:?}"
    );
    assert_eq!(shown.run("return b.name").await, "B");
}

#[tokio::test]
async fn what_lies_deeper_in_a_row_moves_with_it() {
    let shown = shown().await;
    shown.run("app.rows = {c, a, b}").await;
    let on_part = json!({"id": PART, "obj": shown.part});
    shown
        .page
        .ask(&[json!({"type": "update", "id": PART_OF, "value": "deep", "shown": on_part})]);
    assert_eq!(
        shown.run("return {a.part.of, b.part.of, c.part.of}").await,
        json!(["a", "deep", "c"])
    );
    // The row as it was shown has another part by now: nobody knows which one was meant.
    shown.run("b.part = {type = 'Part', of = 'other'}").await;
    let answer = shown
        .page
        .ask(&[json!({"type": "update", "id": PART_OF, "value": "lost", "shown": on_part})]);
    assert_eq!(errors(&answer)[0]["code"], "GONE");
    assert_eq!(shown.run("return b.part.of").await, "other");
}

#[tokio::test]
async fn a_failing_call_on_a_moved_row_marks_no_other() {
    let shown = shown().await;
    shown.run("app.rows = {b, a, c}").await;
    let answer = shown.on_b(FAIL, Value::Null);
    let told = errors(&answer);
    assert_eq!(told[0]["code"], "LUA_ERROR");
    assert_eq!(told[0].get("id"), None, "{told:?}");
    assert!(shown.project.read("log/lua-err.log").contains("no way"));
}

#[tokio::test]
async fn rows_of_lists_in_lists_and_wrapped_rows_are_found() {
    let project = Project::new();
    project.write(
        "lua/main.lua",
        "Seat = session:prototype('Seat', {taken = 0})
         function Seat:take() self.taken = self.taken + 1 end
         function group(n) return {type = 'Group', seats = {Seat:new{n = n}, Seat:new{n = n + 1}}} end
         Card = session:prototype('Card', {})
         function Card:new(item) return session:create(Card, {of = item.baseItem}) end
         function Card:take() self.of:take() end
         app = {type = 'App', groups = {group(1), group(3)}}
         seat = app.groups[2].seats[1]
         session:createAppVariable(app)",
    );
    let session = project.session().await;
    let (page, _) = Page::open(&session, "p");
    let answer = page.ask(&[
        create(2, 1, "groups"),
        create(3, 2, "2"),
        create(4, 3, "seats"),
        create(5, 4, "1"),
        action(6, 5, "take()"),
        create(7, 1, "groups.2.seats?wrapper=lua.ViewList&itemWrapper=Card"),
        create(8, 7, "items.1.item"),
        action(9, 8, "take()"),
    ]);
    let of = |id: u64| {
        let update = answer.iter().find(|update| update["id"] == id).unwrap();
        update["value"]["obj"].as_i64().unwrap()
    };
    let click = |id: u64, shown: u64| {
        let shown = json!({"id": shown, "obj": of(shown)});
        json!({"type": "update", "id": id, "value": null, "shown": shown})
    };
    project
        .eval(
            &session,
            "local g = app.groups g[2].seats[1], g[2].seats[2] = g[2].seats[2], g[2].seats[1]",
        )
        .await;
    assert_eq!(errors(&page.ask(&[click(9, 8)])), Vec::<&Value>::new());
    assert_eq!(
        project.eval(&session, "return seat.taken").await,
        json!(1),
        "through the card that was moved"
    );
    project
        .eval(
            &session,
            "for n = 5, 8 do table.insert(app.groups, 1, group(n)) end",
        )
        .await;
    assert_eq!(errors(&page.ask(&[click(6, 5)])), Vec::<&Value>::new());
    assert_eq!(project.eval(&session, "return seat.taken").await, json!(2));
    // A card belongs to a place that shows other seats now.
    assert_eq!(errors(&page.ask(&[click(9, 8)]))[0]["code"], "GONE");
    assert_eq!(project.eval(&session, "return seat.taken").await, json!(2));
}
