//! The variable protocol, with pages that are plain outboxes.

use greenroom_lua::frame::CloseCode;
use greenroom_lua::viewdef::{Source, ViewdefKey};
use greenroom_lua::{Outgoing, Session};
use serde_json::{Value, json};

use crate::project::{Page, Project, action, create, hello, update};

const APP: &str = "
    local App = session:prototype('App', {title = 'Hello', count = 0})
    function App:shout() return self.title:upper() end
    function App:add() self.count = self.count + 1 end
    function App:setTitle(title) self.title = title end
    function App:fail() error('no way') end
    app = App:new{list = {}}
    session:createAppVariable(app)";

async fn app(project: &Project) -> Session {
    project.write("lua/main.lua", APP);
    project.session().await
}

fn of_type<'a>(messages: &'a [Value], name: &str) -> Vec<&'a Value> {
    messages
        .iter()
        .filter(|message| message["type"] == name)
        .collect()
}

#[tokio::test]
async fn a_page_is_welcomed_and_follows() {
    let project = Project::new();
    let session = app(&project).await;
    let (page, first) = Page::open(&session, "p");
    assert_eq!(first[0]["type"], "welcome");
    assert_eq!(first[0]["handled"], 0);
    assert_eq!(first[1]["type"], "viewdefs");
    assert_eq!(first[2]["id"], 1);
    assert_eq!(first[2]["properties"], json!({"type": "App"}));
    let object = first[2]["value"]["obj"].clone();
    let answer = page.ask(&[
        create(2, 1, "title?access=r"),
        create(3, 1, "shout()"),
        create(4, 1, "."),
    ]);
    assert_eq!(
        answer[0],
        json!({"type": "update", "id": 2, "value": "Hello"})
    );
    assert_eq!(answer[1]["value"], "HELLO");
    assert_eq!(answer[2]["value"]["obj"], object);
    project.eval(&session, "app.title = 'Bye'").await;
    assert_eq!(
        page.messages(),
        [
            json!({"type": "update", "id": 2, "value": "Bye"}),
            json!({"type": "update", "id": 3, "value": "BYE"}),
        ]
    );
}

#[tokio::test]
async fn writes_reach_lua_and_other_pages_but_not_the_writer() {
    let project = Project::new();
    let session = app(&project).await;
    let (one, _) = Page::open(&session, "one");
    let (two, _) = Page::open(&session, "two");
    one.ask(&[create(2, 1, "title")]);
    two.ask(&[create(7, 1, "title"), create(8, 1, "count")]);
    assert_eq!(one.ask(&[update(2, json!("New"))]), Vec::<Value>::new());
    assert_eq!(
        two.messages(),
        [json!({"type": "update", "id": 7, "value": "New"})]
    );
    one.ask(&[action(3, 1, "add()")]);
    assert_eq!(one.ask(&[update(3, Value::Null)]), Vec::<Value>::new());
    assert_eq!(
        two.messages(),
        [json!({"type": "update", "id": 8, "value": 1})]
    );
    one.ask(&[action(4, 1, "setTitle(_)")]);
    let answer = one.ask(&[update(4, json!("By action"))]);
    assert_eq!(
        answer,
        [json!({"type": "update", "id": 2, "value": "By action"})]
    );
}

#[tokio::test]
async fn lists_are_compared_by_element_and_objects_keep_their_number() {
    let project = Project::new();
    let session = app(&project).await;
    let (page, _) = Page::open(&session, "p");
    let first = page.ask(&[create(2, 1, "list")]);
    assert_eq!(first[0]["value"], json!([]));
    project.eval(&session, "a, b = {type='C', n=1}, {type='C', n=2} table.insert(app.list, a) table.insert(app.list, b)").await;
    let list = page.messages()[0]["value"].clone();
    let rows = page.ask(&[create(3, 2, "1"), create(4, 2, "2"), create(5, 3, "n")]);
    assert_eq!(rows[0]["value"], list[0]);
    assert_eq!(rows[0]["properties"]["type"], "C");
    assert_eq!(rows[2]["value"], 1);
    project.eval(&session, "app.list = {b, a}").await;
    let swapped = page.messages();
    assert_eq!(swapped[0]["value"], json!([list[1], list[0]]));
    assert_eq!(swapped.last().unwrap()["value"], 2);
    project
        .eval(&session, "app.list = {'x', 2.5, {1, 2}, 0/0}")
        .await;
    let plain = page.messages();
    assert_eq!(plain[0]["value"][2], json!([1, 2]));
    assert!(plain[0]["value"][3]["non-json"].is_string());
}

