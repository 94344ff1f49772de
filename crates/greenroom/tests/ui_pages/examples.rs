//! The example apps do what they show.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use crate::ui_server::UiServer;

/// A copy of an example, as its project folder is written to.
fn example(name: &str) -> TempDir {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/ui")
        .join(name);
    let folder = tempfile::tempdir().unwrap();
    copy(&source, folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn browser_the_contact_list_searches_edits_adds_and_deletes() {
    let mut ui = UiServer::open_folder(example("contacts"), &[]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('.row b').length === 3 && document.querySelector('article h2')?.textContent === 'Alice Martin'");
    assert_eq!(
        ui.run("return session:getApp().contacts[1].firstName"),
        json!("Alice")
    );
    tab.focus("input[type=search]");
    tab.keys("okafor");
    tab.until("document.querySelectorAll('.row b').length === 1");
    tab.click(".row");
    tab.until("document.querySelector('article h2').textContent === 'Chidi Okafor'");
    tab.fill("article input[ui-value^=firstName]", "Chi");
    tab.until("document.querySelector('.row b').textContent === 'Chi Okafor'");
    tab.click(".bar button");
    tab.until("document.querySelectorAll('.row b').length === 4 && document.querySelector('article h2').textContent === 'New contact'");
    tab.fill("article input[ui-value^=lastName]", "Aalto");
    tab.until("document.querySelector('article h2').textContent === 'Aalto'");
    tab.eval(
        "[...document.querySelectorAll('button')].find((b) => b.textContent === 'Sort').click()",
    );
    tab.until("document.querySelector('.row b').textContent === 'Aalto'");
    tab.click("article button.danger");
    tab.until(
        "document.querySelectorAll('.row b').length === 3 && !document.querySelector('article')",
    );
    assert_eq!(
        tab.eval("document.querySelectorAll('[ui-error]').length"),
        json!(0)
    );
}

#[test]
fn browser_the_review_board_is_filled_by_lint_and_answers_through_ui_wait() {
    let mut ui = UiServer::open_folder(example("review-board"), &[]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.body.innerText.includes('found nothing so far')");
    let course = tempfile::tempdir().unwrap();
    fs::write(
        course.path().join("imsmanifest.xml"),
        "<manifest identifier='m' xmlns='http://www.imsproject.org/xsd/imscp_rootv1p1p2'><organizations/></manifest>",
    )
    .unwrap();
    let lint = ui.client.data(
        "scorm_lint_manifest",
        json!({"workspace_path": course.path()}),
    );
    let findings = lint["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    let code = format!(
        "return board:fill('A course', ui.json_decode([==[{}]==]))",
        lint["findings"]
    );
    assert_eq!(ui.run(&code), json!(findings.len()));
    tab.until(&format!(
        "document.querySelectorAll('.finding').length === {}",
        findings.len()
    ));
    fs::create_dir_all(ui.path("html/shots")).unwrap();
    fs::write(
        ui.path("html/shots/one.svg"),
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    )
    .unwrap();
    let id = ui.run(
        "local id = board.findings[1].id board:picture(id, 'shots/one.svg', 'A slide') return id",
    );
    tab.until("document.querySelector('.finding img').complete && document.querySelector('.finding img').naturalWidth === 9");
    tab.focus(".finding input");
    tab.keys("please");
    tab.click(".finding footer button.primary");
    let data = ui.client.data("ui_wait", json!({"timeout_seconds": 10}));
    let event = &data["events"][0]["value"];
    assert_eq!(
        (&event["kind"], &event["finding"], &event["comment"]),
        (&json!("fix"), &id, &json!("please"))
    );
    ui.run(&format!("board:answer({id}, 'Mended.')"));
    tab.until("document.querySelector('.finding .reply').textContent === 'Mended.' && document.querySelector('.finding').classList.contains('settled')");
    tab.click(".board button.primary");
    let data = ui.client.data(
        "ui_wait",
        json!({"timeout_seconds": 10, "after": data["next_after"]}),
    );
    assert_eq!(data["events"][0]["value"]["kind"], json!("done"));
    assert_eq!(
        tab.eval("document.querySelectorAll('[ui-error]').length"),
        json!(0)
    );
}
