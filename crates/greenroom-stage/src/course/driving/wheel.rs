//! Who drives: the agent, unless a person has paused it or taken over.
//!
//! A person who goes away or does nothing gives back by themselves, so that an agent never waits for
//! nobody.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_stdx::{IgnorePoison as _, now_ms};
use greenroom_store::Session;
use greenroom_web::workbench::driving::{
    DriveWish, EndCause, Ended, Hold, Holder, Seat, Visitor, WaitingTool,
};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;

/// How long the page of a person who drives may be gone: it reloads, or its network is slow.
const GRACE: Duration = Duration::from_secs(5);

/// The wheel of one session.
#[derive(Debug)]
pub struct Wheel {
    session: Arc<Session>,
    seat: watch::Sender<Seat>,
    /// When the holder last did something.
    active: Mutex<Instant>,
    /// How long they may do nothing.
    idle: Duration,
    /// Told of every change of holders.
    changed: watch::Sender<u64>,
}

/// A tool that acts or waits, until this is dropped.
#[derive(Debug)]
pub struct Acting {
    wheel: Arc<Wheel>,
    what: Doing,
}

#[derive(Debug)]
enum Doing {
    Acts,
    Waits(WaitingTool),
    LooksOn(Visitor),
}

impl Drop for Acting {
    fn drop(&mut self) {
        self.wheel.seat.send_modify(|seat| match &self.what {
            Doing::Acts => seat.acting = None,
            Doing::Waits(waiting) => {
                let place = seat.waiting.iter().position(|one| one == waiting);
                if let Some(place) = place {
                    seat.waiting.remove(place);
                }
            }
            Doing::LooksOn(visitor) => {
                let place = seat.here.iter().position(|one| one == visitor);
                if let Some(place) = place {
                    seat.here.remove(place);
                }
            }
        });
    }
}

impl Wheel {
    pub(super) fn new(
        session: Arc<Session>,
        idle: Duration,
        changed: &watch::Sender<u64>,
    ) -> Arc<Self> {
        Arc::new(Self {
            session,
            seat: watch::Sender::default(),
            active: Mutex::new(Instant::now()),
            idle,
            changed: changed.clone(),
        })
    }

    /// Who is there, now and whenever it changes.
    pub fn seat(&self) -> watch::Receiver<Seat> {
        self.seat.subscribe()
    }

    /// The person who keeps the agent from acting.
    pub fn holder(&self) -> Option<Holder> {
        self.seat.borrow().holder.clone()
    }

    /// The program that calls tools on the session.
    pub fn agent(&self) -> Option<String> {
        self.seat.borrow().agent.clone()
    }

    /// A program calls a tool on the session.
    pub fn note_agent(&self, name: &str) {
        self.seat.send_if_modified(|seat| {
            let is_new = !name.is_empty() && seat.agent.as_deref() != Some(name);
            if is_new {
                seat.agent = Some(name.to_owned());
            }
            is_new
        });
    }

    /// A tool acts on the session.
    pub fn act(self: &Arc<Self>, tool: &str) -> Acting {
        self.seat
            .send_modify(|seat| seat.acting = Some(tool.to_owned()));
        Acting {
            wheel: Arc::clone(self),
            what: Doing::Acts,
        }
    }

    /// A page looks on.
    pub fn look_on(self: &Arc<Self>, visitor: &Visitor) -> Acting {
        self.seat
            .send_modify(|seat| seat.here.push(visitor.clone()));
        Acting {
            wheel: Arc::clone(self),
            what: Doing::LooksOn(visitor.clone()),
        }
    }

    /// Waits until no person keeps the agent from acting, at most this long; the person who still
    /// does then.
    pub async fn free(self: &Arc<Self>, tool: &str, limit: Duration) -> Result<(), Holder> {
        if self.holder().is_none() {
            return Ok(());
        }
        let waiting = WaitingTool {
            tool: tool.to_owned(),
            until: now_ms() + limit.as_millis() as u64,
        };
        self.seat
            .send_modify(|seat| seat.waiting.push(waiting.clone()));
        let _waits = Acting {
            wheel: Arc::clone(self),
            what: Doing::Waits(waiting),
        };
        let mut seat = self.seat();
        let freed = seat.wait_for(|seat| seat.holder.is_none());
        // The sender lives as long as `self`, so only the time can end it otherwise.
        let freed = tokio::time::timeout(limit, freed).await.is_ok();
        match self.holder() {
            Some(holder) if !freed => Err(holder),
            _ => Ok(()),
        }
    }

