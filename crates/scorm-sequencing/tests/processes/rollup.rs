//! Rollup [RB.1.1 to RB.1.5].

use crate::support::play;

#[test]
fn measures_are_weighted_over_all_tracked_children() {
    play(
        "
        R flow
          a objectiveMeasureWeight=1
          b objectiveMeasureWeight=0.5
          c objectiveMeasureWeight=0
          d -tracked
          e objectiveMeasureWeight=0.5
        ",
        "
        start -> a
        report a 0.8
        continue -> b
        is R measure=0.4                  // 0.8 / (1 + 0.5 + 0 + 0.5)
        report b 0.4
        continue -> c
        is R measure=0.5
        report c 1.0
        continue -> d
        is R measure=0.5
        report d 1.0
        continue -> e
        is R measure=0.5
        is d measure=unknown attempts=0
        ",
    );
}

#[test]
fn completion_measures_are_weighted_likewise() {
    play(
        "
        R flow completedByMeasure=0.5
          a progressWeight=1
          b progressWeight=0.25
        ",
        "
        start -> a
        report a progress=0.5
        continue -> b
        is R progress=0.4 incomplete
        | RB.1.1 b [R]: 0.4
        | RB.1.3 a [R]: false
        report b progress=1
        exitAll -> ended
        is R progress=0.6 completed
        ",
    );
}

#[test]
fn without_a_measure_the_clusters_measure_is_unknown() {
    play(
        "
        R flow primary(o >=0.5)
          a
          b
        ",
        "
        start -> a
        continue -> b
        is R measure=unknown satisfaction-unknown
        report b 1.0
        exitAll -> ended
        | RB.1.1 a [R]: 0.5
        | RB.1.2 a [R]: true
        is R measure=0.5 satisfied
        ",
    );
}

#[test]
fn a_measure_may_have_to_wait_for_the_end_of_the_attempt() {
    play(
        "
        R flow
          P flow primary(o >=0.5) completedByMeasure=0.5 -measureSatisfactionIfActive
            a
            b
          c
        ",
        "
        start -> a
        report a 1.0 progress=1
        continue -> b
        is P active measure=0.5 satisfaction-unknown completion-unknown
        continue -> c
        is P inactive satisfied completed
        ",
    );
}

#[test]
fn default_rules_need_every_child() {
    play(
        "
        R flow
          a
          b
        ",
        "
        start -> a
        report a passed completed
        continue -> b
        is R satisfaction-unknown completion-unknown
        report b failed incomplete
        exitAll -> ended
        | RB.1.4 satisfied [R]: false
        | RB.1.4 notSatisfied [R]: true
        | RB.1.2 b [R]: false
        is R notSatisfied incomplete
        ",
    );
}

#[test]
fn a_rule_of_its_own_switches_both_defaults_of_the_pair_off() {
    play(
        "
        R flow rollup(satisfied: any satisfied)
          a
          b
        ",
        "
        start -> a
        report a failed completed
        continue -> b
        report b failed completed
        exitAll -> ended
        is R satisfaction-unknown completed
        ",
    );
}

#[test]
fn child_sets_count_the_children() {
    let tree = |rule: &str| {
        format!(
            "
            R flow rollup({rule})
              a
              b
              c
            "
        )
    };
    let script = |status: &str| {
        format!(
            "
            start -> a
            report a passed
            continue -> b
            report b failed
            continue -> c
            report c success-unknown
            exitAll -> ended
            is R {status}
            "
        )
    };
    for (rule, status) in [
        ("satisfied: any satisfied", "satisfied"),
        ("satisfied: all satisfied", "satisfaction-unknown"),
        ("satisfied: none satisfied", "satisfaction-unknown"),
        ("notSatisfied: any !satisfied", "notSatisfied"),
        ("satisfied: 1 satisfied", "satisfied"),
        ("satisfied: 2 satisfied", "satisfaction-unknown"),
        ("satisfied: 33% satisfied", "satisfied"),
        ("satisfied: 34% satisfied", "satisfaction-unknown"),
        ("satisfied: 2 satisfied|!objectiveStatusKnown", "satisfied"),
        (
            "satisfied: 2 satisfied&objectiveStatusKnown",
            "satisfaction-unknown",
        ),
        ("notSatisfied: none !attempted", "notSatisfied"),
    ] {
        play(&tree(rule), &script(status));
    }
}

