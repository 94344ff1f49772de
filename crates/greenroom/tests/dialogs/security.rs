//! Who may ask, who may answer, and who is not let in at all.

use greenroom_testkit::{HumanPage, WsProgram};
use serde_json::json;

use super::{bind, server};

#[test]
fn foreign_hosts_and_origins_are_refused_before_routing() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let port = bench.port;
    let token = format!("Bearer {}", bench.agent_token());
    for path in ["/", "/status", "/human", "/nowhere"] {
        for host in [
            "evil.example".to_owned(),
            format!("0.0.0.0:{port}"),
            format!("localhost.evil.example:{port}"),
            format!("localhost:{}", port ^ 1),
            format!("abc.localhost:{port}"),
        ] {
            let headers = [("Host", host.as_str()), ("Authorization", token.as_str())];
            assert_eq!(
                bench.http("GET", path, &headers, b"").0,
                403,
                "{host}{path}"
            );
        }
    }
    for origin in [
        "null",
        "http://evil.example",
        "http://abc.localhost:5000",
        "https://localhost",
    ] {
        let headers = [("Origin", origin), ("Authorization", token.as_str())];
        assert_eq!(
            bench.http("GET", "/status", &headers, b"").0,
            403,
            "{origin}"
        );
        assert_eq!(bench.socket("/", &headers).err(), Some(403), "{origin}");
        assert_eq!(
            bench.socket("/human", &headers).err(),
            Some(403),
            "{origin}"
        );
    }
    assert_eq!(
        bench.socket("/human", &[]).err(),
        Some(403),
        "an origin is required"
    );
    let own = format!("http://localhost:{port}");
    let headers = [("Origin", own.as_str()), ("Authorization", token.as_str())];
    assert_eq!(bench.http("GET", "/status", &headers, b"").0, 200);
}

#[test]
fn each_token_has_its_role() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let (agent, human) = (bench.agent_token(), bench.human_token());
    let bearer = |token: &str| format!("Bearer {token}");
    assert_eq!(bench.socket("/", &[]).err(), Some(401));
    let wrong = bearer(&"0".repeat(64));
    assert_eq!(
        bench.socket("/", &[("Authorization", &wrong)]).err(),
        Some(401)
    );
    assert_eq!(
        bench
            .socket("/", &[("Authorization", &bearer(&human))])
            .err(),
        Some(403)
    );
    assert_eq!(HumanPage::refused(&bench, &agent), Some(4403));
    assert_eq!(HumanPage::refused(&bench, "x"), Some(4401));
    let image = [
        ("Authorization", bearer(&agent)),
        ("Content-Type", "image/png".to_owned()),
    ];
    let image: Vec<(&str, &str)> = image
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    assert_eq!(
        bench
            .http("POST", "/human/attachments?dialog=d", &image, b"x")
            .0,
        403
    );
    assert_eq!(
        bench
            .http("POST", "/human/attachments?dialog=d", &image[1..], b"x")
            .0,
        401
    );
    assert_eq!(bench.http("GET", "/status", &[], b"").0, 401);
    // What is kept of a session is for people; there is no such session.
    for path in [
        "/human/sessions/s/trace",
        "/human/sessions/s/pictures/0001.png",
    ] {
        let get = |token: &str| {
            let headers = [("Authorization", token)];
            bench.http("GET", path, &headers, b"").0
        };
        assert_eq!(bench.http("GET", path, &[], b"").0, 401, "{path}");
        assert_eq!(get(&bearer(&agent)), 403, "{path}");
        assert_eq!(get(&bearer(&human)), 422, "{path}");
    }
    let by_query = bench.socket(&format!("/?token={agent}"), &[]).unwrap();
    assert_eq!(WsProgram::over(by_query).greeting["status"], "connected");
    let protocol = format!("greenroom.token.{agent}");
    let by_protocol = bench
        .socket("/", &[("Sec-WebSocket-Protocol", &protocol)])
        .unwrap();
    assert_eq!(WsProgram::over(by_protocol).greeting["status"], "connected");
}

