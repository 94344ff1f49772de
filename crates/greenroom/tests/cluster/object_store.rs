//! An S3 that is there, gone and back.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::{Company, data, exists_below, location, notices, play, set_location, until};

/// moto's server in the place of S3; it forgets everything when it ends.
struct Moto {
    child: Child,
    port: u16,
}

impl Moto {
    /// None, and loudly, where it is not installed.
    #[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
    fn start(port: u16) -> Option<Self> {
        let program = std::env::var("GREENROOM_MOTO").unwrap_or("moto_server".to_owned());
        let child = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(child) = child else {
            println!(
                "SKIPPED: no moto_server: scripts/setup-cluster installs it; GREENROOM_MOTO names it"
            );
            return None;
        };
        let moto = Self { child, port };
        until(Duration::from_secs(30), || {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
            let request = "PUT /bucket HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            stream.write_all(request.as_bytes()).ok()?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).ok()?;
            answer.starts_with("HTTP/1.1 200").then_some(())
        });
        Some(moto)
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _waited = self.child.wait();
    }
}

#[test]
fn browser_that_is_down_stops_no_course() {
    let Some(mut company) = Company::new() else {
        return;
    };
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let Some(moto) = Moto::start(port) else {
        return;
    };
    company.artifacts = "s3://bucket/team".to_owned();
    company.environment = vec![
        (
            "AWS_ENDPOINT_URL",
            format!("http://127.0.0.1:{}", moto.port),
        ),
        ("AWS_ACCESS_KEY_ID", "test".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "test".to_owned()),
        ("AWS_REGION", "us-east-1".to_owned()),
    ];
    let (a, b) = (company.server(), company.server());
    let anna = company.anna.clone();
    let session = play(&a, &anna);
    let snap = || {
        a.call(
            &anna,
            "scorm_capture_screenshot",
            json!({"session_id": session}),
        )
    };
    let bearer = format!("Bearer {anna}");
    let fetch = |name: &str| {
        let path = format!("/files/sessions/{session}/screenshots/{name}");
        b.request("GET", &path, &[("Authorization", &bearer)], b"")
    };
    assert!(snap().is_ok());
    assert_eq!(fetch("0001.png").status, 200, "through the other server");

    drop(moto);
    let second = snap();
    let told = second.as_ref().unwrap().to_string();
    assert!(told.contains("CLUSTER_UNAVAILABLE"), "{told}");
    assert!(
        exists_below(&a.home(), "0002.png"),
        "it is on the server that wrote it"
    );
    // The journal goes on.
    set_location(&a, &anna, &session, "meanwhile").unwrap();
    assert_eq!(data(&location(&b, &anna, &session))["result"], "meanwhile");

    let _moto = Moto::start(port);
    until(Duration::from_secs(30), || {
        (fetch("0002.png").status == 200).then_some(())
    });
    let third = snap();
    assert!(
        !third
            .as_ref()
            .unwrap()
            .to_string()
            .contains("CLUSTER_UNAVAILABLE")
    );
    drop(notices(&location(&a, &anna, &session)));
}
