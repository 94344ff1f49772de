//! Whether the other side of a connection is still there: it is pinged, and who misses two pings
//! is gone.

use std::time::Duration;
use tokio::time::{Instant, Interval, MissedTickBehavior};

/// Both sides ping this often.
const EVERY: Duration = Duration::from_secs(15);
/// So many pings without any sign of life, the last with its whole time: nobody is there. That is
/// at most 45 s after the last sign.
const MISSED: u32 = 2;
/// How long the other side may be silent at least before it counts as gone.
pub const SILENCE: Duration = Duration::from_secs(EVERY.as_secs() * MISSED as u64);

/// The pulse of the other side.
#[derive(Debug)]
pub struct Pulse {
    beats: Interval,
    /// Pings since the last sign of life.
    unanswered: u32,
}

/// The other side is gone.
#[derive(Debug)]
pub struct Gone;

impl Pulse {
    /// Feels it from now on.
    pub fn start() -> Self {
        let mut beats = tokio::time::interval_at(Instant::now() + EVERY, EVERY);
        // When this side was held up, the other one still has its time to answer.
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            beats,
            unanswered: 0,
        }
    }

    /// Something came from the other side.
    pub fn heard(&mut self) {
        self.unanswered = 0;
    }

    /// Waits until the next ping is due. Nothing is lost when this future is dropped.
    pub async fn beat(&mut self) -> Result<(), Gone> {
        self.beats.tick().await;
        if self.unanswered == MISSED {
            return Err(Gone);
        }
        self.unanswered += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_misses_two_pings_is_gone_within_45_seconds() {
        for heard_at in [0, 1, 5_100, 14_999, 15_001, 29_000, 61_000] {
            let mut pulse = Pulse::start();
            let last_sign = Instant::now() + Duration::from_millis(heard_at);
            while let Ok(beat) = tokio::time::timeout_at(last_sign, pulse.beat()).await {
                beat.unwrap();
                pulse.heard();
            }
            pulse.heard();
            let mut pings = 0;
            while pulse.beat().await.is_ok() {
                pings += 1;
            }
            assert_eq!(pings, 2, "heard at {heard_at} ms");
            let silence = last_sign.elapsed().as_millis();
            // Timers are exact to a millisecond.
            assert!((30_000..=45_001).contains(&silence), "{silence} ms");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_pause_of_this_side_the_other_one_has_its_time() {
        let mut pulse = Pulse::start();
        tokio::time::advance(Duration::from_mins(10)).await;
        let back = Instant::now();
        while pulse.beat().await.is_ok() {}
        assert!(back.elapsed() >= EVERY * 2, "{:?}", back.elapsed());
    }
}
