//! What a course says and loads, what is wrong with it, and how one goes through it: in the browser of
//! a person, where no tool listens.

use std::path::Path;

use serde_json::{Value, json};

use crate::browser_courses::{MANIFEST, shows};
use crate::person::{KEEP_DOWNLOADS, Person};
use crate::playing::{Playing, bundled};

/// Makes three kinds of errors, says something on every level, and asks for a file that is not there.
const PAGE: &str = r"<!DOCTYPE html><html lang='en'><head><title>Faulty</title></head><body><h1>Faulty</h1>
<img src='gone.png' alt=''>
<button id='again'>Again</button><a id='next' href='next.html'>Next</a>
<script>
  const api = parent.API_1484_11 || parent.API;
  const set = (name, value) => api.SetValue ? api.SetValue(name, value) : api.LMSSetValue(name, value);
  (api.Initialize || api.LMSInitialize)('');
  set('cmi.nonsense', '1');
  document.getElementById('again').onclick = () => set('cmi.nonsense', '2');
  Promise.reject(new Error('nobody waits'));
  console.log('steeped for %d minutes', 3, { leaf: 'green' });
  console.warn('nearly bitter');
  console.error(new Error('spilled'));
  console.debug('temperature known');
  addEventListener('load', () => setTimeout(() => { undefinedFunction(); }, 300));
</script></body></html>";

fn faulty(folder: &Path) {
    std::fs::write(folder.join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(folder.join("index.html"), PAGE).unwrap();
    std::fs::write(folder.join("next.html"), NEXT).unwrap();
}

const BADGE: &str = "Number(document.querySelector('#tab-problems .badge')?.textContent ?? 0)";

#[test]
fn errors_requests_and_findings_are_in_the_timeline_of_a_person() {
    let folder = tempfile::tempdir().unwrap();
    faulty(folder.path());
    let playing = Playing::start(folder.path());
    let person = Person::visiting(playing.address(), &[KEEP_DOWNLOADS]);
    person.until(&shows(".row", "nonsense"));
    for (kind, text) in [
        ("console", "undefinedFunction is not defined"),
        ("console", "nobody waits"),
        ("console", "steeped for 3 minutes {leaf: \"green\"}"),
        ("console", "nearly bitter"),
        ("console", "Error: spilled"),
        ("console", "temperature known"),
        ("network", "gone.png status 404"),
        ("network", "index.html"),
        ("finding", "Finding"),
    ] {
        person.run::<bool>(
            "(text) => { const field = document.querySelector('.inspector [data-search]'); field.value = text;
                field.dispatchEvent(new Event('input', {bubbles: true})); return true }",
            &[json!(format!("kind:{kind}"))],
        );
        person.until(&shows(".row", text));
    }
    // What happens once stands once, and leads to its line.
    person.clicks("#next");
    for text in [
        "second page",
        "in a frame",
        "undefinedFunction",
        "nobody waits",
        "nearly bitter",
        "spilled",
    ] {
        person.run::<bool>(
            "(text) => { const field = document.querySelector('.inspector [data-search]'); field.value = text;
                field.dispatchEvent(new Event('input', {bubbles: true})); return true }",
            &[json!(format!("kind:console {text}"))],
        );
        person.until(&shows(".row", text));
        person.until("document.querySelectorAll('.row').length === 1");
    }
    person.until(&shows(".row", "index.html:"));
    person.run::<bool>(
        "() => { const field = document.querySelector('.inspector [data-search]'); field.value = 'undefinedfunction';
            field.dispatchEvent(new Event('input', {bubbles: true})); return true }",
        &[],
    );
    person.until(&shows(".row", "index.html:"));
    person.run::<bool>(
        "() => { [...document.querySelectorAll('.row')].find((row) => row.textContent.includes('index.html:')).click(); return true }",
        &[],
    );
    person.until(&shows(".from .here", "undefinedFunction();"));
    // Chips count what they stand for.
    person.until(&shows(".chips .chip", "Findings"));
    person.until(&shows(".chips .chip", "Network"));
}

