//! Default answers stay small, also on a page with much on it.

use serde_json::{Value, json};

use super::Course;

/// About 2,000 tokens.
const MOST: usize = 8192;

fn check(name: &str, data: &Value) {
    let size = data.to_string().len();
    assert!(size <= MOST, "{name} answers with {size} bytes");
}

#[test]
fn browser_answers_about_a_crowded_page_stay_small() {
    let mut course = Course::open("plain");
    // Two hundred of everything, noise on the console, and many requests.
    course.evaluate(
        "for (let i = 0; i < 200; i++) {
            document.body.insertAdjacentHTML('beforeend', `<section><h2>Part ${i}</h2><p>${'word '.repeat(40)}</p>
              <button style='width: 9px; height: 9px; color: #aaa'>Button ${i}</button><input id='f${i}'><img src='gone${i}.png'></section>`);
            console.error('complaint ' + i + ' ' + 'x'.repeat(300));
            api.SetValue('cmi.comments_from_learner.' + i + '.comment', 'y'.repeat(300));
        }",
    );
    let calls = [
        ("scorm_dom_find_interactive_elements", json!({})),
        ("scorm_get_page_state", json!({})),
        ("scorm_get_current_page_context", json!({})),
        ("scorm_get_slide_map", json!({})),
        ("scorm_get_console_errors", json!({})),
        ("scorm_get_network_requests", json!({})),
        ("scorm_dom_query", json!({"selector": "body"})),
        ("scorm_dom_click", json!({"selector": "#save"})),
        ("scorm_dom_hover", json!({"selector": "#save"})),
        ("scorm_dom_scroll", json!({"y": 300})),
        (
            "scorm_dom_fill",
            json!({"selector": "#name", "value": "z".repeat(3000)}),
        ),
        (
            "scorm_keyboard_type",
            json!({"text": "word", "options": {"selector": "#name"}}),
        ),
        (
            "scorm_assessment_interaction_trace",
            json!({"actions": [{"type": "click", "selector": "#save"}]}),
        ),
    ];
    for (name, arguments) in calls {
        let data = course.tool(name, arguments);
        check(name, &data);
    }
    let audit = course.picture("scorm_audit_accessibility", json!({"keyboard": false}));
    check("scorm_audit_accessibility", &audit);
    let layout = json!({"capture_options": {"analyze_layout": true}});
    let picture = course.picture("scorm_capture_screenshot", layout);
    check("scorm_capture_screenshot", &picture);
    let omitted = &picture["layout_analysis"]["summary"]["omitted"];
    assert!(
        omitted.as_u64().unwrap() > 100,
        "what is left out is counted"
    );
}

#[test]
fn browser_answers_of_a_template_stay_small() {
    let mut course = Course::open("automation");
    for name in [
        "scorm_automation_check_availability",
        "scorm_automation_list_interactions",
        "scorm_automation_get_course_structure",
        "scorm_automation_get_layout_flow",
        "scorm_automation_get_layout_tree",
        "scorm_automation_validate_page_layout",
        "scorm_automation_get_audio_state",
        "scorm_automation_get_trace",
        "scorm_engagement_get_state",
        "scorm_engagement_get_progress",
    ] {
        let data = course.tool(name, json!({}));
        check(name, &data);
    }
}
