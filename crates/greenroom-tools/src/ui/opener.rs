//! Starts the human's browser.

use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use greenroom_os::{SYSTEM, System};
use tokio::sync::oneshot;

/// Names another program than the system's; for tests and for preference.
const VARIABLE: &str = "GREENROOM_BROWSER";
/// A program that still runs after this time has opened something.
const PATIENCE: Duration = Duration::from_secs(2);

/// The program did not open the address.
#[derive(Debug)]
pub(super) struct NotOpened {
    pub(super) command: String,
    pub(super) exit_code: Option<i32>,
}

/// Opens an address, and waits a moment to see whether that worked.
pub(super) async fn open(url: &str) -> Result<(), NotOpened> {
    let words = command(url);
    let failed = |exit_code| NotOpened {
        command: words.join(" "),
        exit_code,
    };
    let Some((program, arguments)) = words.split_first() else {
        return Err(failed(None));
    };
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.map_err(|_| failed(None))?;
    let (ended, end) = oneshot::channel::<std::io::Result<ExitStatus>>();
    // Waiting for as long as it runs is what leaves no zombie behind.
    std::thread::spawn(move || ended.send(child.wait()));
    match tokio::time::timeout(PATIENCE, end).await {
        Ok(Ok(Ok(status))) if !status.success() => Err(failed(status.code())),
        _ => Ok(()),
    }
}

fn command(url: &str) -> Vec<String> {
    let named = std::env::var(VARIABLE)
        .ok()
        .filter(|text| !text.trim().is_empty());
    if let Some(named) = named {
        let has_place = named.contains("{url}");
        let mut words: Vec<String> = named
            .split_whitespace()
            .map(|word| word.replace("{url}", url))
            .collect();
        if !has_place {
            words.push(url.to_owned());
        }
        return words;
    }
    let words: &[&str] = match SYSTEM {
        System::MacOs => &["open", url],
        System::Windows => &["cmd", "/c", "start", "", url],
        System::Linux => &["xdg-open", url],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}
