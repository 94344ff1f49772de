//! The browser is on another machine, and `ssh -L P:127.0.0.1:P` leads to the workbench.
//!
//! Here a relay stands for the tunnel: what the browser takes for its own `localhost` is another
//! address, from which every byte is carried to the workbench.

use std::io::copy;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use greenroom_browser::LaunchOptions;
use serde_json::json;

use crate::agent::Agent;
use crate::person::Person;

/// Where the browser's `localhost` is.
const FAR: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Carries connections to the workbench, as `ssh` does; ends with the test's process.
fn relay(port: u16) {
    let listener = TcpListener::bind((FAR, port)).unwrap();
    std::thread::spawn(move || {
        for browser in listener.incoming().map_while(Result::ok) {
            let workbench = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            let ways = [
                (browser.try_clone().unwrap(), workbench.try_clone().unwrap()),
                (workbench, browser),
            ];
            for (mut from, mut to) in ways {
                std::thread::spawn(move || {
                    let _until_closed = copy(&mut from, &mut to);
                    let _already_closed = to.shutdown(Shutdown::Both);
                });
            }
        }
    });
}

/// A browser for which `localhost` is far away.
fn far_browser(folder: &Path) -> PathBuf {
    let real = greenroom_browser::locate(None).unwrap().path;
    let script = folder.join(real.file_name().unwrap());
    let text = format!(
        "#!/bin/sh\nexec '{}' '--host-resolver-rules=MAP localhost {FAR}' \"$@\"\n",
        real.display()
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    script
}

#[test]
fn everything_works_through_a_tunnel() {
    let mut agent = Agent::start();
    relay(agent.port());
    let folder = tempfile::tempdir().unwrap();
    let launch = LaunchOptions {
        program: Some(far_browser(folder.path())),
        ..LaunchOptions::default()
    };
    let address = agent.address().replace("127.0.0.1", "localhost");
    let person = Person::visiting_with(launch, &address, &[]);
    let call = agent.ask("screenshot_request", json!({"question": "From far away?"}));
    let id = person.card("From far away?");
    // An upload, the live channel, and a reload of the page.
    person.drops_image(&id, "far.png");
    person.reload();
    person.card("From far away?");
    person.sees(&format!("#card-{id} .preview img"));
    person.clicks(&format!("#card-{id} [data-submit]"));
    assert_eq!(agent.data(call)["attachments"][0]["name"], "far.png");
}
