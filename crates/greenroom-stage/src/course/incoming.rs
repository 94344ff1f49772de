//! What the page sends: the content's own events, and when events of the server happened.
//!
//! Nothing that the page says can be taken for the word of a tool.

use std::sync::Arc;

use futures::future::BoxFuture;
use greenroom_stdx::{IgnorePoison as _, now_ms};
use greenroom_store::StoreError;
use greenroom_web::stage::{Blocked, Departure, EventSink, JournalEntry, Served, SinkError};
use scorm_session::{Answer, Event, EventKind, Origin};
use serde_json::json;

use super::call_source::{self, LocatedEvent};
use super::chatter::Loaded;
use super::live_course::LiveCourse;
use super::replica::Told;
use super::tickets::{Standing, Tickets, answer_in};

/// The most characters that are kept of what an LMS answered.
const LONGEST_TOLD: usize = 4000;

impl LiveCourse {
    /// Makes an event that the page is to carry out.
    pub(super) fn issue(&self, kind: EventKind, cut: Vec<usize>) -> (u64, Event) {
        self.folded().tickets.issue(kind, cut)
    }

    /// The truth about an event that the page claims to have carried out, with this answer.
    ///
    /// What the page left out happens now; what it answered otherwise than the replica is no
    /// answer. Either can only be the work of content.
    pub(super) async fn conclude(
        &self,
        ticket: u64,
        claimed: Option<&Answer>,
    ) -> Result<Option<Answer>, StoreError> {
        let standing = self.folded().tickets.conclude(ticket);
        match standing {
            Some(Standing::Happened(answer)) => {
                if answer.as_ref() != claimed {
                    self.tampered("the page answered a tool otherwise than the engine");
                }
                Ok(answer)
            }
            Some(Standing::Open(event)) => {
                self.tampered("the page left out what a tool did");
                let effects = self.apply(event).await?;
                Ok(answer_in(&effects))
            }
            None => Ok(None),
        }
    }

    /// Notes that the content left its window by itself, where no page tells it.
    pub(super) fn depart(&self, departure: Departure) {
        let told = self.folded().replica.depart(departure, now_ms());
        self.emit(vec![told]);
    }

    /// Whether the page has carried out an event of the server.
    pub(super) fn has_happened(&self, ticket: u64) -> bool {
        let standing = self.folded().tickets.conclude(ticket);
        matches!(standing, Some(Standing::Happened(_)))
    }

    /// Notes that content tried to be taken for the player or for a tool.
    fn tampered(&self, way: &str) {
        let worth_telling = self.folded().replica.tampering.note(way);
        tracing::warn!(
            session_id = self.session.id().as_str(),
            way,
            "content tampered"
        );
        if worth_telling {
            self.emit(vec![("content_tampered", json!({ "what": way }))]);
        }
    }

    async fn take_in(&self, entries: Vec<JournalEntry>) -> Result<u64, SinkError> {
        let mut effects = Vec::new();
        let mut told = Vec::new();
        let mut forged = Vec::new();
        let (last, written, pending) = {
            let mut folded = self.folded();
            let mut pending = None;
            for entry in entries {
                // The page sends again what it has no answer for.
                if entry.seq <= folded.last_seq {
                    continue;
                }
                if entry.seq != folded.last_seq + 1 {
                    let message = format!("event {} came after {}", entry.seq, folded.last_seq);
                    return Err(SinkError::Again(message));
                }
                let (seq, ticket) = (entry.seq, entry.ticket);
                let departure = entry.departure.clone();
                if let Some(act) = &entry.act {
                    match self.act_told(act) {
                        Ok(act) => told.extend(act),
                        Err(why) => forged.push(why),
                    }
                    folded.last_seq = seq;
                    continue;
                }
                let source = call_source::bounded(entry.source.clone());
                match event_of(entry, &mut folded.tickets) {
                    Ok(event) => {
                        let appended = self.journal.append(&LocatedEvent::new(&event, &source));
                        pending = Some(appended.map_err(|error| self.give_up(error))?);
                        folded.last_written = seq;
                        if let Some(departure) = departure {
                            told.push(folded.replica.depart(departure, event.at));
                        }
                        let (caused, news) = folded.replica.apply(&event);
                        if let Some(ticket) = ticket {
                            folded.tickets.happened(ticket, &caused);
                        }
                        effects.extend(caused);
                        told.extend(news);
                    }
                    // It is passed over: an event that can never be kept must not block the rest.
                    Err(why) => forged.push(why),
                }
                folded.last_seq = seq;
            }
            (folded.last_seq, folded.last_written, pending)
        };
        for why in forged {
            self.tampered(why);
        }
        if let Some(pending) = pending {
            // Lines are written in order: the last one on disk means all are.
            let acknowledged = pending.acknowledged().await;
            acknowledged.map_err(|error| self.give_up(error))?;
            self.kept
                .send_modify(|kept| kept.seq = kept.seq.max(written));
        }
        // What was sent twice may be on its way to the disk, or may never get there.
        self.kept_until(written).await?;
        self.emit(told);
        self.save_if_asked(&effects).map_err(again)?;
        self.count.send_modify(|count| *count += 1);
        Ok(last)
    }

    /// What a person did, as the session's stream tells it. The engine knows nothing of it.
    fn act_told(&self, act: &serde_json::Value) -> Result<Option<Told>, &'static str> {
        let mut acts = self.acts.lock().ignore_poison();
        let acts = acts.as_mut().ok_or("an act where no person plays")?;
        acts.told(act)
    }

    /// Nothing more can be kept.
    fn give_up(&self, error: StoreError) -> SinkError {
        let told = SinkError::Lost(error.to_string());
        self.kept
            .send_modify(|kept| kept.lost = Some(Arc::new(error)));
        told
    }

    async fn kept_until(&self, seq: u64) -> Result<(), SinkError> {
        let mut kept = self.kept.subscribe();
        let known = kept
            .wait_for(|kept| kept.lost.is_some() || kept.seq >= seq)
            .await
            .map_err(again)?;
        match &known.lost {
            Some(why) => Err(SinkError::Lost(why.to_string())),
            None => Ok(()),
        }
    }
}

