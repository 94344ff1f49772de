//! How long clients wait, for calls that wait for the human without a question.
//!
//! What was learned belongs to the desk. Such a call opens no workbench: where this process has no
//! way to the desk, its file is read, and written if no other process has the desk.

use std::io;
use std::path::Path;

use greenroom_dialog::preferences::Preferences;
use greenroom_stdx::now_ms;

use super::desk_folder;
use super::guest::Guest;
use super::humans::Humans;
use super::line::Line;

/// A client that left before its answer.
#[derive(Clone, Debug)]
pub struct GaveUp {
    pub client: String,
    pub with_progress: bool,
    pub after_seconds: f64,
}

impl Humans {
    /// Seconds that a call of this client may hold, where no setting says it.
    pub fn hold_seconds(&self, client: &str, with_progress: bool) -> f64 {
        match self.open_line() {
            Some(line) => line.hold_seconds(client, with_progress),
            None => hold_seconds(self.data_directory(), client, with_progress),
        }
    }

    /// Learns, in the background, from a client that gave up.
    pub fn learn(&self, gave_up: GaveUp) {
        let line = self.open_line();
        let data_directory = self.data_directory().to_owned();
        self.in_background(async move {
            let line = match line {
                Some(line) => Some(line),
                None => match learn_alone(&data_directory, &gave_up) {
                    Ok(true) => None,
                    // Another process has the desk.
                    Ok(false) => Guest::connect(&data_directory, &gave_up.client, false, None)
                        .await
                        .map(Line::Guest)
                        .ok(),
                    Err(error) => {
                        tracing::warn!(target: "dialog", %error, "a hold was not learned");
                        None
                    }
                },
            };
            if let Some(line) = line {
                let no_dialog = String::new();
                line.leave(no_dialog, Some(gave_up)).await;
            }
        });
    }
}

/// Seconds that a call of this client may hold, by the file of a desk that may be elsewhere.
pub(super) fn hold_seconds(data_directory: &Path, client: &str, with_progress: bool) -> f64 {
    let preferences = Preferences::read(&Preferences::path(&desk_folder::of(data_directory)));
    preferences.holds.seconds(client, with_progress, now_ms())
}

/// Writes to the file of a desk that nobody has open; false if somebody has.
fn learn_alone(data_directory: &Path, gave_up: &GaveUp) -> io::Result<bool> {
    let folder = desk_folder::of(data_directory);
    let Some(_lock) = desk_folder::take(&folder)? else {
        return Ok(false);
    };
    let file = Preferences::path(&folder);
    let mut preferences = Preferences::read(&file);
    let GaveUp {
        client,
        with_progress,
        after_seconds,
    } = gave_up;
    let is_lesson = preferences
        .holds
        .learn(client, *with_progress, *after_seconds, now_ms());
    if is_lesson {
        preferences.write(&file)?;
    }
    Ok(true)
}
