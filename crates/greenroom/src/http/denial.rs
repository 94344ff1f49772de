//! Who does not come in, and what they are told.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use greenroom_tools::{ErrorCode, ToolError};

use super::refusal::refuse;

/// Why a caller does not come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Denial {
    NoToken(&'static str),
    InvalidToken(String),
    InsufficientScope(String),
    /// Nothing can be said of the token, since the issuer's keys cannot be had.
    IssuerUnavailable,
}

impl Denial {
    /// For the log.
    pub(super) fn why(&self) -> &str {
        match self {
            Self::NoToken(why) => why,
            Self::InvalidToken(why) | Self::InsufficientScope(why) => why,
            Self::IssuerUnavailable => "the issuer's keys cannot be had",
        }
    }

    /// For whoever counts.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::NoToken(_) => "no_token",
            Self::InvalidToken(_) => "invalid_token",
            Self::InsufficientScope(_) => "insufficient_scope",
            Self::IssuerUnavailable => "issuer_unavailable",
        }
    }

    /// The answer; `challenge` tells where a client can log in, if it can.
    pub(super) fn answer(&self, challenge: Option<&str>) -> Response {
        let (status, kind) = match self {
            Self::NoToken(_) => (StatusCode::UNAUTHORIZED, None),
            Self::InvalidToken(_) => (StatusCode::UNAUTHORIZED, Some(self.kind())),
            Self::InsufficientScope(_) => (StatusCode::FORBIDDEN, Some(self.kind())),
            Self::IssuerUnavailable => return unavailable(self.why()),
        };
        let mut error = ToolError::new(ErrorCode::Unauthorized, self.why());
        if let Some(kind) = kind {
            error = error.detail("oauth_error", kind);
        }
        if challenge.is_some() {
            error = error.hint(
                "Log in where the header WWW-Authenticate leads, and send the token of that: Authorization: Bearer TOKEN.",
            );
        }
        let mut told = "Bearer realm=\"greenroom\"".to_owned();
        if let (Some(kind), Some(_)) = (kind, challenge) {
            let why = quoted(self.why());
            told.extend([", error=\"", kind, "\", error_description=\"", &why, "\""]);
        }
        if let Some(challenge) = challenge {
            told.extend([", ", challenge]);
        }
        let mut response = refuse(status, &error);
        if let Ok(told) = HeaderValue::from_str(&told) {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, told);
        }
        response
    }
}

fn unavailable(why: &str) -> Response {
    let error = ToolError::new(ErrorCode::HttpRefused, why)
        .hint("Send it again in a moment; the log of the server has the reason.");
    let mut response = refuse(StatusCode::SERVICE_UNAVAILABLE, &error);
    let soon = HeaderValue::from_static("10");
    response.headers_mut().insert(header::RETRY_AFTER, soon);
    response
}

/// What may stand between quotes: RFC 6750, 3.
fn quoted(text: &str) -> String {
    let is_plain = |one: &char| (' '..='~').contains(one) && !"\"\\".contains(*one);
    text.chars().filter(is_plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_says_what_is_wrong_and_where_to_log_in() {
        let challenge = "resource_metadata=\"https://a.example/x\"";
        let denial = Denial::InvalidToken("bad \"token\"\r\nX: y".to_owned());
        let answer = denial.answer(Some(challenge));
        assert_eq!(answer.status(), 401);
        assert_eq!(
            answer.headers()[header::WWW_AUTHENTICATE],
            "Bearer realm=\"greenroom\", error=\"invalid_token\", error_description=\"bad tokenX: y\", \
             resource_metadata=\"https://a.example/x\""
        );
        let none = Denial::NoToken("none").answer(None);
        let told = &none.headers()[header::WWW_AUTHENTICATE];
        assert_eq!(
            (none.status().as_u16(), told.to_str().unwrap()),
            (401, "Bearer realm=\"greenroom\"")
        );
        let scope = Denial::InsufficientScope("x".to_owned()).answer(Some(challenge));
        assert_eq!(scope.status(), 403);
        let down = Denial::IssuerUnavailable.answer(Some(challenge));
        assert_eq!(down.status(), 503);
        assert!(down.headers().contains_key(header::RETRY_AFTER));
    }
}