impl EventSink for LiveCourse {
    fn append(&self, entries: Vec<JournalEntry>) -> BoxFuture<'_, Result<u64, SinkError>> {
        Box::pin(self.take_in(entries))
    }

    fn intruded(&self, how: &'static str) {
        self.tampered(how);
    }

    fn blocked(&self, what: Blocked) {
        let is_new = self.blocked.lock().ignore_poison().note(&what);
        if is_new {
            let payload = json!({"url": what.url, "directive": what.directive});
            self.emit(vec![("network:blocked", payload)]);
        }
    }

    fn served(&self, file: Served) {
        let Served {
            path,
            status,
            bytes,
        } = file;
        if status >= 400 {
            self.chatter.failed(&path, &format!("status {status}"));
        } else {
            self.chatter.loaded(Loaded {
                url: path,
                status: Some(status),
                bytes,
                ms: None,
            });
        }
    }
}

/// What the code of an LMS told the content; a long value is cut, since it is in the journal
/// already, as the argument of the call that set it.
fn lms_told(told: serde_json::Value) -> Option<scorm_session::Told> {
    let mut told: scorm_session::Told = serde_json::from_value(told).ok()?;
    if let Some(value) = &mut told.value
        && let Some((end, _)) = value.char_indices().nth(LONGEST_TOLD)
    {
        value.truncate(end);
        value.push('…');
    }
    Some(told)
}

/// The event of an entry, or why it cannot be one of the player's.
///
/// The page itself makes only what the content did: everything else is an event of the server.
fn event_of(entry: JournalEntry, tickets: &mut Tickets) -> Result<Event, &'static str> {
    let lms = match entry.lms {
        Some(told) => Some(lms_told(told).ok_or("an answer of an LMS that cannot be read")?),
        None => None,
    };
    if let Some(ticket) = entry.ticket {
        let mut event = tickets.redeem(ticket).ok_or("an event that no tool made")?;
        if matches!(event.event, EventKind::ApiCalled { .. }) {
            event.took_us = entry.took_us;
            event.lms = lms;
        }
        return Ok(event);
    }
    let mut event: Event =
        serde_json::from_value(entry.event).map_err(|_| "an event that cannot be read")?;
    event.lms = lms;
    match event.event {
        EventKind::ApiCalled {
            origin: Origin::Content,
            ..
        }
        | EventKind::ContentLoaded
        | EventKind::ContentUnloaded => Ok(event),
        // Whoever closes the window closes the course.
        EventKind::CloseRequested if entry.departure.is_some() => Ok(event),
        EventKind::ApiCalled { .. }
        | EventKind::Launched { .. }
        | EventKind::NavigationRequested { .. }
        | EventKind::CloseRequested
        | EventKind::TrackingReset => Err("an event of a tool that no tool made"),
    }
}

fn again(error: impl std::fmt::Display) -> SinkError {
    SinkError::Again(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn entry(event: &Value) -> JournalEntry {
        let event = json!({"v": 1, "at": 1, "random": 1, "event": event});
        serde_json::from_value(json!({"seq": 1, "event": event})).unwrap()
    }

    #[test]
    fn the_page_makes_no_events_but_the_contents_own() {
        let mut tickets = Tickets::default();
        let call = |origin: &str| json!({"kind": "api_called", "function": "SetValue", "args": ["a", "b"], "origin": origin});
        for own in [
            call("content"),
            json!({"kind": "api_called", "function": "Commit", "args": [""]}),
            json!({"kind": "content_loaded"}),
            json!({"kind": "content_unloaded"}),
        ] {
            assert!(event_of(entry(&own), &mut tickets).is_ok(), "{own}");
        }
        for forged in [
            call("tool"),
            call("engine"),
            json!({"kind": "launched", "launch": "start"}),
            json!({"kind": "navigation_requested", "request": "exit_all"}),
            json!({"kind": "close_requested"}),
            json!({"kind": "tracking_reset"}),
            json!({"kind": "api_called", "function": "Nonsense"}),
            json!(null),
        ] {
            assert!(event_of(entry(&forged), &mut tickets).is_err(), "{forged}");
        }
    }

    #[test]
    fn content_that_leaves_closes_the_course_and_does_nothing_else() {
        let mut tickets = Tickets::default();
        let mut leaving = |kind: &str| {
            let mut entry = entry(&json!({ "kind": kind }));
            entry.departure = Some(Departure {
                how: greenroom_web::stage::DepartureKind::ClosesWindow,
                url: None,
            });
            event_of(entry, &mut tickets)
        };
        assert!(leaving("close_requested").is_ok());
        assert!(leaving("tracking_reset").is_err());
    }

    #[test]
    fn an_event_of_the_server_is_what_the_server_made() {
        let mut tickets = Tickets::default();
        let (ticket, event) = tickets.issue(EventKind::TrackingReset, Vec::new());
        let claimed = json!({"seq": 1, "ticket": ticket, "event": {"kind": "close_requested"}});
        let entry = || serde_json::from_value::<JournalEntry>(claimed.clone()).unwrap();
        assert_eq!(event_of(entry(), &mut tickets), Ok(event));
        assert!(event_of(entry(), &mut tickets).is_err(), "once only");
    }
}
