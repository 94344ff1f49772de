//! Objectives and their maps.

use scorm_sequencing::{
    ActivityId, Draws, NavigationRequest, ObjectiveReport, Report, Sequencer, TrackingReport,
};

use crate::support::{play, tree};

#[test]
fn a_read_map_hides_the_local_status_even_while_the_global_is_unknown() {
    play(
        "
        R flow
          a primary(o: read G) pre(skip: satisfied)
          b primary(o: write G)
        ",
        "
        start -> a
        report a passed 0.7
        continue -> b
        is a satisfaction-unknown measure=unknown
        report b failed 0.1
        exit -> nothing
        is a notSatisfied measure=0.1
        ",
    );
}

#[test]
fn completion_and_progress_show_the_local_value_while_the_global_is_unknown() {
    play(
        "
        R flow
          a primary(o: readAdl G)
          b primary(o: writeAdl G)
        ",
        "
        start -> a
        report a incomplete progress=0.4
        continue -> b
        is a incomplete progress=0.4
        report b completed progress=0.9 raw=12
        exit -> nothing
        is a completed progress=0.9
        sees a o completed progress=0.9 raw=12
        ",
    );
}

#[test]
fn satisfied_by_measure_ignores_what_was_reported_or_mapped() {
    play(
        "
        R flow
          a primary(o >=0.6: write G)
          b primary(o >=0.8: read G)
        ",
        "
        start -> a
        report a failed 0.7
        continue -> b
        is a satisfied
        sees b o failed measure=0.7       // b has its own threshold
        ",
    );
}

#[test]
fn completed_by_measure_follows_a_mapped_progress_measure() {
    play(
        "
        R flow
          a primary(o: writeAdl G)
          b primary(o: readAdl G) completedByMeasure=0.5
        ",
        "
        start -> a
        report a incomplete progress=0.6
        exit -> nothing
        is b completed progress=0.6
        ",
    );
}

#[test]
fn several_write_maps_are_all_written() {
    play(
        "
        R flow
          a primary(o: write G, write H)
          b primary(o: read G)
          c primary(o: read H)
        ",
        "
        start -> a
        report a passed 0.5
        exit -> nothing
        is b satisfied measure=0.5
        is c satisfied measure=0.5
        ",
    );
}

#[test]
fn automatic_satisfaction_and_explicit_unknown_reach_the_global() {
    play(
        "
        R flow
          a primary(o: write G)
          b primary(o: read G)
        ",
        "
        start -> a
        continue -> b
        sees b o passed
        previous -> a
        report a success-unknown
        continue -> b
        sees b o unknown
        ",
    );
}

#[test]
fn an_untracked_activity_writes_nothing_but_its_content_sees_the_globals() {
    play(
        "
        R flow
          a primary(o: write G)
          b -tracked primary(o: read G, write G) pre(skip: satisfied)
          c primary(o: read G)
        ",
        "
        start -> a
        report a passed 0.9
        continue -> b
        is b satisfaction-unknown
        sees b o passed measure=0.9
        report b failed 0.1
        continue -> c
        sees c o passed measure=0.9
        ",
    );
}

#[test]
fn rollup_results_of_a_cluster_are_written_through() {
    play(
        "
        R flow
          P flow primary(o: write G)
            a
          b primary(o: read G)
        ",
        "
        start -> a
        report a failed 0.25
        continue -> b
        sees b o failed measure=0.25
        ",
    );
}

#[test]
fn system_wide_objectives_pass_from_course_to_course() {
    let mut first = Sequencer::new(tree("R flow\n  a primary(o: write G, write H)\n  b"));
    first.navigate(NavigationRequest::Start, &mut Draws::new(0));
    let primary = ObjectiveReport {
        satisfied: Report::Known(true),
        ..ObjectiveReport::default()
    };
    let report = TrackingReport {
        primary,
        objectives: Vec::new(),
    };
    first.transfer_in(ActivityId(1), &report);
    first.navigate(NavigationRequest::ExitAll, &mut Draws::new(0));
    let learner = first.export_globals();
    assert_eq!(learner.len(), 2);

    let course = "R flow\n  x primary(o: read G) pre(skip: satisfied)\n  y primary(o: read K)";
    let mut second = Sequencer::new(tree(course));
    second.import_globals(&learner);
    second.navigate(NavigationRequest::Start, &mut Draws::new(0));
    assert_eq!(second.current(), second.tree().find("y"));
    assert_eq!(second.export_globals().len(), 2, "G and K, but not H");
}
