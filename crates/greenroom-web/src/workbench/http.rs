//! The plain requests of the page: pairing, images, status.

use super::courses::NotDone;
use super::doorbell::{Decision, NotRung};
use super::pairing::{Paired, Pairing};
use super::{Bench, page_url};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use greenroom_dialog::Proof;
use greenroom_dialog::attachments::AttachmentError;
use greenroom_human::Status;
use greenroom_stdx::now_ms;
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// A code that the human asks for in a shell is good for this long.
pub(super) const ASKED_CODE_MS: u64 = 600_000;
/// How long one request waits for the human's word before it asks for another.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// Whom a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Human,
    Agent,
}

impl Bench {
    fn role(&self, headers: &HeaderMap) -> Option<Role> {
        let given = bearer(headers)?;
        if self.door.page(given).is_some() {
            Some(Role::Human)
        } else if self.agent_token.matches(given) {
            Some(Role::Agent)
        } else {
            None
        }
    }

    /// Lets programs of this user pass.
    fn agent_only(&self, headers: &HeaderMap) -> Result<(), Refused> {
        match self.role(headers) {
            Some(Role::Agent) => Ok(()),
            Some(Role::Human) => Err(Refused(StatusCode::FORBIDDEN, "not your role".to_owned())),
            None => Err(Refused(StatusCode::UNAUTHORIZED, "no token".to_owned())),
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
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
}

/// A refusal with its reason as JSON.
#[derive(Debug)]
pub(super) struct Refused(pub(super) StatusCode, pub(super) String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

impl From<NotDone> for Refused {
    fn from(why: NotDone) -> Self {
        Self(StatusCode::UNPROCESSABLE_ENTITY, why.to_string())
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

/// What a program asks for that wants to pair a browser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CodeWish {
    /// The request that waits for the human's word, if one was made.
    #[serde(default)]
    request: Option<String>,
    /// Wants a file that leads a browser to the page, instead of an address for the human.
    #[serde(default)]
    file: bool,
    /// Where the page is to begin, like `play/<session>`.
    #[serde(default)]
    view: Option<String>,
}

/// `POST /human/code`: a new one-time address, for `greenroom url`. While the human has a page, it
/// is given only on the human's word there: 202 says that it waits for that.
pub(super) async fn code(
    State(bench): State<Bench>,
    headers: HeaderMap,
    Json(wish): Json<CodeWish>,
) -> Result<Response, Refused> {
    bench.agent_only(&headers)?;
    let decision = match &wish.request {
        Some(id) => bench.bell.decision(id, LONGEST_WAIT).await,
        None => match bench.bell.ring() {
            Ok(ring) => {
                bench.hub.pairing_changed();
                let waits = json!({"waits": ring, "page_is_open": bench.hub.has_page()});
                return Ok((StatusCode::ACCEPTED, Json(waits)).into_response());
            }
            Err(NotRung::NobodyThere) => Decision::NobodyThere,
            Err(NotRung::Busy) => {
                let text = "another browser waits to be let in on the workbench page; decide \
                            there, then try again";
                return Err(Refused(StatusCode::CONFLICT, text.to_owned()));
            }
            Err(NotRung::Quiet) => {
                let text = "a further browser was refused on the workbench page a moment ago; \
                            try again in a minute";
                return Err(Refused(StatusCode::TOO_MANY_REQUESTS, text.to_owned()));
            }
            Err(NotRung::Failed) => return Err(no_code()),
        },
    };
    let proof = match decision {
        Decision::Accepted => Proof::AcceptedPage,
        Decision::NobodyThere => Proof::FirstPage,
        Decision::Waits => return Ok((StatusCode::ACCEPTED, Json(json!({}))).into_response()),
        Decision::Refused => {
            let text = "a further browser was refused on the workbench page";
            return Err(Refused(StatusCode::FORBIDDEN, text.to_owned()));
        }
        Decision::Gone => {
            bench.hub.pairing_changed();
            let text = "nobody let the browser in on the workbench page in time";
            return Err(Refused(StatusCode::GONE, text.to_owned()));
        }
    };
    bench.hub.pairing_changed();
    let view = wish.view.as_deref().filter(|view| is_view(view));
    let url = if wish.file {
        bench.opening(proof, view).map_err(|_| no_code())?
    } else {
        let code = bench.door.issue(ASKED_CODE_MS, proof, now_ms());
        page_url(bench.port(), &code.ok_or_else(no_code)?, view)
    };
    Ok(Json(json!({"url": url})).into_response())
}

/// What may stand in an address.
fn is_view(view: &str) -> bool {
    view.len() <= 100
        && view
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '?'))
}

fn no_code() -> Refused {
    let text = "no one-time code could be made".to_owned();
    Refused(StatusCode::INTERNAL_SERVER_ERROR, text)
}

/// What a program asks for that opens a course for the human.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CourseWish {
    path: PathBuf,
    #[serde(default)]
    lms_profile: Option<String>,
}

/// `POST /courses`: opens a course for the human, for `greenroom play`; its session.
pub(super) async fn open_course(
    State(bench): State<Bench>,
    headers: HeaderMap,
    Json(wish): Json<CourseWish>,
) -> Result<Response, Refused> {
    bench.agent_only(&headers)?;
    let lms_profile = wish.lms_profile.as_deref();
    let session_id = bench.courses.open(&wish.path, lms_profile).await?;
    bench
        .hub
        .notice("course-opened", "A course was opened; it is on Home.");
    let opened = json!({"session_id": session_id, "page_is_open": bench.hub.has_page()});
    Ok(Json(opened).into_response())
}

/// `GET /status`.
pub(super) async fn status(
    State(bench): State<Bench>,
    headers: HeaderMap,
) -> Result<Json<Status>, Refused> {
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
        let text = "the content type is not an image".to_owned();
        Err(Refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, text))
    }
}
