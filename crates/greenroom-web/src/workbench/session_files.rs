//! What the page fetches of a session: pictures, its trace, and the engine that shows its moments.

use super::Bench;
use super::http::Refused;
use super::journals::SourcePlace;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

/// `GET /human/sessions/{id}/pictures/{name}`.
pub(super) async fn picture(
    State(bench): State<Bench>,
    Path((session_id, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    bench.human_only(&headers)?;
    let picture = bench.courses.picture(&session_id, &name).await?;
    Ok(([(header::CONTENT_TYPE, picture.mime)], picture.bytes).into_response())
}

/// `GET /human/sessions/{id}/source?file=…&line=…&column=…`: the lines around a place in a script.
pub(super) async fn source(
    State(bench): State<Bench>,
    Path(session_id): Path<String>,
    Query(place): Query<SourcePlace>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    bench.human_only(&headers)?;
    let lines = bench.courses.source_lines(&session_id, place).await?;
    Ok(Json(lines).into_response())
}

/// `GET /human/lms-limits`: what LMSs keep of long values.
pub(super) async fn lms_limits(
    State(bench): State<Bench>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    bench.human_only(&headers)?;
    Ok(Json(bench.courses.lms_limits()).into_response())
}

/// `GET /human/sessions/{id}/trace`: one HTML file, to be kept. It is never shown in this origin.
pub(super) async fn trace(
    State(bench): State<Bench>,
    Path(session_id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    bench.human_only(&headers)?;
    let html = bench.courses.trace(&session_id).await?;
    let kind = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment"),
    ];
    Ok((kind, html).into_response())
}
