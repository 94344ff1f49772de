//! Who comes through the gate, and how far.

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

/// A stage that answers with the head that it was sent.
async fn stage() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut buffer = vec![0; 4096];
            let read = stream.read(&mut buffer).await.unwrap_or(0);
            let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
            drop(stream.write_all(head.as_bytes()).await);
            drop(stream.write_all(&buffer[..read]).await);
        }
    });
    port
}

/// What a browser with this pass shows.
fn shown(pass: &Pass) -> String {
    let both = BASE64_STANDARD.encode(format!("{}:{}", pass.user, pass.password));
    format!("Proxy-Authorization: Basic {both}\r\n")
}

async fn ask(port: u16, shown: String, line: String, host: String, inner: String) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let head = format!("{line} HTTP/1.1\r\nHost: {host}\r\n{shown}\r\n{inner}");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

async fn admitted(gate: &Arc<Gate>, host: &str) -> Pass {
    let home = Home::find(host).await.unwrap();
    gate.admit(home, Reach::Nothing, Arc::new(|_| {})).unwrap()
}

#[tokio::test]
async fn only_who_has_the_secret_of_a_context_reaches_its_stage_and_nothing_else() {
    let port = stage().await;
    let gate = Arc::new(Gate::listen("127.0.0.1:0".parse().unwrap()).await.unwrap());
    let (host, other) = (format!("a.localhost:{port}"), format!("b.localhost:{port}"));
    let (pass, second) = (admitted(&gate, &host).await, admitted(&gate, &other).await);
    let stolen = Pass {
        gate: Arc::clone(&gate),
        user: pass.user.clone(),
        password: second.password.clone(),
        greeted: Arc::default(),
        _open: watch::channel(()).0,
    };
    let get = |host: &str| format!("GET http://{host}/x");
    let connect = |host: &str| format!("CONNECT {host}");
    let socket = |host: &str| format!("GET /socket HTTP/1.1\r\nHost: {host}\r\n\r\n");
    for (pass, line, named, inner, want) in [
        (
            Some(&pass),
            get(&host),
            host.as_str(),
            String::new(),
            "200 OK",
        ),
        (
            Some(&pass),
            get(&format!("up.{host}")),
            &format!("up.{host}"),
            String::new(),
            "200 OK",
        ),
        (
            Some(&pass),
            connect(&host),
            &host,
            socket(&host),
            "GET /socket",
        ),
        (
            Some(&pass),
            get(&host.to_uppercase()),
            &host,
            String::new(),
            "200 OK",
        ),
        // Without the secret, or with that of another.
        (None, get(&host), &host, String::new(), "407 "),
        (None, connect(&host), &host, String::new(), "407 "),
        (
            None,
            HELLO.replace("http", "GET http"),
            "hello",
            String::new(),
            "407 ",
        ),
        (Some(&stolen), get(&host), &host, String::new(), "407 "),
        // Other sessions of the stage, by any way to name them.
        (Some(&pass), get(&other), &other, String::new(), "403 "),
        (Some(&pass), connect(&other), &other, String::new(), "403 "),
        (Some(&pass), get(&host), &other, String::new(), "400 "),
        (Some(&pass), connect(&host), &host, socket(&other), "400 "),
        // Others of this machine.
        (
            Some(&pass),
            get(&format!("127.0.0.1:{port}")),
            "x",
            String::new(),
            "403 ",
        ),
        (
            Some(&pass),
            get(&format!("localhost:{port}")),
            "x",
            String::new(),
            "403 ",
        ),
        (
            Some(&pass),
            connect("a.localhost:1"),
            "x",
            String::new(),
            "403 ",
        ),
        (
            Some(&pass),
            get(&format!("evila.localhost:{port}")),
            "x",
            String::new(),
            "403 ",
        ),
    ] {
        let shown = pass.map(shown).unwrap_or_default();
        let (asked, named) = (line.clone(), named.to_owned());
        let answer = ask(gate.port, shown, asked, named.clone(), inner).await;
        assert!(answer.contains(want), "{line} as {named}: {want}: {answer}");
        assert!(!answer.contains("roxy-Authorization"), "{answer}");
    }
    assert!(!pass.was_greeted());
    let hello = format!("GET {HELLO}");
    let hello = ask(gate.port, shown(&pass), hello, "x".into(), String::new()).await;
    assert!(hello.ends_with("hello") && pass.was_greeted(), "{hello}");
    drop(stolen);
    let pass = admitted(&gate, &host).await;
    let line = get(&host);
    let again = ask(gate.port, shown(&pass), line, host, String::new()).await;
    assert!(again.contains("200 OK"), "{again}");
}

#[tokio::test]
async fn what_a_context_has_open_ends_with_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = format!("a.localhost:{}", listener.local_addr().unwrap().port());
    let gate = Arc::new(Gate::listen("127.0.0.1:0".parse().unwrap()).await.unwrap());
    let pass = admitted(&gate, &host).await;
    let inner = format!("GET /socket HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let line = format!("CONNECT {host}");
    let held = tokio::spawn(ask(gate.port, shown(&pass), line, host, inner));
    // The stage has it, and does not answer.
    let _taken = listener.accept().await.unwrap();
    drop(pass);
    let answer = held.await.unwrap();
    assert!(answer.contains("200 "), "{answer}");
}
