//! Dialogs and courses as a person sees them: the real binary, a real browser, real keys.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agent;
mod browser_all_looks;
mod browser_answers;
mod browser_askers;
mod browser_attacks;
mod browser_broken_cards;
mod browser_call_source;
mod browser_comfort;
mod browser_courses;
mod browser_development;
mod browser_drafts;
mod browser_driving_hand;
mod browser_elsewhere;
mod browser_firefox;
mod browser_forks;
mod browser_hands;
mod browser_history;
mod browser_home;
mod browser_images;
mod browser_inspector;
mod browser_live;
mod browser_live_agent;
mod browser_live_looks;
mod browser_lms_pane;
mod browser_long_live;
mod browser_looks;
mod browser_neighbors;
mod browser_new_tool;
mod browser_newcomer;
mod browser_pages;
mod browser_pairing;
mod browser_panes;
mod browser_parameters;
mod browser_phone;
mod browser_play_controls;
mod browser_recording;
mod browser_safety;
mod browser_take_over;
mod browser_time;
mod browser_told;
mod browser_top;
mod browser_tunnel;
mod browser_undo;
mod driving_messages;
mod firefox;
mod first_run;
mod own_workbench;
mod person;
mod playing;
mod recording_shell;
mod watching;

/// The binary under test.
const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");
