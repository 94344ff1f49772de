//! A database that dies under load.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::{Company, data, error_code, location, play, set_location};

#[test]
fn browser_a_killed_database_loses_nothing_acknowledged() {
    let Some(mut company) = Company::new() else {
        return;
    };
    let (a, b) = (company.server(), company.server());
    let anna = company.anna.clone();
    let sessions = [play(&a, &anna), play(&b, &anna)];
    let done = AtomicBool::new(false);
    // The last number that was acknowledged to each, and when; the codes of what was not.
    let acknowledged = Mutex::new([(0_u64, Instant::now()); 2]);
    let codes = Mutex::new(Vec::new());
    let (mut killed, mut back) = (Instant::now(), Instant::now());
    std::thread::scope(|scope| {
        for (which, session) in sessions.iter().enumerate() {
            // Each through the server that does not have it.
            let server = if which == 0 { &b } else { &a };
            let (done, acknowledged, codes, anna) = (&done, &acknowledged, &codes, &anna);
            scope.spawn(move || {
                let mut number = 0;
                while !done.load(Ordering::SeqCst) {
                    number += 1;
                    match set_location(server, anna, session, &number.to_string()) {
                        Ok(_) => {
                            acknowledged.lock().unwrap()[which] = (number, Instant::now());
                        }
                        Err(error) => codes.lock().unwrap().push(error),
                    }
                }
            });
        }
        let count = |which: usize| acknowledged.lock().unwrap()[which].0;
        crate::until(Duration::from_mins(1), || {
            (count(0) > 10 && count(1) > 10).then_some(())
        });
        killed = Instant::now();
        company.postgres.kill();
        // What needs the database to begin says so.
        let opened = a.call(
            &anna,
            "scorm_session_status",
            json!({"session_id": "a".repeat(16)}),
        );
        assert_eq!(error_code(&opened.unwrap_err()), "CLUSTER_UNAVAILABLE");
        company.postgres.restart();
        back = Instant::now();
        crate::until(Duration::from_mins(1), || {
            let now = *acknowledged.lock().unwrap();
            now.iter().all(|(_, when)| *when > back).then_some(())
        });
        done.store(true, Ordering::SeqCst);
    });
    let now = *acknowledged.lock().unwrap();
    println!(
        "database down for {:?}; acknowledged again {:?} after it was back",
        back - killed,
        now.iter().map(|(_, when)| *when - back).max()
    );
    for error in codes.lock().unwrap().iter() {
        let code = error_code(error);
        let known = ["CLUSTER_UNAVAILABLE", "SESSION_MOVED", "SESSION_OWNER_LOST"];
        assert!(known.contains(&code), "{error}");
    }
    for (which, session) in sessions.iter().enumerate() {
        let there = location(&a, &anna, session);
        let there: u64 = data(&there)["result"].as_str().unwrap().parse().unwrap();
        assert!(there >= now[which].0, "{there} of {}", now[which].0);
    }
}
