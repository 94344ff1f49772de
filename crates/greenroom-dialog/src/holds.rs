//! How long a call may wait for its client: a table to start with, and what was learned.

use serde::{Deserialize, Serialize};

/// Hold of a client that nothing is known about, in seconds.
pub const UNKNOWN_CLIENT: f64 = 50.0;
/// What was learned is forgotten after this time.
pub const KEPT_MS: u64 = 7 * 24 * 3_600_000;
/// A cancel sooner than this says nothing about the client's patience.
const TELLING_SECONDS: f64 = 10.0;
const SHORTEST: f64 = 8.0;

/// Part of the client's name, hold without and with a progress token.
const TABLE: &[(&str, f64, f64)] = &[
    ("claude-code", 240.0, 1800.0),
    ("visual studio code", 600.0, 600.0),
    ("qwen", 240.0, 600.0),
    ("opencode", 50.0, 600.0),
];

/// A learned hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Learned {
    pub client: String,
    pub with_progress: bool,
    pub seconds: f64,
    pub at: u64,
}

/// All learned holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Holds(Vec<Learned>);

impl Holds {
    /// Seconds that a call of this client may hold.
    pub fn seconds(&self, client: &str, with_progress: bool, now: u64) -> f64 {
        self.0
            .iter()
            .find(|learned| learned.is_for(client, with_progress) && !learned.is_old(now))
            .map_or_else(
                || starting_value(client, with_progress),
                |learned| learned.seconds,
            )
    }

    /// A client gave up after so many seconds. Says whether anything was learned.
    pub fn learn(&mut self, client: &str, with_progress: bool, waited: f64, now: u64) -> bool {
        if waited < TELLING_SECONDS {
            return false;
        }
        self.forget(client, with_progress);
        self.0.retain(|learned| !learned.is_old(now));
        self.0.push(Learned {
            client: client.to_owned(),
            with_progress,
            seconds: (0.8 * waited).max(SHORTEST),
            at: now,
        });
        true
    }

    /// Forgets what was learned of a client.
    pub fn forget(&mut self, client: &str, with_progress: bool) {
        self.0
            .retain(|learned| !learned.is_for(client, with_progress));
    }

    pub fn list(&self, now: u64) -> Vec<Learned> {
        let current = self.0.iter().filter(|learned| !learned.is_old(now));
        current.cloned().collect()
    }
}

impl Learned {
    fn is_for(&self, client: &str, with_progress: bool) -> bool {
        self.client == client && self.with_progress == with_progress
    }

    fn is_old(&self, now: u64) -> bool {
        now.saturating_sub(self.at) > KEPT_MS
    }
}

fn starting_value(client: &str, with_progress: bool) -> f64 {
    let client = client.to_lowercase();
    TABLE
        .iter()
        .find(|(part, _, _)| client.contains(part))
        .map_or(
            UNKNOWN_CLIENT,
            |(_, without, with)| {
                if with_progress { *with } else { *without }
            },
        )
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole seconds are exact")]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_starting_values() {
        let holds = Holds::default();
        for (client, without, with) in [
            ("claude-code/2.1", 240.0, 1800.0),
            ("Visual Studio Code - Insiders", 600.0, 600.0),
            ("qwen-code", 240.0, 600.0),
            ("OpenCode", 50.0, 600.0),
            ("claude-ai", 50.0, 50.0),
            ("codex-mcp-client", 50.0, 50.0),
            ("", 50.0, 50.0),
        ] {
            assert_eq!(
                (
                    holds.seconds(client, false, 0),
                    holds.seconds(client, true, 0)
                ),
                (without, with),
                "{client}"
            );
        }
    }

    #[test]
    fn a_cancel_teaches_the_next_hold() {
        let mut holds = Holds::default();
        assert!(!holds.learn("x", false, 9.9, 0));
        assert!(holds.learn("x", false, 20.0, 0));
        assert_eq!(holds.seconds("x", false, 1), 16.0);
        assert_eq!(
            holds.seconds("x", true, 1),
            50.0,
            "with a token it is another hold"
        );
        assert!(holds.learn("x", false, 10.0, 2));
        assert_eq!(holds.seconds("x", false, 3), 8.0);
        assert_eq!(holds.seconds("x", false, KEPT_MS + 3), 50.0);
        holds.forget("x", false);
        assert_eq!(holds.seconds("x", false, 3), 50.0);
    }
}
