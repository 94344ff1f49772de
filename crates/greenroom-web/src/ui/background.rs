//! What a UI server looks after by itself: busy sessions, unheard events, idle sessions.

use std::collections::BTreeSet;
use std::time::Duration;

use greenroom_lua::frame::NoticeKind;

use super::announcement::Announcement;
use super::sessions::SharedSessions;

/// Time between two rounds.
const ROUND: Duration = Duration::from_millis(500);
/// How long events may wait before the page says so.
const UNHEARD: Duration = Duration::from_secs(10);

/// Makes rounds until the task is aborted.
pub(super) async fn look_after(
    sessions: SharedSessions,
    idle: Option<Duration>,
    mut announcement: Option<Announcement>,
) {
    let mut hinted = BTreeSet::new();
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        if let Some(announcement) = &mut announcement {
            announcement.announce(&sessions.all());
        }
        for session in sessions.all() {
            session.watch_over();
            let unheard = session
                .events()
                .unheard_for()
                .is_some_and(|unheard| unheard >= UNHEARD);
            if unheard && hinted.insert(session.id().to_owned()) {
                session.notice(NoticeKind::Attention, "The agent is not listening");
            }
            if !unheard && hinted.remove(session.id()) {
                session.notice(NoticeKind::Attention, "");
            }
            let is_idle = idle.is_some_and(|idle| session.idle_for() >= idle);
            if is_idle && session.id() != "1" {
                sessions.end(session.id(), "The session was not used and has ended");
            }
        }
    }
}
