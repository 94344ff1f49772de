//! The whole: one way through the course by the book, then every LMS.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{FutureExt as _, StreamExt as _};
use greenroom_exits::{Row, Way};
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use scorm_lms::Profile;
use scorm_session::rehearsal::Case as RehearsalCase;
use tokio_util::sync::CancellationToken;

use crate::advice::{Change, Lint};
use crate::answer::{Answer, Question, Reason, Verdict};
use crate::book::{Book, Read};
use crate::judging::Way as Extent;
use crate::playing::Route;
use crate::verdicts::Judge;

/// LMSs at a time.
const SIDE_BY_SIDE: usize = 2;
/// The same for all visits, so that the same acts lead to the same page.
pub(crate) const SEED: u64 = 0;
pub(crate) const STANDARD: &str = "standard";

/// What the caller asks for.
#[derive(Debug)]
pub struct AssessOptions {
    /// Names of LMS profiles.
    pub lms: Vec<String>,
    /// Plays the course to its end, instead of a way that is searched for.
    pub rehearsal: Option<RehearsalCase>,
    /// Ways of leaving.
    pub ways: Vec<&'static dyn Way>,
    /// No LMS is begun after this time.
    pub max_time: Duration,
    /// What lint found, for what to change.
    pub lint: Lint,
}

/// In which LMSs the course works.
#[derive(Debug)]
pub struct Assessment {
    /// The standard first if it was asked for, then the worst first.
    pub lms: Vec<LmsAssessment>,
    /// What helps most LMSs first.
    pub changes: Vec<Change>,
    /// The way through the course, in words.
    pub way: Vec<String>,
    pub took: Duration,
}

/// What is said of one LMS.
#[derive(Debug)]
pub struct LmsAssessment {
    pub name: String,
    pub title: String,
    pub verdict: Verdict,
    /// In the order of [`Question::ALL`].
    pub answers: Vec<(Question, Answer)>,
    pub reasons: Vec<Reason>,
    /// In words; [`Assessment::changes`] has more of them.
    pub fixes: Vec<String>,
    /// What was left, and what was kept.
    pub exits: Vec<Row>,
}

impl LmsAssessment {
    pub fn answer(&self, question: Question) -> Option<&Answer> {
        let mut answers = self.answers.iter();
        answers
            .find(|(asked, _)| *asked == question)
            .map(|(_, answer)| answer)
    }
}

/// Plays the course of `home` in all these LMSs.
pub async fn assess(
    runtimes: &Arc<Runtimes>,
    home: &Home,
    options: AssessOptions,
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Assessment, StageError> {
    let began = Instant::now();
    let profiles = options.lms.iter();
    let profiles: Result<Vec<(&String, Profile)>, StageError> = profiles
        .map(|name| Ok((name, runtimes.profiles().profile(name)?.clone())))
        .collect();
    let profiles = profiles?;
    let package = home.session.package();
    let root = package.map(|package| package.root().to_owned());
    let root =
        root.ok_or_else(|| StageError::new(Fault::UnknownSession, "this session has no package"))?;
    let version = runtimes.import_in(&home.session, STANDARD)?.version;
    let mut book = Book {
        runtimes,
        home,
        root,
        launch: LaunchOptions {
            seed: Some(SEED),
            ..LaunchOptions::default()
        },
        rehearsal: options.rehearsal,
        until: began + options.max_time,
        cancel,
        progress,
    };
    let mut read = book.read().await?;
    if read.finds_no_api() {
        // Some courses look for it at the window that opened theirs, and nowhere else.
        book.launch.popup = true;
        let in_window = book.read().await?;
        if in_window.finds_no_api() {
            book.launch.popup = false;
        } else {
            read = in_window;
        }
    }
    let Read { way, route, base } = read;
    let at_stake = base.whole.get().and_then(|visit| visit.at_stake);
    let stand = book.stand();
    let play = book.play(&stand, &way, &route, at_stake);
    let others = profiles.iter().filter(|(_, profile)| !is_standard(profile));
    let playing = others.map(|(name, profile)| {
        let play = &play;
        async move {
            let facts = play.in_lms(name, profile).await?;
            Ok::<_, StageError>(((*name).clone(), facts))
        }
        .boxed()
    });
    let playing: Vec<_> = playing.collect();
    let mut facts = vec![(STANDARD.to_owned(), base)];
    let mut playing = futures::stream::iter(playing).buffered(SIDE_BY_SIDE);
    while let Some(played) = playing.next().await {
        facts.push(played?);
    }
    drop(playing);
    play.leave(&mut facts, &options.ways, &profiles, cancel)
        .await?;
    let needs_controls = matches!(&route, Route::Path(path) if path.needs_lms_controls());
    let judge = Judge {
        facts: &facts,
        scos: way.standing.activities.len(),
        needs_controls,
        in_window: book.launch.popup,
        way: match &route {
            Route::Rehearsal(_) => Extent::Rehearsed,
            Route::Path(_) if way.exhausted => Extent::Exhausted,
            Route::Path(_) => Extent::Unfinished,
        },
        version,
        lint: &options.lint,
    };
    let (lms, changes) = judge.all(&profiles);
    Ok(Assessment {
        lms,
        changes,
        way: way
            .whole
            .words()
            .into_iter()
            .map(ToOwned::to_owned)
            .collect(),
        took: began.elapsed(),
    })
}

pub(crate) fn is_standard(profile: &Profile) -> bool {
    profile.is_called(STANDARD)
}
