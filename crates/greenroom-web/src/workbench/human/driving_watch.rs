//! What a page sees of sessions that agents play, and what its person does there.

use super::Page;
use crate::task::AbortOnDrop;
use crate::workbench::courses::{Courses, NotDone};
use crate::workbench::driving::{Pace, PersonInput, Visitor, send_frames};
use crate::workbench::outbox::{Outbox, Overflow};
use crate::workbench::wire::{FromServer, Level};
use futures::FutureExt as _;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;

/// Sessions that one page may see live at a time.
const MOST_SESSIONS: usize = 24;
/// Characters of a person's name.
const LONGEST_NAME: usize = 40;
/// What a person may do in a second, moves of the mouse included, and how much of it at once.
const INPUTS_PER_SECOND: f64 = 200.0;
const INPUTS_AT_ONCE: f64 = 400.0;

/// How much input a page may still send.
#[derive(Debug)]
pub(super) struct Allowance {
    left: f64,
    counted: Instant,
    /// The person was told that some of it was not done.
    told: bool,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            left: INPUTS_AT_ONCE,
            counted: Instant::now(),
            told: false,
        }
    }
}

impl Allowance {
    fn take(&mut self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.counted).as_secs_f64();
        self.counted = now;
        self.left = (self.left + since * INPUTS_PER_SECOND).min(INPUTS_AT_ONCE);
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

impl Page {
    /// Sends frames of these sessions from now on, and of no others. Live, also who drives and
    /// what is done.
    pub(super) fn watch_frames(&mut self, session_ids: Vec<String>, pace: Pace) {
        self.frames.clear();
        for session_id in session_ids.into_iter().take(MOST_SESSIONS) {
            let (courses, outbox) = (Arc::clone(&self.bench.courses), self.outbox.clone());
            let visitor = self.visitor();
            self.keep(async move {
                let mut frames = courses.frames(&session_id, pace);
                if frames.is_none() {
                    // Of another process, and nobody has looked there yet.
                    courses.elsewhere().await;
                    frames = courses.frames(&session_id, pace);
                }
                let Some(frames) = frames else {
                    return Ok(());
                };
                let frames = send_frames(&outbox, &session_id, frames, pace);
                if pace == Pace::Calm {
                    return frames.await;
                }
                let seat = send_seat(&*courses, &outbox, &session_id, &visitor);
                let acts = send_acts(&*courses, &outbox, &session_id);
                futures::try_join!(frames, seat, acts).map(drop)
            });
        }
    }

    fn keep(&mut self, sending: impl Future<Output = Result<(), Overflow>> + Send + 'static) {
        self.frames.push(AbortOnDrop::new(async move {
            // An overflow ends the connection; the page comes back and watches again.
            let _overflow = sending.await;
        }));
    }

    /// This page, as others see it.
    pub(super) fn visitor(&self) -> Visitor {
        let name = self.name.clone();
        Visitor {
            page: self.connection.clone(),
            name: name.unwrap_or_else(|| format!("Person {}", self.number)),
        }
    }

    /// Takes the name that the person gave.
    pub(super) fn be_called(&mut self, name: Option<&str>) {
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        self.name = name.map(|name| name.chars().take(LONGEST_NAME).collect());
    }

    /// The person did something to the course of an agent.
    pub(super) fn take_input(
        &mut self,
        session_id: &str,
        input: PersonInput,
    ) -> Result<(), Overflow> {
        if !self.allowance.take(Instant::now()) {
            if std::mem::replace(&mut self.allowance.told, true) {
                return Ok(());
            }
            return self.refuse("That was too much at once; some of it was not done".to_owned());
        }
        self.allowance.told = false;
        if let Some(fault) = input.fault() {
            return self.refuse(fault.to_owned());
        }
        let courses = &self.bench.courses;
        let mut done = courses.input(session_id, &self.connection, input);
        if let Some(done) = (&mut done).now_or_never() {
            return done.or_else(|not_done| self.refuse(not_done.to_string()));
        }
        // Another process carries it out; what comes next is not held up by its answer.
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            if let Err(not_done) = done.await {
                // A page that is gone need not know.
                let _gone = outbox.send(&json!(refusal(&not_done)));
            }
        });
        Ok(())
    }
}

fn refusal(not_done: &NotDone) -> FromServer {
    FromServer::Notice {
        level: Level::Warning,
        code: "refused",
        text: not_done.to_string(),
    }
}

async fn send_seat(
    courses: &dyn Courses,
    outbox: &Outbox,
    session_id: &str,
    visitor: &Visitor,
) -> Result<(), Overflow> {
    let Some(mut seat) = courses.seat(session_id) else {
        return Ok(());
    };
    let _here = courses.look_on(session_id, visitor);
    loop {
        let now = watch::Receiver::borrow_and_update(&mut seat).clone();
        let message = FromServer::CourseSeat {
            session_id: session_id.to_owned(),
            seat: Box::new(now),
        };
        outbox.send_in_turn(&json!(message)).await?;
        if seat.changed().await.is_err() {
            return Ok(());
        }
    }
}

async fn send_acts(
    courses: &dyn Courses,
    outbox: &Outbox,
    session_id: &str,
) -> Result<(), Overflow> {
    let mut since = None;
    while let Ok((newest, acts)) = courses.acts(session_id, since).await {
        since = Some(newest);
        if !acts.is_empty() {
            let session_id = session_id.to_owned();
            let message = FromServer::CourseActs { session_id, acts };
            outbox.send_in_turn(&json!(message)).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn input_comes_at_the_pace_of_a_person() {
        let mut allowance = Allowance::default();
        let mut now = allowance.counted;
        let taken = (0..1000).filter(|_| allowance.take(now)).count();
        assert_eq!(taken, INPUTS_AT_ONCE as usize);
        now += Duration::from_millis(100);
        let taken = (0..1000).filter(|_| allowance.take(now)).count();
        assert_eq!(taken, 20);
    }
}
