//! Whether a learner in the middle of the old version can go on in the new one, tried in the browser.

mod carried_over;
mod saved;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use greenroom_explore::{ExploreOptions, Sight, paths};
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::opening::{LaunchRequest, Prelude};
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::page::console::{self, Level};
use greenroom_stage::{Fault, StageError, rehearsal};
use greenroom_store::Session;
use schemars::JsonSchema;
use scorm_session::Learner;
use scorm_session::rehearsal::Case;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

/// What the search for the middle may take.
const SEARCH: Duration = Duration::from_secs(30);
const MOST_ACTS: usize = 400;
/// The same for all visits, so that the same acts lead to the same page.
const SEED: u64 = 0;
/// Characters of a value, and errors, that are told.
const SHOWN: usize = 120;
const MOST_ERRORS: usize = 5;

/// How the learner comes to where they leave the old version.
#[derive(Debug)]
pub enum Route {
    /// By exploring up to a page in the middle.
    Middle,
    /// By a rehearsal.
    Rehearsal(Box<Case>),
    /// By a state that was saved there.
    Saved(PathBuf),
}

/// What the learner meets, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The place they left, with everything they had
    SamePlace,
    /// The beginning, as if they had never been there
    BeginsAnew,
    /// Another page than the one they left
    WrongPage,
    /// A score or status they had is gone
    DataLost,
    /// The new version fails
    Error,
}

/// What came of the attempt to go on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GoingOn {
    pub verdict: Verdict,
    /// The verdict in a sentence
    pub why: String,
    /// How the place was reached
    pub way: Vec<String>,
    /// Where the old version was left
    pub left: Place,
    /// Coming back to the old version
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_old: Option<Place>,
    /// Coming back to the new version
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_new: Option<Place>,
    /// Scores and statuses that are worse in the new version
    pub lost: Vec<String>,
    /// Errors that only the new version shows
    pub errors: Vec<String>,
    /// What of the learner's record the new version has no place for
    pub not_carried_over: Vec<String>,
}

/// What a learner has before them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Place {
    pub activity: String,
    pub page: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// cmi.entry says resume
    pub resumed: bool,
    /// It is the place that was left
    pub same_place: bool,
}

impl Place {
    fn of(sight: &Sight, left: Option<&Sight>) -> Self {
        let standing = sight.standing();
        let location = standing.location.as_deref();
        Self {
            activity: sight.activity().to_owned(),
            page: sight.name().chars().take(SHOWN).collect(),
            location: location.map(|text| text.chars().take(SHOWN).collect()),
            resumed: standing.resumed,
            same_place: left.is_none_or(|left| sight.is_at(left)),
        }
    }
}

/// Leaves the old version and comes back to the new one. None, with the reason, if there is no place
/// in the middle.
pub async fn try_out(
    runtimes: &Arc<Runtimes>,
    (old, new): (&Path, &Path),
    route: Route,
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Result<GoingOn, String>, StageError> {
    let old = Home::of(runtimes, None, Some(old), cancel).await?;
    let new = match Home::of(runtimes, None, Some(new), cancel).await {
        Ok(new) => new,
        Err(error) => {
            old.close().await?;
            return Err(error);
        }
    };
    let trial = Trial {
        runtimes,
        old: &old,
        new: &new,
        cancel,
        progress,
    };
    let tried = Box::pin(trial.run(route)).await;
    for home in [old, new] {
        runtimes.abandon(home.session.id().as_str()).await;
        home.close().await?;
    }
    tried
}

struct Trial<'a> {
    runtimes: &'a Arc<Runtimes>,
    old: &'a Home,
    new: &'a Home,
    cancel: &'a CancellationToken,
    progress: &'a (dyn Fn(String) + Send + Sync),
}

/// The old version, left where the learner was.
struct Left {
    way: Vec<String>,
    sight: Sight,
    learner: Learner,
}