#[tokio::test]
async fn faults_name_their_variable_and_are_cleared() {
    let project = Project::new();
    let session = app(&project).await;
    let (page, _) = Page::open(&session, "p");
    let answer = page.ask(&[
        create(2, 1, "a + b"),
        create(3, 9, "x"),
        create(1, 1, "x"),
        create(4, 1, "setTitle(_)"),
        json!({"type": "update", "id": 99, "value": 1}),
        json!({"type": "dance", "id": 5}),
        create(6, 1, "title?access=r"),
    ]);
    let codes: Vec<&str> = of_type(&answer, "error")
        .iter()
        .map(|error| error["code"].as_str().unwrap())
        .collect();
    assert_eq!(
        codes,
        [
            "PATH_SYNTAX",
            "UNKNOWN_VARIABLE",
            "ID_IN_USE",
            "ACCESS",
            "UNKNOWN_VARIABLE",
            "BAD_MESSAGE"
        ]
    );
    let refused = page.ask(&[update(6, json!("x"))]);
    assert_eq!(
        refused[0],
        json!({"type": "update", "id": 6, "value": "Hello"})
    );
    assert_eq!(refused[1]["code"], "ACCESS");

    let failed = page.ask(&[action(7, 1, "fail()"), update(7, Value::Null)]);
    assert_eq!(failed[0]["code"], "LUA_ERROR");
    assert!(failed[0]["message"].as_str().unwrap().ends_with("no way"));
    assert!(failed[0]["traceback"].is_string());
    assert!(project.read("log/lua-err.log").contains("stack traceback"));
    project
        .eval(&session, "getmetatable(app).fail = function() end")
        .await;
    let cleared = page.ask(&[update(7, Value::Null)]);
    assert_eq!(
        cleared[0],
        json!({"type": "error", "id": 7, "code": null, "message": ""})
    );

    let broken = page.ask(&[create(8, 1, "broken()")]);
    assert_eq!(broken[0]["code"], "LUA_ERROR");
    let through_nil = page.ask(&[create(9, 1, "no.thing"), update(9, json!(1))]);
    assert_eq!(of_type(&through_nil, "error")[0]["code"], "PATH_NIL");
    assert_eq!(of_type(&through_nil, "update")[0]["value"], Value::Null);
}

#[tokio::test]
async fn unwatched_variables_are_not_computed() {
    let project = Project::new();
    let session = app(&project).await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[create(2, 1, "title"), json!({"type": "unwatch", "id": 2})]);
    project.eval(&session, "app.title = 'x'").await;
    let again = page.ask(&[json!({"type": "watch", "id": 2})]);
    assert_eq!(again[0]["value"], "x");
    page.ask(&[json!({"type": "destroy", "ids": [2]})]);
    let gone = page.ask(&[json!({"type": "get", "ids": [2]})]);
    assert_eq!(gone[0]["code"], "UNKNOWN_VARIABLE");
    let full = page.ask(&[
        create(2, 1, "title?priority=high"),
        json!({"type": "get", "ids": [2]}),
    ]);
    assert_eq!(full[0]["properties"], json!({"priority": "high"}));
}

