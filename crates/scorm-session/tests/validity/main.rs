//! Valid means accepted, for a whole session: controls, menu and `adl.nav.request_valid` say what
//! happens next, to the learner who uses a control and to content that asks.
//!
//! `GREENROOM_PROPERTY_TREES` says how many courses are tried.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

mod manifest;

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use scorm_session::rehearsal::Monkey;
use scorm_session::{
    ApiFunction, Course, Effect, Event, EventKind, Learner, LearnerRequest, NavigationOutcome,
    Options, Origin, Session, SessionState,
};

/// Whether the request that led to these effects was carried out.
fn was_accepted(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Navigated { outcome, .. } => {
            !matches!(outcome, NavigationOutcome::NoContent { exception: Some(_) })
        }
        _ => false,
    })
}

fn apply(session: &mut Session, kind: EventKind) -> Vec<Effect> {
    session.apply(&Event::new(9_000_000, 0, kind))
}

fn is_refused(effects: &[Effect]) -> bool {
    let refused = |effect: &Effect| matches!(effect, Effect::NavigationRefused { .. });
    effects.iter().any(refused)
}

/// The learner uses a control of a copy.
fn learner_gets(session: &Session, request: LearnerRequest) -> bool {
    let mut copy = session.clone();
    let mut effects = apply(&mut copy, EventKind::NavigationRequested { request });
    if is_refused(&effects) {
        return false;
    }
    effects.extend(apply(&mut copy, EventKind::ContentUnloaded));
    was_accepted(&effects)
}

/// Content in a copy asks for something and terminates.
fn content_gets(session: &Session, request: &str) -> bool {
    let mut copy = session.clone();
    let mut call = |function, args: &[&str]| {
        let args = args.iter().map(|arg| Some((*arg).to_owned())).collect();
        apply(
            &mut copy,
            EventKind::ApiCalled {
                function,
                args,
                origin: Origin::Tool,
            },
        )
    };
    call(ApiFunction::SetValue, &["adl.nav.request", request]);
    was_accepted(&call(ApiFunction::Terminate, &[""]))
}

/// Content that asks to be timed out or logged out leaves the course, whatever else it asks for.
fn leaves_course(session: &Session) -> bool {
    let exit = session.data_model().into_iter().find_map(|element| {
        (element.element == "cmi.exit")
            .then_some(element.value)
            .flatten()
    });
    matches!(exit.as_deref(), Some("time-out" | "logout"))
}

fn check_controls(session: &Session) {
    let navigation = session.navigation();
    if navigation.session != SessionState::Active {
        return;
    }
    for (name, request) in [
        ("continue", LearnerRequest::Continue),
        ("previous", LearnerRequest::Previous),
        ("suspendAll", LearnerRequest::SuspendAll),
    ] {
        if !navigation.hidden.iter().any(|hidden| hidden == name) {
            let accepted = learner_gets(session, request);
            assert_eq!(navigation.is_available(name), accepted, "{name}");
        }
    }
    // Whoever wants to leave is let go, whatever a postcondition then makes of it.
    for (name, request) in [
        ("exit", LearnerRequest::Exit),
        ("exitAll", LearnerRequest::ExitAll),
        ("abandon", LearnerRequest::Abandon),
        ("abandonAll", LearnerRequest::AbandonAll),
    ] {
        let mut copy = session.clone();
        let effects = apply(&mut copy, EventKind::NavigationRequested { request });
        assert_eq!(
            navigation.is_available(name),
            !is_refused(&effects),
            "{name}"
        );
    }
    if navigation.is_available("choice") {
        let selectable = navigation
            .menu
            .iter()
            .flatten()
            .any(|entry| entry.selectable);
        assert!(selectable, "a menu without a way");
    }
    let choice_gets = |target: &str| {
        let target = target.to_owned();
        learner_gets(session, LearnerRequest::Choice { target })
    };
    for entry in navigation.menu.iter().flatten() {
        let accepted = choice_gets(&entry.identifier);
        assert_eq!(entry.selectable, accepted, "{entry:?}");
    }
    // Tools list every activity, whether a menu is shown or not.
    for activity in session.overview().activities {
        let accepted = choice_gets(&activity.identifier);
        assert_eq!(activity.refusal.is_none(), accepted, "{activity:?}");
    }
}

fn check_request_valid(session: &Session) {
    let is_running = session.api_state() == Some(scorm_runtime::State::Running);
    if !is_running || leaves_course(session) || session.course().version.is_scorm12() {
        return;
    }
    let mut inquiry = session.inquire();
    let mut check = |element: &str, request: &str| {
        let answer = inquiry.get_value(&format!("adl.nav.request_valid.{element}"));
        let accepted = content_gets(session, request);
        assert_eq!(answer.value, accepted.to_string(), "{request}");
    };
    check("continue", "continue");
    check("previous", "previous");
    for id in session.course().tree.ids() {
        let target = format!("{{target={}}}", session.course().identifier(id));
        check(&format!("choice.{target}"), &format!("{target}choice"));
        check(&format!("jump.{target}"), &format!("{target}jump"));
    }
}

fn check_course(text: &str, seed: u64, length: usize) {
    let course = Arc::new(Course::from_manifest_text(text, None).unwrap());
    let learner = Learner::new("monkey", "Monkey, A");
    let mut session = Session::new(Arc::clone(&course), learner, Options::default());
    let mut monkey = Monkey::new(seed);
    let mut is_unloading = false;
    for _ in 0..length {
        let event = monkey.next_event(&course);
        let effects = session.apply(&event);
        monkey.saw(&event, &effects);
        is_unloading &= !matches!(event.event, EventKind::ContentUnloaded);
        is_unloading |= effects
            .iter()
            .any(|effect| matches!(effect, Effect::UnloadContent { .. }));
        // While content is on its way out, a request of its own or of the learner stands already.
        if !is_unloading {
            check_controls(&session);
            check_request_valid(&session);
        }
    }
}

#[test]
fn controls_and_request_valid_say_what_happens_next() {
    let trees = std::env::var("GREENROOM_PROPERTY_TREES").ok();
    let trees = trees.and_then(|trees| trees.parse().ok()).unwrap_or(200);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(trees));
    let agreement = runner.run(
        &(manifest::course(), any::<u64>(), 5..40usize),
        |(course, seed, length)| {
            check_course(&manifest::manifest(&course), seed, length);
            Ok(())
        },
    );
    if let Err(fault) = agreement {
        panic!("{fault}");
    }
}

#[test]
fn the_courses_of_the_other_tests_agree_too() {
    for course in [
        include_str!("../courses/sequenced_2004.xml"),
        include_str!("../courses/multi_sco_1_2.xml"),
    ] {
        for seed in 0..40 {
            check_course(course, seed, 60);
        }
    }
}
