//! Termination behavior [TB.2.1 to TB.2.3].

use crate::support::play;

#[test]
fn an_exit_rule_of_an_ancestor_moves_the_current_activity_up() {
    play(
        "
        R flow
          P flow exit(satisfied) rollup(satisfied: any satisfied)
            a exit(always)
            b
          c
        ",
        "
        start -> a
        continue -> c
        | TB.2.1 4 [P]: exit
        | UP.4 [P]: begins
        | SB.2.7 [P]: c
        is P inactive satisfied
        is b attempts=0
        ",
    );
}

#[test]
fn exit_rules_are_looked_at_top_down() {
    play(
        "
        R flow exit(completed) rollup(completed: any completed)
          P flow exit(completed) rollup(completed: any completed)
            a
            b
        ",
        "
        start -> a
        continue -> ended
        | TB.2.1 4 [R]: exit
        | UP.3 [R]: begins
        | UP.4 [P]: begins
        | UP.4 [R]: begins
        | TB.2.3 [R]: sequencing exit
        is P inactive
        ",
    );
}

#[test]
fn exit_parent_runs_the_parents_post_conditions() {
    play(
        "
        R flow
          P flow post(retry: !satisfied) post(continue: always)
            a post(exitParent: always)
            b
          c
        ",
        "
        start -> a
        report a failed
        continue -> c
        | TB.2.2 3 [a]: exitParent
        | UP.4 [P]: begins
        | UP.2 retry [P]: unknown
        | TB.2.2 3 [P]: continue
        ",
    );
}

#[test]
fn post_conditions_chain_up_to_the_root() {
    let tree = |rule: &str| {
        format!(
            "
            R flow {rule}
              P flow post(exitParent: always)
                a post(exitParent: always)
                b
              c
            "
        )
    };
    play(&tree(""), "start -> a\ncontinue -> ended\nis R inactive");
    play(
        &tree("post(retry: !attemptLimitExceeded)"),
        "start -> a\ncontinue -> ended", // no limit: unknown, so the rule does not act
    );
    play(
        &tree("post(retry: always)"),
        "start -> a\ncontinue -> a\n| SB.2.10 [R]: a\nis R attempts=2\nis P attempts=2",
    );
    play(
        &tree("post(exitParent: always)"),
        "start -> a\ncontinue -> nothing TB.2.3-4",
    );
}

#[test]
fn exit_all_and_retry_all_end_the_course_from_any_depth() {
    play(
        "
        R flow
          P flow
            a post(exitAll: completed)
            b
          c
        ",
        "
        start -> a
        previous -> ended
        | TB.2.2 3 [a]: exitAll
        | TB.2.3 [R]: sequencing exit
        | SB.2.11 [R]: end session
        is P inactive
        ",
    );
    play(
        "
        R flow courseScoped
          a primary(o: read G, write G)
          b post(retryAll: always)
        ",
        "
        start -> a
        report a passed
        continue -> b
        continue -> a
        | TB.2.3 [R]: sequencing retry
        | SB.2.10 [R]: a
        is R attempts=2
        sees a o unknown
        ",
    );
}

#[test]
fn tb_2_3_a_retry_that_reaches_the_root_begins_a_new_attempt_on_the_course() {
    let script = |seen: &str| {
        format!(
            "
            start -> a
            report a passed 0.5
            continue -> b
            continue -> a
            | SB.2.10 [R]: a
            is R attempts=2
            sees a o {seen}
            "
        )
    };
    // The root's own rule still sees the objective; what flows from the root does not.
    let by_exit_parent = |scope: &str| {
        format!(
            "
            R flow {scope} primary(r: read G) post(retry: satisfied)
              a primary(o: read G, write G) pre(skip: satisfied)
              b post(exitParent: always)
            "
        )
    };
    let by_exit_rule = |scope: &str| {
        format!(
            "
            R flow {scope} exit(completed) post(retry: always) rollup(completed: all attempted)
              a primary(o: read G, write G) pre(skip: satisfied)
              b
            "
        )
    };
    play(
        &by_exit_parent("courseScoped"),
        &script("unknown measure=unknown"),
    );
    play(
        &by_exit_rule("courseScoped"),
        &script("unknown measure=unknown"),
    );
    // Objectives of the system stay, so that a is skipped now.
    let kept = script("passed")
        .replace("continue -> a", "continue -> b")
        .replace(": a", ": b");
    play(&by_exit_parent("-courseScoped"), &kept);
    // A retry of a cluster below the root clears nothing.
    play(
        "
        R flow courseScoped
          P flow post(retry: always)
            a primary(o: read G, write G)
            b post(exitParent: always)
        ",
        "
        start -> a
        report a passed 0.5
        continue -> b
        continue -> a
        | SB.2.10 [P]: a
        is R attempts=1
        sees a o passed measure=0.5
        ",
    );
}

#[test]
fn a_suspended_leaf_has_no_post_conditions_and_marks_its_clusters() {
    play(
        "
        R flow
          P flow
            a post(retry: always)
            b
          c
        ",
        "
        start -> a
        report a suspend
        continue -> b
        is a suspended completion-unknown satisfaction-unknown
        continue -> c
        is P inactive suspended
        previous -> b
        is P not-suspended active attempts=1
        previous -> a resumed
        is a attempts=1
        ",
    );
}

#[test]
fn suspend_all_keeps_the_way_to_the_current_activity() {
    play(
        "
        R flow
          P flow
            a
            b post(retry: always)
          c
        ",
        "
        start -> a
        continue -> b
        report b incomplete
        suspendAll -> suspended
        | TB.2.3 [R]: sequencing exit
        is b suspended inactive incomplete
        is P suspended inactive incomplete
        is R suspended inactive
        resumeAll -> b resumed
        is b active not-suspended attempts=1
        is P attempts=1
        is R attempts=1
        ",
    );
}

#[test]
fn suspend_all_without_active_content_suspends_the_parent() {
    play(
        "
        R flow
          P flow
            a
          b
        ",
        "
        start -> a
        exit -> nothing
        suspendAll -> suspended
        is a not-suspended
        is P suspended
        resumeAll -> nothing              // the learner decides
        choice b -> b
        ",
    );
}

#[test]
fn abandon_forgets_the_attempt_and_ends_nothing_else() {
    play(
        "
        R flow
          P flow
            a
            b
        ",
        "
        start -> a
        report a passed 0.9 completed
        abandon -> nothing
        | TB.2.3 [a]: nothing
        is a inactive satisfaction-unknown completion-unknown attempts=1
        is P active
        continue -> b
        abandonAll -> ended
        is P inactive
        is R inactive
        start -> a
        is R attempts=2
        ",
    );
}