impl Trial<'_> {
    async fn run(&self, route: Route) -> Result<Result<GoingOn, String>, StageError> {
        (self.progress)("playing the old version to its middle".to_owned());
        let left = match self.leave(route).await? {
            Ok(left) => left,
            Err(why) => return Ok(Err(why)),
        };
        (self.progress)("coming back to the old version".to_owned());
        let back = Prelude::back(left.learner.clone());
        let in_old = self.come_back(self.old, back, &left.sight).await?;
        (self.progress)("coming back to the new version".to_owned());
        let (learner, not_carried_over) = self.carry_over(&left)?;
        let in_new = self
            .come_back(self.new, Prelude::back(learner), &left.sight)
            .await;
        let mut outcome = judge(&left, &in_old, in_new);
        if outcome.verdict > Verdict::SamePlace && !not_carried_over.is_empty() {
            outcome.why = format!("{}: {}", outcome.why, not_carried_over.join("; "));
        }
        outcome.not_carried_over = not_carried_over;
        Ok(Ok(outcome))
    }

    /// Plays the old version to a place in the middle, and leaves in order.
    async fn leave(&self, route: Route) -> Result<Result<Left, String>, StageError> {
        let mut guest = None;
        let (runtime, way) = match route {
            Route::Rehearsal(case) => {
                let way = vec![format!("rehearsal {}", case.rehearsal.id)];
                let root = root(&self.old.session)?;
                let playing = rehearsal::play_and_stay(self.runtimes, &case, root, launch());
                let stay = guest.insert(playing.await?);
                (Arc::clone(&stay.runtime), way)
            }
            Route::Saved(path) => {
                saved::check(&path, &self.old.session)?;
                let way = vec![format!("saved state {}", path.display())];
                let options = LaunchOptions {
                    saved_state: Some(path),
                    allow_resume_without_location: Some(true),
                    ..launch()
                };
                let runtime = self.open(self.old, options, false, None).await?;
                if !runtime.resume.resumed {
                    return Ok(Err(saved::why_not(&runtime.resume)));
                }
                (runtime, way)
            }
            Route::Middle => {
                let options = ExploreOptions {
                    launch: launch(),
                    max_time: SEARCH,
                    max_acts: MOST_ACTS,
                    seed: SEED,
                    resume: false,
                };
                let found = paths(self.runtimes, self.old, options, false, self.cancel);
                let Some(path) = Box::pin(found).await?.middle else {
                    let why = "nothing on the first page leads on, so there is no middle to leave; give a rehearsal or a saved state";
                    return Ok(Err(why.to_owned()));
                };
                let way = path.words().into_iter().map(ToOwned::to_owned).collect();
                let runtime = self.open(self.old, launch(), true, None).await?;
                if !path.play(&runtime).await? {
                    let why = "the old version did not come to its middle a second time; give a rehearsal or a saved state";
                    return Ok(Err(why.to_owned()));
                }
                (runtime, way)
            }
        };
        let sight = Sight::look(&runtime).await?;
        let id = runtime.session.id().as_str();
        self.runtimes.close(id, "close").await?;
        let learner = runtime.live.read(|replica| replica.engine.learner());
        if let Some(stay) = guest {
            stay.close(self.runtimes).await;
        }
        Ok(Ok(Left {
            way,
            sight,
            learner,
        }))
    }

    /// The learner's record for the new version, kept by item as LMSs do.
    fn carry_over(&self, left: &Left) -> Result<(Learner, Vec<String>), StageError> {
        let unplayable = |why: String| StageError::new(Fault::Unknown, why);
        let course = |session: &Session| {
            let manifest = session.package().and_then(|package| package.manifest());
            let manifest = manifest.ok_or_else(|| unplayable("no manifest".to_owned()))?;
            scorm_session::Course::from_manifest(manifest, None)
                .map_err(|why| unplayable(why.to_string()))
        };
        let (old, new) = (course(&self.old.session)?, course(&self.new.session)?);
        Ok(carried_over::carry_over(&left.learner, &old, &new))
    }

    async fn open(
        &self,
        home: &Home,
        options: LaunchOptions,
        new_attempt: bool,
        prelude: Option<Prelude>,
    ) -> Result<Arc<Runtime>, StageError> {
        let request = LaunchRequest {
            new_attempt,
            ..LaunchRequest::private(options)
        };
        self.runtimes
            .open_with(&home.session, request, prelude)
            .await
    }

    /// Opens a version for the learner, and looks at what they meet.
    async fn come_back(
        &self,
        home: &Home,
        prelude: Prelude,
        left: &Sight,
    ) -> Result<(Sight, Vec<String>), StageError> {
        let runtime = self.open(home, launch(), true, Some(prelude)).await?;
        let met = self.look_around(&runtime, left).await;
        self.runtimes
            .close(home.session.id().as_str(), "close")
            .await?;
        met
    }

    async fn look_around(
        &self,
        runtime: &Runtime,
        left: &Sight,
    ) -> Result<(Sight, Vec<String>), StageError> {
        left.choose(runtime).await;
        let now = Sight::met(runtime, left).await?;
        let errors = console::entries(runtime)
            .into_iter()
            .filter(|entry| entry.level == Level::Error)
            .map(|entry| entry.message.chars().take(SHOWN).collect())
            .collect();
        Ok((now, errors))
    }
}