    /// A person wants something of the wheel; an error says why it was not done.
    pub fn wish(self: &Arc<Self>, visitor: &Visitor, wish: &DriveWish) -> Result<(), String> {
        match wish {
            DriveWish::Pause => self.hold(visitor, Hold::Paused),
            DriveWish::TakeOver => self.hold(visitor, Hold::Drives),
            DriveWish::GiveBack => {
                if self.let_go(EndCause::GaveBack, |holder| holder.page == visitor.page) {
                    return Ok(());
                }
                return Err(match self.holder() {
                    Some(other) => format!("{} drives, not you", other.name),
                    None => "nobody has taken over: the agent drives".to_owned(),
                });
            }
            DriveWish::Keep { was } => {
                let kept = self.seat.send_if_modified(|seat| {
                    let Some(holder) = seat.holder.as_mut().filter(|it| it.page == *was) else {
                        return false;
                    };
                    holder.page.clone_from(&visitor.page);
                    holder.is_away = false;
                    true
                });
                if !kept {
                    return Err("the agent drives again: you were away too long".to_owned());
                }
                self.touch();
            }
        }
        Ok(())
    }

    fn hold(self: &Arc<Self>, visitor: &Visitor, hold: Hold) {
        self.touch();
        let mut before = None;
        let mut begun = None;
        self.seat.send_if_modified(|seat| {
            let last = seat.holder.as_ref();
            if last.is_some_and(|last| last.page == visitor.page && last.hold == hold) {
                return false;
            }
            // It is also what tells one hold from another.
            let since = now_ms().max(last.map_or(0, |last| last.since + 1));
            let holder = Holder {
                page: visitor.page.clone(),
                name: visitor.name.clone(),
                hold,
                since,
                is_away: false,
            };
            before = seat.holder.replace(holder.clone());
            before.take_if(|before| before.page == holder.page);
            seat.ended = before.as_ref().map(|before| Ended {
                name: before.name.clone(),
                cause: EndCause::TakenOver,
                at: since,
            });
            begun = Some(holder);
            true
        });
        let Some(holder) = begun else { return };
        self.tell(&json!({
            "driver": if hold == Hold::Drives { "person" } else { "nobody" },
            "by": "person", "person": holder.name, "hold": hold,
            "from": before.map(|before| before.name),
        }));
        tokio::spawn(watch_over(Arc::downgrade(self), holder.since));
    }

    /// Ends the hold if this is true of the holder.
    fn let_go(&self, cause: EndCause, is_meant: impl Fn(&Holder) -> bool) -> bool {
        let mut gone = None;
        self.seat.send_if_modified(|seat| {
            gone = seat.holder.take_if(|holder| is_meant(holder));
            if let Some(holder) = &gone {
                seat.ended = Some(Ended {
                    name: holder.name.clone(),
                    cause,
                    at: now_ms(),
                });
            }
            gone.is_some()
        });
        if let Some(holder) = &gone {
            self.tell(&json!({
                "driver": "agent", "by": "person", "person": holder.name, "cause": cause,
                "held_ms": now_ms().saturating_sub(holder.since),
            }));
        }
        gone.is_some()
    }

    /// The session is closed.
    pub(super) fn close(&self) {
        self.let_go(EndCause::Closed, |_| true);
    }

    /// The connection of a page is over.
    pub fn page_left(&self, page: &str) {
        self.seat.send_if_modified(|seat| {
            let holder = seat.holder.as_mut().filter(|holder| holder.page == page);
            holder.map(|holder| holder.is_away = true).is_some()
        });
    }

    /// A page acts; an error says why it may not.
    pub fn drives(&self, page: &str) -> Result<Holder, String> {
        match self.holder() {
            Some(holder) if holder.page == page && holder.hold == Hold::Drives => {
                self.touch();
                Ok(holder)
            }
            Some(holder) if holder.page == page => {
                Err("take over first: you have only paused the agent".to_owned())
            }
            Some(holder) => Err(format!("{} has taken over", holder.name)),
            None => Err("the agent drives: take over first".to_owned()),
        }
    }

    fn touch(&self) {
        *self.active.lock().ignore_poison() = Instant::now();
    }

    fn tell(&self, payload: &serde_json::Value) {
        if let Err(error) = self.session.emit("driver:changed", Some(payload.clone())) {
            tracing::warn!(%error, "who drives was not reported");
        }
        self.changed.send_modify(|count| *count += 1);
    }
}

/// Ends the hold that began at `since` when its person is gone or does nothing.
async fn watch_over(wheel: std::sync::Weak<Wheel>, since: u64) {
    let Some(mut seat) = wheel.upgrade().map(|wheel| wheel.seat()) else {
        return;
    };
    let mut away_since = None;
    loop {
        let Some(there) = wheel.upgrade() else {
            return;
        };
        let holder = seat.borrow_and_update().holder.clone();
        let Some(holder) = holder.filter(|holder| holder.since == since) else {
            return;
        };
        let now = Instant::now();
        away_since = holder.is_away.then(|| away_since.unwrap_or(now));
        let idle = *there.active.lock().ignore_poison() + there.idle;
        let (due, cause) = match away_since.map(|away| away + GRACE) {
            Some(gone) if gone < idle => (gone, EndCause::PageGone),
            _ => (idle, EndCause::Idle),
        };
        if now >= due {
            there.let_go(cause, |it| it.since == since);
            return;
        }
        drop(there);
        tokio::select! {
            () = tokio::time::sleep_until(due) => {}
            changed = seat.changed() => if changed.is_err() { return },
        }
    }
}
