//! How soon ten tabs have what a call changed: from the return of `ui_run` or `ui_upload_viewdef`
//! to the arrival of the frame in the last tab, and the first values of a list of 1,000 rows.
//!
//! The tabs are plain sockets: what a browser needs to show a frame is measured with the page.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and one that cannot go on fails"
)]

#[path = "../../crates/greenroom/tests/ui/bench.rs"]
#[expect(dead_code, reason = "the tests use the rest of it")]
mod bench;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::{Bench, Page, create};
use greenroom_testkit::verdict;
use serde_json::json;

const TABS: usize = 10;
const ROUNDS: usize = 200;
const ROWS: usize = 1_000;
/// Part of the 250 ms that the whole way to the screen may take.
const GOAL: Duration = Duration::from_millis(60);
const ROWS_GOAL: Duration = Duration::from_millis(500);

const MAIN: &str = "
    App = session:prototype('App', {n = 0})
    Row = session:prototype('Row', {name = ''})
    function Row:shout() return self.name .. '!' end
    app = App:new{rows = {}}
    for i = 1, 1000 do app.rows[i] = Row:new{name = 'row ' .. i} end
    session:createAppVariable(app)";

fn main() -> ExitCode {
    let mut bench = Bench::running(MAIN);
    let (mut first_rows, _) = bench.page("rows");
    let began = Instant::now();
    first_rows.ask(&[create(2, 1, "rows")]);
    let rows = (0..ROWS as u64).flat_map(|row| {
        let id = 10 + 3 * row;
        [
            create(id, 2, &(row + 1).to_string()),
            create(id + 1, id, "name"),
            create(id + 2, id, "shout()"),
        ]
    });
    first_rows.ask(&rows.collect::<Vec<_>>());
    let rows_took = began.elapsed();

    let mut tabs: Vec<Page> = (0..TABS)
        .map(|tab| {
            let (mut page, _) = bench.page(&tab.to_string());
            page.ask(&[create(2, 1, "n")]);
            page
        })
        .collect();
    let mut runs = Vec::new();
    let mut uploads = Vec::new();
    for round in 0..ROUNDS {
        bench.run(&format!("app.n = {}", round + 1));
        runs.push(arrival(&mut tabs, "update"));
        let content = format!("<b>{round}</b>");
        let upload = json!({"type": "App", "namespace": "DEFAULT", "content": content});
        bench.client.data("ui_upload_viewdef", upload);
        uploads.push(arrival(&mut tabs, "viewdefs"));
    }
    let (run, upload) = (p95(&mut runs), p95(&mut uploads));
    println!("ui: p95 of {ROUNDS}, {TABS} tabs beside one of {ROWS} rows");
    println!("  ui_run            to the last tab {run:>10.2?} (goal {GOAL:?})");
    println!("  ui_upload_viewdef to the last tab {upload:>10.2?} (goal {GOAL:?})");
    println!("  first values of {ROWS} rows         {rows_took:>10.2?} (goal {ROWS_GOAL:?})");
    let is_met = run <= GOAL && upload <= GOAL && rows_took <= ROWS_GOAL;
    verdict("ui", is_met)
}

/// How long after this moment the last tab has a message of this type.
fn arrival(tabs: &mut [Page], kind: &str) -> Duration {
    let began = Instant::now();
    for tab in tabs {
        tab.wait_for(|message| message["type"] == kind);
    }
    began.elapsed()
}

fn p95(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() * 95 / 100]
}
