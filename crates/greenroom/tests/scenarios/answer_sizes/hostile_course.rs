//! A course that has too much of everything.

use std::fmt::Write as _;
use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{MORE, Sizes, USUAL, arguments, client, open, play, texts, tools};

const ITEMS: usize = 150;

/// Hundreds of activities with long names, thousands of faults, and a page that shouts.
fn course() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let long = "A title that goes on and on ".repeat(12);
    let mut items = String::new();
    let mut resources = String::new();
    for n in 0..ITEMS {
        write!(
            items,
            "<item identifier=\"i{n}\" identifierref=\"r{n}\" bogus=\"{n}\"><title>{n} {long}</title>\
             <imsss:sequencing IDRef=\"none{n}\"/></item>"
        )
        .unwrap();
        write!(
            resources,
            "<resource identifier=\"r{n}\" type=\"webcontent\" adlcp:scormType=\"sco\" href=\"index.html?n={n}\">\
             <file href=\"index.html\"/><file href=\"missing{n}.html\"/></resource>"
        )
        .unwrap();
    }
    let manifest = format!(
        "<?xml version=\"1.0\"?><manifest identifier=\"hostile\" version=\"1\" \
         xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\" \
         xmlns:adlcp=\"http://www.adlnet.org/xsd/adlcp_v1p3\" \
         xmlns:imsss=\"http://www.imsglobal.org/xsd/imsss\">\
         <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>\
         <organizations default=\"org\"><organization identifier=\"org\"><title>{long}</title>{items}\
         <imsss:sequencing><imsss:controlMode choice=\"true\" flow=\"true\"/></imsss:sequencing>\
         </organization></organizations><resources>{resources}</resources></manifest>"
    );
    fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
    fs::write(folder.path().join("index.html"), PAGE).unwrap();
    for n in 0..25 {
        let calls =
            "API_1484_11.SetValue('cmi.nonsense', 'x'); top.document.title = 'x';\n".repeat(8);
        let page =
            format!("<html><body><img src='gone{n}.png'><script>\n{calls}</script></body></html>");
        fs::write(folder.path().join(format!("page{n}.html")), page).unwrap();
    }
    folder
}

const PAGE: &str = "<!doctype html><html><head><title>Hostile</title></head><body>
<script>
  var api = (function find(w) { return w.API_1484_11 || (w.parent !== w ? find(w.parent) : null); })(window);
  api.Initialize('');
  var long = 'y'.repeat(3000);
  api.SetValue('cmi.suspend_data', 'z'.repeat(60000));
  for (var i = 0; i < 40; i++) {
    api.SetValue('cmi.interactions.' + i + '.id', 'urn:' + i + long);
    api.SetValue('cmi.interactions.' + i + '.learner_response', long);
    api.GetValue('cmi.nonsense.' + i + long);
    console.error('complaint ' + i + ' ' + long);
    var part = document.createElement('section');
    part.id = 'slide-' + i; part.setAttribute('data-slide-id', 's' + i);
    part.innerHTML = '<h2>Part ' + i + ' ' + 'word '.repeat(60) + '</h2><button onclick=\"api.SetValue(&quot;cmi.location&quot;, long)\">Part '
      + i + ' ' + 'w'.repeat(400) + '</button><input name=\"' + 'n'.repeat(500) + i + '\"><img src=\"gone' + i + '.png?' + 'q'.repeat(900) + '\">';
    document.body.appendChild(part);
  }
  api.Commit('');
</script></body></html>";

