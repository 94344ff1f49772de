//! The whole: one way through the course by the book, then every LMS.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{FutureExt as _, StreamExt as _};
use greenroom_exits::{ExitOptions, Moment, Row, Way, test_exits};
use greenroom_explore::{ExploreOptions, Paths, WayThrough, way_through};
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use scorm_lms::{Profile, Version};
use scorm_session::rehearsal::Case as RehearsalCase;
use tokio_util::sync::CancellationToken;

use crate::advice::{self, Change, Changes, Lint};
use crate::answer::{Answer, Question, Reason, Verdict};
use crate::facts::{Facts, Played};
use crate::judging::{Answers, Case};
use crate::playing::{InLms, Route, Stand};

/// LMSs at a time.
const SIDE_BY_SIDE: usize = 2;
/// What the search for a way through may take.
const SEARCH: Duration = Duration::from_mins(1);
const MOST_ACTS: usize = 500;
/// The same for all visits, so that the same acts lead to the same page.
const SEED: u64 = 0;
const STANDARD: &str = "standard";

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
    let launch = LaunchOptions {
        seed: Some(SEED),
        ..LaunchOptions::default()
    };
    progress("looking for a way through the course, by the standard".to_owned());
    let explore = ExploreOptions {
        launch: launch.clone(),
        max_time: SEARCH,
        max_acts: MOST_ACTS,
        seed: SEED,
        resume: false,
    };
    let way = Box::pin(way_through(runtimes, home, explore, cancel, &|_| {})).await?;
    let route = match options.rehearsal {
        Some(case) => Route::Rehearsal(Box::new(case)),
        None => Route::Path(way.whole.clone()),
    };
    let stand = Stand {
        runtimes,
        root,
        launch,
        cancel,
    };
    let play = Play {
        stand: &stand,
        home,
        way: &way,
        route: &route,
        until: began + options.max_time,
        progress,
    };
    let standard = runtimes.profiles().profile(STANDARD)?.clone();
    let base = play.in_lms(STANDARD, &standard).await?;
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

fn is_standard(profile: &Profile) -> bool {
    profile.is_called(STANDARD)
}

/// What playing in every LMS shares.
struct Play<'a> {
    stand: &'a Stand<'a>,
    home: &'a Home,
    way: &'a WayThrough,
    route: &'a Route,
    until: Instant,
    progress: &'a (dyn Fn(String) + Send + Sync),
}

impl Play<'_> {
    async fn in_lms(&self, name: &str, profile: &Profile) -> Result<Facts, StageError> {
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
        Ok(facts)
    }

    /// Leaves the course in all these ways in every LMS that plays it.
    async fn leave(
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

/// What judging every LMS shares.
struct Judge<'a> {
    facts: &'a [(String, Facts)],
    scos: usize,
    needs_controls: bool,
    version: Version,
    lint: &'a Lint,
}

impl Judge<'_> {
    fn all(&self, profiles: &[(&String, Profile)]) -> (Vec<LmsAssessment>, Vec<Change>) {
        let mut changes = Changes::default();
        let mut told: Vec<LmsAssessment> = Vec::new();
        let base = &self.facts[0].1;
        for (name, profile) in profiles {
            let name = name.as_str();
            let key = if is_standard(profile) { STANDARD } else { name };
            let found = self.facts.iter().find(|(of, _)| of == key);
            let Some((_, facts)) = found.filter(|_| told.iter().all(|one| one.name != key)) else {
                continue;
            };
            let mut answers = Answers::of(&Case {
                profile,
                version: self.version,
                facts,
                base,
                scos: self.scos,
                needs_controls: self.needs_controls,
            });
            let findings = self.lint.of_lms.get(key).map_or(&[][..], Vec::as_slice);
            if !is_standard(profile) {
                advice::add_unplayed(&mut answers, profile, self.scos, findings);
            }
            let fixes = changes.add(key, &answers, self.lint);
            let exits = match &facts.exits {
                Some(Ok(rows)) => rows.clone(),
                _ => Vec::new(),
            };
            told.push(LmsAssessment {
                name: key.to_owned(),
                title: profile.title.to_string(),
                verdict: answers.verdict(),
                answers: answers.answers,
                reasons: answers.reasons,
                fixes,
                exits,
            });
        }
        told.sort_by_key(|one| (one.name != STANDARD, one.verdict));
        (told, changes.ranked())
    }
}
