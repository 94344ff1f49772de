//! A course that a person plays is checked once, so that its findings stand in the timeline.

use std::sync::Arc;
use std::time::Duration;

use greenroom_report::examiner::Bounds;
use greenroom_report::{Analysis, PackageFiles};
use greenroom_store::{EventQuery, Session, SourcePackage};

use super::super::told_findings;
use super::Developments;
use crate::{Fault, StageError};

/// The course comes first: it has loaded by then.
const AFTER: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(30);

impl Developments {
    /// Checks the course of a session soon, unless that was done.
    pub(in crate::course) fn check_soon(&self, session: &Arc<Session>) {
        let (session, settings) = (Arc::clone(session), self.settings.clone());
        let limits = self.runtimes.sessions().limits().package;
        tokio::spawn(async move {
            tokio::time::sleep(AFTER).await;
            let check = move || -> Result<(), StageError> {
                let known = EventQuery {
                    since: 0,
                    max: 1,
                    types: vec![told_findings::KIND.to_owned()],
                    without: &[],
                };
                let Some(package) = session.package() else {
                    return Ok(());
                };
                if !session.events().page(&known)?.events.is_empty() {
                    return Ok(());
                }
                let package = SourcePackage::read(package.path(), &limits)?;
                let files = PackageFiles::new(&package);
                let bounds = Bounds::within(LONGEST);
                let analysis = Analysis::of(&package, &files, &settings, &bounds)
                    .map_err(|why| StageError::new(Fault::LimitExceeded, why.to_string()))?;
                told_findings::tell(&session, &analysis)?;
                Ok(())
            };
            if let Ok(Err(error)) = tokio::task::spawn_blocking(check).await {
                tracing::debug!(%error, "the course was not checked");
            }
        });
    }
}