#[tokio::test]
async fn an_upload_precedes_empty_updates_in_one_frame() {
    let project = Project::new();
    let session = app(&project).await;
    project
        .eval(
            &session,
            "app.a = {type='Contact'} app.b = {type='Contact'}",
        )
        .await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[create(5, 1, "a"), create(8, 1, "b"), create(9, 1, "title")]);
    let key = ViewdefKey::new("Contact", "DEFAULT").unwrap();
    let change = project
        .viewdefs
        .put(key, "<template></template>".to_owned(), Source::Upload)
        .unwrap();
    let version = change.version;
    let pushed = session.viewdefs_changed(vec![change.clone()]).await;
    assert_eq!((pushed.tabs, pushed.updates), (1, 2));
    assert_eq!(
        page.messages(),
        [
            json!({"type": "viewdefs", "defs": {"Contact.DEFAULT": {"version": version, "html": "<template></template>"}}}),
            json!({"type": "update", "id": 5}),
            json!({"type": "update", "id": 8}),
        ]
    );
    let full = page.ask(&[json!({"type": "get", "ids": [5, 8]})]);
    assert_eq!(full[0]["properties"]["type"], "Contact");
    assert!(full[0]["value"]["obj"].is_number());
    let (_later, first) = Page::open(&session, "q");
    assert_eq!(first[1]["defs"]["Contact.DEFAULT"]["version"], version);
}

#[tokio::test]
async fn a_page_that_comes_back_is_known() {
    let project = Project::new();
    let session = app(&project).await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[action(2, 1, "add()"), update(2, Value::Null)]);
    drop(page);
    let again = Page::reconnect(&session, 2);
    let first = again.ask(&[hello("p")]);
    assert_eq!(first[0]["handled"], 2);
    // Who did not hear the welcome asks again: the hello itself is not a frame that was handled.
    let once_more = Page::reconnect(&session, 3);
    assert_eq!(once_more.ask(&[hello("p")])[0]["handled"], 2);
    let stranger = Page::reconnect(&session, 7);
    assert_eq!(stranger.ask(&[hello("x")])[0]["handled"], Value::Null);
    let rude = Page::connect(&session);
    rude.send(&[json!({"type": "watch", "id": 1})]);
    assert_eq!(
        rude.next_outgoing(),
        Outgoing::Close(CloseCode::ProtocolFault)
    );
    assert_eq!(session.tabs().len(), 2);
}

#[tokio::test]
async fn runs_and_clicks_share_one_order() {
    let mut project = Project::new();
    project.limits.run = std::time::Duration::from_secs(20);
    let session = app(&project).await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[action(2, 1, "add()")]);
    let runs = async {
        for _ in 0..100 {
            project
                .eval(&session, "local n = app.count app.count = n + 1")
                .await;
        }
    };
    let clicks = tokio::task::spawn_blocking(move || {
        for _ in 0..100 {
            page.ask(&[update(2, Value::Null)]);
        }
    });
    let ((), clicked) = tokio::join!(runs, clicks);
    clicked.unwrap();
    assert_eq!(project.eval(&session, "return app.count").await, json!(200));
}

#[tokio::test]
async fn timers_and_events_are_pushed() {
    let project = Project::new();
    let session = app(&project).await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[create(2, 1, "count")]);
    project
        .eval(&session, "session:setTimeout(function() app.count = 7 mcp.pushState({done = true, f = print}) end, 5)")
        .await;
    assert_eq!(
        page.messages(),
        [json!({"type": "update", "id": 2, "value": 7})]
    );
    let waited = session
        .events()
        .wait(None, 10, std::time::Duration::from_secs(5))
        .await;
    assert_eq!(waited.events[0].value["done"], true);
    assert!(waited.events[0].value["f"]["non-json"].is_string());
    project
        .eval(&session, "h = session:setInterval(function() app.count = app.count + 1 if app.count == 10 then session:clearInterval(h) end end, 1)")
        .await;
    while page.messages()[0]["value"] != 10 {}
    project
        .eval(
            &session,
            "session:setImmediate(function() error('late') end)",
        )
        .await;
    project.eval(&session, "return 1").await;
    assert!(project.errors.recent()[0].message.ends_with("late"));
}

