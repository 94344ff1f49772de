//! What a schema cannot say: steps that state nothing, acts on nothing, functions that no API has.

use std::collections::BTreeMap;

use greenroom_schema::most_similar;
use scorm_session::ApiFunction;
use scorm_session::rehearsal::format::{
    Act, Call, Comparison, Control, Next, PageAct, Rehearsal, Step, TrackingWanted, UiAction,
    Wanted,
};

use super::Fault;
use super::places::joined;

/// A function that rehearsals know beside those of the API.
const COMPARE_IDS: &str = "CompareObjectiveIds";

pub(super) fn check(rehearsal: &Rehearsal, pointer: &str, faults: &mut Vec<Fault>) {
    let mut fault = |at: String, why: &str| faults.push(Fault::new(&at, why));
    if rehearsal.id.trim().is_empty() {
        fault(format!("{pointer}/id"), "a rehearsal needs a name");
    }
    if rehearsal.steps.is_empty() {
        let why = "a rehearsal without steps checks nothing";
        fault(format!("{pointer}/steps"), why);
    }
    for (index, step) in rehearsal.steps.iter().enumerate() {
        check_step(step, &format!("{pointer}/steps/{index}"), faults);
    }
    if let Some(last) = &rehearsal.final_state {
        let at = format!("{pointer}/final/tracking");
        check_tracking(&last.tracking, &at, faults);
    }
}

fn check_step(step: &Step, pointer: &str, faults: &mut Vec<Fault>) {
    if step.expect_activity.trim().is_empty() {
        let why = "a step states which activity is delivered";
        faults.push(Fault::new(&format!("{pointer}/expect_activity"), why));
    }
    if step.statements() == 0 {
        faults.push(Fault::new(pointer, "the step states nothing"));
    }
    for (index, ui) in step.ui.iter().enumerate() {
        if ui.control == Control::TocEntry && ui.target.is_none() {
            let at = format!("{pointer}/ui/{index}");
            faults.push(Fault::new(&at, "`target` is missing: which entry"));
        }
    }
    check_calls(&step.calls, &format!("{pointer}/calls"), faults);
    for (index, act) in step.acts.iter().enumerate() {
        check_act(act, &format!("{pointer}/acts/{index}"), faults);
    }
    check_data(&step.data, &format!("{pointer}/data"), faults);
    check_tracking(&step.tracking, &format!("{pointer}/tracking"), faults);
    check_next(&step.then, &format!("{pointer}/then"), faults);
}

fn check_next(next: &Next, pointer: &str, faults: &mut Vec<Fault>) {
    if let Act::Ui { action, target } = &next.act {
        check_target(*action, target.as_ref(), pointer, faults);
    }
    if next.refused.is_some() && !matches!(next.act, Act::Ui { .. }) {
        let at = format!("{pointer}/refused");
        let why = "only a control of the LMS can be refused: kind ui";
        faults.push(Fault::new(&at, why));
    }
    check_tracking(&next.tracking, &format!("{pointer}/tracking"), faults);
    check_calls(&next.calls, &format!("{pointer}/calls"), faults);
    check_calls(&next.on_unload, &format!("{pointer}/on_unload"), faults);
    if let Some(then) = &next.then {
        check_next(then, &format!("{pointer}/then"), faults);
    }
}

fn check_target(action: UiAction, target: Option<&String>, pointer: &str, faults: &mut Vec<Fault>) {
    if matches!(action, UiAction::Choice | UiAction::Jump) && target.is_none() {
        let why = "`target` is missing: identifier of the item";
        faults.push(Fault::new(pointer, why));
    }
}

fn check_act(act: &PageAct, pointer: &str, faults: &mut Vec<Fault>) {
    let mut fault = |why: &str| faults.push(Fault::new(pointer, why));
    match act {
        PageAct::Click { on, .. }
        | PageAct::Fill { on, .. }
        | PageAct::Hover { on }
        | PageAct::Upload { on, .. }
            if on.is_empty() =>
        {
            fault("it names no element: role and name, text or selector");
        }
        PageAct::Drag { on, to } => {
            if on.is_empty() {
                fault("it names no element: role and name, text or selector");
            }
            if to.on.is_empty() && to.by_x.is_none() && to.by_y.is_none() {
                fault("`to` names no place: an element, or by_x and by_y");
            }
        }
        PageAct::Scroll { on, to } if on.is_empty() && to.is_none() => {
            fault("it scrolls nowhere: name an element, or `to: top` or `bottom`");
        }
        PageAct::Wait { on, ms } if on.is_empty() && ms.is_none() => {
            fault("it waits for nothing: name an element, or `ms`");
        }
        PageAct::Type { text, press, .. } if text.is_empty() && press.is_empty() => {
            fault("it types nothing: give `text` or `press`");
        }
        PageAct::Navigate {
            request, target, ..
        } => check_target(*request, target.as_ref(), pointer, faults),
        PageAct::Call(call) => check_call(call, pointer, faults),
        PageAct::Expect(statement) => {
            if statement.is_empty() {
                fault("it states nothing");
            }
            for (name, on) in [("shows", &statement.shows), ("hides", &statement.hides)] {
                for (index, _) in on.iter().enumerate().filter(|(_, on)| on.is_empty()) {
                    let at = format!("{pointer}/{name}/{index}");
                    faults.push(Fault::new(&at, "it names no element"));
                }
            }
            check_calls(&statement.calls, &format!("{pointer}/calls"), faults);
            check_calls(&statement.no_calls, &format!("{pointer}/no_calls"), faults);
            check_data(&statement.data, &format!("{pointer}/data"), faults);
            check_tracking(&statement.tracking, &format!("{pointer}/tracking"), faults);
        }
        _ => {}
    }
}

fn check_calls(calls: &[Call], pointer: &str, faults: &mut Vec<Fault>) {
    for (index, call) in calls.iter().enumerate() {
        check_call(call, &format!("{pointer}/{index}"), faults);
    }
}

fn check_call(call: &Call, pointer: &str, faults: &mut Vec<Fault>) {
    let known = ApiFunction::ALL
        .into_iter()
        .flat_map(|function| [function.name_2004(), function.name_1_2()])
        .chain([COMPARE_IDS]);
    if known.clone().any(|name| name == call.method) {
        return;
    }
    let nearest = most_similar(&call.method, known).first().copied();
    faults.push(Fault {
        nearest: nearest.map(str::to_owned),
        ..Fault::new(
            &format!("{pointer}/method"),
            format!("the API has no function {:?}", call.method),
        )
    });
}

fn check_data(data: &BTreeMap<String, Wanted>, pointer: &str, faults: &mut Vec<Fault>) {
    for (element, wanted) in data {
        let nothing = matches!(wanted, Wanted::Compare(it) if **it == Comparison::default());
        if nothing {
            let at = joined(pointer, element);
            faults.push(Fault::new(&at, "the comparison states nothing"));
        }
    }
}

fn check_tracking(
    tracking: &BTreeMap<String, TrackingWanted>,
    pointer: &str,
    faults: &mut Vec<Fault>,
) {
    for (activity, wanted) in tracking {
        if wanted.count() == 0 {
            let at = joined(pointer, activity);
            faults.push(Fault::new(&at, "nothing is stated of it"));
        }
    }
}
