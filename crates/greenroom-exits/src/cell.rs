//! One way at one moment: the course is played there, left, and come back to.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use greenroom_explore::Sight;
use greenroom_stage::course::circumstances::Circumstances;
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::Stay;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError, rehearsal};
use greenroom_web::gate::Token;
use greenroom_web::stage::{Conditions, Connection};
use tokio_util::sync::CancellationToken;

use crate::arrivals::{Arrivals, Before};
use crate::eavesdropping::{self, Eavesdropper, Listener, Tried};
use crate::homecoming::Homecomings;
use crate::lms;
use crate::moment::{self, Moment, Route};
use crate::returning::Return;
use crate::ways::{self, Leaving, Way};

/// How long one way may take, with the way there and back.
const LIMIT: Duration = Duration::from_secs(45);

/// What all ways of a course share.
#[derive(Debug)]
pub(crate) struct Trial<'a> {
    pub(crate) learners: &'a Arc<Runtimes>,
    /// The folder of the course.
    pub(crate) root: &'a Path,
    pub(crate) launch: &'a LaunchOptions,
    pub(crate) cancel: &'a CancellationToken,
    pub(crate) homecomings: Homecomings,
}

/// What came of one way.
#[derive(Debug)]
pub(crate) struct Left {
    pub(crate) way: &'static str,
    pub(crate) moment: Moment,
    pub(crate) lms: String,
    pub(crate) not_possible: Option<String>,
    /// The course did not come to the moment.
    pub(crate) strayed: bool,
    /// Ways in which it cannot be left here, each with the reason.
    pub(crate) obstacles: Vec<(&'static str, String)>,
    /// The page that was left.
    pub(crate) page: String,
    /// The course was completed when it was left.
    pub(crate) completed: bool,
    pub(crate) tried: Vec<Tried>,
    pub(crate) listeners: Vec<Listener>,
    pub(crate) arrivals: Arrivals,
    pub(crate) on_return: Option<Return>,
}

impl Left {
    pub(crate) fn not_possible(way: &dyn Way, moment: Moment, lms: &str, why: String) -> Self {
        Self {
            way: way.name(),
            moment,
            lms: lms.to_owned(),
            not_possible: Some(why),
            strayed: false,
            obstacles: Vec::new(),
            page: String::new(),
            completed: false,
            tried: Vec::new(),
            listeners: Vec::new(),
            arrivals: Arrivals::default(),
            on_return: None,
        }
    }
}

impl Trial<'_> {
    /// Plays to the moment, leaves in this way, and comes back.
    pub(crate) async fn leave(
        &self,
        (moment, route): (Moment, &Route),
        way: &'static dyn Way,
    ) -> Result<Left, StageError> {
        let conditions = Conditions::new(way.blocks_unload());
        let secret =
            Token::draw().map_err(|error| StageError::new(Fault::Unknown, error.to_string()))?;
        let (script, witness) = eavesdropping::prepare(secret.reveal());
        let mut launch = self.launch.clone();
        launch.circumstances = Circumstances {
            conditions: Some(Arc::clone(&conditions)),
            came_from_a_page: true,
            init_scripts: vec![script],
            witness: Some(witness),
        };
        let visit = self.open(route, launch).await?;
        let left = self.carry_out(&visit, moment, route, way, &conditions);
        let left = tokio::time::timeout(LIMIT, left).await;
        visit.close(self.learners).await;
        let why = match left {
            Ok(Ok(left)) => return Ok(left),
            // The others can still be tried.
            Ok(Err(error)) => format!("it could not be tried out: {error}"),
            Err(_) => format!("it took longer than {} s", LIMIT.as_secs()),
        };
        Ok(Left::not_possible(
            way,
            moment,
            &self.launch.lms_profile,
            why,
        ))
    }

    async fn open(&self, route: &Route, launch: LaunchOptions) -> Result<Stay, StageError> {
        if let Route::Rehearsal(rehearsed) = route {
            let root = rehearsed.package.clone();
            let playing = rehearsal::play_and_stay(self.learners, &rehearsed.case, root, launch);
            return playing.await;
        }
        Stay::open(self.learners, self.root, launch, self.cancel).await
    }

    async fn carry_out(
        &self,
        visit: &Stay,
        moment: Moment,
        route: &Route,
        way: &'static dyn Way,
        conditions: &Arc<Conditions>,
    ) -> Result<Left, StageError> {
        let runtime = &visit.runtime;
        let name = &self.launch.lms_profile;
        if let Some(why) = lms::unknown_there(runtime, self.learners, name) {
            return Ok(Left::not_possible(way, moment, name, why));
        }
        let mut heard = Eavesdropper::of(&runtime.context);
        if let Route::Path(path) = route
            && let Some(why) = moment::strays(path, runtime).await?
        {
            let why = format!(
                "the course did not come to its {} again{why}",
                moment.name()
            );
            return Ok(Left {
                strayed: true,
                ..Left::not_possible(way, moment, name, why)
            });
        }
        let sight = Sight::look(runtime).await?;
        let activity = sight.activity().to_owned();
        let before = Before::leaving(runtime).await?;
        heard.listen();
        heard.tried.clear();
        let leaving = Leaving {
            learners: self.learners,
            runtime,
            conditions,
            sight: &sight,
            listeners: &heard.listeners,
            pace: before.pace,
        };
        let obstacles = leaving.obstacles();
        let own = obstacles.iter().find(|(name, _)| *name == way.name());
        let left = match own {
            Some((_, why)) => ways::Left::NotPossible(why.clone()),
            None => way.leave(&leaving).await?,
        };
        leaving.dust().await;
        heard.listen();
        heard.forget_the_next();
        // By the book, what the LMS ends by itself is nothing that the course saved.
        let by_the_book = runtime.live.lms.is_none();
        let mut arrivals = Arrivals::default();
        if by_the_book || !matches!(left, ways::Left::Away) {
            arrivals = Arrivals::at(runtime, &activity, before, &heard.tried);
        }
        let mut outcome = Left {
            way: way.name(),
            moment,
            lms: name.clone(),
            not_possible: None,
            strayed: false,
            obstacles,
            page: sight.name(),
            completed: sight.is_completed(),
            tried: heard.tried,
            listeners: heard.listeners,
            arrivals,
            on_return: None,
        };
        match left {
            ways::Left::NotPossible(why) => outcome.not_possible = Some(why),
            ways::Left::InPlace => {
                outcome.on_return = Some(Return::look(runtime, &sight, true).await?);
            }
            ways::Left::Away => {
                self.take_away(runtime, conditions).await?;
                if !by_the_book {
                    // Saves that an LMS makes after a while, and of its own page, are part of leaving.
                    outcome.arrivals = Arrivals::at(runtime, &activity, before, &outcome.tried);
                }
                let visit = Box::pin(self.come_back(runtime, &sight));
                let met = self.homecomings.meet(runtime, &sight, visit).await?;
                outcome.on_return = Some(met);
            }
        }
        Ok(outcome)
    }

    /// What is left of the page says nothing more; the LMS closes the course by itself.
    async fn take_away(
        &self,
        runtime: &Arc<Runtime>,
        conditions: &Conditions,
    ) -> Result<(), StageError> {
        let id = runtime.session.id().as_str();
        if self.learners.find(id).is_none() {
            return Ok(());
        }
        let is_there = runtime.is_playable();
        if !is_there {
            conditions.set_connection(Connection::Cut);
            drop(runtime.context.close().await);
        }
        self.learners.close(id, "close").await.map(drop)
    }
}