#[test]
fn answers_about_thousands_of_findings_stay_small() {
    let course = course();
    let mut client = client();
    let mut sizes = Sizes::default();
    let mut called = 0;
    for (tool, required) in tools(&mut client) {
        let is_static = tool.starts_with("scorm_lint_")
            || tool.starts_with("scorm_validate_")
            || tool == "scorm_report"
            || tool.starts_with("scorm_session_")
            || tool.starts_with("system_");
        let Some(arguments) = arguments(&required, None, course.path()).filter(|_| is_static)
        else {
            continue;
        };
        sizes.call(&mut client, &tool, &arguments, "hostile");
        called += 1;
    }
    assert!(called >= 10, "{called} tools were called");
    sizes.check(USUAL);

    // What is left out is counted, kept and worst first.
    let package = json!({"workspace_path": course.path()});
    let answer = client.call("scorm_validate_workspace", package).unwrap();
    let cut = &answer["diagnostics"]["cut"];
    let whole = fs::read_to_string(cut["whole_answer"].as_str().unwrap()).unwrap();
    let whole: Value = serde_json::from_str(&whole).unwrap();
    let parts = cut["parts"].as_array().unwrap();
    assert!(
        parts[0]["of"].as_u64() > parts[0]["shown"].as_u64(),
        "{cut:#}"
    );
    assert_eq!(
        whole["compliance_score"],
        answer["data"]["compliance_score"]
    );
    let costs = answer["data"]["score_breakdown"].as_array().unwrap();
    assert!(
        costs[0]["count"].as_u64() > Some(100) && costs[0]["places"][0].is_string(),
        "{costs:#?}"
    );
    let findings = &answer["data"]["validation_results"]["manifest"]["findings"];
    let findings = findings.as_array().unwrap();
    assert!(!findings.is_empty(), "{answer:#}");
    assert_eq!(
        findings[0]["severity"],
        whole["validation_results"]["manifest"]["findings"][0]["severity"]
    );
}

#[test]
fn browser_answers_about_a_hostile_course_stay_small() {
    let course = course();
    let mut client = client();
    let mut sizes = Sizes::default();
    let session = open(&mut client, &mut sizes, course.path()).unwrap();
    let called = play(&mut client, &mut sizes, course.path(), &session, &[]);
    assert!(called >= 70, "{called} tools were called");
    sizes.check(USUAL);
}

#[test]
fn browser_answers_that_were_asked_to_be_longer_have_a_bound_too() {
    let course = course();
    let mut client = client();
    let session = open(&mut client, &mut Sizes::default(), course.path()).unwrap();
    let mut sizes = Sizes::default();
    for (tool, more) in [
        ("scorm_get_data_model_history", json!({"limit": 5000})),
        ("scorm_session_events", json!({"max_events": 1000})),
        ("scorm_get_console_errors", json!({"limit": 1000})),
        (
            "scorm_get_network_requests",
            json!({"options": {"max_count": 1000}}),
        ),
        ("scorm_data_model_get", json!({"include_metadata": true})),
        (
            "scorm_dom_find_interactive_elements",
            json!({"include_hidden": true}),
        ),
    ] {
        let mut arguments = more;
        arguments["session_id"] = json!(session);
        sizes.call(&mut client, tool, &arguments, "hostile");
    }
    sizes.call(
        &mut client,
        "system_get_logs",
        &json!({"tail": 5000}),
        "hostile",
    );
    sizes.check(MORE);

    // Values that were named come whole, and pages follow each other without a gap.
    let named = json!({"session_id": session, "elements": ["cmi.suspend_data"]});
    let data = client.data("scorm_data_model_get", named);
    assert_eq!(
        data["data"]["cmi.suspend_data"].as_str().unwrap().len(),
        60_000
    );
    let mut seen = Vec::new();
    loop {
        let page = json!({"session_id": session, "offset": seen.len(), "element_prefix": "cmi.interactions.1"});
        let page = client.data("scorm_get_data_model_history", page);
        let changes = page["changes"].as_array().unwrap();
        seen.extend(changes.iter().map(|change| change["id"].as_u64().unwrap()));
        if page["has_more"] == false {
            assert_eq!(seen.len() as u64, page["matched"].as_u64().unwrap());
            break;
        }
    }
    assert!(seen.is_sorted() && seen.len() > 10, "{seen:?}");
    let whole =
        json!({"session_id": session, "expression": "'x'.repeat(300000)", "max_value_length": 0});
    let call = json!({"name": "scorm_dom_evaluate", "arguments": whole});
    let answer = client.request("tools/call", call);
    assert!(texts(&answer["result"]).map(str::len).sum::<usize>() > 300_000);
}
