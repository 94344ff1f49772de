//! What happens when a launch ends, and requests as text.

use scorm_sequencing::{
    ActivityId, ExitValue, LaunchEnd, NavigationRequest as Request, UndefinedRequest,
};

use crate::support::tree;

#[test]
fn the_learner_beats_the_content_and_exit_decides_the_rest() {
    let (next, jump) = (Some(Request::Continue), Some(Request::Jump(ActivityId(1))));
    let all = Some(Request::ExitAll);
    let suspend = Some(Request::SuspendAll);
    for (learner, content, exit, request, suspended) in [
        (None, None, "", None, false),
        (None, None, "suspend", None, true),
        (None, next, "normal", next, false),
        (None, next, "suspend", next, true),
        (next, jump, "", next, false),
        (suspend, jump, "normal", suspend, true),
        (None, suspend, "normal", suspend, true),
        (None, jump, "time-out", all, false),
        (None, None, "time-out", all, false),
        (None, next, "logout", all, true),
        (next, None, "time-out", next, false),
    ] {
        let end = LaunchEnd::decide(learner, content, ExitValue::parse(exit));
        assert_eq!(
            (end.request, end.suspended),
            (request, suspended),
            "{learner:?} {exit}"
        );
        assert!(end.transfer);
    }
    for request in [Request::Abandon, Request::AbandonAll] {
        assert!(!LaunchEnd::decide(None, Some(request), ExitValue::Normal).transfer);
        assert!(!LaunchEnd::decide(Some(request), None, ExitValue::Suspend).transfer);
    }
}

#[test]
fn requests_are_read_as_the_data_model_writes_them() {
    let tree = tree("R flow\n  a\n  a.b");
    for (text, request) in [
        ("_none_", None),
        ("", None),
        ("continue", Some(Request::Continue)),
        ("suspendAll", Some(Request::SuspendAll)),
        ("{target=a}choice", Some(Request::Choice(ActivityId(1)))),
        ("{target=a.b}jump", Some(Request::Jump(ActivityId(2)))),
        (
            "{target=A}choice",
            Some(Request::Undefined(UndefinedRequest::ChoiceTarget)),
        ),
        (
            "{target=x}jump",
            Some(Request::Undefined(UndefinedRequest::JumpTarget)),
        ),
        (
            "{target=a}fly",
            Some(Request::Undefined(UndefinedRequest::Vocabulary)),
        ),
        (
            "{target=a",
            Some(Request::Undefined(UndefinedRequest::Vocabulary)),
        ),
        (
            "Continue",
            Some(Request::Undefined(UndefinedRequest::Vocabulary)),
        ),
    ] {
        assert_eq!(Request::parse(text, &tree), request, "{text}");
    }
}
