//! Many sessions with several tabs each, for a while: no leak, no mixed state.
//!
//! `GREENROOM_UI_SOAK_SECONDS` makes it longer; `make soak` runs ten minutes.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::bench::{Bench, Page, create, update};

const SESSIONS: usize = 50;
const TABS: usize = 4;

#[test]
fn fifty_sessions_of_four_tabs_stay_apart() {
    let seconds = std::env::var("GREENROOM_UI_SOAK_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(10);
    let mut bench = Bench::with(|command| command.env("GREENROOM_BROWSER", "true"));
    bench.write(
        "lua/main.lua",
        "App = session:prototype('App', {count = 0})
         function App:name() return session.id .. ':' .. self.count end
         function App:add() self.count = self.count + 1 end
         session:createAppVariable(App:new())",
    );
    bench.start();
    let ids: Vec<String> = (1..=SESSIONS).map(|number| number.to_string()).collect();
    let mut tabs: Vec<Vec<Page>> = Vec::new();
    for id in &ids {
        bench
            .client
            .data("ui_open_browser", json!({"sessionId": id}));
        let pages = (0..TABS).map(|tab| {
            let (mut page, _) = bench.page_of(id, &format!("{id}-{tab}"));
            page.ask(&[create(2, 1, "name()"), create(3, 1, "add()?access=action")]);
            page
        });
        tabs.push(pages.collect());
    }
    let memory_before = memory_kib(bench.client.pid());
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut counts = vec![0_u64; SESSIONS];
    let mut rounds = 0;
    while Instant::now() < end {
        for (index, id) in ids.iter().enumerate() {
            let clicking = rounds % TABS;
            tabs[index][clicking].ask(&[update(3, Value::Null)]);
            bench.run_in(id, "session:getApp():add()");
            counts[index] += 2;
            let wanted = format!("{id}:{}", counts[index]);
            for page in &mut tabs[index] {
                page.wait_for(|message| {
                    let value = message["value"].as_str().unwrap_or_default();
                    assert!(
                        value.is_empty() || value.starts_with(&format!("{id}:")),
                        "{id} got {message}"
                    );
                    value == wanted
                });
            }
        }
        rounds += 1;
    }
    assert!(rounds > 0);
    let status = bench.client.data("ui_status", json!({}));
    for session in status["sessions"].as_array().unwrap() {
        assert_eq!(session["tabs"].as_array().unwrap().len(), TABS);
        assert!(
            session["memory_bytes"].as_u64().unwrap() < 2 << 20,
            "{session}"
        );
    }
    let grown = memory_kib(bench.client.pid()).saturating_sub(memory_before);
    assert!(grown < 100_000, "{grown} KiB more after {rounds} rounds");
}

/// Resident memory of a process.
fn memory_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
