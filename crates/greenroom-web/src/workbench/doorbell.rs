//! A further browser wants to be paired: the human says on a page that is paired already whether
//! it may.
//!
//! Any program of this user can ask for a pairing, as `greenroom url` does. As long as the human
//! has a page, only the human's word on it lets another in. A page that was there a moment ago is
//! waited for: reloading it, or a restart of the server, opens no gap to slip through.

use greenroom_dialog::ids;
use greenroom_stdx::IgnorePoison as _;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// A page that has gone may come back in this time; a hidden one tries every half minute.
const COMES_BACK: Duration = Duration::from_secs(40);
/// After this time a request that nobody has decided on is dropped.
const RINGS_FOR: Duration = Duration::from_mins(2);
/// After a refusal nobody may ask again for this long: whoever asks on and on must not get a yes
/// from a human who is tired of it.
const QUIET_FOR: Duration = Duration::from_mins(1);

/// A request that waits for the human's word, as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(rename = "PairingRequest")
)]
pub(super) struct Ring {
    pub(super) id: String,
    /// Shown where the request was made, too, so that the human knows it again.
    pub(super) number: String,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The human let it in, on a page.
    Accepted,
    /// No page came back that could be asked.
    NobodyThere,
    Refused,
    /// Nobody has decided yet.
    Waits,
    /// There is no such request, or it is too old.
    Gone,
}

/// Why a request was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotRung {
    /// No page can be asked: the browser may come in.
    NobodyThere,
    /// Another request waits.
    Busy,
    /// One was refused a moment ago.
    Quiet,
    /// No randomness could be had.
    Failed,
}

/// Who is there, and who stands before the door.
#[derive(Debug)]
pub(super) struct Doorbell {
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

#[derive(Debug)]
struct State {
    pages: usize,
    /// Until when a page that has gone may come back.
    expected_until: Option<Instant>,
    ringing: Option<Ringing>,
    quiet_until: Option<Instant>,
}

#[derive(Debug)]
struct Ringing {
    ring: Ring,
    since: Instant,
    accepted: Option<bool>,
}

/// A page is there for as long as this lives.
#[derive(Debug)]
pub(super) struct Presence<'a>(&'a Doorbell);

impl Doorbell {
    /// With `expects_pages`, pages of the host before may come back.
    pub(super) fn new(expects_pages: bool) -> Self {
        Self {
            state: Mutex::new(State {
                pages: 0,
                expected_until: expects_pages.then(|| Instant::now() + COMES_BACK),
                ringing: None,
                quiet_until: None,
            }),
            changed: watch::channel(()).0,
        }
    }

