//! One address of the pool: how it is, and who has a seat there.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;
use serde::Serialize;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::grid::GridSession;
use super::named::Named;

/// How long a place is left out after its first failure; twice as long after each further one.
const FIRST_REST: Duration = Duration::from_secs(5);
const LONGEST_REST: Duration = Duration::from_mins(1);

/// A browser that can be connected to.
#[derive(Debug)]
pub(super) struct Reached {
    /// CDP addresses of the one browser, the best first.
    pub(super) endpoints: Vec<String>,
    pub(super) peer: IpAddr,
    pub(super) session: Option<GridSession>,
}

/// Why a place gave no browser.
#[derive(Debug)]
pub(super) enum Failure {
    /// All that it has are in use.
    Full,
    Broken {
        reason: String,
        next: String,
    },
}

impl Failure {
    pub(super) fn broken(reason: impl Into<String>, next: &str) -> Self {
        Self::Broken {
            reason: reason.into(),
            next: next.into(),
        }
    }
}

/// An address with its health and its seats.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) named: Named,
    limit: usize,
    seats: Arc<Semaphore>,
    freed: Arc<Notify>,
    health: Mutex<Health>,
}

#[derive(Debug, Default)]
struct Health {
    failures: u32,
    rests_until: Option<Instant>,
    last_error: Option<String>,
}

/// How an address of the pool is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaceHealth {
    /// `grid=` or `connect=` and its address.
    pub address: String,
    /// Contexts that it holds for this server.
    pub in_use: usize,
    /// How many it may hold.
    pub limit: usize,
    /// It failed, and is tried again later or when no other is left.
    pub resting: bool,
    /// Why it failed last.
    pub last_error: Option<String>,
}

impl Place {
    pub(super) fn new(named: Named, limit: usize, freed: Arc<Notify>) -> Self {
        let limit = limit.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            named,
            limit,
            seats: Arc::new(Semaphore::new(limit)),
            freed,
            health: Mutex::default(),
        }
    }

    /// As it was named.
    pub(super) fn address(&self) -> String {
        match &self.named {
            Named::Grid(address) => format!("grid=http://{}{}", address.authority(), address.path),
            Named::DevTools(address) => {
                format!("connect=http://{}{}", address.authority(), address.path)
            }
        }
    }

    /// A seat, if one is free.
    pub(super) fn seat(&self) -> Option<Seat> {
        let permit = Arc::clone(&self.seats).try_acquire_owned().ok()?;
        Some(Seat {
            permit: Some(permit),
            freed: Arc::clone(&self.freed),
        })
    }

    pub(super) fn free_seats(&self) -> usize {
        self.seats.available_permits()
    }

    /// When it may be tried again; none if it is well.
    pub(super) fn rests_until(&self, now: Instant) -> Option<Instant> {
        let until = self.health.lock().ignore_poison().rests_until;
        until.filter(|until| *until > now)
    }

    pub(super) fn is_well(&self) {
        *self.health.lock().ignore_poison() = Health::default();
    }

    pub(super) fn has_failed(&self, reason: &str, now: Instant) {
        let mut health = self.health.lock().ignore_poison();
        let rest = FIRST_REST * 2_u32.saturating_pow(health.failures.min(8));
        health.failures += 1;
        health.rests_until = Some(now + rest.min(LONGEST_REST));
        health.last_error = Some(reason.into());
    }

    pub(super) fn health(&self) -> PlaceHealth {
        let resting = self.rests_until(Instant::now()).is_some();
        let last_error = self.health.lock().ignore_poison().last_error.clone();
        PlaceHealth {
            address: self.address(),
            in_use: self.limit.saturating_sub(self.free_seats()),
            limit: self.limit,
            resting,
            last_error,
        }
    }
}

/// The right to one browser of a place; given back when it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    permit: Option<OwnedSemaphorePermit>,
    freed: Arc<Notify>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        drop(self.permit.take());
        self.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_fails_rests_longer_each_time_and_not_for_ever() {
        let named = super::super::RemoteOptions::parse("grid=http://g")
            .unwrap()
            .places
            .remove(0);
        let place = Place::new(named, 2, Arc::default());
        let now = Instant::now();
        assert_eq!(place.rests_until(now), None);
        let mut rests = Vec::new();
        for _ in 0..6 {
            place.has_failed("why", now);
            rests.push((place.rests_until(now).unwrap() - now).as_secs());
        }
        assert_eq!(rests, [5, 10, 20, 40, 60, 60]);
        assert_eq!(place.rests_until(now + LONGEST_REST), None);
        let seat = place.seat().unwrap();
        let health = place.health();
        assert_eq!((health.in_use, health.limit, health.resting), (1, 2, true));
        assert_eq!(health.last_error.as_deref(), Some("why"));
        let second = place.seat();
        assert!(second.is_some() && place.seat().is_none());
        drop((seat, second));
        place.is_well();
        assert_eq!((place.free_seats(), place.rests_until(now)), (2, None));
    }
}
