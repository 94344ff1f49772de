//! Each rule with a script of calls that it must find, and one clean script that none may find.

use super::{Visit, find};
use scorm_session::{ApiCall, ApiErrorCode, ApiMethod, Origin};

/// Calls as text: `SetValue cmi.location a -> 0`; a number after `@` is the time in ms.
fn visit(script: &str) -> Visit {
    let calls = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .enumerate()
        .map(|(index, line)| {
            let (line, at) = line.split_once('@').unwrap_or((line, "0"));
            let (call, error) = line.split_once("->").unwrap_or((line, "0"));
            let mut words = call.split_whitespace();
            ApiCall {
                seq: index as u64 + 1,
                method: ApiMethod::parse(words.next().unwrap()).unwrap(),
                args: words.map(|word| Some(word.to_owned())).collect(),
                result: String::new(),
                error_code: ApiErrorCode(error.trim().parse().unwrap()),
                timestamp: at.trim().parse().unwrap(),
                duration_us: None,
                origin: Origin::Content,
                activity: "a".to_owned(),
                rte_session: "s-r1".to_owned(),
                lms: None,
            }
        })
        .collect();
    Visit {
        activity: "a".to_owned(),
        is_sco: true,
        unloaded: true,
        looked_for_other_api: false,
        tampering: None,
        departed: None,
        suspend_data_limit: 10,
        calls,
    }
}

const CLEAN: &str = "Initialize
    SetValue cmi.completion_status completed
    SetValue cmi.session_time PT1S
    SetValue cmi.exit suspend
    Commit
    Terminate";

fn kinds(visit: Visit) -> Vec<String> {
    find(&[visit])
        .iter()
        .map(|found| format!("{} {:?}", found.kind, found.affected_calls))
        .collect()
}

#[test]
fn a_course_without_faults_gives_nothing() {
    assert_eq!(kinds(visit(CLEAN)), Vec::<String>::new());
}

#[test]
fn each_rule_finds_its_fault_and_nothing_else() {
    let inserted = |line: &str| CLEAN.replace("Commit", &format!("{line}\nCommit"));
    let sets = |count: usize| {
        let lines: Vec<String> = (0..count)
            .map(|n| format!("SetValue cmi.location {n}"))
            .collect();
        lines.join(
            "
",
        )
    };
    for (script, want) in [
        (
            CLEAN.replace("Initialize", "Initialize\nInitialize -> 103\nGetLastError"),
            vec!["multiple_initialize [2]", "failed_call [2]"],
        ),
        (
            format!("GetValue cmi.entry -> 122\nGetLastError\n{CLEAN}"),
            vec!["calls_before_initialize [1]", "failed_call [1]"],
        ),
        (CLEAN.replace("Terminate", ""), vec!["missing_terminate []"]),
        (
            format!("{CLEAN}\nCommit -> 143\nGetLastError"),
            vec!["calls_after_terminate [7]", "failed_call [7]"],
        ),
        (
            CLEAN.replace("Commit", ""),
            vec!["missing_commit [2, 3, 4]"],
        ),
        (inserted(&sets(3)), vec!["infrequent_commit []"]),
        (
            inserted(&"Commit @5\n".repeat(11)),
            vec!["excessive_commit [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]"],
        ),
        (
            inserted("SetValue cmi.lokation 1 -> 401\nGetLastError"),
            vec!["failed_call [5]"],
        ),
        (
            inserted("SetValue cmi.lokation 1 -> 401"),
            vec!["failed_call [5]", "error_ignored [5]"],
        ),
        (
            CLEAN.replace("SetValue cmi.completion_status completed", ""),
            vec!["status_never_set []"],
        ),
        (
            CLEAN.replace("SetValue cmi.session_time PT1S", ""),
            vec!["session_time_never_set []"],
        ),
        (
            CLEAN.replace("SetValue cmi.exit suspend", ""),
            vec!["exit_never_set []"],
        ),
        (
            inserted("SetValue cmi.score.raw 5"),
            vec!["score_incomplete []"],
        ),
        (
            inserted("SetValue cmi.suspend_data 12345678"),
            vec!["suspend_data_limit [5]"],
        ),
        (
            inserted(&"SetValue cmi.location 1\nCommit\n".repeat(4)),
            vec!["redundant_set [5, 7, 9, 11]"],
        ),
    ] {
        assert_eq!(kinds(visit(&script)), want, "{script}");
    }
}

#[test]
fn silence_is_an_error_of_a_sco_but_not_of_an_asset() {
    let silent = visit("");
    assert_eq!(kinds(silent.clone()), ["missing_initialize []"]);
    let lost = Visit {
        looked_for_other_api: true,
        ..silent.clone()
    };
    assert_eq!(kinds(lost), ["missing_initialize []", "wrong_api []"]);
    let forger = Visit {
        tampering: Some("it tried".to_owned()),
        ..visit(CLEAN)
    };
    assert_eq!(kinds(forger), ["content_tampered []"]);
    assert!(
        find(&[Visit {
            is_sco: false,
            ..silent
        }])
        .is_empty()
    );
}

#[test]
fn a_scaled_score_must_fit_its_parts() {
    let script = |scaled: &str| {
        CLEAN.replace("Commit", &format!("SetValue cmi.score.raw 5\nSetValue cmi.score.min 0\nCommit\nSetValue cmi.score.max 10\nSetValue cmi.score.scaled {scaled}\nCommit"))
    };
    assert_eq!(kinds(visit(&script("0.5"))), Vec::<String>::new());
    assert_eq!(kinds(visit(&script("0.9"))), ["score_incomplete []"]);
}

#[test]
fn suspend_data_over_the_limit_is_an_error() {
    let found = find(&[visit(
        &CLEAN.replace("Commit", "SetValue cmi.suspend_data 12345678901\nCommit"),
    )]);
    assert_eq!(
        (found[0].kind, found[0].severity),
        ("suspend_data_limit", "error")
    );
}
