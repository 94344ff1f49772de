//! Where the course made a call: the line of its script, live and in the trace.

use serde_json::Value;

use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};

const SOURCE: &str = "document.querySelector('.detail .from')";

#[test]
fn a_call_shows_the_line_that_made_it_and_who_called_that() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "location one-plant"));
    person.run::<bool>(
        "() => { [...document.querySelectorAll('.row')].find((row) => row.textContent.includes('location one-plant')).click(); return true }",
        &[],
    );
    // The wrapper passes calls on; the script that called it is meant.
    person.until(&shows(".from figcaption", "shared/slides.js"));
    let here = person.until(&format!("{SOURCE}?.querySelector('.here')?.textContent"));
    let here = here.as_str().unwrap();
    let script = std::fs::read_to_string(bundled("tea-tasting/shared/slides.js")).unwrap();
    let number: usize = here
        .trim_start()
        .split_once(|sign: char| !sign.is_ascii_digit())
        .unwrap()
        .0
        .parse()
        .unwrap();
    let line = script.lines().nth(number - 1).unwrap();
    assert!(
        line.contains("Course.set(\"cmi.location\""),
        "{here}: {line}"
    );
    assert!(here.contains(line.trim()), "{here}: {line}");
    let lines: Value = person.until(&format!("{SOURCE}.querySelectorAll('pre span').length"));
    assert_eq!(lines, 3);
    // The row names the place too, and all calls of the line are found by it.
    person.until(&shows(
        ".row[aria-selected=true] .end",
        &format!("slides.js:{number}"),
    ));
    person.run::<bool>(
        "() => { [...document.querySelectorAll('.from button')].find((one) => one.textContent === 'Calls from this line').click(); return true }",
        &[],
    );
    person.until(&format!(
        "document.querySelector('.inspector [data-search]').value === 'file:shared/slides.js:{number}'"
    ));
    person.until("document.querySelectorAll('.row').length === 1");
}

#[test]
fn lines_are_given_of_the_course_only() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "location one-plant"));
    let asked = |file: &str, line: &str, token: bool| -> (u16, String) {
        person.run(
            "async (file, line, token) => {
                const session = location.hash.match(/play\\/([^?]+)/)[1];
                const headers = token ? {Authorization: `Bearer ${sessionStorage.getItem('greenroom.token')}`} : {};
                const reply = await fetch(`/human/sessions/${session}/source?` + new URLSearchParams({file, line, column: '1'}), {headers});
                return [reply.status, await reply.text()] }",
            &[file.into(), line.into(), token.into()],
        )
    };
    let (status, text) = asked("shared/scorm.js", "1", true);
    assert_eq!(status, 200, "{text}");
    assert!(text.contains("small SCORM 2004 layer"), "{text}");
    for (file, line) in [
        ("../Cargo.toml", "1"),
        ("%2e%2e/tea-tasting/imsmanifest.xml", "1"),
        ("/etc/passwd", "1"),
        ("shared", "1"),
        ("", "1"),
        ("shared/scorm.js", "0"),
        ("shared/scorm.js", "999999"),
        ("shared/scorm.js", "-1"),
    ] {
        let (status, text) = asked(file, line, true);
        assert!(
            (400..500).contains(&status),
            "{file}:{line} {status} {text}"
        );
        assert!(!text.contains("root:"), "{text}");
    }
    let (status, text) = asked("shared/scorm.js", "1", false);
    assert!(status == 401 || status == 403, "{status} {text}");
}
