//! Tests with a real browser on small pages that a loopback server of the test serves.

#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests fail like the tests"
)]

mod browser_bindings;
mod browser_clipped;
mod browser_console;
mod browser_dialogs;
mod browser_elements;
mod browser_evaluate;
mod browser_film;
mod browser_frames;
mod browser_grid;
mod browser_input;
mod browser_launch;
mod browser_leaving;
mod browser_network;
mod browser_offline;
mod browser_pool;
mod browser_remote;
mod browser_screenshot;
mod browser_settle;
mod far;
mod grid;
mod network_of_its_own;
mod site;
