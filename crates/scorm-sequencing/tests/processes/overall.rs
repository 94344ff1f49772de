//! Overall Sequencing Process [OP.1].

use crate::support::play;

#[test]
fn a_course_is_taken_from_start_to_end() {
    play(
        "
        R flow
          a
          b
        ",
        "
        start -> a
        | OP.1: start
        | NB.2.1: sequencing start
        | SB.2.1 [R]: a
        | SB.2.2 7 [a]: true
        | SB.2.3 [R]: a
        | SB.2.5: a
        | DB.1.1 [a]: true
        | DB.2 5.1.1.2 [R]: new attempt
        | DB.2 5.1.1.2 [a]: new attempt
        | DB.2 [a]: delivered
        continue -> b
        | OP.1: continue
        | NB.2.1 [a]: termination exit
        | NB.2.1 [a]: sequencing continue
        | TB.2.3 [a]: termination exit
        | UP.4 [a]: begins
        | UP.4 1.1.1.2 [a]: completed
        | UP.4 1.1.1.3 [a]: satisfied
        | TB.2.3 [a]: nothing
        | SB.2.7 [a]: b
        | DB.2 [b]: delivered
        continue -> ended
        | SB.2.1 [b]: end session
        | UP.4 [R]: begins
        | OP.1 1.4 [R]: end session
        is R inactive satisfied completed
        ",
    );
}

#[test]
fn a_refused_request_changes_nothing() {
    play(
        "
        R flow
          a
          b
        ",
        "
        start -> a
        previous -> nothing SB.2.1-3      // taken up, so the attempt on a has ended
        is a inactive current
        start -> refused NB.2.1-1
        is a inactive current
        continue -> b
        is b active attempts=1
        start -> refused NB.2.1-1
        is b active attempts=1
        ",
    );
}

#[test]
fn a_post_condition_replaces_the_learners_request() {
    play(
        "
        R flow
          a post(retry: !satisfied)
          b
        ",
        "
        start -> a
        report a failed
        continue -> a
        | TB.2.2 3 [a]: retry
        | TB.2.3 [a]: sequencing retry
        | SB.2.10 [a]: a
        is a attempts=2
        report a passed
        continue -> b
        ",
    );
}

#[test]
fn exit_leaves_the_session_open_without_content() {
    play(
        "
        R flow
          a
          b
        ",
        "
        start -> a
        exit -> nothing
        | SB.2.11 [a]: nothing
        is a inactive current
        is R active
        exit -> refused NB.2.1-12
        continue -> b
        exitAll -> ended
        is R inactive
        start -> a
        is R attempts=2
        is a attempts=2
        ",
    );
}

#[test]
fn objectives_of_the_course_are_cleared_when_its_attempt_ends() {
    let script = |kept: &str| {
        format!(
            "
            start -> a
            report a failed 0.3
            continue -> b
            sees b o failed measure=0.3
            suspendAll -> suspended
            resumeAll -> b resumed
            sees b o failed measure=0.3
            exitAll -> ended
            start -> a
            sees a o {kept}
            "
        )
    };
    let tree = |scope: &str| {
        format!(
            "
            R flow {scope}
              a primary(o: read G, write G)
              b primary(o: read G)
            "
        )
    };
    play(&tree("courseScoped"), &script("unknown measure=unknown"));
    play(&tree("-courseScoped"), &script("failed measure=0.3"));
}
