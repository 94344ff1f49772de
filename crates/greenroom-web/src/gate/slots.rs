//! How many connections a socket holds at once, and who must leave when one more comes.
//!
//! Every connection costs a file descriptor, and whoever reaches the port can open any number of
//! them. So there is a fixed number of slots. A newcomer always gets one while there is a
//! connection that does nothing: the one that has done nothing for longest makes room. Only when
//! every slot is at work is a newcomer refused.

use greenroom_stdx::IgnorePoison as _;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::Notify;

/// How many connections there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionLimits {
    pub(crate) all: usize,
    /// Under one host name, where every name is another's: one course cannot take them all.
    pub(crate) per_host: usize,
}

/// The connections of one socket.
#[derive(Debug)]
pub(super) struct Slots {
    limits: ConnectionLimits,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    /// Rises with everything that happens, so that the smallest did nothing for longest.
    clock: u64,
    slots: BTreeMap<u64, Place>,
}

/// What is known of one connection.
#[derive(Debug)]
struct Place {
    last_used: u64,
    /// Requests under way, and whether it has become a WebSocket.
    busy: usize,
    host: Option<String>,
    leave: Arc<Notify>,
}

/// The slot of one connection; free again when this is dropped, which is when its socket closes.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Arc<Slots>,
    number: u64,
    leave: Arc<Notify>,
}

/// Keeps a connection from being idle.
#[derive(Debug)]
pub(super) struct Work {
    slot: Arc<Slot>,
}

impl Slots {
    pub(super) fn new(limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            taken: Mutex::default(),
        })
    }

    /// A slot for a newcomer, unless all others work.
    pub(super) fn take(self: &Arc<Self>) -> Option<Arc<Slot>> {
        let mut taken = self.lock();
        if taken.slots.len() >= self.limits.all && !taken.send_away(|_, _| true) {
            return None;
        }
        taken.clock += 1;
        let (number, leave) = (taken.clock, Arc::new(Notify::new()));
        let place = Place {
            last_used: number,
            busy: 0,
            host: None,
            leave: Arc::clone(&leave),
        };
        taken.slots.insert(number, place);
        Some(Arc::new(Slot {
            slots: Arc::clone(self),
            number,
            leave,
        }))
    }

    /// Sends away whoever did nothing for longest. No: all work.
    pub(super) fn make_room(&self) -> bool {
        self.lock().send_away(|_, _| true)
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().ignore_poison()
    }
}

impl Taken {
    fn send_away(&mut self, among: impl Fn(u64, &Place) -> bool) -> bool {
        let idle = self
            .slots
            .iter()
            .filter(|(number, place)| place.busy == 0 && among(**number, place))
            .min_by_key(|(_, place)| place.last_used)
            .map(|(number, _)| *number);
        let Some(place) = idle.and_then(|number| self.slots.remove(&number)) else {
            return false;
        };
        place.leave.notify_one();
        true
    }
}

impl Slot {
    /// A request came over this connection, for this host. Nothing: the host has too many.
    pub(super) fn work(self: &Arc<Self>, host: Option<&str>) -> Option<Work> {
        let mut taken = self.slots.lock();
        let competes = |number: u64, place: &Place| {
            number != self.number && host.is_some() && place.host.as_deref() == host
        };
        let others = taken
            .slots
            .iter()
            .filter(|(number, place)| competes(**number, place))
            .count();
        if others >= self.slots.limits.per_host && !taken.send_away(competes) {
            return None;
        }
        taken.clock += 1;
        let now = taken.clock;
        // It was sent away just now; its socket is about to close.
        let place = taken.slots.get_mut(&self.number)?;
        place.last_used = now;
        place.busy += 1;
        place.host = host.map(str::to_owned);
        Some(Work {
            slot: Arc::clone(self),
        })
    }

    /// Waits until this connection must make room.
    pub(super) async fn sent_away(&self) {
        self.leave.notified().await;
    }

    /// It has become a WebSocket, which is at work until it closes.
    pub(super) fn becomes_socket(&self) {
        if let Some(place) = self.slots.lock().slots.get_mut(&self.number) {
            place.busy += 1;
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.lock().slots.remove(&self.number);
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let mut taken = self.slot.slots.lock();
        taken.clock += 1;
        let now = taken.clock;
        if let Some(place) = taken.slots.get_mut(&self.slot.number) {
            place.last_used = now;
            place.busy = place.busy.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;

    const LIMITS: ConnectionLimits = ConnectionLimits {
        all: 3,
        per_host: 2,
    };

    fn left(slot: &Slot) -> bool {
        slot.sent_away().now_or_never().is_some()
    }

    #[test]
    fn the_longest_idle_makes_room_and_work_is_left_alone() {
        let slots = Slots::new(LIMITS);
        let [first, second, third] = [(); 3].map(|()| slots.take().unwrap());
        let work = first.work(Some("a")).unwrap();
        let fourth = slots.take().unwrap();
        assert!(left(&second) && !left(&first) && !left(&third));
        drop(work);
        drop(third.work(Some("b")).unwrap());
        let fifth = slots.take().unwrap();
        assert!(left(&fourth), "it has done nothing yet");
        let _working = [&first, &third, &fifth].map(|slot| slot.work(None).unwrap());
        assert!(slots.take().is_none());
    }

    #[test]
    fn one_host_cannot_take_all() {
        let slots = Slots::new(LIMITS);
        let [first, second, third] = [(); 3].map(|()| slots.take().unwrap());
        let socket = first.work(Some("a")).unwrap();
        first.becomes_socket();
        drop(socket);
        let idle = second.work(Some("a")).unwrap();
        assert!(third.work(Some("a")).is_none(), "both work");
        assert!(third.work(Some("b")).is_some(), "another host");
        drop(idle);
        assert!(third.work(Some("a")).is_some());
        assert!(left(&second) && !left(&first));
        drop(first);
        assert!(slots.take().is_some());
    }
}
