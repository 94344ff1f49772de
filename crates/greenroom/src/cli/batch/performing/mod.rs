//! What each kind of job does: the same as the command of its name.

mod check;
mod playing;
mod rehearsing;

use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use greenroom_batch::{Batch, Judged, Kind, NotJudged, Performer};
use greenroom_tools::App;

use self::check::Checks;

/// Judges packages by lint, or by a course that plays.
pub(crate) struct Performing {
    checks: Checks,
    /// There is none where only lint is asked for.
    app: Option<Arc<App>>,
}

impl Performing {
    pub(crate) fn new(app: Option<Arc<App>>) -> Self {
        Self {
            checks: Checks::default(),
            app,
        }
    }

    fn app(&self) -> Result<&Arc<App>, NotJudged> {
        let app = self.app.as_ref();
        app.ok_or_else(|| NotJudged::Machinery("no browser was prepared for this".to_owned()))
    }
}

impl Performer for Performing {
    fn settings(&self, batch: &Batch, package: &Path) -> Result<String, NotJudged> {
        match batch.kind {
            Kind::Check => self.checks.settings(batch, package),
            Kind::Rehearse => rehearsing::settings(batch, package),
            Kind::Explore | Kind::Lms => playing::settings(batch, package),
        }
    }

    fn perform<'a>(
        &'a self,
        batch: &'a Batch,
        package: &'a Path,
    ) -> BoxFuture<'a, Result<Judged, NotJudged>> {
        Box::pin(async move {
            match batch.kind {
                Kind::Check => self.checks.perform(batch, package).await,
                Kind::Rehearse => rehearsing::perform(self.app()?, batch, package).await,
                Kind::Explore => playing::explore(self.app()?, batch, package).await,
                Kind::Lms => playing::lms(self.app()?, batch, package).await,
            }
        })
    }
}
