//! All processes of this user that play, as a workbench sees them.

use super::known::Reach;
use super::neighbor::Neighbor;
use super::wire::{Answer, Question, Seated};
use crate::workbench::courses::{Driver, NotDone, OutOfReach};
use crate::workbench::driving::{
    ActLine, DriveWish, Driving, Frames, LookingOn, Pace, PersonInput, Seat, Visitor,
};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stdx::IgnorePoison as _;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;

/// A process answers at once, unless it is stopped or overloaded.
const PATIENCE: Duration = Duration::from_secs(5);
/// Acts are waited for there, for 30 seconds.
const PATIENCE_FOR_ACTS: Duration = Duration::from_secs(40);
/// How long a first look waits for processes that were just met.
const SETTLES_WITHIN: Duration = Duration::from_secs(2);

/// The processes that play.
#[derive(Debug)]
pub struct Neighbors {
    met: Mutex<Met>,
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Met {
    servers: BTreeMap<String, Arc<Neighbor>>,
    /// The server of each session.
    sessions: BTreeMap<String, String>,
}

impl Neighbors {
    /// `changed` is told when something of their sessions is another.
    pub fn new(changed: watch::Sender<u64>) -> Self {
        Self {
            met: Mutex::default(),
            changed,
        }
    }

    /// Knows these sessions with their servers from now on, and no others. `announced` is what a
    /// server announces. Within a runtime.
    pub fn meet<'a>(
        &self,
        sessions: impl Iterator<Item = (&'a str, &'a str)>,
        announced: impl Fn(&str) -> Option<Vec<u8>>,
    ) {
        let sessions: BTreeMap<String, String> = sessions
            .map(|(session_id, server)| (session_id.to_owned(), server.to_owned()))
            .collect();
        let servers: BTreeSet<&String> = sessions.values().collect();
        let mut met = self.met.lock().ignore_poison();
        met.servers.retain(|server, _| servers.contains(server));
        for server in servers {
            if met.servers.contains_key(server) {
                continue;
            }
            if let Some(announced) = announced(server) {
                let neighbor = Neighbor::meet(&announced, &self.changed);
                met.servers.insert(server.clone(), Arc::new(neighbor));
            }
        }
        met.sessions = sessions;
    }

    /// Waits a moment for those that were just met.
    pub async fn settle(&self) {
        let neighbors: Vec<_> = {
            let met = self.met.lock().ignore_poison();
            met.servers.values().cloned().collect()
        };
        let all = async {
            for neighbor in neighbors {
                let mut reach = neighbor.reach();
                // An error says that it is gone.
                drop(reach.wait_for(|it| *it != Reach::Trying).await);
            }
        };
        // Who answers later is told of by `changed`.
        let _later = tokio::time::timeout(SETTLES_WITHIN, all).await;
    }

    /// Who is at a session, or why that is not known.
    pub fn seated(&self, session_id: &str) -> Result<Seated, OutOfReach> {
        let neighbor = self.of(session_id).ok_or(OutOfReach::NotServed)?;
        match *neighbor.reach().borrow() {
            Reach::Not(why) => Err(why),
            Reach::Trying => Err(OutOfReach::NoAnswer),
            // One in which nothing was played yet is not told of.
            Reach::Reached => Ok(neighbor.seated(session_id).unwrap_or_else(|| Seated {
                session_id: session_id.to_owned(),
                driver: Driver::Nobody,
                agent: None,
                holder: None,
            })),
        }
    }

    /// Fires whenever the course of a session did something.
    pub fn moves(&self, session_id: &str) -> Option<watch::Receiver<u64>> {
        self.of(session_id)?.moves(session_id)
    }

    /// Whether a session was met, and its process too.
    pub fn knows(&self, session_id: &str) -> bool {
        self.of(session_id).is_some()
    }

    fn of(&self, session_id: &str) -> Option<Arc<Neighbor>> {
        let met = self.met.lock().ignore_poison();
        let server = met.sessions.get(session_id)?;
        met.servers.get(server).cloned()
    }
}

impl Driving for Neighbors {
    fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        self.of(session_id)?.frames(session_id, pace)
    }

    fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        self.of(session_id)?.seat(session_id)
    }

    fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        self.of(session_id)?.look_on(session_id, visitor)
    }

    fn acts<'a>(
        &'a self,
        session_id: &'a str,
        since: Option<u64>,
    ) -> BoxFuture<'a, Result<(u64, Vec<ActLine>), NotDone>> {
        async move {
            let neighbor = self
                .of(session_id)
                .ok_or_else(|| NotDone::no_session(session_id))?;
            let session_id = session_id.to_owned();
            let question = Question::Acts { session_id, since };
            match neighbor.ask(question, PATIENCE_FOR_ACTS).await {
                Some(Answer::Acts { newest, acts }) => Ok((newest, acts)),
                Some(Answer::Refused { message, hint }) => Err(NotDone { message, hint }),
                Some(Answer::Done) | None => Err(no_answer()),
            }
        }
        .boxed()
    }

    fn drive<'a>(
        &'a self,
        session_id: &'a str,
        visitor: &'a Visitor,
        wish: DriveWish,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        async move {
            let neighbor = self
                .of(session_id)
                .ok_or_else(|| NotDone::no_session(session_id))?;
            let question = |wish| Question::Drive {
                session_id: session_id.to_owned(),
                visitor: visitor.clone(),
                wish,
            };
            let takes = matches!(wish, DriveWish::TakeOver | DriveWish::Pause);
            let answer = neighbor.ask(question(wish), PATIENCE).await;
            if takes && answer.is_none() {
                // Who was told that it was not done must not hold the agent up when it is done late.
                drop(neighbor.ask(question(DriveWish::GiveBack), PATIENCE));
            }
            done(answer)
        }
        .boxed()
    }

    fn input(
        &self,
        session_id: &str,
        page: &str,
        input: PersonInput,
    ) -> BoxFuture<'static, Result<(), NotDone>> {
        let Some(neighbor) = self.of(session_id) else {
            let unknown = NotDone::no_session(session_id);
            return std::future::ready(Err(unknown)).boxed();
        };
        let question = Question::Input {
            session_id: session_id.to_owned(),
            page: page.to_owned(),
            input,
        };
        let asked = neighbor.ask(question, PATIENCE);
        async move { done(asked.await) }.boxed()
    }

    fn page_left(&self, page: &str) {
        let met = self.met.lock().ignore_poison();
        for neighbor in met.servers.values() {
            neighbor.page_left(page);
        }
    }
}

fn done(answer: Option<Answer>) -> Result<(), NotDone> {
    match answer {
        Some(Answer::Refused { message, hint }) => Err(NotDone { message, hint }),
        Some(Answer::Done | Answer::Acts { .. }) => Ok(()),
        None => Err(no_answer()),
    }
}

fn no_answer() -> NotDone {
    NotDone {
        message: "the process that plays this session does not answer".to_owned(),
        hint: "It may be busy or have ended; try again in a moment.".to_owned(),
    }
}
