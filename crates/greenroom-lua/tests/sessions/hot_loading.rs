//! Prototypes that change while their instances live.

use serde_json::json;

use crate::project::{Page, Project, create};

#[tokio::test]
async fn instances_follow_their_prototype() {
    let project = Project::new();
    project.write(
        "lua/main.lua",
        "Contact = session:prototype('Contact', {name = 'x', old = EMPTY, items = {}})
         function Contact:shown() return 'v1 ' .. self.name end
         if not session.reloading then
           app = Contact:new{name = 'Ann', old = 5}
           session:createAppVariable(app)
         end",
    );
    let session = project.session().await;
    let (page, _) = Page::open(&session, "p");
    assert_eq!(page.ask(&[create(2, 1, "shown()")])[0]["value"], "v1 Ann");
    project
        .eval(&session, "other = Contact:new() table.insert(app.items, 1)")
        .await;
    assert_eq!(
        project.eval(&session, "return #other.items").await,
        json!(0)
    );

    project.write(
        "lua/main.lua",
        "Contact = session:prototype('Contact', {name = 'x', items = {}, tags = {}})
         function Contact:shown() return 'v2 ' .. self.name end
         function Contact:mutate() self.mutated = self.old end",
    );
    let main = project
        .folder
        .path()
        .canonicalize()
        .unwrap()
        .join("lua/main.lua");
    session.reload(vec![main.clone()]);
    let notice = page.messages();
    assert_eq!(notice[0]["kind"], "reloaded");
    assert_eq!(
        page.messages(),
        [json!({"type": "update", "id": 2, "value": "v2 Ann"})]
    );
    assert_eq!(
        project
            .eval(
                &session,
                "return {app.mutated, tostring(app.old), #app.items, rawget(app, 'tags') ~= nil}"
            )
            .await,
        json!([5, "nil", 1, true])
    );

    project.write("lua/main.lua", "this is not Lua");
    session.reload(vec![main]);
    let notice = page.messages();
    assert!(
        notice[0]["text"].as_str().unwrap().contains("failed"),
        "{notice:?}"
    );
    assert_eq!(project.eval(&session, "return app:shown()").await, "v2 Ann");
    assert!(
        project.errors.recent()[0]
            .place
            .contains("reload of lua/main.lua")
    );
}

#[tokio::test]
async fn an_unchanged_prototype_changes_nothing() {
    let project = Project::new();
    let session = project.session().await;
    let define = "P = session:prototype('P', {list = {1}, n = 1, mutate = function(self) mutated = true end})";
    project.eval(&session, define).await;
    project.eval(&session, "p = P:new() P.n = 9").await;
    project.eval(&session, define).await;
    assert_eq!(
        project
            .eval(&session, "return {tostring(mutated), p.n}")
            .await,
        json!(["nil", 9])
    );
    project.eval(&session, "session:prototype('P', {list = {2}, n = 1, mutate = function(self) mutated = true end})").await;
    assert_eq!(
        project.eval(&session, "return {mutated, p.list[1]}").await,
        json!([true, 1])
    );
}

#[tokio::test]
async fn a_failing_mutation_is_told_and_harms_no_other() {
    let project = Project::new();
    let session = project.session().await;
    project
        .eval(
            &session,
            "P = session:prototype('P', {}) a, b = P:new{n = 1}, P:new{n = 2}",
        )
        .await;
    project
        .eval(&session, "session:prototype('P', {x = 1, mutate = function(self) if self.n == 1 then error('no') end self.ok = true end})")
        .await;
    assert_eq!(
        project
            .eval(&session, "return {tostring(a.ok), b.ok}")
            .await,
        json!(["nil", true])
    );
    let errors = project.errors.recent();
    assert!(errors[0].place.contains("mutate of P"), "{errors:?}");
}

#[tokio::test]
async fn modules_can_be_forgotten() {
    let project = Project::new();
    project.write(
        "lua/m.lua",
        "count = (count or 0) + 1 M = session:prototype('M', {}) return {n = count}",
    );
    project.write("lua/cycle.lua", "return {other = require('cycle')}");
    let session = project.session().await;
    assert_eq!(
        project
            .eval(&session, "return {require('m').n, require('m').n}")
            .await,
        json!([1, 1])
    );
    assert_eq!(
        project
            .eval(&session, "session:unloadModule('m') return require('m').n")
            .await,
        json!(2)
    );
    assert_eq!(
        project
            .eval(&session, "return require('cycle').other")
            .await,
        json!(true)
    );
    project.write("lua/bad.lua", "error('first')");
    project.fail(&session, "require('bad')").await;
    project.write("lua/bad.lua", "return 5");
    assert_eq!(
        project.eval(&session, "return require('bad')").await,
        json!(5)
    );
}
