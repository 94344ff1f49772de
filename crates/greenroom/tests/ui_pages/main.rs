//! The UI platform in a real browser, through the real binary: tools on one side, tabs on the other.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bindings;
mod conserve;
mod events;
mod examples;
mod hot_loading;
mod lists;
mod push;
mod reconnect;
mod rows_under_way;
mod several_tabs;
mod ui_server;
mod viewdefs;
mod views;
