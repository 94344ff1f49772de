//! A rehearsal without what it states: what is done, whatever comes of it.

use super::case::Case;
use super::format::{Allowed, Call, CompareKind, Next, PageAct, Step};

impl Case {
    /// The same acts and calls, with nothing stated but which activities are delivered: for plays in
    /// which something is made to go wrong on purpose.
    #[must_use]
    pub fn without_statements(&self) -> Self {
        let mut case = self.clone();
        let rehearsal = &mut case.rehearsal;
        rehearsal.allow = Allowed {
            console: vec!["*".to_owned()],
            network: vec!["*".to_owned()],
        };
        rehearsal.within_ms = None;
        rehearsal.forbidden_activities.clear();
        rehearsal.final_state = None;
        rehearsal.steps.iter_mut().for_each(unstate);
        case
    }
}

fn unstate(step: &mut Step) {
    step.launch = None;
    step.ui.clear();
    step.data.clear();
    step.tracking.clear();
    step.within_ms = None;
    step.calls.iter_mut().for_each(unstate_call);
    // This one does nothing but compare.
    step.calls.retain(makes_a_call);
    step.acts.retain(|act| match act {
        PageAct::Expect(_) => false,
        PageAct::Call(call) => makes_a_call(call),
        _ => true,
    });
    for act in &mut step.acts {
        if let PageAct::Call(call) = act {
            unstate_call(call);
        }
    }
    let mut next = Some(&mut step.then);
    while let Some(then) = next {
        unstate_next(then);
        next = then.then.as_deref_mut();
    }
}

fn unstate_next(then: &mut Next) {
    then.session_after = None;
    then.tracking.clear();
    then.calls.clear();
    then.on_unload.iter_mut().for_each(unstate_call);
}

fn makes_a_call(call: &Call) -> bool {
    call.method != "CompareObjectiveIds"
}

fn unstate_call(call: &mut Call) {
    call.expect_result = None;
    call.expect_error = None;
    call.accept_errors.clear();
    call.strict_result = None;
    call.strict_error = None;
    call.compare = CompareKind::Any;
}

#[cfg(test)]
mod tests {
    use super::super::format::Rehearsal;
    use super::*;
    use std::collections::BTreeMap;

    const WRITTEN: &str = r#"{
        "id": "one", "within_ms": 5, "forbidden_activities": ["x"],
        "final": {"session": "ended"},
        "steps": [{
            "expect_activity": "a", "within_ms": 1, "data": {"cmi.location": "2"},
            "tracking": {"root": {"completion": "completed"}},
            "calls": [
                {"method": "SetValue", "args": ["cmi.location", "2"], "expect_result": "true", "expect_error": "0"},
                {"method": "CompareObjectiveIds", "expect_ids": ["o"]}
            ],
            "acts": [
                {"action": "click", "text": "Next"},
                {"action": "expect", "data": {"cmi.location": "3"}},
                {"action": "call", "method": "Commit", "args": [""], "strict_result": "true"}
            ],
            "then": {"kind": "ui", "action": "continue", "session_after": "active",
                     "then": {"kind": "end", "session_after": "ended"}}
        }]
    }"#;

    #[test]
    fn what_is_done_stays_and_what_is_stated_goes() {
        let rehearsal: Rehearsal = serde_json::from_str(WRITTEN).expect("a rehearsal");
        let case = Case {
            rehearsal,
            courses: BTreeMap::new(),
        };
        assert!(case.rehearsal.statements() > 8);
        let unstated = case.without_statements().rehearsal;
        // Which activity is delivered is still looked at.
        assert_eq!(unstated.statements(), 1);
        let step = &unstated.steps[0];
        assert_eq!(step.calls.len(), 1);
        assert_eq!(step.calls[0].args, ["cmi.location", "2"]);
        assert_eq!(step.acts.len(), 2);
        assert!(step.then.then.is_some());
        assert_eq!(case.without_statements().rehearsal.steps.len(), 1);
    }
}
