//! The plain requests of the page: pairing, images, status.

use super::opening;
use super::pairing::{Paired, Pairing};
use super::{Bench, now_ms, page_url};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use greenroom_dialog::Submitter;
use greenroom_dialog::attachments::AttachmentError;
use serde::Deserialize;
use serde_json::{Value, json};

/// A code that the human asks for in a shell is good for this long.
const ASKED_CODE_MS: u64 = 600_000;

/// Whom a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Human,
    Agent,
}

impl Bench {
    fn role(&self, headers: &HeaderMap) -> Option<Role> {
        let given = bearer(headers)?;
        if self.human_token.matches(given) {
            Some(Role::Human)
        } else if self.agent_token.matches(given) {
            Some(Role::Agent)
        } else {
            None
        }
    }

    /// Lets the human pass.
    pub(super) fn human_only(&self, headers: &HeaderMap) -> Result<(), Refused> {
        match self.role(headers) {
            Some(Role::Human) => Ok(()),
            Some(Role::Agent) => Err(Refused(StatusCode::FORBIDDEN, "not your role".to_owned())),
            None => Err(Refused(StatusCode::UNAUTHORIZED, "no token".to_owned())),
        }
    }
}

/// The token of an `Authorization` header.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
}

/// A refusal with its reason as JSON.
#[derive(Debug)]
pub(super) struct Refused(StatusCode, String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

impl From<AttachmentError> for Refused {
    fn from(error: AttachmentError) -> Self {
        let status = match error {
            AttachmentError::TooLarge
            | AttachmentError::TooMany
            | AttachmentError::TooLargeInAll => StatusCode::PAYLOAD_TOO_LARGE,
            AttachmentError::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            AttachmentError::Unknown => StatusCode::NOT_FOUND,
            AttachmentError::Disk(_) => StatusCode::INSUFFICIENT_STORAGE,
        };
        Self(status, error.to_string())
    }
}

/// `POST /human/pair`: a code or resume secret becomes the token.
pub(super) async fn pair(
    State(bench): State<Bench>,
    Json(pairing): Json<Pairing>,
) -> Result<Json<Paired>, Refused> {
    let paired = bench.door.admit(&pairing, now_ms()).ok_or_else(|| {
        Refused(
            StatusCode::UNAUTHORIZED,
            "not (or no longer) good".to_owned(),
        )
    })?;
    if matches!(pairing, Pairing::Code { .. }) {
        bench.hub.notice("paired", "Another browser was paired.");
    }
    Ok(Json(paired))
}

/// `POST /human/code`: a new one-time address, for `greenroom url`.
pub(super) async fn code(
    State(bench): State<Bench>,
    headers: HeaderMap,
    Json(_): Json<Value>,
) -> Result<Json<Value>, Refused> {
    bench.human_only(&headers)?;
    let code = bench
        .door
        .issue(ASKED_CODE_MS.max(opening::CODE_MS), now_ms())
        .ok_or_else(|| Refused(StatusCode::INTERNAL_SERVER_ERROR, "no code".to_owned()))?;
    Ok(Json(json!({"url": page_url(bench.port(), &code)})))
}

/// What the human gave in a form of a client.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Elicited {
    dialog_id: String,
    data: Value,
}

/// `POST /human/elicited`: a guest brings an answer that was given in its client.
pub(super) async fn elicited(
    State(bench): State<Bench>,
    headers: HeaderMap,
    Json(Elicited { dialog_id, data }): Json<Elicited>,
) -> Result<Json<Value>, Refused> {
    bench.human_only(&headers)?;
    bench
        .hub
        .act(move |desk, now| desk.submit(&dialog_id, &data, &Submitter::in_client(), now))
        .await
        .map_err(|reason| Refused(StatusCode::CONFLICT, reason))?;
    Ok(Json(json!({})))
}

/// `GET /status`.
pub(super) async fn status(
    State(bench): State<Bench>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refused> {
    match bench.role(&headers) {
        Some(_) => Ok(Json(bench.hub.status())),
        None => Err(Refused(StatusCode::UNAUTHORIZED, "no token".to_owned())),
    }
}

/// What the page tells of an image.
#[derive(Debug, Deserialize)]
pub(super) struct ImageFacts {
    dialog: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
}

/// `POST /human/attachments`.
pub(super) async fn add_image(
    State(bench): State<Bench>,
    Query(facts): Query<ImageFacts>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    bench.human_only(&headers)?;
    image_type_only(&headers)?;
    let is_open = bench
        .hub
        .look(|desk| desk.queue().position(&facts.dialog).is_some());
    if !is_open {
        return Err(Refused(
            StatusCode::NOT_FOUND,
            "no such open dialog".to_owned(),
        ));
    }
    let kept = bench
        .hub
        .act(move |desk, _| {
            let size = (facts.width, facts.height);
            desk.images().add(&facts.dialog, &facts.name, size, &body)
        })
        .await?;
    Ok(Json(kept).into_response())
}

/// `POST /human/attachments/{id}/reduced`.
pub(super) async fn add_reduced(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    bench.human_only(&headers)?;
    image_type_only(&headers)?;
    let kept = bench
        .hub
        .act(move |desk, _| {
            let (dialog_id, _) = desk.images().locate(&id).ok_or(AttachmentError::Unknown)?;
            desk.images().add_reduced(&dialog_id, &id, &body)
        })
        .await?;
    Ok(Json(kept).into_response())
}

/// `GET /human/attachments/{id}`.
pub(super) async fn image(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    bench.human_only(&headers)?;
    let (bytes, mime) = bench
        .hub
        .act(move |desk, _| {
            let (dialog_id, image) = desk.images().locate(&id).ok_or(AttachmentError::Unknown)?;
            let bytes = desk.images().original(&dialog_id, &id)?;
            Ok::<_, AttachmentError>((bytes, image.mime))
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, mime)], bytes).into_response())
}

/// A foreign form cannot send this content type.
fn image_type_only(headers: &HeaderMap) -> Result<(), Refused> {
    let is_image = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.starts_with("image/"));
    if is_image {
        Ok(())
    } else {
        let text = "the content type is no image".to_owned();
        Err(Refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, text))
    }
}
