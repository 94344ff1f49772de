//! The state machine of both versions.

use crate::{V12, V2004, fresh, play, running};

#[test]
fn scorm_2004_states() {
    play(
        &mut fresh(V2004),
        r#"
        Terminate("") -> "false" 112
        GetValue("cmi.location") -> "" 122
        GetValue("") -> "" 122
        SetValue("cmi.location", "a") -> "false" 132
        Commit("") -> "false" 142
        # A bad argument leaves the state as it is.
        Initialize("x") -> "false" 201
        Initialize("") -> "true" 0
        Initialize("") -> "false" 103
        # The state beats the argument.
        Initialize("x") -> "false" 103
        Commit("x") -> "false" 201
        Commit("") -> "true" 0
        Terminate("x") -> "false" 201
        Terminate("") -> "true" 0
        Initialize("") -> "false" 104
        Terminate("") -> "false" 113
        GetValue("cmi.location") -> "" 123
        SetValue("cmi.location", "a") -> "false" 133
        Commit("x") -> "false" 143
        "#,
    );
}

#[test]
fn scorm_12_states() {
    play(
        &mut fresh(V12),
        r#"
        LMSFinish("") -> "false" 301
        LMSGetValue("cmi.core.lesson_status") -> "" 301
        LMSSetValue("cmi.core.lesson_status", "passed") -> "false" 301
        LMSCommit("") -> "false" 301
        LMSInitialize("x") -> "false" 201
        LMSInitialize("") -> "true" 0
        LMSInitialize("") -> "false" 101
        LMSCommit("") -> "true" 0
        LMSCommit("x") -> "false" 201
        LMSFinish("x") -> "false" 201
        LMSFinish("") -> "true" 0
        LMSFinish("") -> "false" 301
        LMSGetValue("cmi.core.lesson_status") -> "" 301
        LMSSetValue("cmi.core.lesson_status", "passed") -> "false" 301
        LMSCommit("") -> "false" 301
        LMSInitialize("") -> "false" 101
        LMSGetLastError() -> "101" 101
        "#,
    );
}

#[test]
fn missing_and_surplus_arguments() {
    let mut api = fresh(V2004);
    play(
        &mut api,
        r#"
        Initialize() -> "false" 201
        SetValue() -> "false" 132
        Initialize("", "x") -> "true" 0
        "#,
    );
    assert_eq!(api.notes().len(), 1, "{:?}", api.notes());
    play(
        &mut api,
        r#"
        SetValue("cmi.location") -> "false" 201
        SetValue() -> "false" 201
        GetValue() -> "" 201
        Commit() -> "false" 201
        SetValue("cmi.location", "a", "b") -> "true" 0
        GetValue("cmi.location") -> "a" 0
        Terminate() -> "false" 201
        "#,
    );
}

#[test]
fn a_successful_call_clears_the_error() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.success_status", "x") -> "false" 406
        GetValue("cmi.success_status") -> "unknown" 0
        GetLastError() -> "0" 0
        "#,
    );
}
