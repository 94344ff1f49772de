//! What calls report while they wait for a human.

use std::convert::Infallible;
use std::time::Duration;

use tokio::time::Instant;

use crate::ProgressSink;

/// Progress is sent this often.
const PROGRESS_EVERY: Duration = Duration::from_secs(15);

/// Tells the client, for as long as it is polled, what is still being waited for.
pub(crate) async fn report(progress: Option<&ProgressSink>, waiting_for: &str) -> Infallible {
    let Some(progress) = progress else {
        return std::future::pending().await;
    };
    let started = Instant::now();
    loop {
        tokio::time::sleep(PROGRESS_EVERY).await;
        let waited = started.elapsed();
        let words = format!("waiting for {waiting_for} · {}", in_words(waited));
        progress(waited.as_secs_f64(), words).await;
    }
}

fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 60 {
        0 => format!("{seconds} s"),
        minutes => format!("{minutes} min {} s", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_told_in_words() {
        for (seconds, words) in [(15, "15 s"), (60, "1 min 0 s"), (150, "2 min 30 s")] {
            assert_eq!(in_words(Duration::from_secs(seconds)), words);
        }
    }
}
