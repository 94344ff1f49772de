//! However the server ends, nothing of its browser stays behind, even in a storm.

use std::process::Command;
use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::client;
use crate::course::Course;
use crate::processes::family;

/// What all processes together may take to end.
const LIMIT: Duration = Duration::from_secs(3);

/// Keeps the page, its workers and the browser itself busy at once.
const STORM: &str = "<!doctype html><title>Storm</title><script>
     parent.API_1484_11.Initialize('')
     const storm = () => {
       const code = URL.createObjectURL(new Blob(['for (;;) console.log(\"x\".repeat(10000))']))
       for (let n = 0; n < 4; n++) new Worker(code)
       for (let n = 0; n < 50; n++) document.body.append(document.createElement('iframe'))
       for (let n = 0; ; n++) { history.replaceState(n, '', '#' + n); console.error(n) }
     }
     </script><body>";

/// How a server is ended.
#[derive(Clone, Copy, Debug)]
enum Ending {
    Terminated,
    Killed,
    EndOfInput,
}

/// The processes of a server in whose only course a storm may rage.
fn in_the_middle(client: &mut McpClient, course: &Course, storm: bool) -> Vec<u32> {
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let processes = family(client.pid());
    assert!(processes.len() > 3, "{processes:?}");
    if storm {
        let begin = json!({"session_id": opened["session_id"], "expression": "setTimeout(storm)"});
        client.data("scorm_dom_evaluate", begin);
    }
    processes
}

fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // One that has ended and was not reaped yet is no trouble to anybody.
    let state = stat
        .rsplit(')')
        .next()
        .and_then(|rest| rest.split_whitespace().next());
    state.is_some_and(|state| !["Z", "X"].contains(&state))
}

#[expect(
    clippy::print_stdout,
    reason = "a measurement for whoever reads the run"
)]
fn end(ending: Ending, storm: bool) {
    let course = Course::new("storm", STORM);
    let mut client = client();
    let processes = in_the_middle(&mut client, &course, storm);
    let profiles = profiles_of(&processes);
    assert!(!profiles.is_empty(), "the browser has a profile");
    let began = Instant::now();
    let signal = |name: &str| {
        let pid = client.pid().to_string();
        assert!(
            Command::new("kill")
                .args([name, &pid])
                .status()
                .unwrap()
                .success()
        );
    };
    match ending {
        Ending::Terminated => signal("-TERM"),
        Ending::Killed => signal("-KILL"),
        Ending::EndOfInput => client.close_input(),
    }
    // The process table offers no event.
    while processes.iter().any(|pid| is_alive(*pid)) || profiles.iter().any(|path| path.exists()) {
        assert!(
            began.elapsed() < LIMIT,
            "{ending:?}, storm {storm}: after {LIMIT:?} there are still {:?}",
            processes
                .iter()
                .filter(|pid| is_alive(**pid))
                .collect::<Vec<_>>()
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    println!(
        "{ending:?}, storm {storm}: all gone after {:?}",
        began.elapsed()
    );
}

fn profiles_of(processes: &[u32]) -> Vec<std::path::PathBuf> {
    let mut profiles = Vec::new();
    for pid in processes {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let profile = line
            .split('\0')
            .find_map(|word| word.strip_prefix("--user-data-dir="));
        profiles.extend(profile.map(std::path::PathBuf::from));
    }
    profiles
}

#[test]
fn browser_ends_with_a_server_that_is_terminated() {
    end(Ending::Terminated, false);
    end(Ending::Terminated, true);
}

#[test]
fn browser_ends_with_a_server_that_is_killed() {
    end(Ending::Killed, false);
    end(Ending::Killed, true);
}

#[test]
fn browser_ends_with_a_server_whose_input_ends() {
    end(Ending::EndOfInput, false);
    end(Ending::EndOfInput, true);
}