    /// A page is connected.
    pub(super) fn page_comes(&self) -> Presence<'_> {
        self.lock().pages += 1;
        Presence(self)
    }

    /// Asks for the human's word; the request as the human sees it.
    pub(super) fn ring(&self) -> Result<Ring, NotRung> {
        let mut state = self.lock();
        if state.nobody_there() {
            return Err(NotRung::NobodyThere);
        }
        if state.waiting().is_some() {
            return Err(NotRung::Busy);
        }
        if state.quiet_until.is_some_and(|end| Instant::now() < end) {
            return Err(NotRung::Quiet);
        }
        let id = ids::draw("pair_").map_err(|_| NotRung::Failed)?;
        // Four digits are enough to know one's own request; they open nothing.
        let digits = id.bytes().filter(u8::is_ascii_hexdigit).take(8);
        let number = digits.fold(0_u32, |sum, digit| {
            sum.wrapping_mul(31).wrapping_add(digit.into())
        });
        let ring = Ring {
            id,
            number: format!("{:04}", number % 10_000),
        };
        state.ringing = Some(Ringing {
            ring: ring.clone(),
            since: Instant::now(),
            accepted: None,
        });
        Ok(ring)
    }

    /// The request that waits.
    pub(super) fn waiting(&self) -> Option<Ring> {
        self.lock().waiting().cloned()
    }

    /// The human's word. No: there is no such request any more.
    pub(super) fn decide(&self, id: &str, accepted: bool) -> bool {
        let mut state = self.lock();
        if state.waiting().is_none_or(|ring| ring.id != id) {
            return false;
        }
        if let Some(ringing) = &mut state.ringing {
            ringing.accepted = Some(accepted);
        }
        if !accepted {
            state.quiet_until = Some(Instant::now() + QUIET_FOR);
        }
        drop(state);
        self.changed.send_replace(());
        true
    }

    /// Waits for the human's word, so long at most. A word that is final is told once.
    pub(super) async fn decision(&self, id: &str, at_most: Duration) -> Decision {
        let mut changed = self.changed.subscribe();
        let until = Instant::now() + at_most;
        loop {
            let (decision, next) = self.lock().decision(id);
            if decision != Decision::Waits || Instant::now() >= until {
                return decision;
            }
            let next = next.map_or(until, |next| next.min(until));
            tokio::select! {
                _ = changed.changed() => {}
                () = tokio::time::sleep_until(next) => {}
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().ignore_poison()
    }
}

impl State {
    fn nobody_there(&self) -> bool {
        let expected = self.expected_until.is_some_and(|end| Instant::now() < end);
        self.pages == 0 && !expected
    }

    /// The request that waits, if it is not too old.
    fn waiting(&self) -> Option<&Ring> {
        let ringing = self.ringing.as_ref()?;
        let waits = ringing.accepted.is_none() && ringing.since.elapsed() < RINGS_FOR;
        waits.then_some(&ringing.ring)
    }

    /// What became of a request, and when that may change by itself.
    fn decision(&mut self, id: &str) -> (Decision, Option<Instant>) {
        let nobody_there = self.nobody_there();
        let Some(ringing) = self.ringing.as_ref().filter(|one| one.ring.id == id) else {
            return (Decision::Gone, None);
        };
        let decision = match ringing.accepted {
            Some(true) => Decision::Accepted,
            Some(false) => Decision::Refused,
            None if ringing.since.elapsed() >= RINGS_FOR => Decision::Gone,
            None if nobody_there => Decision::NobodyThere,
            None => {
                let alone_at = self.expected_until.filter(|_| self.pages == 0);
                return (Decision::Waits, alone_at);
            }
        };
        self.ringing = None;
        (decision, None)
    }
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.pages = state.pages.saturating_sub(1);
        if state.pages == 0 {
            state.expected_until = Some(Instant::now() + COMES_BACK);
        }
        drop(state);
        self.0.changed.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn the_first_browser_needs_nobodys_word() {
        assert_eq!(Doorbell::new(false).ring(), Err(NotRung::NobodyThere));
    }

    #[tokio::test(start_paused = true)]
    async fn while_a_page_is_there_its_word_counts() {
        let bell = Doorbell::new(false);
        let _page = bell.page_comes();
        for (accepted, want) in [(true, Decision::Accepted), (false, Decision::Refused)] {
            let ring = bell.ring().unwrap();
            assert_eq!(bell.waiting(), Some(ring.clone()));
            assert_eq!(bell.ring(), Err(NotRung::Busy));
            assert_eq!(bell.decision(&ring.id, SOON).await, Decision::Waits);
            assert!(!bell.decide("pair_other", true));
            assert!(bell.decide(&ring.id, accepted));
            assert_eq!(bell.decision(&ring.id, SOON).await, want);
            assert_eq!(bell.decision(&ring.id, SOON).await, Decision::Gone, "once");
            assert!(!bell.decide(&ring.id, true));
        }
        assert_eq!(bell.ring(), Err(NotRung::Quiet), "not again and again");
        tokio::time::advance(QUIET_FOR).await;
        assert!(bell.ring().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn silence_lets_nobody_in() {
        let bell = Doorbell::new(false);
        let _page = bell.page_comes();
        let ring = bell.ring().unwrap();
        tokio::time::advance(RINGS_FOR).await;
        assert!(!bell.decide(&ring.id, true), "too late");
        assert_eq!(bell.decision(&ring.id, SOON).await, Decision::Gone);
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_reloads_is_waited_for() {
        let bell = Doorbell::new(false);
        drop(bell.page_comes());
        let ring = bell.ring().unwrap();
        assert_eq!(bell.decision(&ring.id, SOON).await, Decision::Waits);
        let _back = bell.page_comes();
        assert_eq!(bell.waiting(), Some(ring.clone()));
        let longer = COMES_BACK + SOON;
        assert_eq!(bell.decision(&ring.id, longer).await, Decision::Waits);
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_stays_away_holds_nobody_up() {
        for bell in [Doorbell::new(true), Doorbell::new(false)] {
            drop(bell.page_comes());
            let ring = bell.ring().unwrap();
            let began = Instant::now();
            let decision = bell.decision(&ring.id, RINGS_FOR).await;
            assert_eq!(decision, Decision::NobodyThere);
            assert!(began.elapsed() <= COMES_BACK + SOON);
            assert_eq!(bell.ring(), Err(NotRung::NobodyThere));
        }
    }
}
