//! The courses of this process, for the workbench.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{CloseReason, ElsewhereSession, Purpose, Session, SessionOptions};
use greenroom_web::neighbors::Neighbors;
use greenroom_web::workbench::course_work::{CourseWork, Work, WorkDone};
use greenroom_web::workbench::courses::{
    Control, CourseFindings, CourseState, Courses, Driver, EditionWish, Leaving, Mode, NotDone,
    PlayWish, PlayedAs, RecentCourse, SessionCard,
};
use scorm_session::LearnerRequest;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::super::closing;
use super::super::development::Developments;
use super::super::launch_options::{
    CreditParam, EditionParam, LaunchMode, LaunchOptions, LearnerParams,
};
use super::super::live_course::LiveCourse;
use super::super::runtime::Ending;
use super::super::runtimes::Runtimes;
use super::bundled;
use super::checks::Checks;
use super::elsewhere::{Elsewhere, IsOpen};
use super::recent::RecentCourses;
use super::shown;
use crate::StageError;

/// What the workbench shows and plays.
pub struct PeoplesCourses {
    pub(super) runtimes: Arc<Runtimes>,
    recent: RecentCourses,
    pub(super) developments: Arc<Developments>,
    tools: Arc<dyn CourseWork + Send + Sync>,
    checks: Arc<Checks>,
    elsewhere: Arc<Elsewhere>,
    /// As what people play: whoever comes back goes on so.
    played: Mutex<BTreeMap<String, PlayedAs>>,
}

impl PeoplesCourses {
    /// `tools` do the work that people ask for.
    pub fn new(
        runtimes: Arc<Runtimes>,
        developments: Arc<Developments>,
        tools: Arc<dyn CourseWork + Send + Sync>,
    ) -> Self {
        let data_directory = runtimes.sessions().data_dir().root().to_owned();
        Self {
            recent: RecentCourses::new(&data_directory),
            checks: Checks::new(Arc::clone(&runtimes), Arc::clone(&developments)),
            elsewhere: Arc::new(Elsewhere::new(runtimes.changed.clone())),
            played: Mutex::default(),
            runtimes,
            developments,
            tools,
        }
    }

    pub(crate) fn runtimes(&self) -> &Arc<Runtimes> {
        &self.runtimes
    }

    /// Where a session of this or another process is kept.
    pub(crate) fn directory(&self, session_id: &str) -> Result<PathBuf, NotDone> {
        if let Some(directory) = self.elsewhere.directory(session_id) {
            return Ok(directory);
        }
        Ok(self.session(session_id)?.directory().to_owned())
    }

    /// What other processes play, as far as they can be reached.
    pub(crate) fn neighbors(&self) -> &Neighbors {
        self.elsewhere.neighbors()
    }

    /// A session that another process plays.
    pub(crate) fn elsewhere_session(&self, session_id: &str) -> Option<ElsewhereSession> {
        self.elsewhere.session(session_id)
    }

    /// Says whether another process still has a session open; blocks on the disk.
    pub(crate) fn open_elsewhere(&self, session_id: &str) -> IsOpen {
        let store = Arc::clone(self.runtimes.sessions());
        let (elsewhere, id) = (Arc::clone(&self.elsewhere), session_id.to_owned());
        IsOpen::new(move || {
            elsewhere.look(&store);
            elsewhere.directory(&id).is_some()
        })
    }

    /// A session as Home shows it.
    fn card(&self, session: &Session, driver: Driver, live: Option<&LiveCourse>) -> SessionCard {
        let seating = self.runtimes.known_seating(session.id().as_str());
        let wheel = seating.as_ref().map(|seating| &seating.wheel);
        SessionCard {
            agent: wheel.and_then(|wheel| wheel.agent()),
            holder: wheel.and_then(|wheel| wheel.holder()),
            findings: self.findings_of(session),
            ..shown::card(session, driver, live)
        }
    }

    fn findings_of(&self, session: &Session) -> CourseFindings {
        let package = session.package();
        package.map_or_else(CourseFindings::default, |one| self.checks.of(one.path()))
    }

    /// Who drives a session, and its course if one plays.
    fn playing(&self, session_id: &str) -> (Driver, Option<Arc<LiveCourse>>) {
        let driver = self.runtimes.driver(session_id);
        (driver, self.runtimes.playing(session_id))
    }

    pub(crate) fn session(&self, session_id: &str) -> Result<Arc<Session>, NotDone> {
        let call = self.runtimes.sessions().session(session_id);
        let call = call.map_err(StageError::from)?;
        Ok(Arc::clone(&call))
    }

    fn played_as(&self, session_id: &str) -> PlayedAs {
        let played = self.played.lock().ignore_poison();
        played.get(session_id).cloned().unwrap_or_default()
    }

