//! The links from the workbench to the pages that agents have built.

use super::Bench;
use super::http::Refused;
use crate::ui;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;

/// All UIs that run for this user, in whichever process.
#[derive(Debug, Serialize)]
pub(super) struct UiSessions {
    servers: Vec<ui::Announced>,
}

/// `GET /human/ui-sessions`.
pub(super) async fn list(
    State(bench): State<Bench>,
    headers: HeaderMap,
) -> Result<Json<UiSessions>, Refused> {
    bench.human_only(&headers)?;
    let data_directory = bench.options.data_directory.clone();
    // Files are read and ports are knocked at.
    let servers = tokio::task::spawn_blocking(move || ui::announced(&data_directory)).await;
    Ok(Json(UiSessions {
        servers: servers.unwrap_or_default(),
    }))
}
