//! What the workbench asks of sessions that agents play.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_store::{EventQuery, Session};
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::driving::{
    ActLine, DriveWish, Driving, Frames, LookingOn, Pace, PersonInput, Seat, Visitor,
};
use tokio::sync::watch;

use super::{acts, forwarding};
use crate::course::driving::Seating;
use crate::course::person::PeoplesCourses;

/// A wait for acts begins anew after this; nobody is told.
const WAIT: Duration = Duration::from_secs(30);
/// Acts in one message.
const MOST: usize = 50;

impl PeoplesCourses {
    fn seating(&self, session_id: &str) -> Result<Arc<Seating>, NotDone> {
        let seating = self.runtimes().seating(session_id);
        seating.ok_or_else(|| NotDone {
            message: format!("there is no session {session_id}"),
            hint: String::new(),
        })
    }

    /// An open session, without counting as its use.
    fn look(&self, session_id: &str) -> Option<Arc<Session>> {
        let open = self.runtimes().sessions().list();
        open.into_iter().find(|one| one.id().as_str() == session_id)
    }
}

impl Driving for PeoplesCourses {
    fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        let seating = self.runtimes().seating(session_id)?;
        let (newest, watcher) = seating.filming.watch(self.runtimes(), session_id, pace);
        Some(Frames {
            newest,
            watcher: Box::new(watcher),
        })
    }

    fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        Some(self.runtimes().seating(session_id)?.wheel.seat())
    }

    fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        let seating = self.runtimes().seating(session_id)?;
        Some(Box::new(seating.wheel.look_on(visitor)))
    }

    fn acts<'a>(
        &'a self,
        session_id: &'a str,
        since: Option<u64>,
    ) -> BoxFuture<'a, Result<(u64, Vec<ActLine>), NotDone>> {
        async move {
            let gone = || NotDone {
                message: format!("there is no session {session_id}"),
                hint: String::new(),
            };
            let session = self.look(session_id).ok_or_else(gone)?;
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
            Ok((
                newest,
                lines.filter_map(|event| acts::line(event, size)).collect(),
            ))
        }
        .boxed()
    }

    fn drive(&self, session_id: &str, visitor: &Visitor, wish: DriveWish) -> Result<(), NotDone> {
        let seating = self.seating(session_id)?;
        let takes = matches!(wish, DriveWish::TakeOver | DriveWish::Pause);
        if takes && self.runtimes().find(session_id).is_none() {
            return Err(NotDone {
                message: "no agent plays this course now".to_owned(),
                hint: "Choose Play to play it yourself.".to_owned(),
            });
        }
        let done = seating.wheel.wish(visitor, &wish);
        done.map_err(|message| NotDone {
            message,
            hint: String::new(),
        })
    }

    fn input(&self, session_id: &str, page: &str, input: PersonInput) -> Result<(), NotDone> {
        let seating = self.seating(session_id)?;
        let holder = seating.wheel.drives(page).map_err(|message| NotDone {
            message,
            hint: String::new(),
        })?;
        forwarding::put(self.runtimes(), &seating, &holder, session_id, input)
    }

    fn page_left(&self, page: &str) {
        for seating in self.runtimes().all_seats() {
            seating.wheel.page_left(page);
        }
    }
}