    async fn opened(&self, path: &Path) -> Result<String, NotDone> {
        let (store, path) = (Arc::clone(self.runtimes.sessions()), path.to_owned());
        let open = move || {
            let options = SessionOptions::default();
            store.open(&path, options, &CancellationToken::new())
        };
        let opened = tokio::task::spawn_blocking(open).await;
        let call = opened
            .map_err(StageError::from)?
            .map_err(StageError::from)?;
        let session = Arc::clone(&call);
        if let Some(package) = session.package() {
            let title = package.course().title.unwrap_or_default();
            self.recent.note(package.path(), &title);
        }
        self.runtimes.note_change();
        Ok(session.id().as_str().to_owned())
    }

    async fn left(&self, session_id: &str, how: Leaving) -> Result<(), NotDone> {
        let (cause, ending) = match how {
            Leaving::Suspend => ("left", Ending::Suspended),
            Leaving::Exit => ("left", Ending::AsTheCourseSaid),
            Leaving::ClosedTab => ("tab_closed", Ending::Suspended),
            Leaving::LostConnection => ("connection_lost", Ending::Suspended),
        };
        let Some(course) = self.runtimes.person(session_id) else {
            return Err(NotDone {
                message: "no person plays this course now".to_owned(),
                hint: String::new(),
            });
        };
        match how {
            Leaving::ClosedTab => course.until_gone().await,
            Leaving::LostConnection => course.cut(),
            Leaving::Suspend | Leaving::Exit => {}
        }
        self.runtimes.close_as(session_id, cause, ending).await?;
        Ok(())
    }
}

impl fmt::Debug for PeoplesCourses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PeoplesCourses")
    }
}

impl CourseWork for PeoplesCourses {
    fn work<'a>(
        &'a self,
        course: &'a Path,
        kind: Work,
    ) -> BoxFuture<'a, Result<WorkDone, NotDone>> {
        self.tools.work(course, kind)
    }
}

impl Courses for PeoplesCourses {
    fn changes(&self) -> watch::Receiver<u64> {
        self.runtimes.changes()
    }

    fn sessions(&self) -> Vec<SessionCard> {
        let sessions = self.runtimes.sessions().list();
        let cards = sessions.iter().rev().map(|session| {
            let (driver, live) = self.playing(session.id().as_str());
            self.card(session, driver, live.as_deref())
        });
        cards.collect()
    }

