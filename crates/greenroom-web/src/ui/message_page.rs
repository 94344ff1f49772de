//! Pages that say why there is nothing else to see, and what to do about it.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

const PAGE: &str = include_str!("../../../../web/ui/message.html");

/// What a page says.
pub(super) struct Message<'a> {
    pub(super) title: &'a str,
    pub(super) text: &'a str,
    /// What a program said, as it said it.
    pub(super) details: &'a str,
}

impl Message<'_> {
    pub(super) fn page(&self, status: StatusCode) -> Response {
        let details = match self.details.trim() {
            "" => String::new(),
            details => format!("<pre>{}</pre>", escaped(details)),
        };
        // In one pass over the parts: what a program said may hold the names of other parts.
        let mut html = String::new();
        let mut rest = PAGE;
        for (name, value) in [
            ("{title}", escaped(self.title)),
            ("{heading}", escaped(self.title)),
            ("{text}", escaped(self.text)),
            ("{details}", details),
        ] {
            let (before, after) = rest.split_once(name).unwrap_or((rest, ""));
            html.push_str(before);
            html.push_str(&value);
            rest = after;
        }
        html.push_str(rest);
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        (status, kind, html).into_response()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// An address that nothing belongs to.
pub(super) fn not_found() -> Response {
    let message = Message {
        title: "There is no page here",
        text: "The address does not belong to any page of this UI. The first page is at /1/, and \
               the workbench lists all pages that run.",
        details: "",
    };
    message.page(StatusCode::NOT_FOUND)
}
