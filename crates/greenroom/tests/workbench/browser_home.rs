//! What people do with courses on Home.

use serde_json::json;

use crate::agent::Agent;
use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};

#[test]
fn a_course_is_checked_explored_and_rehearsed() {
    let playing = Playing::start(&bundled("hand-washing"));
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    // Nothing to rehearse is known yet, and the page says what helps.
    person.clicks(".tile .work button:nth-of-type(3)");
    person.until(&shows(".work .problem", "Explore it first"));
    person.clicks(".tile .work button:nth-of-type(1):enabled");
    person.until(&shows(".work .status.is-good", "score 100"));
    person.until(&shows(".work-done a", "Open the report"));
    person.clicks(".tile .work button:nth-of-type(2):enabled");
    person.until_long(&shows(".work .status.is-good", "completes: yes"));
    person.clicks(".tile .work button:nth-of-type(3):enabled");
    person.until_long(&shows(".work .status.is-good", "passed"));
}

#[test]
fn who_has_no_course_tries_the_one_that_comes_along() {
    let playing = Playing::start(&bundled("hand-washing"));
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    person.clicks(".drop .try");
    person.until(&shows(".play-head h1", "Tea tasting"));
    person.clicks("#next");
}

#[test]
fn a_folder_that_is_dropped_or_chosen_is_played() {
    let agent = Agent::start();
    let person = Person::at(&agent);
    person.clicks("nav a[href='#/home']");
    person.sees(".steps .drop");
    let course = std::fs::canonicalize(bundled("tea-tasting")).unwrap();
    let centre: (f64, f64) = person.run(
        "() => { const box = document.querySelector('.drop').getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2] }",
        &[],
    );
    for kind in ["dragEnter", "dragOver", "drop"] {
        person.commands(
            "Input.dispatchDragEvent",
            &json!({"type": kind, "x": centre.0, "y": centre.1,
                "data": {"items": [], "files": [course], "dragOperationsMask": 1}}),
        );
    }
    person.until(&shows(".play-head h1", "Tea tasting"));
    person.clicks("#next");

    // The same by choosing, and a folder that is no course.
    person.clicks("nav a[href='#/home']");
    person.sees(".tile");
    let file = |name: &str| {
        let bytes = std::fs::read(course.join(name)).unwrap();
        json!([name, String::from_utf8(bytes).unwrap()])
    };
    let choose = |files: &[serde_json::Value], folder: &str| {
        person.run::<bool>(
            "(files, folder) => {
                const given = new DataTransfer();
                for (const [name, text] of files) {
                    const file = new File([text], name.split('/').at(-1));
                    Object.defineProperty(file, 'webkitRelativePath', {value: `${folder}/${name}`});
                    given.items.add(file);
                }
                const input = document.querySelector('.choose input[webkitdirectory]');
                Object.defineProperty(input, 'files', {value: files.map((one, index) => {
                    const file = given.files[index];
                    Object.defineProperty(file, 'webkitRelativePath', {value: `${folder}/${one[0]}`});
                    return file }), configurable: true});
                input.dispatchEvent(new Event('change', {bubbles: true}));
                return true }",
            &[json!(files), json!(folder)],
        );
    };
    choose(&[file("leaves.html")], "pages");
    person.until(&shows(".drop .problem", "pages holds no imsmanifest.xml"));
    let all = [
        "imsmanifest.xml",
        "leaves.html",
        "brewing.html",
        "quiz.html",
        "shared/course.css",
        "shared/cup.svg",
        "shared/quiz.js",
        "shared/scorm.js",
        "shared/slides.js",
    ];
    choose(&all.map(file), "übung");
    person.until(&shows(".play-head h1", "Tea tasting"));
    person.clicks("#next");
    person.clicks("nav a[href='#/home']");
    person.until(&shows(".tile .path", "übung.zip"));
}

#[test]
fn findings_are_counted_in_the_background_and_again_when_a_file_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let course = folder.path().join("tea");
    copy(&bundled("tea-tasting"), &course);
    let manifest = course.join("imsmanifest.xml");
    let good = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(
        &manifest,
        good.replace("href=\"brewing.html\"", "href=\"gone.html\""),
    )
    .unwrap();
    let playing = Playing::start(&course);
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    person.until_long(&shows(".tile .finding-tag.is-bad", "error"));
    person.until(&shows(".rows .finding-tag.is-bad", "error"));
    std::fs::write(&manifest, good).unwrap();
    person.until_long(&shows(".tile .finding-tag.is-good", "no findings"));
    std::fs::remove_dir_all(&course).unwrap();
    person.until_long(&shows(".rows .label", "no longer there"));
}

#[test]
fn a_course_that_no_lms_can_be_given_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let course = folder.path().join("tea");
    copy(&bundled("tea-tasting"), &course);
    let playing = Playing::start(&course);
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    person.until(&shows(".tile .work button:nth-of-type(4)", "LMSs"));
    std::fs::remove_file(course.join("imsmanifest.xml")).unwrap();
    person.clicks(".tile .work button:nth-of-type(4)");
    person.until(&shows(".work .problem", "imsmanifest.xml"));
}

#[test]
fn a_report_opens_in_a_tab_that_reaches_nothing() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    person.clicks(".tile .work button:nth-of-type(5)");
    person.until_long(&shows(".tile .work .status.is-good", "score 100"));
    let (policy, page): (String, String) = person.run(
        "async () => { const reply = await fetch(document.querySelector('.work-done a').href);
            return [reply.headers.get('content-security-policy'), await reply.text()] }",
        &[],
    );
    assert!(
        policy.starts_with("sandbox; default-src 'none'"),
        "{policy}"
    );
    assert!(page.contains("<h1>Tea tasting</h1>"), "{page}");
    let refused: u16 = person.run(
        "async () => (await fetch('/reports/00000000000000000000000000000000')).status",
        &[],
    );
    assert_eq!(refused, 404);
}

#[test]
fn an_empty_home_teaches_how_to_connect_each_client() {
    const KEEP_COPIES: &str = "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text }}});";
    let agent = Agent::start();
    let person = Person::prepared(&agent, &[KEEP_COPIES]);
    person.clicks("nav a[href='#/home']");
    person.until(&shows(".step h2", "Open a course"));
    person.until(&shows(".step h2", "Connect an agent"));
    for (place, name, text) in [
        (
            1,
            "Claude Code",
            "claude mcp add greenroom -- greenroom mcp",
        ),
        (2, "Claude Desktop", "\"mcpServers\""),
        (3, "Cursor", "\"mcpServers\""),
        (4, "VS Code", "\"servers\""),
        (5, "Codex", "codex mcp add greenroom -- greenroom mcp"),
        (6, "Gemini CLI", "gemini mcp add greenroom greenroom mcp"),
        (7, "Other", "\"mcpServers\""),
    ] {
        person.clicks(&format!(".clients button:nth-child({place})"));
        person.until(&shows(".clients [aria-pressed=true]", name));
        person.clicks(".agents .copy");
        person.until(&format!("window.copied?.includes({})", json!(text)));
        person.until(&shows(".agents .copy", "Copied"));
    }
    person.until(&shows(".agents-state", "agent"));
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
