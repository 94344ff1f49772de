//! Sessions that pass from one server to another: killed, stopped and restarted owners.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use greenroom_testkit::HttpServer;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::{Company, data, error_code, location, notices, play, set_location, signal};

#[test]
fn browser_a_killed_owner_loses_nothing_acknowledged() {
    let Some(company) = Company::new() else {
        return;
    };
    let (mut a, b) = (company.server(), company.server());
    let session = play(&a, &company.anna);
    let picture = a.call(
        &company.anna,
        "scorm_capture_screenshot",
        json!({"session_id": session}),
    );
    assert!(picture.is_ok(), "{picture:?}");
    // Without Commit: the journal has it, the saved state does not.
    for number in 0..20 {
        let server = if number % 2 == 0 { &a } else { &b };
        let set = set_location(server, &company.anna, &session, &format!("page-{number}"));
        assert_eq!(data(&set)["result"], "true");
    }
    signal(&a, Signal::KILL);
    let killed = Instant::now();
    // A call that reaches it while it dies is one that was being made there.
    a.ended();
    let there = location(&b, &company.anna, &session);
    let took = killed.elapsed();
    assert_eq!(data(&there)["result"], "page-19", "{there:?}");
    assert!(took <= Duration::from_secs(10), "{took:?}");
    println!("takeover after kill -9: {took:?}");
    let told = notices(&there);
    assert!(told.contains("the page was lost"), "{told}");
    // The events of both servers are one stream, and the trace has what happened before.
    let events = b.call(
        &company.anna,
        "scorm_session_events",
        json!({"session_id": session, "types": ["session:open", "session:taken_over", "runtime:opened"]}),
    );
    let kinds: Vec<&str> = data(&events)["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "session:open",
            "runtime:opened",
            "session:taken_over",
            "runtime:opened"
        ]
    );
    let closed = b.call(
        &company.anna,
        "scorm_close_course",
        json!({"session_id": session}),
    );
    assert_eq!(data(&closed)["saved"]["complete"], true, "{closed:?}");
}

#[test]
fn browser_a_stopped_owner_is_fenced() {
    let Some(company) = Company::new() else {
        return;
    };
    let (a, b) = (company.server(), company.server());
    let session = play(&a, &company.anna);
    set_location(&a, &company.anna, &session, "before").unwrap();
    signal(&a, Signal::STOP);
    let stopped = Instant::now();
    // The first call may be on its way when the owner is found to be dead.
    let there = loop {
        let there = location(&b, &company.anna, &session);
        match &there {
            Err(error) if error_code(error) == "SESSION_OWNER_LOST" => {}
            _ => break there,
        }
    };
    let took = stopped.elapsed();
    println!("takeover from a stopped owner: {took:?}");
    assert_eq!(data(&there)["result"], "before", "{there:?}");
    assert!(took <= Duration::from_secs(10), "{took:?}");
    set_location(&b, &company.anna, &session, "elsewhere").unwrap();
    signal(&a, Signal::CONT);
    // Whatever the old owner still thinks, what it says is not kept: either it is refused with the
    // code, or the call was made by the new owner.
    let late = set_location(&a, &company.anna, &session, "late");
    let want = match &late {
        Ok(_) => "late",
        Err(error) => {
            assert_eq!(error_code(error), "SESSION_MOVED", "{error}");
            "elsewhere"
        }
    };
    for server in [&a, &b] {
        let there = location(server, &company.anna, &session);
        assert_eq!(data(&there)["result"], want, "{there:?}");
    }
}

/// A call as a balancer sends it: to the next server when one is not there or says 503.
fn balanced(
    servers: &[&HttpServer],
    first: usize,
    token: &str,
    tool: &str,
    arguments: &Value,
) -> Result<Value, Value> {
    let begun = Instant::now();
    let mut turn = first;
    loop {
        let server = servers[turn % servers.len()];
        turn += 1;
        match server.try_call(token, tool, arguments.clone()) {
            Ok((503, _)) => {}
            Ok((_, outcome)) => return outcome,
            // The connection was not taken: whatever is begun is answered before a server ends.
            Err(error)
                if [
                    std::io::ErrorKind::ConnectionRefused,
                    std::io::ErrorKind::ConnectionReset,
                ]
                .contains(&error.kind()) => {}
            Err(error) => return Err(json!({"data": {"error_code": error.to_string()}})),
        }
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "no server is there"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn browser_a_rolling_restart_fails_no_call() {
    let Some(company) = Company::new() else {
        return;
    };
    let (mut a, mut b) = (company.server(), company.server());
    let session = play(&a, &company.anna);
    let (done, count) = (AtomicBool::new(false), AtomicU64::new(0));
    let rounds = |a: &HttpServer, b: &HttpServer, restart: &mut dyn FnMut()| {
        done.store(false, Ordering::SeqCst);
        std::thread::scope(|scope| {
            let calling = scope.spawn(|| {
                let servers = [a, b];
                let mut number = 0;
                while !done.load(Ordering::SeqCst) {
                    let value = format!("n{number}");
                    let set = json!({"session_id": session, "method": "LMSSetValue",
                        "args": ["cmi.core.lesson_location", value]});
                    let set = balanced(&servers, number, &company.anna, "scorm_api_call", &set);
                    let set = set.unwrap_or_else(|error| panic!("call {number} failed: {error}"));
                    assert_eq!(set["structuredContent"]["data"]["result"], "true");
                    let get = json!({"session_id": session, "method": "LMSGetValue",
                        "args": ["cmi.core.lesson_location"]});
                    let get = balanced(&servers, number + 1, &company.anna, "scorm_api_call", &get);
                    let get = get.unwrap_or_else(|error| panic!("call {number} failed: {error}"));
                    assert_eq!(get["structuredContent"]["data"]["result"], *value);
                    number += 1;
                    count.fetch_add(2, Ordering::SeqCst);
                }
            });
            restart();
            done.store(true, Ordering::SeqCst);
            calling.join().expect("no call failed");
        });
    };
    let calls = |more: u64| {
        let from = count.load(Ordering::SeqCst);
        crate::until(Duration::from_mins(1), || {
            (count.load(Ordering::SeqCst) >= from + more).then_some(())
        });
    };
    rounds(&a, &b, &mut || {
        calls(6);
        signal(&a, Signal::TERM);
        calls(10);
    });
    assert!(a.ended().success());
    let a = company.server();
    rounds(&a, &b, &mut || {
        calls(6);
        signal(&b, Signal::TERM);
        calls(10);
    });
    assert!(b.ended().success());
    println!(
        "calls during the restarts: {}",
        count.load(Ordering::SeqCst)
    );
}
