//! `adl.nav`: requests, and the question whether one would be honored.

use std::cell::RefCell;

use scorm_runtime::{ContentRequest, NoteKind, Validity};

use crate::{V2004, play, play_with, running};

#[test]
fn requests() {
    let mut api = running(V2004);
    assert_eq!(api.navigation_request(), None);
    play(
        &mut api,
        r#"
        GetValue("adl.nav.request") -> "_none_" 0
        SetValue("adl.nav.request", "{target=item.2}choice") -> "true" 0
        SetValue("adl.nav.request", "start") -> "false" 406
        SetValue("adl.nav.request", "") -> "false" 406
        GetValue("adl.nav.request") -> "{target=item.2}choice" 0
        Terminate("") -> "true" 0
        "#,
    );
    assert_eq!(
        api.navigation_request(),
        Some(ContentRequest::Choice("item.2"))
    );
}

#[test]
fn a_request_without_target_is_noted_and_ignored() {
    let mut api = running(V2004);
    play(
        &mut api,
        r#"SetValue("adl.nav.request", "choice") -> "true" 0"#,
    );
    assert_eq!(api.notes()[0].kind, NoteKind::RequestWithoutTarget);
    assert_eq!(api.navigation_request(), None);
    play(
        &mut api,
        r#"SetValue("adl.nav.request", "suspendAll") -> "true" 0"#,
    );
    assert_eq!(api.navigation_request(), Some(ContentRequest::SuspendAll));
    play(
        &mut api,
        r#"SetValue("adl.nav.request", "_none_") -> "true" 0"#,
    );
    assert_eq!(api.navigation_request(), None);
}

#[test]
fn validity_is_asked_only_when_read() {
    let asked = RefCell::new(Vec::new());
    let oracle = |request: ContentRequest<'_>| {
        asked.borrow_mut().push(format!("{request:?}"));
        match request {
            ContentRequest::Continue | ContentRequest::Choice("a.2") => Validity::True,
            ContentRequest::Previous => Validity::False,
            _ => Validity::Unknown,
        }
    };
    play_with(
        &mut running(V2004),
        r#"
        GetValue("cmi.location") -> "" 403
        GetValue("adl.nav.request_valid.continue") -> "true" 0
        GetValue("adl.nav.request_valid.previous") -> "false" 0
        GetValue("adl.nav.request_valid.choice.{target=a.2}") -> "true" 0
        GetValue("adl.nav.request_valid.jump.{target=b}") -> "unknown" 0
        GetValue("adl.nav.request_valid.choice") -> "" 301
        GetValue("adl.nav.request_valid.choice.{x=a}") -> "" 301
        GetValue("adl.nav.request_valid.choice.{target=}") -> "" 406
        GetValue("adl.nav.request_valid.choice.{target=a b}") -> "" 406
        GetValue("adl.nav.request_valid.choice.a") -> "" 401
        GetValue("adl.nav.request_valid.exit") -> "" 401
        GetValue("adl.nav.request_valid.suspendAll") -> "" 401
        SetValue("adl.nav.request_valid.continue", "true") -> "false" 404
        SetValue("adl.nav.request_valid.choice.{target=a}", "true") -> "false" 404
        SetValue("adl.nav.request_valid.jump", "true") -> "false" 404
        "#,
        &oracle,
    );
    assert_eq!(
        asked.into_inner(),
        ["Continue", "Previous", "Choice(\"a.2\")", "Jump(\"b\")"]
    );
}
