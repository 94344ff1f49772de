//! Who drives a session that an agent plays, and who looks on.

mod filming;
mod wheel;

pub use filming::{Filming, Watcher};
pub use wheel::{Acting, Wheel};

use std::sync::{Arc, Mutex};

use greenroom_stdx::IgnorePoison as _;
use greenroom_web::workbench::driving::PersonInput;
use tokio::sync::mpsc;

use super::runtimes::Runtimes;

/// Of one session: its wheel, and the film of its page.
#[derive(Debug)]
pub struct Seating {
    pub wheel: Arc<Wheel>,
    pub filming: Arc<Filming>,
    /// What the person who drives does, on its way to the page.
    pub(crate) hand: Mutex<Option<Hand>>,
}

/// The hand of one hold.
#[derive(Debug)]
pub(crate) struct Hand {
    /// When the hold began.
    pub(crate) since: u64,
    pub(crate) inputs: mpsc::Sender<PersonInput>,
}

impl Runtimes {
    /// The seats of a session, if it is open.
    pub fn seating(&self, session_id: &str) -> Option<Arc<Seating>> {
        let mut seats = self.seats.lock().ignore_poison();
        if let Some(seating) = seats.get(session_id) {
            return Some(Arc::clone(seating));
        }
        let open = self.store.list();
        let session = open.iter().find(|one| one.id().as_str() == session_id)?;
        let seating = Arc::new(Seating {
            wheel: Wheel::new(Arc::clone(session), self.limits.drive_idle, &self.changed),
            filming: Arc::default(),
            hand: Mutex::default(),
        });
        seats.insert(session_id.to_owned(), Arc::clone(&seating));
        Some(seating)
    }

    /// The seats of a session that somebody has looked for before.
    pub(crate) fn known_seating(&self, session_id: &str) -> Option<Arc<Seating>> {
        let seats = self.seats.lock().ignore_poison();
        seats.get(session_id).cloned()
    }

    /// All that are known.
    pub fn all_seats(&self) -> Vec<Arc<Seating>> {
        let seats = self.seats.lock().ignore_poison();
        seats.values().cloned().collect()
    }

    /// A session is closed; nobody waits for it any more.
    pub(super) fn clear_seats(&self, session_id: &str) {
        let seating = self.seats.lock().ignore_poison().remove(session_id);
        if let Some(seating) = seating {
            seating.wheel.close();
        }
    }
}
