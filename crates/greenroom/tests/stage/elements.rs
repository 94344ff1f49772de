//! What can be acted on in real courses by others: every selector works, every page is told.

use std::path::Path;

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
/// Acts on one course; a page of hundreds of links is not walked to its end.
const MOST_ACTS: usize = 80;
/// Clicks on one course: after each the page may be another, and is opened anew.
const MOST_CLICKS: usize = 6;

/// What became of the elements of a course.
#[derive(Default)]
struct Used {
    focused: usize,
    clicked: usize,
    /// Covered, moving or refused by the course; there, though.
    kept_away: Vec<String>,
    beyond_the_limit: usize,
}

/// Why the course did not allow an act.
#[derive(Debug, PartialEq, Eq)]
struct Refused(String);

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
        let mut course = Opened::open(&mut client, &package);
        let elements = course.elements();
        for entry in &elements {
            course.check_selector(entry);
        }
        let context = course.tool("scorm_get_current_page_context", json!({}));
        let numbers = (&context["slide_number"], &context["total_slides"]);
        if let (Some(number), Some(total)) = (numbers.0.as_u64(), numbers.1.as_u64()) {
            assert!(number >= 1 && number <= total, "{} {context}", course.name);
        }
        assert!(context.to_string().len() <= 8192, "{}", course.name);
        let used = course.use_all(&elements);
        println!(
            "{}: {} {}, slide {} of {}, {}; {} elements: {} focused, {} clicked, {} kept away {:?}, {} beyond the limit",
            course.name,
            context["page_type"],
            context["section_title"],
            numbers.0,
            numbers.1,
            context["navigation_available"],
            elements.len(),
            used.focused,
            used.clicked,
            used.kept_away.len(),
            used.kept_away,
            used.beyond_the_limit,
        );
        course.tool("scorm_close_course", json!({}));
    }
}

/// A course that is open.
struct Opened<'a> {
    client: &'a mut McpClient,
    package: &'a Path,
    name: String,
    session: String,
}

impl<'a> Opened<'a> {
    fn open(client: &'a mut McpClient, package: &'a Path) -> Self {
        let name = package.file_name().unwrap().to_string_lossy().into_owned();
        let session = Self::session(client, package);
        Self {
            client,
            package,
            name,
            session,
        }
    }

    fn session(client: &mut McpClient, package: &Path) -> String {
        let fresh = json!({"package_path": package, "new_attempt": true});
        let opened = client.data("scorm_open_course", fresh);
        opened["session_id"].as_str().unwrap().to_owned()
    }

    /// The first page again.
    fn reopen(&mut self) {
        self.tool("scorm_close_course", json!({}));
        self.session = Self::session(self.client, self.package);
    }

    fn tool(&mut self, name: &str, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session);
        self.client.data(name, arguments)
    }

    fn elements(&mut self) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let page = json!({"offset": all.len()});
            let found = self.tool("scorm_dom_find_interactive_elements", page);
            assert!(found.to_string().len() <= 8192);
            for list in LISTS {
                all.extend(found[list].as_array().unwrap().iter().cloned());
            }
            if found["omitted"] == 0 {
                return all;
            }
        }
    }

    fn check_selector(&mut self, entry: &Value) {
        let query = json!({"selector": entry["selector"], "query_type": "visibility"});
        let seen = self.tool("scorm_dom_query", query);
        assert_eq!(seen["match_count"], 1, "{} {entry}", self.name);
        assert_eq!(seen["frame"], entry["frame"], "{} {entry}", self.name);
    }

    /// Gives each element the focus; what takes none is clicked.
    fn use_all(&mut self, elements: &[Value]) -> Used {
        let mut used = Used::default();
        let (off, on): (Vec<_>, Vec<_>) =
            elements.iter().partition(|entry| entry["disabled"] == true);
        for entry in off {
            let selector = &entry["selector"];
            let click = json!({"selector": selector, "options": {"wait_timeout_ms": 100}});
            let Refused(reason) = self.act("scorm_dom_click", &click).unwrap_err();
            used.kept_away.push(format!("{selector} {reason}"));
        }
        let mut selectors: Vec<&str> = Vec::new();
        for entry in on {
            let answers = entry["answers"].as_array().into_iter().flatten();
            for selector in answers.chain([entry]).map(|one| &one["selector"]) {
                let selector = selector.as_str().unwrap();
                if !selectors.contains(&selector) {
                    selectors.push(selector);
                }
            }
        }
        used.beyond_the_limit = selectors.len().saturating_sub(MOST_ACTS);
        selectors.truncate(MOST_ACTS);
        let mut without_focus = Vec::new();
        for selector in selectors {
            let focus = json!({"text": "", "options": {"selector": selector}});
            match self.act("scorm_keyboard_type", &focus) {
                Ok(()) => used.focused += 1,
                Err(Refused(reason)) if reason == "not_fillable" => without_focus.push(selector),
                Err(Refused(reason)) => used.kept_away.push(format!("{selector} {reason}")),
            }
        }
        used.beyond_the_limit += without_focus.len().saturating_sub(MOST_CLICKS);
        for selector in without_focus.into_iter().take(MOST_CLICKS) {
            let click =
                json!({"selector": selector, "options": {"via": "dom", "wait_timeout_ms": 1000}});
            match self.act("scorm_dom_click", &click) {
                Ok(()) => used.clicked += 1,
                Err(Refused(reason)) => used.kept_away.push(format!("{selector} {reason}")),
            }
            self.reopen();
        }
        used
    }

    /// One act; the reason if the course keeps the element away. That it is not there is a fault,
    /// unless the course went on by itself: then it must be there on the first page again.
    fn act(&mut self, tool: &str, arguments: &Value) -> Result<(), Refused> {
        let mut done = self.try_act(tool, arguments.clone());
        if done.as_ref().is_err_and(|refused| refused.0 == "not_found") {
            self.reopen();
            done = self.try_act(tool, arguments.clone());
        }
        assert_ne!(
            done,
            Err(Refused("not_found".to_owned())),
            "{} {arguments}",
            self.name
        );
        done
    }

    fn try_act(&mut self, tool: &str, mut arguments: Value) -> Result<(), Refused> {
        arguments["session_id"] = json!(self.session);
        match self.client.call(tool, arguments) {
            Ok(_) => Ok(()),
            Err(error) => match error["data"]["details"]["reason"].as_str() {
                Some(reason) => Err(Refused(reason.to_owned())),
                None => panic!("{} {error}", self.name),
            },
        }
    }
}
