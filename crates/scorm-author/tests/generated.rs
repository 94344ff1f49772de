//! Every template in every version and language is a package without any finding.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use scorm_author::{Course, Order, Refusal, Template, Version, create};
use scorm_lint::{Level, MemoryFiles, Settings};
use serde_json::{Value, json};

fn order(template: Template, version: Version, title: &str) -> Order {
    Order {
        template,
        version,
        title: title.to_owned(),
        language: None,
        outline: None,
    }
}

/// All that can be ordered without an outline.
fn all() -> Vec<Order> {
    let mut all = Vec::new();
    for template in Template::ALL {
        for version in Version::ALL {
            let others = [Some("ar"), Some("pt-BR")].into_iter();
            let others = others.filter(|_| template == Template::Blank);
            for language in [None, Some("de")].into_iter().chain(others) {
                let mut order = order(template, version, "Safe with passwords");
                order.language = language.map(ToOwned::to_owned);
                if (template, version) != (Template::Course, Version::Scorm12) {
                    all.push(order);
                }
            }
        }
    }
    all
}

fn text<'a>(course: &'a Course, path: &str) -> &'a str {
    let file = course.files.iter().find(|file| file.path == path);
    std::str::from_utf8(&file.unwrap().bytes).unwrap()
}

/// What lint finds at its strictest, with all that some LMS breaks on.
fn findings(course: &Course) -> Vec<String> {
    findings_for(course, &[])
}

/// The same for some LMSs.
fn findings_for(course: &Course, lmss: &[&str]) -> Vec<String> {
    let files = course.files.iter();
    let files: MemoryFiles = files
        .map(|file| (file.path.clone(), file.bytes.clone()))
        .collect();
    let settings = Settings {
        level: Level::Pedantic,
        lms_profiles: lmss.iter().map(|&name| name.to_owned()).collect(),
        ..Settings::default()
    };
    let report = scorm_lint::lint(&files, &[], &settings);
    let found = report.findings.iter();
    found
        .map(|one| format!("{} {:?}: {}", one.name, one.file, one.message))
        .collect()
}

#[test]
fn every_template_is_without_findings() {
    for order in all() {
        let course = create(&order).unwrap();
        let found = findings(&course);
        assert_eq!(found, Vec::<String>::new(), "{order:?}");
    }
}

#[test]
fn a_course_of_one_part_has_no_sequencing_that_an_lms_could_ignore() {
    let lmss = ["moodle", "chamilo", "openedx", "frappe", "learnhouse"];
    for order in all() {
        let found = findings_for(&create(&order).unwrap(), &lmss);
        let is_told = |name: &str| found.iter().any(|one| one.starts_with(name));
        let several = order.template == Template::Course;
        for name in ["sequencing-not-followed", "several-scos"] {
            assert_eq!(is_told(name), several, "{order:?}: {name} {found:#?}");
        }
    }
}

#[test]
fn the_same_order_gives_the_same_bytes() {
    for order in all() {
        let (one, other) = (create(&order).unwrap(), create(&order).unwrap());
        assert_eq!(one, other);
        assert_eq!(one.rehearsal("../x"), other.rehearsal("../x"));
    }
}

#[test]
fn a_course_of_scorm_12_is_refused_with_the_reason() {
    let refused = create(&order(Template::Course, Version::Scorm12, "x")).unwrap_err();
    assert_eq!(refused, Refusal::NoSequencing);
    assert!(refused.to_string().contains("no sequencing"), "{refused}");
}

/// Texts that would mean something where they stand, if they were not text.
const HOSTILE: &[&str] = &[
    "</script><script>alert(1)</script>",
    "]]><x/>",
    "\" onload=\"alert(1)",
    "' {{title}} {{data}} ${x} `y`",
    "<!-- --> &amp; \\u003c \\",
    "Пароли 🔐 كلمات\u{202e}المرور\u{0}",
];

#[test]
fn hostile_texts_are_text() {
    for hostile in HOSTILE {
        for template in Template::ALL {
            for version in [Version::Scorm12, Version::Scorm2004Fourth] {
                if (template, version) == (Template::Course, Version::Scorm12) {
                    continue;
                }
                let mut order = order(template, version, hostile);
                order.outline = Some(outline_of(hostile));
                let course = create(&order).unwrap();
                let is_page =
                    |path: &str| Path::new(path).extension().is_some_and(|one| one == "html");
                for file in course.files.iter().filter(|it| is_page(&it.path)) {
                    let page = std::str::from_utf8(&file.bytes).unwrap();
                    assert_eq!(page.matches("<script").count(), 6, "{page}");
                    assert_eq!(page.matches("</script>").count(), 6, "{page}");
                    assert!(!page.contains("onload=\""), "{page}");
                    let data = page.split("id=\"course-data\">").nth(1).unwrap();
                    let data = data.split("</script>").next().unwrap();
                    let data: Value = serde_json::from_str(data).unwrap();
                    assert!(data["title"].is_string());
                }
                let found = findings(&course);
                let about_texts = |one: &String| one.contains("placeholder");
                let found: Vec<&String> = found.iter().filter(|one| !about_texts(one)).collect();
                assert!(found.is_empty(), "{hostile} {template:?}: {found:?}");
            }
        }
    }
}

