//! What can be acted on in real courses by others: every selector works, every page is told.

use greenroom_testkit::{McpClient, test_data};
use serde_json::{Value, json};

use crate::client;

const LISTS: [&str; 6] = [
    "forms",
    "buttons",
    "inputs",
    "assessments",
    "navigation",
    "interactive_elements",
];
/// Elements of one course that the pointer is moved to.
const POINTED_AT: usize = 6;

#[test]
fn browser_every_selector_in_real_packages_works() {
    let Some(folder) = test_data("packages") else {
        return;
    };
    let mut packages: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "zip"))
        .filter(|path| path.file_name().is_some_and(|name| name != "bad"))
        .collect();
    packages.sort();
    let mut client = client();
    for package in packages {
        let name = package.file_name().unwrap().to_string_lossy().into_owned();
        let opened = client.data("scorm_open_course", json!({"package_path": package}));
        let session = opened["session_id"].as_str().unwrap().to_owned();
        let elements = all_elements(&mut client, &session);
        for entry in &elements {
            check_selector(&mut client, &session, &name, entry);
        }
        let usable = |entry: &&Value| entry["visible"] == true && entry["disabled"] == false;
        for entry in elements.iter().filter(usable).take(POINTED_AT) {
            let over = json!({"session_id": session, "selector": entry["selector"]});
            // A course may cover what it does not want to be used; it must be there, though.
            if let Err(error) = client.call("scorm_dom_hover", over) {
                let reason = &error["data"]["details"]["reason"];
                assert_ne!(reason, "not_found", "{name} {entry}");
            }
        }
        let here = json!({"session_id": session});
        let context = client.data("scorm_get_current_page_context", here.clone());
        let numbers = (&context["slide_number"], &context["total_slides"]);
        if let (Some(number), Some(total)) = (numbers.0.as_u64(), numbers.1.as_u64()) {
            assert!(number >= 1 && number <= total, "{name} {context}");
        }
        assert!(context.to_string().len() <= 8192, "{name}");
        println!(
            "{name}: {} elements, {} {:?}, slide {} of {}, {}",
            elements.len(),
            context["page_type"],
            context["section_title"],
            numbers.0,
            numbers.1,
            context["navigation_available"]
        );
        client.data("scorm_close_course", here);
    }
}

fn all_elements(client: &mut McpClient, session: &str) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let page = json!({"session_id": session, "offset": all.len()});
        let found = client.data("scorm_dom_find_interactive_elements", page);
        assert!(found.to_string().len() <= 8192);
        for list in LISTS {
            all.extend(found[list].as_array().unwrap().iter().cloned());
        }
        if found["omitted"] == 0 {
            return all;
        }
    }
}

fn check_selector(client: &mut McpClient, session: &str, name: &str, entry: &Value) {
    let query = json!({
        "session_id": session, "selector": entry["selector"], "query_type": "visibility",
    });
    let seen = client.data("scorm_dom_query", query);
    assert_eq!(seen["match_count"], 1, "{name} {entry}");
    assert_eq!(seen["frame"], entry["frame"], "{name} {entry}");
}
