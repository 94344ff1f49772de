//! What runs return, and how they fail.

use greenroom_lua::FailureKind;
use serde_json::json;

use crate::project::Project;

#[tokio::test]
async fn values_come_back_as_json() {
    let project = Project::new();
    let session = project.session().await;
    for (code, want) in [
        ("return 1+1", json!(2)),
        ("return {a = 1, b = 'x'}", json!({"a": 1, "b": "x"})),
        ("return {1, 2}", json!([1, 2])),
        ("return {}", json!({})),
        ("local x = 1", json!(null)),
        ("return ui.null", json!(null)),
        ("return {1,2,x=3}", json!({"1": 1, "2": 2, "x": 3})),
        ("return ui.json_decode('[1,null]')", json!([1, null])),
        ("return ui.json_encode({a = {}})", json!("{\"a\":{}}")),
    ] {
        assert_eq!(project.eval(&session, code).await, want, "{code}");
    }
    let ran = project.run(&session, "return 1, 'x', print").await.unwrap();
    assert_eq!(ran.rest[0], "x");
    assert!(
        ran.rest[1]["non-json"]
            .as_str()
            .unwrap()
            .starts_with("function")
    );
}

#[tokio::test]
async fn what_has_no_json_form_is_described() {
    let project = Project::new();
    let session = project.session().await;
    for code in [
        "return print",
        "local t = {} t.t = t return t",
        "return io.stdout",
        "return coroutine.create(print)",
        "return {f = print}",
        "return 0/0",
        "return 1/0",
        "return '\\xff'",
    ] {
        let value = project.eval(&session, code).await;
        assert!(value["non-json"].is_string(), "{code}: {value}");
    }
    let ran = project
        .run(&session, "return {a = 1, f = print}")
        .await
        .unwrap();
    assert_eq!(ran.partial.unwrap()["a"], 1);
    let text = project
        .eval(
            &session,
            "return setmetatable({f = print}, {__tostring = function() return 'me' end})",
        )
        .await;
    assert_eq!(text, json!({"non-json": "me"}));
}

#[tokio::test]
async fn failures_name_their_place() {
    let project = Project::new();
    let session = project.session().await;
    let failure = project.fail(&session, "local x = {}\nreturn x.y.z").await;
    assert_eq!(
        failure.message,
        "ui_run:2: attempt to index a nil value (field 'y')"
    );
    assert_eq!(failure.place, Some(("ui_run".to_owned(), 2)));
    assert!(failure.traceback.unwrap().contains("ui_run:2"));
    let failure = project.fail(&session, "x = \n = 1").await;
    assert_eq!(
        (failure.kind, failure.place.unwrap().1),
        (FailureKind::Syntax, 2)
    );
    let failure = project.fail(&session, "error({code=42})").await;
    assert_eq!(failure.error_value, Some(json!({"code": 42})));
    assert_eq!(failure.message, "{code = 42}");
    let failure = project.fail(&session, "error('plain', 0)").await;
    assert_eq!(failure.message, "plain");
}

#[tokio::test]
async fn sessions_share_no_globals_and_keep_their_own() {
    let project = Project::new();
    let (one, two) = (
        project.start("1").await.unwrap(),
        project.start("2").await.unwrap(),
    );
    project.eval(&one, "x = 5 session.y = 6").await;
    assert_eq!(
        project
            .eval(&one, "return {x, session.y, session.id}")
            .await,
        json!([5, 6, "1"])
    );
    assert_eq!(
        project.eval(&two, "return {tostring(x), session.id}").await,
        json!(["nil", "2"])
    );
}

#[tokio::test]
async fn the_app_is_read_without_running_code() {
    let project = Project::new();
    let session = project.session().await;
    let none = session.state(String::new(), 8).await.unwrap();
    assert_eq!((none.state, none.type_name), (json!(null), None));
    project
        .eval(
            &session,
            "local Contact = session:prototype('Contact', {kind = 'friend', name = ''})
             function Contact:fullName() called = true return self.name end
             local app = session:prototype('App', {title = 'List'}):new()
             app.contacts = {Contact:new{name = 'Alice', app = app, _secret = 1}}
             app.f = print
             setmetatable(app.contacts[1].app, getmetatable(app))
             session:createAppVariable(app)",
        )
        .await;
    let state = session.state(String::new(), 8).await.unwrap();
    assert_eq!(state.type_name.as_deref(), Some("App"));
    let contact = &state.state["contacts"][0];
    assert_eq!(contact["name"], "Alice");
    assert_eq!(contact["kind"], "friend");
    assert_eq!(contact["type"], "Contact");
    assert!(contact["app"]["non-json"].is_string(), "{contact}");
    assert!(contact.get("_secret").is_none() && contact.get("fullName").is_none());
    assert_eq!(state.state["title"], "List");
    let name = session
        .state("contacts.1.kind".to_owned(), 8)
        .await
        .unwrap();
    assert_eq!(name.state, "friend");
    assert!(
        session
            .state("contacts.1.fullName()".to_owned(), 8)
            .await
            .is_err()
    );
    assert_eq!(project.eval(&session, "return called").await, json!(null));
}
