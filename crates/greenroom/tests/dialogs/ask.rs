//! `greenroom ask`: a shell script asks a person.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use greenroom_testkit::HumanPage;
use serde_json::json;

use super::{until, with_page};
use crate::GREENROOM;

fn ask(home: &Path, arguments: &[&str]) -> Child {
    Command::new(GREENROOM)
        .arg("ask")
        .args(arguments)
        .args(["--no-open", "--port", "0"])
        .env("GREENROOM_HOME", home)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn printed(output: &Output) -> (i32, String) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap(), text)
}

#[test]
fn the_exit_code_says_what_the_human_did() {
    let (client, mut page) = with_page(&[]);
    for (arguments, given, code, text) in [
        (
            &["confirm", "Ship?"][..],
            json!({"confirmed": true}),
            0,
            "yes\n",
        ),
        (
            &["confirm", "Ship?"],
            json!({"confirmed": false}),
            1,
            "no\n",
        ),
        (&["confirm", "Ship?"], json!({"cancelled": true}), 4, ""),
        (&["text_input", "Name?"], json!({"text": "Ada"}), 0, "Ada\n"),
        (
            &["single_choice", "Which?", "a=First", "b"],
            json!({"choice": "b"}),
            0,
            "b\n",
        ),
        (
            &["multi_choice", "Which?", "a", "b"],
            json!({"choices": ["a", "b"]}),
            0,
            "a\nb\n",
        ),
    ] {
        let asking = ask(&client.home(), arguments);
        let request = page.question();
        assert_eq!(request["asker"], "shell");
        page.answer(&request, given);
        let output = asking.wait_with_output().unwrap();
        assert_eq!(printed(&output), (code, text.to_owned()), "{arguments:?}");
    }
    let output = ask(&client.home(), &["shell", "?"])
        .wait_with_output()
        .unwrap();
    assert_eq!(output.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Invalid tool name"));
}

#[test]
fn without_a_workbench_it_serves_one_for_its_question() {
    let home = tempfile::tempdir().unwrap();
    let asking = ask(home.path(), &["text_input", "Alone?", "--json"]);
    let mut page = until(|| HumanPage::try_connect(home.path()));
    page.answer_next(json!({"text": "no"}));
    let output = asking.wait_with_output().unwrap();
    let (code, text) = printed(&output);
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&output.stderr));
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(result["text"], "no");
}
