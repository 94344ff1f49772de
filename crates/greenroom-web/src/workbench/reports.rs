//! Reports that were written for a person, shown in a tab of their own.
//!
//! A tab brings no token, so a report has an address that nobody can guess. It is shown as a page
//! without origin: whatever a course may have written into it, it reaches nothing.

use super::Bench;
use super::http::Refused;
use crate::gate::Token;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use greenroom_stdx::IgnorePoison as _;
use std::collections::VecDeque;
use std::path::{self, PathBuf};
use std::sync::Mutex;

/// Nobody has more tabs with reports open.
const MOST: usize = 50;

const POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The reports that can be read, oldest first.
#[derive(Debug, Default)]
pub(super) struct Reports(Mutex<VecDeque<(Token, PathBuf)>>);

impl Reports {
    /// Where a report can be read from now on; nothing for what no browser shows.
    pub(super) fn offer(&self, file: &path::Path) -> Option<String> {
        file.extension().filter(|name| *name == "html")?;
        let ticket = Token::draw().ok()?;
        let address = format!("/reports/{}", ticket.reveal());
        let mut reports = self.0.lock().ignore_poison();
        if reports.len() == MOST {
            reports.pop_front();
        }
        reports.push_back((ticket, file.to_owned()));
        Some(address)
    }

    fn find(&self, ticket: &str) -> Option<PathBuf> {
        let reports = self.0.lock().ignore_poison();
        let found = reports.iter().find(|(known, _)| known.matches(ticket));
        found.map(|(_, file)| file.clone())
    }
}

/// `GET /reports/{ticket}`.
pub(super) async fn show(
    State(bench): State<Bench>,
    Path(ticket): Path<String>,
) -> Result<Response, Refused> {
    let gone = |what: &str| {
        let text = format!("{what}; choose Report on Home again");
        Refused(StatusCode::NOT_FOUND, text)
    };
    let file = bench.reports.find(&ticket);
    let file = file.ok_or_else(|| gone("no such report, or one of an earlier run"))?;
    let html = tokio::fs::read(&file).await;
    let html = html.map_err(|error| gone(&format!("the report cannot be read: {error}")))?;
    let kind = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((kind, html).into_response())
}