/// An outline with this text in every place that takes one.
fn outline_of(text: &str) -> Value {
    let other = format!("{text} 2");
    json!({
        "description": text,
        "passing_score": 50,
        "sections": [{
            "heading": text,
            "content": [text, {"list": [text], "ordered": true}],
            "questions": [
                {"type": "choice", "text": text, "answers": [{"text": text, "correct": true}, {"text": other}], "feedback": text},
                {"type": "multiple-choice", "text": text, "answers": [{"text": text, "correct": true}, {"text": other}], "feedback": {"correct": text, "incorrect": text}},
                {"type": "true_false", "text": text, "correct": true},
                {"type": "fill_in", "text": text, "answers": [text]},
                {"type": "long_fill_in", "text": text},
                {"type": "numeric", "text": text, "correct": 1.5, "points": 3},
                {"type": "matching", "text": text, "pairs": [{"source": text, "target": text}, {"source": other, "target": other}]},
                {"type": "sequencing", "text": text, "items": [text, other]},
                {"type": "likert", "text": text, "answers": [text, other]},
                {"type": "performance", "text": text, "steps": [text]},
            ],
        }],
    })
}

#[test]
fn every_fault_of_an_outline_is_told_with_its_path() {
    let mut order = order(Template::Quiz, Version::Scorm2004Fourth, "  ");
    order.language = Some("german".to_owned());
    order.outline = Some(json!({
        "passing_score": 101,
        "colour": "red",
        "sections": [
            {"heading": 5, "content": [7, "", {"list": []}]},
            "text",
            {"heading": "Three", "questions": [
                {"type": "choice", "text": "a", "answers": [{"text": "x"}, {"text": "x"}]},
                {"type": "guess", "text": "b"},
                {"type": "matching", "text": "c", "pairs": [{"source": "x"}, {"source": "y", "target": "z"}]},
                {"type": "numeric", "text": "d", "min": 2, "max": 1},
                {"type": "true_false", "text": "e"},
                {"type": "fill_in", "text": "f", "answers": [], "feedback": 3, "points": 0.5},
                {"text": "g"},
            ]},
        ],
    }));
    let Err(Refusal::Faults(faults)) = create(&order) else {
        panic!("it was taken");
    };
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "title",
            "language",
            "outline.passing_score",
            "outline.colour",
            "outline.sections[0].heading",
            "outline.sections[0].content[0]",
            "outline.sections[0].content[1]",
            "outline.sections[0].content[2].list",
            "outline.sections[1]",
            "outline.sections[2].questions[0].answers[1]",
            "outline.sections[2].questions[0].answers",
            "outline.sections[2].questions[1].type",
            "outline.sections[2].questions[2].pairs[0]",
            "outline.sections[2].questions[3].min",
            "outline.sections[2].questions[4].correct",
            "outline.sections[2].questions[5].feedback",
            "outline.sections[2].questions[5].points",
            "outline.sections[2].questions[5].answers",
            "outline.sections[2].questions[6].type",
        ]
    );
}

#[test]
fn a_quiz_without_a_question_is_refused() {
    let mut order = order(Template::Quiz, Version::Scorm12, "Quiz");
    order.outline = Some(json!({"sections": [{"heading": "Only text", "content": ["x"]}]}));
    let refused = create(&order).unwrap_err().to_string();
    assert!(refused.contains("at least one question"), "{refused}");
}

#[test]
fn a_course_has_a_part_for_every_section_and_both_tests() {
    let order = order(Template::Course, Version::Scorm2004Third, "Course");
    let course = create(&order).unwrap();
    let manifest = text(&course, "imsmanifest.xml");
    assert!(manifest.contains("2004 3rd Edition"), "{manifest}");
    for page in ["pretest", "lesson-01", "lesson-02", "posttest"] {
        assert!(text(&course, &format!("{page}.html")).contains("course-data"));
        assert!(manifest.contains(&format!("<item identifier=\"{page}\"")));
    }
}

#[test]
fn the_language_of_the_content_is_set_where_its_words_are_not_known() {
    let mut order = order(Template::Lesson, Version::Scorm12, "كلمات المرور");
    order.language = Some("ar".to_owned());
    let course = create(&order).unwrap();
    let page = text(&course, "index.html");
    assert!(page.contains("<html lang=\"ar\" dir=\"rtl\">"), "{page}");
    assert!(page.contains(">Next</button>"), "{page}");
}
