//! `--metrics ADDRESS`: what was counted, for Prometheus, on an address of its own.
//!
//! Not beside `/mcp`: there a proxy would show it to everyone, and here no caller's token is needed.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use greenroom_web::gate::Listeners;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use super::health::{self, Health};
use super::meters;
use super::refusal::nothing_here;
use super::routes::Door;
use crate::start::StartError;

/// Seconds that a call may take, in steps.
const STEPS: [f64; 12] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0,
];

/// How often single measurements become sums; until then each takes memory.
const UPKEEP: Duration = Duration::from_secs(5);

/// What is asked when somebody scrapes.
#[derive(Clone, Debug)]
struct Scraped {
    handle: PrometheusHandle,
    door: Door,
    health: Health,
}

/// Begins to count.
pub(super) fn install() -> Result<PrometheusHandle, StartError> {
    let wrong = |error: &dyn std::fmt::Display| StartError::Unusable(format!("--metrics: {error}"));
    let builder = PrometheusBuilder::new().set_buckets(&STEPS);
    let builder = builder.map_err(|error| wrong(&error))?;
    let handle = builder.install_recorder().map_err(|error| wrong(&error))?;
    meters::describe();
    Ok(handle)
}

/// Serves until it is dropped. The address at which it listens.
pub(super) async fn serve(
    address: SocketAddr,
    handle: PrometheusHandle,
    door: &Door,
    health: &Health,
    ending: impl Future<Output = ()> + Send + 'static,
) -> Result<SocketAddr, StartError> {
    let listeners = Listeners::bind_at(address).await.map_err(|error| {
        StartError::Unusable(format!(
            "--metrics {address} cannot be listened on: {error}"
        ))
    })?;
    let address = SocketAddr::new(address.ip(), listeners.port());
    let sums = handle.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(UPKEEP).await;
            sums.run_upkeep();
        }
    });
    let state = Scraped {
        handle,
        door: door.clone(),
        health: health.clone(),
    };
    let router = Router::new()
        .route("/metrics", get(scrape))
        .with_state(state)
        .merge(health::routes(health))
        .fallback(nothing_here);
    tokio::spawn(listeners.serve_until(&router, ending));
    Ok(address)
}

async fn scrape(State(scraped): State<Scraped>) -> Response {
    let mut now = scraped.door.houses().now().await;
    now.is_ready = scraped.health.is_ready();
    now.note();
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], scraped.handle.render()).into_response()
}
