//! A real identity provider, and the official client that logs in at it.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use greenroom_testkit::{HttpServer, OfficialClient};
use serde_json::json;

use super::GREENROOM;

/// `tests/clients/identity_provider.mjs`.
struct IdentityProvider {
    process: Child,
    issuer: String,
}

impl IdentityProvider {
    fn start(resource: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients");
        let mut process = Command::new("node")
            .arg(folder.join("identity_provider.mjs"))
            .arg(resource)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node starts");
        let mut issuer = String::new();
        let stdout = process.stdout.take().expect("stdout is piped");
        let read = BufReader::new(stdout).read_line(&mut issuer);
        assert!(
            read.is_ok_and(|bytes| bytes > 0),
            "run tests/clients/setup.sh"
        );
        Self {
            process,
            issuer: issuer.trim().to_owned(),
        }
    }
}

impl Drop for IdentityProvider {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _waited = self.process.wait();
    }
}

#[test]
fn the_official_client_logs_in_where_the_server_sends_it() {
    // The provider must know the resource before the server can know the provider.
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let resource = format!("http://{address}/mcp");
    let provider = IdentityProvider::start(&resource);
    let server = HttpServer::start_at(GREENROOM, &address, |command, home| {
        let file = home.join("oauth.toml");
        let text = format!(
            "resource = \"{resource}\"\nissuer = \"{}\"\nscopes = [\"greenroom\"]\nclaim = \"client_id\"\n",
            provider.issuer
        );
        std::fs::write(&file, text).unwrap();
        command.arg("--oauth").arg(file);
    });
    let plan =
        json!({"clientId": "robot", "clientSecret": "robot-secret", "issuer": provider.issuer});
    OfficialClient::TypeScript.drive_script("login", &plan, &[&resource], |command| command);
    let houses = std::fs::read_dir(server.home().join("data/houses")).unwrap();
    let names: Vec<String> = houses
        .map(|house| house.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert!(
        matches!(names.as_slice(), [one] if one.starts_with("robot.")),
        "{names:?}"
    );
    let wrong = json!({"clientId": "robot", "clientSecret": "wrong", "issuer": provider.issuer});
    let refused = std::panic::catch_unwind(|| {
        OfficialClient::TypeScript.drive_script("login", &wrong, &[&resource], |it| it);
    });
    assert!(refused.is_err(), "who does not log in does not come in");
}
