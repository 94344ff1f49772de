//! Every name of SCORM 1.2 and its neighbours: which code each gets, by rule and not by example.

use scorm_runtime::Api;

use crate::{V12, fresh, running};

#[derive(Clone, Copy, PartialEq)]
enum Access {
    ReadOnly,
    ReadWrite,
    WriteOnly,
}

use Access::{ReadOnly, ReadWrite, WriteOnly};

/// Every element that holds a value, with a value that fits.
const ELEMENTS: &[(&str, Access, &str)] = &[
    ("cmi.core.student_id", ReadOnly, "x"),
    ("cmi.core.student_name", ReadOnly, "x"),
    ("cmi.core.lesson_location", ReadWrite, "x"),
    ("cmi.core.credit", ReadOnly, "credit"),
    ("cmi.core.lesson_status", ReadWrite, "passed"),
    ("cmi.core.entry", ReadOnly, ""),
    ("cmi.core.score.raw", ReadWrite, "1"),
    ("cmi.core.score.min", ReadWrite, "1"),
    ("cmi.core.score.max", ReadWrite, "1"),
    ("cmi.core.total_time", ReadOnly, "00:00:00"),
    ("cmi.core.lesson_mode", ReadOnly, "normal"),
    ("cmi.core.exit", WriteOnly, "suspend"),
    ("cmi.core.session_time", WriteOnly, "00:00:01"),
    ("cmi.suspend_data", ReadWrite, "x"),
    ("cmi.launch_data", ReadOnly, "x"),
    ("cmi.comments", ReadWrite, "x"),
    ("cmi.comments_from_lms", ReadOnly, "x"),
    ("cmi.student_data.mastery_score", ReadOnly, "1"),
    ("cmi.student_data.max_time_allowed", ReadOnly, "00:00:01"),
    (
        "cmi.student_data.time_limit_action",
        ReadOnly,
        "exit,message",
    ),
    ("cmi.student_preference.audio", ReadWrite, "1"),
    ("cmi.student_preference.language", ReadWrite, "x"),
    ("cmi.student_preference.speed", ReadWrite, "1"),
    ("cmi.student_preference.text", ReadWrite, "1"),
    ("cmi.objectives.0.id", ReadWrite, "o"),
    ("cmi.objectives.0.score.raw", ReadWrite, "1"),
    ("cmi.objectives.0.score.min", ReadWrite, "1"),
    ("cmi.objectives.0.score.max", ReadWrite, "1"),
    ("cmi.objectives.0.status", ReadWrite, "not attempted"),
    ("cmi.interactions.0.id", WriteOnly, "i"),
    ("cmi.interactions.0.time", WriteOnly, "10:20:30"),
    ("cmi.interactions.0.type", WriteOnly, "choice"),
    ("cmi.interactions.0.weighting", WriteOnly, "1"),
    ("cmi.interactions.0.student_response", WriteOnly, "a"),
    ("cmi.interactions.0.result", WriteOnly, "wrong"),
    ("cmi.interactions.0.latency", WriteOnly, "00:00:01"),
    ("cmi.interactions.0.objectives.0.id", WriteOnly, "o"),
    (
        "cmi.interactions.0.correct_responses.0.pattern",
        WriteOnly,
        "a",
    ),
];

/// What ends before a value: categories and records, then collections.
const CATEGORIES: &[&str] = &[
    "cmi",
    "cmi.core",
    "cmi.core.score",
    "cmi.student_data",
    "cmi.student_preference",
    "cmi.objectives.0.score",
];
const RECORDS: &[&str] = &[
    "cmi.objectives.0",
    "cmi.interactions.0",
    "cmi.interactions.0.objectives.0",
    "cmi.interactions.0.correct_responses.0",
];
const COLLECTIONS: &[(&str, bool)] = &[
    ("cmi.objectives", true),
    ("cmi.interactions", true),
    ("cmi.interactions.0.objectives", false),
    ("cmi.interactions.0.correct_responses", false),
];

/// A running instance with a record in every collection.
fn with_records() -> Api {
    let mut api = running(V12);
    for (element, _, value) in ELEMENTS {
        if element.contains(".0.") {
            assert_eq!(api.set_value(element, value).error, 0, "{element}");
        }
    }
    api
}

/// Expects an error of both calls, and that nothing changed.
fn refuses(api: &mut Api, name: &str, get: u16, set: u16) {
    let before = api.run_time_data();
    let answer = api.get_value(name, &());
    assert_eq!((&*answer.value, answer.error), ("", get), "get {name:?}");
    let answer = api.set_value(name, "1");
    assert_eq!(
        (&*answer.value, answer.error),
        ("false", set),
        "set {name:?}"
    );
    assert_eq!(api.run_time_data(), before, "{name:?}");
}

