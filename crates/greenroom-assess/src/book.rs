//! A course by the book: the way through it, what is seen there, and what playing it elsewhere shares.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use greenroom_exits::{ExitOptions, Moment, Way, test_exits};
use greenroom_explore::{ExploreOptions, Paths, WayThrough, way_through};
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use scorm_lms::Profile;
use scorm_session::rehearsal::Case;
use tokio_util::sync::CancellationToken;

use crate::assessment::{SEED, STANDARD, is_standard};
use crate::facts::{Facts, Played};
use crate::playing::{InLms, Route, Stand};

/// What the search for a way through may take.
const SEARCH: Duration = Duration::from_mins(1);
const MOST_ACTS: usize = 500;

/// A course, and how it is launched.
pub(crate) struct Book<'a> {
    pub(crate) runtimes: &'a Arc<Runtimes>,
    pub(crate) home: &'a Home,
    /// The folder of the course.
    pub(crate) root: PathBuf,
    pub(crate) launch: LaunchOptions,
    pub(crate) rehearsal: Option<Case>,
    pub(crate) until: Instant,
    pub(crate) cancel: &'a CancellationToken,
    pub(crate) progress: &'a (dyn Fn(String) + Send + Sync),
}

/// What was seen by the book.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) way: WayThrough,
    pub(crate) route: Route,
    pub(crate) base: Facts,
}

impl Read {
    /// The content breaks off before it calls Initialize.
    pub(crate) fn finds_no_api(&self) -> bool {
        let visit = self.base.whole.get();
        visit.is_some_and(|visit| visit.initialized.is_none() && !visit.errors.is_empty())
    }
}

impl Book<'_> {
    /// Looks for a way through the course, and plays it.
    pub(crate) async fn read(&self) -> Result<Read, StageError> {
        (self.progress)("looking for a way through the course, by the standard".to_owned());
        let explore = ExploreOptions {
            launch: self.launch.clone(),
            max_time: SEARCH,
            max_acts: MOST_ACTS,
            seed: SEED,
            resume: false,
        };
        let searching = way_through(self.runtimes, self.home, explore, self.cancel, &|_| {});
        let way = Box::pin(searching).await?;
        let route = match &self.rehearsal {
            Some(case) => Route::Rehearsal(Box::new(case.clone())),
            None => Route::Path(way.whole.clone()),
        };
        let standard = self.runtimes.profiles().profile(STANDARD)?;
        let stand = self.stand();
        let play = self.play(&stand, &way, &route, None);
        let base = Box::pin(play.in_lms(STANDARD, standard)).await?;
        Ok(Read { way, route, base })
    }

    pub(crate) fn stand(&self) -> Stand<'_> {
        Stand {
            runtimes: self.runtimes,
            root: self.root.clone(),
            launch: self.launch.clone(),
            cancel: self.cancel,
        }
    }

    pub(crate) fn play<'p>(
        &'p self,
        stand: &'p Stand<'p>,
        way: &'p WayThrough,
        route: &'p Route,
        at_stake: Option<usize>,
    ) -> Play<'p> {
        Play {
            stand,
            home: self.home,
            way,
            route,
            at_stake,
            until: self.until,
            progress: self.progress,
        }
    }
}

/// What playing in every LMS shares.
pub(crate) struct Play<'a> {
    stand: &'a Stand<'a>,
    home: &'a Home,
    way: &'a WayThrough,
    route: &'a Route,
    /// The act during which the server fails once.
    at_stake: Option<usize>,
    until: Instant,
    progress: &'a (dyn Fn(String) + Send + Sync),
}

impl Play<'_> {
    /// Everything but leaving.
    pub(crate) async fn in_lms(&self, name: &str, profile: &Profile) -> Result<Facts, StageError> {
        if self.stand.cancel.is_cancelled() {
            return Err(StageError::new(Fault::Unknown, "the call was cancelled"));
        }
        let import = self.stand.runtimes.import_in(&self.home.session, name)?;
        let mut facts = Facts::default();
        let refused = !import.refused.is_empty();
        let version = import.version;
        facts.import = Some(import);
        if refused {
            return Ok(facts);
        }
        if Instant::now() >= self.until && !is_standard(profile) {
            facts.whole = Played::Nothing("out of time");
            facts.middle = Played::Nothing("out of time");
            return Ok(facts);
        }
        let lms = InLms {
            name,
            profile,
            version,
        };
        (self.progress)(format!("{name}: played to the end"));
        (facts.whole, facts.again) = self.stand.whole(lms, self.route).await;
        (self.progress)(format!("{name}: left in the middle, and come back to"));
        // A course of one page is left where it begins.
        let middle = self.way.middle.clone().unwrap_or_default();
        facts.middle = Box::pin(self.stand.middle(lms, &middle)).await;
        let is_answered = profile.dialect(version).is_some();
        if let Some(act) = self.at_stake.filter(|_| is_answered) {
            (self.progress)(format!("{name}: a save fails"));
            let playing = self.stand.outage(lms, self.route, act);
            facts.outage = Box::pin(playing).await;
        }
        Ok(facts)
    }

    /// Leaves the course in all these ways in every LMS that plays it.
    pub(crate) async fn leave(
        &self,
        facts: &mut [(String, Facts)],
        ways: &[&'static dyn Way],
        asked: &[(&String, Profile)],
        cancel: &CancellationToken,
    ) -> Result<(), StageError> {
        if ways.is_empty() {
            return Ok(());
        }
        let by_the_book = asked.iter().any(|(_, profile)| is_standard(profile));
        for (name, facts) in facts.iter_mut() {
            let is_base = name == STANDARD;
            let played = facts
                .whole
                .get()
                .is_some_and(|visit| visit.initialized.is_some());
            if !played || (is_base && !by_the_book) {
                continue;
            }
            if cancel.is_cancelled() {
                return Err(StageError::new(Fault::Unknown, "the call was cancelled"));
            }
            if Instant::now() >= self.until {
                facts.exits = Some(Err("out of time: name fewer LMSs".to_owned()));
                continue;
            }
            let moment = match &self.way.middle {
                Some(_) => Moment::Middle,
                None => Moment::Start,
            };
            let options = ExitOptions {
                moments: vec![moment],
                ways: ways.to_vec(),
                profiles: vec![name.clone()],
                rehearsal: None,
                launch: self.stand.launch.clone(),
                known: self.way.middle.clone().map(|middle| Paths {
                    middle: Some(middle),
                    end: None,
                }),
            };
            let tell = |doing: String| (self.progress)(format!("{name}: {doing}"));
            let runtimes = self.stand.runtimes;
            let testing = test_exits(runtimes, self.home, options, cancel, &tell);
            let tested = Box::pin(testing).await;
            facts.exits = Some(match tested {
                Ok(matrix) => Ok(matrix.rows),
                Err(error) => Err(error.to_string()),
            });
        }
        Ok(())
    }
}
