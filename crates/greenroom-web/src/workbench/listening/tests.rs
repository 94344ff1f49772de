//! Where a workbench goes beside a host that does not answer, in virtual time: nobody waits here
//! for the retries.

use std::fs::File;
use std::net::TcpListener;

use greenroom_human::{Host, HumanError, Humans, Line, desk_folder, run_files};
use serde_json::json;

use super::*;
use crate::workbench::courses::NoCourses;

/// A data directory whose desk someone has who serves nobody.
struct Deserted {
    home: tempfile::TempDir,
    _lock: File,
}

impl Deserted {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let lock = desk_folder::take(&desk_folder::of(home.path())).unwrap();
        Self {
            home,
            _lock: lock.unwrap(),
        }
    }

    /// The way to the human of one who needs the desk.
    async fn line(&self, port: Option<u16>) -> Result<Host, HumanError> {
        let config = DialogsConfig {
            port,
            no_open: true,
            ..DialogsConfig::default()
        };
        let humans = Humans::new(
            config,
            self.home.path().to_owned(),
            starting(Arc::new(NoCourses)),
        );
        match humans.line("anyone").await? {
            Line::Host(host) => Ok(host),
            Line::Guest(_) => panic!("nobody is there to be a guest of"),
        }
    }
}

/// Notices name the port that programs find in the data directory.
fn check_told(it: &Deserted, host: &Host) -> u16 {
    let port = host.workbench().unwrap().port();
    assert_eq!(run_files::running(it.home.path()).unwrap().port, port);
    let notices = host.notices();
    assert!(
        notices[0].contains("cannot be reached") && notices[0].contains(&port.to_string()),
        "{notices:?}"
    );
    port
}

#[tokio::test(start_paused = true)]
async fn the_next_ports_are_tried_before_any() {
    // Whoever has them: they are taken.
    let _taken = [3001, 3002].map(|port| TcpListener::bind(("127.0.0.1", port)));
    let it = Deserted::new();
    let host = it.line(None).await.unwrap();
    let port = check_told(&it, &host);
    assert!((3003..=3019).contains(&port), "{port}");
}

#[tokio::test(start_paused = true)]
async fn a_wished_port_of_a_stranger_is_an_error() {
    let it = Deserted::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let wished = taken.local_addr().unwrap().port();
    let error = it.line(Some(wished)).await.unwrap_err();
    let HumanError::Unreachable(reason) = error else {
        panic!("{error}")
    };
    let reason = reason.to_string();
    assert!(reason.contains(&wished.to_string()), "{reason}");
}

#[tokio::test(start_paused = true)]
async fn a_wished_port_of_the_host_is_left_to_it() {
    let it = Deserted::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let wished = taken.local_addr().unwrap().port();
    let run = it.home.path().join("run");
    std::fs::create_dir(&run).unwrap();
    let running = json!({"port": wished, "pid": 1, "started_at": 0});
    std::fs::write(run.join("workbench.json"), running.to_string()).unwrap();
    let host = it.line(Some(wished)).await.unwrap();
    assert_ne!(check_told(&it, &host), wished);
}