fn launch() -> LaunchOptions {
    LaunchOptions {
        seed: Some(SEED),
        ..LaunchOptions::default()
    }
}

fn root(session: &Session) -> Result<PathBuf, StageError> {
    let package = session.package().map(|package| package.root().to_owned());
    package.ok_or_else(|| StageError::new(Fault::UnknownSession, "this session has no package"))
}

fn judge(
    left: &Left,
    (old, old_errors): &(Sight, Vec<String>),
    met: Result<(Sight, Vec<String>), StageError>,
) -> GoingOn {
    let mut outcome = GoingOn {
        verdict: Verdict::Error,
        why: String::new(),
        way: left.way.clone(),
        left: Place::of(&left.sight, None),
        in_old: Some(Place::of(old, Some(&left.sight))),
        in_new: None,
        lost: Vec::new(),
        errors: Vec::new(),
        not_carried_over: Vec::new(),
    };
    let (new, errors) = match met {
        Ok(met) => met,
        Err(error) => {
            outcome.why = format!("the new version cannot be opened: {error}");
            outcome.errors.push(error.to_string());
            return outcome;
        }
    };
    let place = Place::of(&new, Some(&left.sight));
    let only_new = errors
        .into_iter()
        .filter(|error| !old_errors.contains(error));
    outcome.errors = only_new.take(MOST_ERRORS).collect();
    outcome.lost = left.sight.standing().losses(new.standing());
    let as_before = |text: String, same: bool| {
        if same {
            format!("{text}, as in the old version")
        } else {
            text
        }
    };
    let was = &outcome.in_old;
    let was_resumed = was.as_ref().is_some_and(|was| was.resumed);
    let was_same = was.as_ref().is_some_and(|was| was.same_place);
    let (page, before) = (&place.page, &outcome.left.page);
    (outcome.verdict, outcome.why) = if let Some(first) = outcome.errors.first() {
        (
            Verdict::Error,
            format!("the new version shows an error: {first}"),
        )
    } else if !outcome.lost.is_empty() && place.resumed {
        let lost = outcome.lost.join("; ");
        (Verdict::DataLost, format!("something is lost: {lost}"))
    } else if place.same_place {
        let text = format!("the learner is on {page:?}, where they left");
        (Verdict::SamePlace, text)
    } else if !place.resumed {
        let text = format!("left on {before:?}, the course begins anew on {page:?}");
        (Verdict::BeginsAnew, as_before(text, !was_resumed))
    } else {
        let text = format!("left on {before:?}, the learner comes to {page:?}");
        (Verdict::WrongPage, as_before(text, !was_same))
    };
    outcome.in_new = Some(place);
    outcome
}