#[test]
fn satisfied_wins_over_not_satisfied() {
    play(
        "
        R flow rollup(notSatisfied: any attempted) rollup(satisfied: any satisfied)
          a
        ",
        "
        start -> a
        continue -> ended
        is R satisfied
        ",
    );
}

#[test]
fn a_cluster_without_contributing_children_is_satisfied_and_completed() {
    play(
        "
        R flow
          P flow
            a -tracked
            b -rollupObjectiveSatisfied -rollupProgressCompletion
          c
        ",
        "
        start -> a
        report a failed incomplete
        continue -> b
        is P satisfied completed
        report b failed incomplete
        continue -> c
        is P satisfied completed
        ",
    );
}

#[test]
fn considerations_leave_children_out() {
    let tree = |value: &str| {
        format!(
            "
            R flow
              b requiredForSatisfied={value} requiredForCompleted={value}
              a
              c requiredForSatisfied=ifAttempted requiredForCompleted=ifAttempted
            "
        )
    };
    // b is left suspended without a status.
    let script = |status: &str| {
        format!(
            "
            start -> b
            report b suspend
            continue -> a
            exit -> nothing
            is R {status}
            "
        )
    };
    play(
        &tree("always"),
        &script("satisfaction-unknown completion-unknown"),
    );
    play(
        &tree("ifAttempted"),
        &script("satisfaction-unknown completion-unknown"),
    );
    play(&tree("ifNotSuspended"), &script("satisfied completed"));
    play(
        "
        R flow
          a
          b pre(skip: always) requiredForSatisfied=ifNotSkipped
          c
        ",
        "
        start -> a
        continue -> c
        exitAll -> ended
        | RB.1.4.2 satisfied [b]: false
        is R satisfied completion-unknown
        ",
    );
}

#[test]
fn a_new_attempt_on_the_cluster_makes_its_childrens_information_old() {
    let tree = |flags: &str| {
        format!(
            "
            R flow
              P flow {flags} post(retry: !completed)
                a
                b
            "
        )
    };
    let script = |after: &str| {
        format!(
            "
            start -> a
            report a passed completed
            continue -> b
            report b failed incomplete
            exitAll -> ended
            is P notSatisfied incomplete
            start -> a
            is P satisfaction-unknown
            report a passed completed
            continue -> b
            is P {after}
            "
        )
    };
    play(
        &tree(""),
        &script("satisfaction-unknown completion-unknown"),
    );
    play(
        &tree("-useCurrentAttemptObjectiveInfo -useCurrentAttemptProgressInfo"),
        &script("notSatisfied incomplete"),
    );
}

#[test]
fn parents_of_readers_of_a_written_global_roll_up_too() {
    play(
        "
        R flow
          a primary(o: write G)
          P flow
            b primary(o: read G)
            c primary(o: read G)
          d pre(skip: always)
        ",
        "
        start -> a
        report a passed
        exit -> nothing
        | RB.1.2 b [P]: true
        | RB.1.2 b [R]: unknown
        is P satisfied attempts=0
        is b satisfied attempts=0
        ",
    );
}

/// RB.1.4 over every combination of three children, against the table of the standard.
#[test]
fn every_child_set_over_every_combination_of_statuses() {
    type Decide = fn(usize, usize, usize) -> bool;
    let reports = ["passed", "failed", "success-unknown"];
    let sets: [(&str, Decide); 6] = [
        ("all", |_, no, unknown| no == 0 && unknown == 0),
        ("any", |yes, _, _| yes > 0),
        ("none", |yes, _, unknown| yes == 0 && unknown == 0),
        ("2", |yes, _, _| yes >= 2),
        ("3", |yes, _, _| yes >= 3),
        ("60%", |yes, _, _| yes >= 2),
    ];
    for (set, decide) in sets {
        for case in 0..27 {
            let picked = [case / 9, case / 3 % 3, case % 3];
            let count = |status: usize| picked.iter().filter(|other| **other == status).count();
            let fulfilled = decide(count(0), count(1), count(2));
            let [a, b, c] = picked.map(|status| reports[status]);
            play(
                &format!("R flow rollup(satisfied: {set} satisfied)\n  a\n  b\n  c"),
                &format!(
                    "start -> a\nreport a {a}\ncontinue -> b\nreport b {b}\n\
                     continue -> c\nreport c {c}\nexitAll -> ended\n\
                     | RB.1.4 satisfied [R]: {fulfilled}"
                ),
            );
        }
    }
}
