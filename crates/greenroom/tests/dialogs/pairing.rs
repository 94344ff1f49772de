//! Who becomes the human: the first browser, and whom the human lets in after it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use greenroom_testkit::{Bench, HumanPage, McpClient, WsProgram};
use serde_json::{Value, json};

use super::{GREENROOM, bind, data_of, server, server_at, until, with_page};

/// The code in an address.
fn code_of(reply: &Value) -> String {
    let url = reply["url"].as_str().unwrap();
    url.split_once("/#k=").unwrap().1.to_owned()
}

/// Waits for the request of a browser, as a page shows it.
fn rung(page: &mut HumanPage) -> Value {
    let shown = page.wait_for("a pairing request", |message| {
        message["type"] == "pairing" && message["request"].is_object()
    });
    shown["request"].clone()
}

fn decide(page: &mut HumanPage, request: &Value, allow: bool) {
    page.send(json!({"type": "pairing-decision", "id": request["id"], "allow": allow}));
}

#[test]
fn the_first_code_is_good_once_and_each_page_has_its_own_token() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let (status, reply) = bench.code(&json!({}));
    assert_eq!(status, 200, "{reply}");
    let code = code_of(&reply);
    let (status, first) = bench.pair(&json!({"code": code}));
    assert_eq!(status, 200);
    assert_eq!(bench.pair(&json!({"code": code})).0, 401, "single use");
    let resume = json!({"resume": first["resume"]});
    let (status, again) = bench.pair(&resume);
    assert_eq!(status, 200);
    assert_eq!(bench.pair(&resume).0, 401, "it was replaced");
    assert_ne!(first["token"], again["token"]);
    let token = |paired: &Value| paired["token"].as_str().unwrap().to_owned();
    let mut page = HumanPage::with_token(&bench, &token(&again));
    let id = client.send_call("confirm", json!({"question": "?", "isDangerous": true}));
    page.answer_next(json!({"confirmed": true}));
    let data = data_of(&mut client, id);
    assert_eq!(
        (&data["source"], &data["proof"]),
        (&json!("human"), &json!("first_page"))
    );
}

#[test]
fn no_secret_of_the_human_is_on_the_disk() {
    let (mut client, mut page) = with_page(&["--hold", "0"]);
    client.data("confirm", json!({"question": "?"}));
    page.answer_next(json!({"confirmed": true}));
    let (_, waits) = page.bench.code(&json!({}));
    let request = rung(&mut page);
    decide(&mut page, &request, true);
    let (_, reply) = page.bench.code(&json!({"request": waits["waits"]["id"]}));
    let code = code_of(&reply);
    let (_, paired) = page.bench.pair(&json!({"code": code}));
    let secrets = [
        page.bench.human_token(),
        paired["token"].as_str().unwrap().to_owned(),
        paired["resume"].as_str().unwrap().to_owned(),
        code,
    ];
    assert!(!client.home().join("run/human.token").exists());
    each_file(&client.home(), &mut |path| {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        for secret in &secrets {
            assert!(!text.contains(secret), "{}", path.display());
        }
    });
}

fn each_file(folder: &Path, look: &mut impl FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            each_file(&path, look);
        } else if path.is_file() {
            look(&path);
        }
    }
}

#[test]
fn what_a_program_finds_in_the_files_does_not_answer() {
    let (mut client, mut page) = with_page(&["--hold", "0"]);
    let asked = client.data("confirm", json!({"question": "?", "isDangerous": true}));
    let request = page.question();
    let bench = page.bench.clone();
    let run = client.home().join("run");
    let mut words = Vec::new();
    for entry in std::fs::read_dir(&run).unwrap().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap();
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.extend(parts.filter(|part| part.len() >= 32).map(str::to_owned));
    }
    assert!(
        words.len() >= 2,
        "the token of programs and a hash: {words:?}"
    );
    for word in &words {
        assert!([Some(4401), Some(4403)].contains(&HumanPage::refused(&bench, word)));
        assert_eq!(bench.pair(&json!({"resume": word})).0, 401);
        assert_eq!(bench.pair(&json!({"code": word})).0, 401);
        let bearer = format!("Bearer {word}");
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
        ];
        let elicited = json!({"dialog_id": asked["dialog_id"], "data": {"confirmed": true}});
        let body = elicited.to_string();
        let (status, _) = bench.http("POST", "/human/elicited", &headers, body.as_bytes());
        assert!(status >= 400, "{status}");
    }
    // Nor can it let itself in.
    let (status, waits) = bench.code(&json!({}));
    assert_eq!((status, waits.get("url")), (202, None), "{waits}");
    let mut program = WsProgram::connect(&bench, "");
    let id = &waits["waits"]["id"];
    program.send(json!({"type": "pairing-decision", "id": id, "allow": true}));
    program.request(
        json!(1),
        "pairing-decision",
        json!({"id": id, "allow": true}),
    );
    let shown = rung(&mut page);
    assert_eq!(&shown["id"], id);
    decide(&mut page, &shown, false);
    let (status, refused) = bench.code(&json!({"request": id}));
    assert_eq!(status, 403, "{refused}");
    page.answer(&request, json!({"confirmed": false}));
}