#[tokio::test]
async fn wrappers_stand_between_value_and_view() {
    let project = Project::new();
    let session = app(&project).await;
    project
        .eval(
            &session,
            "local Row = session:prototype('Row', {})
             function Row:new(item) return session:create(self, {of = item}) end
             function Row:label() return self.of.index .. ':' .. self.of.baseItem.n end
             app.list = {{n = 'a'}, {n = 'b'}}",
        )
        .await;
    let (page, _) = Page::open(&session, "p");
    let list = page.ask(&[
        create(2, 1, "list?wrapper=lua.ViewList&itemWrapper=Row"),
        create(3, 2, "items"),
        create(4, 3, "2"),
        create(5, 4, "item"),
        create(6, 5, "label()"),
        create(7, 4, "index"),
    ]);
    assert_eq!(list[0]["properties"]["type"], "lua.ViewList");
    assert_eq!(list[1]["value"].as_array().unwrap().len(), 2);
    assert_eq!(list[2]["properties"]["type"], "lua.ViewListItem");
    assert_eq!(list[3]["properties"]["type"], "Row");
    assert_eq!(list[4]["value"], "2:b");
    assert_eq!(list[5]["value"], 2);
    let kept = list[1]["value"].clone();
    project
        .eval(&session, "table.insert(app.list, 1, {n = 'z'})")
        .await;
    let items = page
        .messages()
        .into_iter()
        .find(|message| message["id"] == 3)
        .unwrap();
    assert_eq!(items["value"][1], kept[0], "rows keep their identity");
}

#[tokio::test]
async fn a_getter_without_end_is_marked_and_the_others_go_on() {
    let project = Project::new();
    let session = app(&project).await;
    project
        .eval(
            &session,
            "getmetatable(app).hang = function() while true do end end",
        )
        .await;
    let (page, _) = Page::open(&session, "p");
    let answer = page.ask(&[create(2, 1, "hang()"), create(3, 1, "title")]);
    assert_eq!(of_type(&answer, "error")[0]["code"], "LUA_TIMEOUT");
    project.eval(&session, "app.title = 'still'").await;
    assert_eq!(
        page.messages(),
        [json!({"type": "update", "id": 3, "value": "still"})]
    );
}

#[tokio::test]
async fn a_nil_that_a_page_wrote_hides_the_default() {
    let project = Project::new();
    let session = app(&project).await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[create(2, 1, "count"), create(3, 1, "title")]);
    assert!(of_type(&page.ask(&[update(2, Value::Null)]), "update").is_empty());
    project
        .eval(
            &session,
            "assert(app.count == nil and app.title == 'Hello')",
        )
        .await;
    let state = async |path: &str| session.state(path.to_owned(), 4).await.unwrap().state;
    assert_eq!(
        state("count").await,
        Value::Null,
        "the agent sees what the page sees"
    );
    assert_eq!(state("").await.get("count"), None);
    // Another object has its default, methods are found, and code that comes again changes nothing.
    project
        .eval(
            &session,
            "local App = getmetatable(app)
            assert(App:new{}.count == 0 and app:shout() == 'HELLO' and app.count == nil)
            session:prototype('App', {title = 'Hello', count = 0})
            assert(app.count == nil)",
        )
        .await;
    page.ask(&[update(2, json!(5))]);
    project
        .eval(
            &session,
            "assert(app.count == 5) app.count = nil assert(app.count == 0)",
        )
        .await;
}

#[tokio::test]
async fn a_field_that_no_object_has_had_is_a_warning() {
    let project = Project::new();
    project.write(
        "lua/main.lua",
        "local App = session:prototype('App', {title = 'Hello', later = EMPTY})
        app = App:new{own = 1} session:createAppVariable(app)",
    );
    let session = project.session().await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[
        create(2, 1, "titel"),
        create(3, 1, "later"),
        create(4, 1, "own"),
        create(5, 1, "later.deep"),
        create(6, 1, "titel"),
    ]);
    let told: Vec<String> = project
        .errors
        .recent()
        .iter()
        .map(|error| format!("{}: {}", error.place, error.message))
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("titel") && told[0].contains("no App"),
        "{told:?}"
    );
}