#[test]
fn elements_are_read_and_written_as_their_access_says() {
    for (element, access, value) in ELEMENTS {
        let mut api = with_records();
        let set = api.set_value(element, value).error;
        assert_eq!(set, if *access == ReadOnly { 403 } else { 0 }, "{element}");
        let answer = api.get_value(element, &());
        let expected = if *access == WriteOnly { 404 } else { 0 };
        assert_eq!(answer.error, expected, "{element}");
        if *access == ReadWrite {
            assert_eq!(answer.value, *value, "{element}");
        }
    }
}

#[test]
fn nothing_lies_behind_an_element() {
    let mut api = with_records();
    for (element, ..) in ELEMENTS {
        for tail in ["x", "0", "0.id", "", "x._count"] {
            refuses(&mut api, &format!("{element}.{tail}"), 401, 401);
        }
        refuses(&mut api, &format!("{element}._children"), 202, 402);
        refuses(&mut api, &format!("{element}._count"), 203, 402);
    }
}

#[test]
fn categories_collections_and_records_have_no_value() {
    let mut api = with_records();
    let names = CATEGORIES.iter().chain(RECORDS);
    for name in names.chain(COLLECTIONS.iter().map(|(name, _)| name)) {
        refuses(&mut api, name, 401, 401);
    }
    for name in CATEGORIES {
        refuses(&mut api, &format!("{name}._count"), 203, 402);
        let children = format!("{name}._children");
        assert_eq!(api.get_value(&children, &()).error, 0, "{children}");
        assert_eq!(api.set_value(&children, "1").error, 402, "{children}");
    }
    for name in RECORDS {
        refuses(&mut api, &format!("{name}._count"), 203, 402);
        refuses(&mut api, &format!("{name}._children"), 202, 402);
    }
    for (name, has_children) in COLLECTIONS {
        assert_eq!(api.get_value(&format!("{name}._count"), &()).value, "1");
        assert_eq!(api.set_value(&format!("{name}._count"), "2").error, 402);
        let children = api.get_value(&format!("{name}._children"), &()).error;
        assert_eq!(children, if *has_children { 0 } else { 202 }, "{name}");
    }
}

#[test]
fn an_index_is_a_number_below_the_count_or_the_next() {
    let mut api = with_records();
    for (name, _) in COLLECTIONS {
        let member = match *name {
            "cmi.interactions.0.correct_responses" => "pattern",
            _ => "id",
        };
        let write_only = name.contains("interactions");
        for index in ["x", "-1", "", "1x", "0x0", "+0", " 0", "0 ", "[0]", "n"] {
            refuses(&mut api, &format!("{name}.{index}.{member}"), 401, 401);
        }
        // Numbers that name no record, and not the next one either; access beats the index.
        let get = if write_only { 404 } else { 201 };
        for index in ["2", "7", "00", "01", "4294967296", "99999999999999999999"] {
            refuses(&mut api, &format!("{name}.{index}.{member}"), get, 201);
        }
        refuses(&mut api, &format!("{name}.0.bogus"), 201, 201);
        refuses(&mut api, &format!("{name}.7.bogus"), 201, 201);
    }
}

#[test]
fn names_outside_the_model_are_arguments_that_are_none() {
    let mut api = with_records();
    for (element, ..) in ELEMENTS {
        refuses(&mut api, &element.to_uppercase(), 201, 201);
        refuses(&mut api, &element.replacen("cmi", "CMI", 1), 201, 201);
        refuses(&mut api, &format!(" {element}"), 201, 201);
        refuses(&mut api, &format!(".{element}"), 201, 201);
        refuses(&mut api, &format!("x.{element}"), 201, 201);
    }
    for name in [
        "",
        "x",
        ".",
        "..",
        "cm",
        "cmix",
        "cmix.core",
        "foo.bar",
        "adl.data.0.id",
    ] {
        refuses(&mut api, name, 201, 201);
    }
    for name in [
        "cmi.x",
        "cmi.",
        "cmi..core",
        "cmi.Core",
        "cmi.core_",
        "cmi.x.y.z",
    ] {
        refuses(&mut api, name, 401, 401);
    }
    for name in [
        "cmi.core.x",
        "cmi.core.x.y",
        "cmi.core.score.x",
        "cmi.core.Student_id",
    ] {
        refuses(&mut api, name, 201, 201);
    }
}

#[test]
fn outside_of_a_session_every_name_is_301() {
    let mut finished = with_records();
    assert_eq!(finished.terminate("").error, 0);
    for mut api in [fresh(V12), finished] {
        for (element, ..) in ELEMENTS {
            refuses(&mut api, element, 301, 301);
        }
        for name in ["", "foo.bar", "cmi.core", "cmi.core._children"] {
            refuses(&mut api, name, 301, 301);
        }
    }
}