#[test]
fn another_program_cannot_bring_an_answer_of_a_client() {
    let (mut client, mut page) = with_page(&["--hold", "0"]);
    let bench = page.bench.clone();
    let asked = client.data("confirm", json!({"question": "Not yours?"}));
    let mut asker = WsProgram::connect(&bench, "client=asker");
    asker.send(json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "confirm", "arguments": {"question": "Mine?"}},
    }));
    let own = page.question();
    let other = page.question();
    let mut thief = WsProgram::connect(&bench, "client=asker");
    for (number, dialog) in [&asked["dialog_id"], &own["requestId"], &other["requestId"]]
        .into_iter()
        .enumerate()
    {
        for secret in [json!(null), json!(""), json!("x")] {
            let params = json!({
                "dialog_id": dialog, "secret": secret, "data": {"confirmed": true},
            });
            let reply = thief.request(
                json!(format!("{number} {secret}")),
                "dialogs/elicited",
                params,
            );
            assert!(reply["error"].is_object(), "{reply}");
        }
    }
}

#[test]
fn a_page_comes_back_after_a_restart_and_others_wait_for_it() {
    let home = tempfile::tempdir().unwrap();
    let mut host = server_at(home.path(), "alpha", &["--hold", "0"]);
    host.data("dialog_result", json!({}));
    drop(HumanPage::connect(home.path()));
    drop(host);
    let mut host = server_at(home.path(), "alpha", &["--hold", "0"]);
    host.data("dialog_result", json!({}));
    let bench = Bench::of(home.path());
    let (status, waits) = bench.code(&json!({}));
    assert_eq!((status, &waits["page_is_open"]), (202, &json!(false)));
    let mut page = HumanPage::connect(home.path());
    assert_eq!(page.welcome["pairing"]["id"], waits["waits"]["id"]);
    let (status, busy) = bench.code(&json!({}));
    assert_eq!(status, 409, "{busy}");
    let request = page.welcome["pairing"].clone();
    decide(&mut page, &request, true);
    let (status, _) = bench.code(&json!({"request": request["id"]}));
    assert_eq!(status, 200);
    page.wait_for("the end of the request", |message| {
        message["type"] == "pairing" && message["request"].is_null()
    });
}

/// `greenroom url`, and its first line on stderr.
fn url(client: &McpClient) -> (Child, String) {
    let mut child = Command::new(GREENROOM)
        .arg("url")
        .env("GREENROOM_HOME", client.home())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut words = BufReader::new(child.stderr.take().unwrap());
    words.read_line(&mut line).unwrap();
    (child, line)
}

#[test]
fn the_shell_says_that_the_page_is_asked() {
    let (client, mut page) = with_page(&[]);
    for allow in [true, false] {
        let (asking, told) = url(&client);
        let request = rung(&mut page);
        let number = request["number"].as_str().unwrap();
        assert!(
            told.contains(number) && told.contains("in a browser"),
            "{told}"
        );
        decide(&mut page, &request, allow);
        let output = asking.wait_with_output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.success(), allow);
        assert_eq!(printed.contains("/#k="), allow, "{printed}");
        if allow {
            let code = printed.trim().split_once("/#k=").unwrap().1;
            assert_eq!(page.bench.pair(&json!({"code": code})).0, 200);
            assert_eq!(page.wait("notice")["code"], "paired");
        }
    }
}

#[test]
fn without_a_page_the_shell_gets_an_address_at_once() {
    let mut client = server(&[]);
    bind(&mut client);
    let (asking, told) = url(&client);
    let output = asking.wait_with_output().unwrap();
    assert!(output.status.success(), "{told}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("/#k="));
    until(|| HumanPage::try_connect(&client.home()));
}
