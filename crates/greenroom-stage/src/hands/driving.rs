//! What workbenches ask of sessions that agents play: those of this process, and those of others.

use std::sync::{Arc, Weak};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_store::{EventQuery, Session};
use greenroom_web::workbench::courses::{Courses as _, NotDone};
use greenroom_web::workbench::driving::{
    ActLine, DriveWish, Driving, Frames, LookingOn, Pace, PersonInput, Seat, Visitor,
};
use tokio::sync::watch;

use super::{acts, forwarding};
use crate::course::driving::Seating;
use crate::course::person::PeoplesCourses;
use crate::course::runtimes::Runtimes;

/// A wait for acts begins anew after this; nobody is told.
const WAIT: Duration = Duration::from_secs(30);
/// Acts in one message.
const MOST: usize = 50;

/// People at what agents play in this process.
#[derive(Debug)]
pub(super) struct Hands {
    /// It goes on without people, and they end with it.
    pub(super) runtimes: Weak<Runtimes>,
}

impl Hands {
    fn seating(&self, session_id: &str) -> Result<Arc<Seating>, NotDone> {
        let seating = self.known_seating(session_id);
        seating.ok_or_else(|| NotDone::no_session(session_id))
    }

    fn known_seating(&self, session_id: &str) -> Option<Arc<Seating>> {
        self.runtimes.upgrade()?.seating(session_id)
    }

    /// An open session, without counting as its use.
    fn look(&self, session_id: &str) -> Option<Arc<Session>> {
        let open = self.runtimes.upgrade()?.sessions().list();
        open.into_iter().find(|one| one.id().as_str() == session_id)
    }

    async fn acts_since(
        &self,
        session_id: &str,
        since: Option<u64>,
    ) -> Result<(u64, Vec<ActLine>), NotDone> {
        let session = self
            .look(session_id)
            .ok_or_else(|| NotDone::no_session(session_id))?;
        let Some(since) = since else {
            return Ok((session.events().latest(), Vec::new()));
        };
        let query = EventQuery {
            since,
            max: MOST,
            types: acts::ACTS.iter().map(|&kind| kind.to_owned()).collect(),
            without: &[],
        };
        let page = session.events().wait_page(query, WAIT).await;
        let page = page.map_err(crate::StageError::from)?;
        let seating = self.seating(session_id)?;
        let size = seating.filming.size().unwrap_or((1024.0, 768.0));
        let newest = page.events.last().map_or(since, |event| event.id);
        let lines = page.events.iter();
        let lines = lines.filter_map(|event| acts::line(event, size));
        Ok((newest, lines.collect()))
    }

    fn wish(&self, session_id: &str, visitor: &Visitor, wish: &DriveWish) -> Result<(), NotDone> {
        let seating = self.seating(session_id)?;
        let takes = matches!(wish, DriveWish::TakeOver | DriveWish::Pause);
        let runtimes = self.runtimes.upgrade();
        if takes && runtimes.is_none_or(|it| it.find(session_id).is_none()) {
            return Err(NotDone {
                message: "no agent plays this course now".to_owned(),
                hint: "Choose Play to play it yourself.".to_owned(),
            });
        }
        seating.wheel.wish(visitor, wish).map_err(refused)
    }

    fn put(&self, session_id: &str, page: &str, input: PersonInput) -> Result<(), NotDone> {
        let seating = self.seating(session_id)?;
        let holder = seating.wheel.drives(page).map_err(refused)?;
        let runtimes = self.runtimes.upgrade();
        let runtimes = runtimes.ok_or_else(|| NotDone::no_session(session_id))?;
        forwarding::put(&runtimes, &seating, &holder, session_id, input)
    }
}

impl Driving for Hands {
    fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        let runtimes = self.runtimes.upgrade()?;
        let seating = runtimes.seating(session_id)?;
        let (newest, watcher) = seating.filming.watch(&runtimes, session_id, pace);
        Some(Frames {
            newest,
            watcher: Box::new(watcher),
        })
    }

    fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        Some(self.known_seating(session_id)?.wheel.seat())
    }

    fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        let seating = self.known_seating(session_id)?;
        Some(Box::new(seating.wheel.look_on(visitor)))
    }

    fn acts<'a>(
        &'a self,
        session_id: &'a str,
        since: Option<u64>,
    ) -> BoxFuture<'a, Result<(u64, Vec<ActLine>), NotDone>> {
        self.acts_since(session_id, since).boxed()
    }

    fn drive<'a>(
        &'a self,
        session_id: &'a str,
        visitor: &'a Visitor,
        wish: DriveWish,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        std::future::ready(self.wish(session_id, visitor, &wish)).boxed()
    }

    fn input(
        &self,
        session_id: &str,
        page: &str,
        input: PersonInput,
    ) -> BoxFuture<'static, Result<(), NotDone>> {
        std::future::ready(self.put(session_id, page, input)).boxed()
    }

    fn page_left(&self, page: &str) {
        let Some(runtimes) = self.runtimes.upgrade() else {
            return;
        };
        for seating in runtimes.all_seats() {
            seating.wheel.page_left(page);
        }
    }
}

impl PeoplesCourses {
    fn hands(&self) -> Hands {
        Hands {
            runtimes: Arc::downgrade(self.runtimes()),
        }
    }

    /// Whether another process has this session.
    fn is_elsewhere(&self, session_id: &str) -> bool {
        self.hands().look(session_id).is_none()
    }
}

/// Wherever a session plays.
impl Driving for PeoplesCourses {
    fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        let here = self.hands().frames(session_id, pace);
        here.or_else(|| self.neighbors().frames(session_id, pace))
    }

    fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        let here = self.hands().seat(session_id);
        here.or_else(|| self.neighbors().seat(session_id))
    }

    fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        let here = self.hands().look_on(session_id, visitor);
        here.or_else(|| self.neighbors().look_on(session_id, visitor))
    }

    fn acts<'a>(
        &'a self,
        session_id: &'a str,
        since: Option<u64>,
    ) -> BoxFuture<'a, Result<(u64, Vec<ActLine>), NotDone>> {
        if self.is_elsewhere(session_id) {
            return self.neighbors().acts(session_id, since);
        }
        let hands = self.hands();
        async move { hands.acts_since(session_id, since).await }.boxed()
    }

    fn drive<'a>(
        &'a self,
        session_id: &'a str,
        visitor: &'a Visitor,
        wish: DriveWish,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        if !self.is_elsewhere(session_id) {
            return std::future::ready(self.hands().wish(session_id, visitor, &wish)).boxed();
        }
        async move {
            if !self.neighbors().knows(session_id) {
                // A page that comes back after its workbench was started again asks for this first.
                self.elsewhere().await;
            }
            self.neighbors().drive(session_id, visitor, wish).await
        }
        .boxed()
    }

    fn input(
        &self,
        session_id: &str,
        page: &str,
        input: PersonInput,
    ) -> BoxFuture<'static, Result<(), NotDone>> {
        if self.is_elsewhere(session_id) {
            return self.neighbors().input(session_id, page, input);
        }
        self.hands().input(session_id, page, input)
    }

    fn page_left(&self, page: &str) {
        self.hands().page_left(page);
        self.neighbors().page_left(page);
    }
}

fn refused(message: String) -> NotDone {
    NotDone {
        message,
        hint: String::new(),
    }
}
