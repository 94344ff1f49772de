//! Every parameter that can name a path carries the mark by which callers over HTTP are bounded.

use std::collections::BTreeSet;

use greenroom_tools::TOOLS;
use serde_json::Value;

/// Texts of parameters that name no file and no folder. Whoever adds a parameter decides: it is marked
/// with `x-path` (then callers over HTTP are bounded by it), or it stands here.
const NO_PATHS: &[&str] = &[
    "activity",
    "args",
    "attribute",
    "attribute_value",
    "change_session_id",
    "code",
    "component",
    "content",
    "context",
    "context_id",
    "data_elements",
    "decision_context",
    "defaultText",
    "defaultValue",
    "default_action",
    "description",
    "dialog_id",
    "element",
    "element_prefix",
    "element_types",
    "elements",
    "expression",
    "filter_methods",
    "frame",
    "from",
    "group",
    "id",
    "label",
    "language",
    "lms",
    "lms_profile",
    "lms_profiles",
    "method",
    "name",
    "namespace",
    "noLabel",
    "patterns",
    "placeholder",
    "plan",
    "press",
    "project",
    "question",
    "selector",
    "sessionId",
    "session_id",
    "session_label",
    "slideId",
    "slide_identifier",
    "tab_id",
    "tags",
    "targetId",
    "testid",
    "text",
    "title",
    "to",
    "type",
    "types",
    "visual_output",
    "wait_for_selector",
    "warning",
    "ways",
    "yesLabel",
    "ui_get_state.path",
    "ui_open_browser.path",
    "multi_choice.options.value",
    "planner.options.value",
    "single_choice.options.value",
];

/// Parameters of any form, by tool and name, and why no path in them leads out.
const FREE: &[(&str, &str)] = &[
    ("scorm_echo.", "is given back"),
    (
        "scorm_compare_data_model_snapshots.after",
        "values of a data model",
    ),
    (
        "scorm_compare_data_model_snapshots.before",
        "values of a data model",
    ),
    (
        "scorm_validate_data_model_state.expected",
        "values of a data model",
    ),
    ("scorm_automation_set_response.response", "goes to the page"),
    ("planner.options", "texts of choices"),
    (
        "scorm_create_course.outline",
        "texts of a course; nothing is read from the disk",
    ),
    (
        "scorm_explore_course.launch",
        "its saved_state is judged by launch_param",
    ),
    (
        "scorm_interactive_develop.launch",
        "its saved_state is judged by launch_param",
    ),
    ("scorm_explore_course.viewport", "numbers"),
    ("scorm_report.settings", "names of rules and LMSs, numbers"),
    (
        "scorm_validate_compliance.settings",
        "names of rules and LMSs, numbers",
    ),
    (
        "scorm_validate_workspace.settings",
        "names of rules and LMSs, numbers",
    ),
    (
        "scorm_rehearse.rehearsal",
        "what it names is judged where rehearsals are read",
    ),
    (
        "scorm_test_navigation_flow.navigation_sequence",
        "words and identifiers",
    ),
    (
        "scorm_trace_sequencing.navigation_sequence",
        "words and identifiers",
    ),
    (
        "scorm_test_api_integration.test_scenario.steps",
        "files for a file field are judged by fill_value",
    ),
    (
        "scorm_assessment_interaction_trace.actions.value",
        "files for a file field are judged by fill_value",
    ),
    (
        "scorm_dom_fill_form_batch.fields.value",
        "files for a file field are judged by fill_value",
    ),
    (
        "scorm_dom_fill.value",
        "files for a file field are judged by fill_value",
    ),
];

#[test]
fn every_parameter_that_can_name_a_path_is_marked() {
    let mut unknown = BTreeSet::new();
    for tool in TOOLS {
        let schema = Value::Object(tool.input_schema());
        for_each_text(&schema, &mut Vec::new(), &mut |place, schema| {
            let (name, path) = (place.last().cloned().unwrap_or_default(), place.join("."));
            let mark = schema.get("x-path").and_then(Value::as_str);
            let full = format!("{}.{path}", tool.name());
            assert!(matches!(mark, None | Some("read" | "write")), "{full}");
            let is_no_path = NO_PATHS.contains(&name.as_str()) || NO_PATHS.contains(&full.as_str());
            let is_free = FREE.iter().any(|(free, _)| *free == full);
            assert!(mark.is_none() || !is_no_path, "{full} is both");
            if mark.is_none() && !is_no_path && !is_free {
                unknown.insert(full);
            }
        });
    }
    assert!(
        unknown.is_empty(),
        "mark these with x-path or say that they name none: {unknown:#?}"
    );
}

/// Every place of a schema where any text can stand, and every one of any form.
fn for_each_text(
    schema: &Value,
    place: &mut Vec<String>,
    found: &mut dyn FnMut(&[String], &Value),
) {
    for variants in ["anyOf", "oneOf"]
        .iter()
        .filter_map(|key| schema[key].as_array())
    {
        for variant in variants {
            for_each_text(variant, place, found);
        }
    }
    let is_enum = schema.get("enum").is_some() || schema.get("const").is_some();
    let variants = schema.get("anyOf").is_some() || schema.get("oneOf").is_some();
    match schema["type"].as_str() {
        Some("string") if !is_enum => found(place, schema),
        Some("object") => {
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                place.push(name.clone());
                for_each_text(property, place, found);
                place.pop();
            }
            let more = &schema["additionalProperties"];
            if more.is_object() {
                place.push("*".to_owned());
                for_each_text(more, place, found);
                place.pop();
            } else if more != &Value::Bool(false) {
                found(place, schema);
            }
        }
        Some("array") => for_each_text(&schema["items"], place, found),
        None if !is_enum && !variants => found(place, schema),
        _ => {}
    }
}