    fn elsewhere(&self) -> BoxFuture<'_, Vec<SessionCard>> {
        async move {
            let store = Arc::clone(self.runtimes.sessions());
            let elsewhere = Arc::clone(&self.elsewhere);
            let looking = Arc::clone(&elsewhere);
            let look = tokio::task::spawn_blocking(move || looking.look(&store));
            look.await.unwrap_or_default();
            elsewhere.neighbors().settle().await;
            let mut cards = elsewhere.cards();
            for card in &mut cards {
                card.findings = self.checks.of(Path::new(&card.path));
            }
            cards
        }
        .boxed()
    }

    fn recent(&self) -> Vec<RecentCourse> {
        let mut list = self.recent.list();
        for course in list.iter_mut().filter(|course| !course.is_gone) {
            course.findings = self.checks.of(Path::new(&course.path));
        }
        list
    }

    fn largest_package(&self) -> u64 {
        self.runtimes.sessions().limits().package.packed
    }

    fn open<'a>(
        &'a self,
        path: &'a Path,
        lms_profile: Option<&'a str>,
    ) -> BoxFuture<'a, Result<String, NotDone>> {
        async move {
            if let Some(name) = lms_profile {
                self.runtimes.profiles.find(name)?;
            }
            let reach = self.runtimes.sessions().reach();
            let path = reach.find_path(path, Purpose::Read);
            let path = path.map_err(|out| NotDone {
                message: out.to_string(),
                hint: "Drop the package on the page instead.".to_owned(),
            })?;
            let session_id = self.opened(&path).await?;
            if let Some(name) = lms_profile {
                let played_as = PlayedAs {
                    lms_profile: Some(name.to_owned()),
                    ..PlayedAs::default()
                };
                let mut played = self.played.lock().ignore_poison();
                played.insert(session_id.clone(), played_as);
            }
            Ok(session_id)
        }
        .boxed()
    }

    fn open_bundled(&self) -> BoxFuture<'_, Result<String, NotDone>> {
        async move {
            let data_directory = self.runtimes.sessions().data_dir().root().to_owned();
            let write = move || bundled::write(&data_directory);
            let written = tokio::task::spawn_blocking(write).await;
            let written = written.map_err(StageError::from)?;
            let path = written.map_err(|error| NotDone {
                message: format!("the course could not be written: {error}"),
                hint: "Make room on the disk.".to_owned(),
            })?;
            self.opened(&path).await
        }
        .boxed()
    }

    fn play<'a>(
        &'a self,
        session_id: &'a str,
        wish: PlayWish,
        framed_by: &'a [String],
    ) -> BoxFuture<'a, Result<String, NotDone>> {
        async move {
            let session = self.session(session_id)?;
            let played_as = self.played_as(session_id).with(&wish);
            let PlayWish {
                start_over, record, ..
            } = wish;
            let opened = self.runtimes.open_for_person(
                &session,
                launch(&played_as),
                start_over || record,
                record,
                framed_by,
            );
            let address = opened.await?;
            let mut played = self.played.lock().ignore_poison();
            played.insert(session_id.to_owned(), played_as);
            drop(played);
            self.runtimes.note_change();
            self.developments.check_soon(&session);
            Ok(address)
        }
        .boxed()
    }

    fn navigate<'a>(
        &'a self,
        session_id: &'a str,
        request: Control,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        async move {
            let Some(course) = self.runtimes.person(session_id) else {
                return Err(NotDone {
                    message: "no person plays this course now".to_owned(),
                    hint: "Choose Play first.".to_owned(),
                });
            };
            Ok(course.navigate(request_of(request)).await?)
        }
        .boxed()
    }

    fn leave<'a>(
        &'a self,
        session_id: &'a str,
        how: Leaving,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        self.left(session_id, how).boxed()
    }

    fn close<'a>(&'a self, session_id: &'a str) -> BoxFuture<'a, Result<(), NotDone>> {
        async move {
            closing::close(&self.runtimes, session_id, CloseReason::Close).await?;
            self.played.lock().ignore_poison().remove(session_id);
            self.runtimes.note_change();
            Ok(())
        }
        .boxed()
    }

    fn follow(&self, session_id: &str) -> Option<watch::Receiver<u64>> {
        match self.playing(session_id).1 {
            Some(live) => Some(live.changes()),
            None => self.neighbors().moves(session_id),
        }
    }

    fn state(&self, session_id: &str) -> Option<CourseState> {
        if let Some(state) = self.elsewhere.state(session_id) {
            return Some(state);
        }
        let session = self.session(session_id).ok()?;
        let (driver, live) = self.playing(session_id);
        let card = self.card(&session, driver, live.as_deref());
        let person = self.runtimes.person(session_id);
        let lms = live.as_ref().and_then(|live| live.lms.as_ref());
        let mut played_as = self.played_as(session_id);
        if let Some(lms) = lms {
            // Also of what an agent plays, who said so to a tool.
            played_as.lms_profile = Some(lms.name().to_owned());
        }
        let mut state = match live {
            Some(live) => {
                let resume = person.as_ref().map(|person| &person.resume);
                let is_unseen = person.as_ref().is_some_and(|person| person.is_unseen());
                shown::state(card, &live, resume, is_unseen)
            }
            None => CourseState::not_played(card),
        };
        state.recorded = person
            .filter(|person| person.is_recorded())
            .map(|person| person.acts());
        state.profiles = self.runtimes.profiles.titles();
        state.played_as = played_as;
        Some(state)
    }
}

fn launch(wish: &PlayedAs) -> LaunchOptions {
    let mut options = LaunchOptions {
        launch_mode: match wish.mode {
            Mode::Normal => LaunchMode::Normal,
            Mode::Browse => LaunchMode::Browse,
            Mode::Review => LaunchMode::Review,
        },
        ..LaunchOptions::default()
    };
    if wish.no_credit {
        options.credit = CreditParam::NoCredit;
    }
    if let Some(name) = &wish.learner_name {
        options.learner = Some(LearnerParams {
            id: "learner-1".to_owned(),
            name: name.clone(),
        });
    }
    if let Some(profile) = &wish.lms_profile {
        options.lms_profile.clone_from(profile);
    }
    options.treat_as_edition = wish.edition.map(|edition| match edition {
        EditionWish::Second => EditionParam::Second,
        EditionWish::Third => EditionParam::Third,
        EditionWish::Fourth => EditionParam::Fourth,
    });
    options
}

fn request_of(control: Control) -> LearnerRequest {
    match control {
        Control::Continue => LearnerRequest::Continue,
        Control::Previous => LearnerRequest::Previous,
        Control::Choice { target } => LearnerRequest::Choice { target },
    }
}

impl From<StageError> for NotDone {
    fn from(error: StageError) -> Self {
        Self {
            message: error.to_string(),
            hint: error.next_step().to_owned(),
        }
    }
}