#[test]
fn a_program_without_token_is_marked() {
    let mut client = server(&["--ws-no-token"]);
    let bench = bind(&mut client);
    let mut page = HumanPage::connect(client.home());
    let mut program = WsProgram::over(bench.socket("/", &[]).unwrap());
    program.call(json!(1), "confirm", json!({"question": "?"}));
    assert_eq!(page.question()["unverified"], true);
    let wrong = format!("Bearer {}", "0".repeat(64));
    assert_eq!(
        bench.socket("/", &[("Authorization", &wrong)]).err(),
        Some(401)
    );
}

#[test]
fn a_foreign_form_cannot_pair() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let form = [("Content-Type", "text/plain")];
    let (status, _) = bench.http("POST", "/human/pair", &form, br#"{"code":"x"}"#);
    assert_eq!(status, 415);
}

#[test]
fn every_response_carries_the_headers() {
    use std::io::{Read as _, Write as _};
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let own = format!("127.0.0.1:{}", bench.port);
    for (method, path, host, status) in [
        ("GET", "/", own.as_str(), "200"),
        ("GET", "/status", &own, "401"),
        ("GET", "/nowhere", &own, "404"),
        ("GET", "/human/pair", &own, "405"),
        ("POST", "/human/pair", &own, "415"),
        ("GET", "/", "evil.example", "403"),
    ] {
        let mut stream = std::net::TcpStream::connect(&own).unwrap();
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, _) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with(&format!("HTTP/1.1 {status}")),
            "{path}: {head}"
        );
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' blob: data:; connect-src 'self'; frame-src http://*.localhost:*; \
             frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cache-control: no-store",
        ] {
            assert!(head.contains(header), "{path} lacks {header}: {head}");
        }
        assert!(!head.contains("access-control-"), "{head}");
    }
    let (_, page) = bench.http("GET", "/", &[], b"");
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("<title>Greenroom"), "{page}");
    assert!(
        !page.contains("<style") && !page.contains("onload="),
        "no inline code"
    );
}

#[test]
fn a_page_must_say_who_it_is_at_once() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let origin = format!("http://127.0.0.1:{}", bench.port);
    let mut silent = bench.socket("/human", &[("Origin", &origin)]).unwrap();
    let started = std::time::Instant::now();
    // It gets no frame but the one that closes it.
    let closed = silent.read().unwrap();
    assert!(closed.is_close(), "{closed:?}");
    assert!(started.elapsed() < std::time::Duration::from_secs(10));
}

#[test]
fn pages_and_programs_are_limited_in_number() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let pages: Vec<HumanPage> = (0..16).map(|_| HumanPage::connect(&bench.home)).collect();
    let origin = format!("http://127.0.0.1:{}", bench.port);
    let seventeenth = bench.socket("/human", &[("Origin", &origin)]);
    assert_eq!(seventeenth.err(), Some(503));
    let programs: Vec<WsProgram> = (0..64).map(|_| WsProgram::connect(&bench, "")).collect();
    let token = format!("Bearer {}", bench.agent_token());
    let one_more = bench.socket("/", &[("Authorization", &token)]);
    assert_eq!(one_more.err(), Some(503));
    drop((pages, programs));
    super::until(|| HumanPage::try_connect(&bench.home));
}

#[test]
fn tokens_lie_in_private_files_and_nowhere_else() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut client = server(&["--hold", "0"]);
    let bench = bind(&mut client);
    let mut page = HumanPage::connect(client.home());
    let result = client
        .call("confirm", json!({"question": "?"}))
        .unwrap()
        .to_string();
    page.answer_next(json!({"confirmed": true}));
    let export = page
        .ask(json!({"type": "history-export", "filter": {}}))
        .to_string();
    let path = client.home().join("run/agent.token");
    let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    for token in [bench.agent_token(), bench.human_token()] {
        assert!(!result.contains(&token) && !export.contains(&token));
    }
    let mode = std::fs::metadata(client.home().join("dialogs"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o077, 0);
    let home = client.home();
    let tokens = [bench.agent_token(), bench.human_token()];
    let log = std::fs::read_dir(home.join("logs/mcp")).unwrap().flatten();
    for file in log.filter(|entry| entry.path().is_file()) {
        let text = std::fs::read_to_string(file.path()).unwrap();
        assert!(
            tokens.iter().all(|token| !text.contains(token)),
            "{:?}",
            file.path()
        );
    }
}
