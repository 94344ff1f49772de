//! The data model at launch: prior data of the attempt, then what the LMS sets anew.

use crate::elements::Lifetime;
use crate::lms_data::{LmsData, ObjectiveSeed, Preferences};
use crate::model::{Address, BucketAccess, Model, Slot};
use crate::snapshot::put_all;
use crate::version::Version;
use crate::vocabulary::{Credit, Mode};

/// The model that a SCO finds.
pub(crate) fn model(version: Version, launch: &LmsData) -> Model {
    let mut model = Model::new(version);
    if version.is_scorm12() {
        put_preferences(&mut model, &launch.preferences, PREFERENCES_12);
    } else {
        put_preferences(&mut model, &launch.preferences, PREFERENCES_2004);
    }
    if let Some(prior) = &launch.prior {
        put_all(&mut model, prior, |field| {
            field.lifetime == Lifetime::Attempt
        });
    }
    if version.is_scorm12() {
        put_scorm12(&mut model, launch);
    } else {
        put_scorm2004(&mut model, launch);
    }
    model
}

/// audio, language, speed, captioning.
const PREFERENCES_2004: [&str; 4] = [
    "cmi.learner_preference.audio_level",
    "cmi.learner_preference.language",
    "cmi.learner_preference.delivery_speed",
    "cmi.learner_preference.audio_captioning",
];
const PREFERENCES_12: [&str; 4] = [
    "cmi.student_preference.audio",
    "cmi.student_preference.language",
    "cmi.student_preference.speed",
    "cmi.student_preference.text",
];

fn put_preferences(model: &mut Model, preferences: &Preferences, names: [&str; 4]) {
    let values = [
        &preferences.audio,
        &preferences.language,
        &preferences.speed,
        &preferences.captioning,
    ];
    for (name, value) in names.into_iter().zip(values) {
        if value.is_some() {
            model.put_scalar(name, value.clone());
        }
    }
}

fn put_scorm2004(model: &mut Model, launch: &LmsData) {
    let text = |text: &str| Some(text.to_owned());
    for (name, value) in [
        ("cmi.learner_id", text(&launch.learner_id)),
        ("cmi.learner_name", text(&launch.learner_name)),
        ("cmi.credit", text(credit(launch).as_str())),
        ("cmi.mode", text(launch.mode.as_str())),
        ("cmi.entry", text(launch.entry.as_str())),
        ("cmi.launch_data", launch.launch_data.clone()),
        ("cmi.max_time_allowed", launch.max_time_allowed.clone()),
        ("cmi.time_limit_action", launch.time_limit_action.clone()),
        (
            "cmi.scaled_passing_score",
            launch.scaled_passing_score.clone(),
        ),
        (
            "cmi.completion_threshold",
            launch.completion_threshold.clone(),
        ),
    ] {
        model.put_scalar(name, value);
    }
    put_objectives(model, &launch.objectives);
    let comments = model.spec().collection("cmi.comments_from_lms");
    for (index, comment) in launch.comments_from_lms.iter().enumerate() {
        let record = Address::default().into_record(comments, index as u32);
        put(model, record, "comment", Some(comment.comment.clone()));
        put(model, record, "location", comment.location.clone());
        put(model, record, "timestamp", comment.timestamp.clone());
    }
    let data = model.spec().collection("adl.data");
    for (index, bucket) in launch.shared_data.iter().enumerate() {
        let address = Address::default().into_record(data, index as u32);
        put(model, address, "id", Some(bucket.id.clone()));
        put(model, address, "store", bucket.store.clone());
        if let Some(record) = model.record_mut(&address) {
            record.bucket = BucketAccess {
                read: bucket.read,
                write: bucket.write,
            };
        }
    }
}

fn put_scorm12(model: &mut Model, launch: &LmsData) {
    let text = |text: &str| Some(text.to_owned());
    let comments: Vec<&str> = launch
        .comments_from_lms
        .iter()
        .map(|comment| comment.comment.as_str())
        .collect();
    for (name, value) in [
        ("cmi.core.student_id", text(&launch.learner_id)),
        ("cmi.core.student_name", text(&launch.learner_name)),
        ("cmi.core.credit", text(credit(launch).as_str())),
        ("cmi.core.lesson_mode", text(launch.mode.as_str())),
        ("cmi.core.entry", text(launch.entry.as_str())),
        ("cmi.launch_data", launch.launch_data.clone()),
        (
            "cmi.student_data.max_time_allowed",
            launch.max_time_allowed.clone(),
        ),
        (
            "cmi.student_data.time_limit_action",
            launch.time_limit_action.clone(),
        ),
        (
            "cmi.student_data.mastery_score",
            launch.mastery_score.clone(),
        ),
        (
            "cmi.comments_from_lms",
            (!comments.is_empty()).then(|| comments.join("\n")),
        ),
    ] {
        model.put_scalar(name, value);
    }
}

/// Only the normal mode can be taken for credit.
fn credit(launch: &LmsData) -> Credit {
    if launch.mode == Mode::Normal {
        launch.credit
    } else {
        Credit::NoCredit
    }
}

/// One record per objective of the activity. A record of the resumed attempt with the same id
/// keeps its place and takes over what the maps give now.
fn put_objectives(model: &mut Model, objectives: &[ObjectiveSeed]) {
    let place = model.spec().collection("cmi.objectives");
    for seed in objectives {
        let data = &model.root.collections[place];
        let index = match data.unique.get(&seed.id) {
            Some(&index) => index,
            None => data.records.len() as u32,
        };
        let record = Address::default().into_record(place, index);
        put(model, record, "id", Some(seed.id.clone()));
        model.root.collections[place]
            .unique
            .insert(seed.id.clone(), index);
        let number = |number: Option<f64>| number.map(|number| number.to_string());
        for (name, value) in [
            (
                "success_status",
                seed.success_status.map(|status| status.as_str().to_owned()),
            ),
            (
                "completion_status",
                seed.completion_status
                    .map(|status| status.as_str().to_owned()),
            ),
            ("score.scaled", number(seed.score.scaled)),
            ("score.raw", number(seed.score.raw)),
            ("score.min", number(seed.score.min)),
            ("score.max", number(seed.score.max)),
            ("progress_measure", number(seed.progress_measure)),
        ] {
            put(model, record, name, value);
        }
    }
}

/// Sets a field of a record, which it makes if it is the next one. Nothing to set changes nothing,
/// and a value that stands already keeps its author.
fn put(model: &mut Model, record: Address, name: &str, value: Option<String>) {
    let Some((collection, ..)) = model.collection_of(&record) else {
        return;
    };
    let slot = collection.record.slot(name);
    if value.is_none() {
        return;
    }
    if let Some(slot) = model
        .record_mut(&record)
        .and_then(|data| data.slots.get_mut(slot))
        && slot.text != value
    {
        *slot = Slot {
            text: value,
            by_sco: false,
        };
    }
}