#[test]
fn problems_are_acknowledged_and_come_back_when_they_happen_again() {
    let folder = tempfile::tempdir().unwrap();
    faulty(folder.path());
    let playing = Playing::start(folder.path());
    let person = Person::visiting(playing.address(), &[KEEP_DOWNLOADS]);
    person.until(&shows(".row", "nonsense"));
    // All have come: the check is the last.
    person.until(&shows(".chips .chip", "Findings"));
    person.until(&format!("{BADGE} >= 3"));
    person.clicks("#tab-problems");
    person.until(&shows(".problem-line", "SetValue cmi.nonsense"));
    person.until(&shows(".problem-line", "401"));
    person.until(&shows(".problem-line", "index.html:"));
    // All of them, as JSON.
    person.clicks("[aria-label='Save this view as JSON']");
    let saved = person.until("window.exported");
    let saved: Value = serde_json::from_str(saved.as_str().unwrap()).unwrap();
    let codes: Vec<&str> = saved
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert!(codes.contains(&"401"), "{saved}");
    // One, then all.
    let before = person.until(BADGE).as_u64().unwrap();
    person.clicks(".problem-line:first-child > button");
    person.until(&format!("{BADGE} < {before}"));
    person.clicks(".problems .bar:nth-child(2) button:first-child");
    person.until(&format!("{BADGE} === 0"));
    person.until(&shows(".problems .empty", "No problem is left"));
    // What happens again is open again, and `n` leads to it.
    person.clicks("#again");
    person.until(&format!("{BADGE} === 1"));
    person.clicks("#tab-problems");
    person.press(&["n"]);
    person.until(&shows(".detail pre", "SetValue(\"cmi.nonsense\", \"2\")"));
    person.clicks("#tab-problems");
    person.clicks(".problems .bar:nth-child(2) button:first-child");
    person.until(&format!("{BADGE} === 0"));
    // It stays so when the page is loaded again.
    person.reload();
    person.clicks("#tab-timeline");
    person.until(&shows(".row", "nonsense"));
    person.until(&format!("{BADGE} === 0"));
}

#[test]
fn the_tree_shows_tracking_objectives_and_is_walked_with_keys() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[KEEP_DOWNLOADS]);
    person.until(&shows(".row", "location one-plant"));
    person.clicks("#tab-tree");
    person.until(&shows(".face[aria-current]", "From leaf to cup"));
    person.until("document.querySelectorAll('[role=treeitem]').length === 4");
    person.until(&shows(".tree-detail", "Global objectives"));
    person.clicks(".face[aria-current]");
    person.press(&["ArrowDown"]);
    person.until(&shows(".tree-detail h2", "Brewing"));
    person.press(&["ArrowLeft"]);
    person.until(&shows(".tree-detail h2", "Tea tasting"));
    person.until(&shows(".tree-detail", "rolled up"));
    person.press(&["End"]);
    person.until(&shows(".tree-detail", "Cannot be chosen"));
    person.until("document.activeElement.getAttribute('role') === 'treeitem'");
    person.clicks("[aria-label='Save this view as JSON']");
    let saved = person.until("window.exported");
    let saved: Value = serde_json::from_str(saved.as_str().unwrap()).unwrap();
    assert_eq!(saved["activities"].as_array().unwrap().len(), 4);
}

/// The next page speaks too, also in a frame of its own.
const NEXT: &str = r"<!DOCTYPE html><html lang='en'><head><title>Next</title><script>addEventListener('load', () => console.info('second page'))</script></head>
<body><iframe srcdoc='<script>addEventListener(`load`, () => console.info(`in a frame`))</script>' title='Inner'></iframe></body></html>";
/// Says more than anybody reads.
const FLOOD: &str = r"<!DOCTYPE html><html lang='en'><head><title>Flood</title></head><body><h1>Flood</h1>
<script>
  const api = parent.API_1484_11 || parent.API;
  (api.Initialize || api.LMSInitialize)('');
  for (let n = 0; n < 1200; n += 1) console.log('drop ' + n);
  (api.SetValue || api.LMSSetValue)(parent.API_1484_11 ? 'cmi.location' : 'cmi.core.lesson_location', 'after the flood');
</script></body></html>";

#[test]
fn a_console_that_never_stops_is_told_by_its_beginning_and_a_count() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("index.html"), FLOOD).unwrap();
    let playing = Playing::start(folder.path());
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".vitals", "after the flood"));
    let count = "[...document.querySelectorAll('.chips .chip')].find((one) => one.textContent.startsWith('Console'))
        ?.querySelector('.num').textContent";
    // A thousand, and at 1, 10 and 100 how many more.
    person.until(&format!("{count} === '1003'"));
}
