//! Nanoseconds per API call: `cargo bench -p scorm-runtime`.
//!
//! Each row shows the best and the median of several rounds: on a busy machine the best is the
//! truer one.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark prints and measures time"
)]

use std::hint::black_box;
use std::time::Instant;

use scorm_runtime::{Api, Edition, LmsData, Profile, Version};

const V2004: Version = Version::Scorm2004(Edition::Fourth);
const ROUNDS: usize = 15;

fn main() {
    for (version, location) in [
        (V2004, "cmi.location"),
        (Version::Scorm12, "cmi.core.lesson_location"),
    ] {
        println!("{version:?}");
        simple(version, location);
        let interactions = filled(version, 1000);
        whole(version, &interactions);
        at_1000(version, interactions);
        long_text(version);
    }
    objectives();
}

/// Prints the best and the median time of `call`, made `times` times in each round.
fn row(name: &str, times: usize, mut call: impl FnMut(usize)) {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for turn in 0..times {
                call(turn);
            }
            start.elapsed().as_nanos() as f64 / times as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    println!(
        "  {name:<44} {:>12.1} {:>12.1} ns",
        rounds[0],
        rounds[ROUNDS / 2]
    );
}

fn started(version: Version) -> Api {
    let mut api = Api::new(version, Profile::default(), &LmsData::default());
    api.initialize("");
    api
}

fn simple(version: Version, location: &str) {
    row("new", 20_000, |_| {
        black_box(Api::new(version, Profile::default(), &LmsData::default()));
    });
    let mut api = started(version);
    row("SetValue of the location, same value", 100_000, |_| {
        black_box(api.set_value(location, black_box("page-17")).error);
    });
    let values: Vec<String> = (0..1000).map(|page| format!("page-{page}")).collect();
    row("SetValue of the location, new value", 100_000, |turn| {
        black_box(api.set_value(location, &values[turn % 1000]).error);
    });
    row("GetValue of the location", 100_000, |_| {
        black_box(api.get_value(black_box(location), &()).value.len());
    });
    row("GetValue of an unknown element", 100_000, |_| {
        black_box(api.get_value(black_box("cmi.core.bogus"), &()).error);
    });
    let score = if version.is_scorm12() {
        "cmi.core.score.raw"
    } else {
        "cmi.score.scaled"
    };
    row("SetValue refused", 100_000, |_| {
        black_box(api.set_value(black_box(score), black_box("many")).error);
    });
}

/// An instance with `count` interactions of the usual seven or eight values.
fn filled(version: Version, count: usize) -> Api {
    let mut api = started(version);
    for index in 0..count {
        fill(&mut api, version, index);
    }
    api
}

fn fill(api: &mut Api, version: Version, index: usize) {
    let fields: &[(&str, &str)] = if version.is_scorm12() {
        &[
            ("id", "question"),
            ("type", "choice"),
            ("student_response", "a"),
            ("result", "correct"),
            ("latency", "00:00:30"),
            ("weighting", "1"),
            ("correct_responses.0.pattern", "a"),
        ]
    } else {
        &[
            ("id", "question"),
            ("type", "choice"),
            ("learner_response", "a"),
            ("result", "correct"),
            ("latency", "PT30S"),
            ("weighting", "1"),
            ("correct_responses.0.pattern", "a"),
            ("description", "Which one?"),
        ]
    };
    for (field, value) in fields {
        let answer = api.set_value(&format!("cmi.interactions.{index}.{field}"), value);
        assert_eq!(answer.error, 0, "{field}");
    }
}

fn whole(version: Version, filled_api: &Api) {
    row("fill 1000 interactions, whole", 1, |_| {
        black_box(filled(version, 1000));
    });
    row("snapshot of 1000 interactions", 5, |_| {
        black_box(filled_api.snapshot());
    });
    let snapshot = filled_api.snapshot();
    row("restore of 1000 interactions", 5, |_| {
        black_box(Api::restore(&snapshot));
    });
    row("elements of 1000 interactions", 5, |_| {
        black_box(filled_api.elements());
    });
}

fn at_1000(version: Version, mut api: Api) {
    row("SetValue of interactions.999.result", 100_000, |_| {
        black_box(
            api.set_value(black_box("cmi.interactions.999.result"), "neutral")
                .error,
        );
    });
    if !version.is_scorm12() {
        row("GetValue of interactions.999.id", 100_000, |_| {
            black_box(
                api.get_value(black_box("cmi.interactions.999.id"), &())
                    .value
                    .len(),
            );
        });
    }
}

fn long_text(version: Version) {
    let profile = Profile {
        suspend_data_limit: Some(64_000),
        ..Profile::default()
    };
    let mut api = Api::new(version, profile, &LmsData::default());
    api.initialize("");
    let text = "x".repeat(64_000);
    row("SetValue of suspend_data, 64,000 characters", 500, |_| {
        assert_eq!(api.set_value("cmi.suspend_data", black_box(&text)).error, 0);
    });
    row(
        "GetValue of suspend_data, 64,000 characters",
        10_000,
        |_| {
            black_box(api.get_value("cmi.suspend_data", &()).value.len());
        },
    );
}

fn objectives() {
    let names: Vec<(String, String)> = (0..1000)
        .map(|index| {
            (
                format!("cmi.objectives.{index}.id"),
                format!("objective-{index}"),
            )
        })
        .collect();
    row("set 1000 unique objective ids, whole", 3, |_| {
        let mut api = started(V2004);
        for (element, id) in &names {
            assert_eq!(api.set_value(element, id).error, 0);
        }
    });
}
