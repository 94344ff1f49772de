//! `/health`: whether the process lives, and whether it takes work. For balancers and supervisors, who
//! have no token; so nothing else is told.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use greenroom_stdx::IgnorePoison as _;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::refusal::answer;

/// How long it counts that the data directory could be written to. Anyone may ask, as often as they like.
const LOOK_AFTER: Duration = Duration::from_secs(1);

/// Whether this server takes work.
#[derive(Clone, Debug)]
pub(super) struct Health(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    data_directory: PathBuf,
    /// Fires when the server is told to end.
    draining: CancellationToken,
    looked: Mutex<Option<(Instant, bool)>>,
}

impl Health {
    pub(super) fn new(data_directory: PathBuf, draining: CancellationToken) -> Self {
        Self(Arc::new(Inner {
            data_directory,
            draining,
            looked: Mutex::default(),
        }))
    }

    /// Why no work is taken.
    fn trouble(&self) -> Option<&'static str> {
        if self.0.draining.is_cancelled() {
            return Some("draining");
        }
        (!self.can_write()).then_some("storage")
    }

    pub(super) fn is_ready(&self) -> bool {
        self.trouble().is_none()
    }

    fn can_write(&self) -> bool {
        let mut looked = self.0.looked.lock().ignore_poison();
        if let Some((when, could)) = *looked
            && when.elapsed() < LOOK_AFTER
        {
            return could;
        }
        let could = self.write();
        if let Err(error) = &could {
            tracing::error!(target: "http", %error, "NOT_READY");
        }
        *looked = Some((Instant::now(), could.is_ok()));
        could.is_ok()
    }

    fn write(&self) -> std::io::Result<()> {
        let mut probe = tempfile::Builder::new()
            .prefix(".ready-")
            .tempfile_in(&self.0.data_directory)?;
        // A full disk lets files be made, and nothing be written to them.
        std::io::Write::write_all(&mut probe, &[0; 4096])?;
        probe.close()
    }
}

/// Both addresses.
pub(super) fn routes(health: &Health) -> Router {
    Router::new()
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .with_state(health.clone())
}

async fn live() -> Response {
    answer(StatusCode::OK, json!({"status": "live"}))
}

async fn ready(State(health): State<Health>) -> Response {
    match health.trouble() {
        None => answer(StatusCode::OK, json!({"status": "ready"})),
        Some(why) => answer(
            StatusCode::SERVICE_UNAVAILABLE,
            json!({"status": "not ready", "reason": why}),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_that_cannot_be_written_to_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("data");
        std::fs::create_dir(&place).unwrap();
        let draining = CancellationToken::new();
        let health = Health::new(place.clone(), draining.clone());
        assert_eq!(health.trouble(), None);
        assert_eq!(
            std::fs::read_dir(&place).unwrap().count(),
            0,
            "nothing is left"
        );
        std::fs::remove_dir(&place).unwrap();
        assert_eq!(health.trouble(), None, "it was looked at a moment ago");
        *health.0.looked.lock().unwrap() = None;
        assert_eq!(health.trouble(), Some("storage"));
        draining.cancel();
        assert_eq!(health.trouble(), Some("draining"));
    }
}
