//! `scorm_take_screenshot`: a picture in one call, with the faults of its layout.

use std::fs;

use greenroom_testkit::Picture;
use serde_json::json;

use crate::client;
use crate::debugging::{course, open, page, picture, size, types_of};

/// A picture of one point.
const DOT: &str = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

#[test]
fn browser_a_small_button_is_found_and_nothing_is_saved() {
    let mut client = client();
    let body = r#"<h1>Buttons</h1><button id="small" style="width: 30px; height: 30px; padding: 0">x</button>"#;
    let course = course(&[&page(body)]);
    let arguments = json!({"workspace_path": course.path(), "viewport": {"device": "mobile"}});
    let (envelope, png) = picture(&mut client, "scorm_take_screenshot", &arguments);
    assert_eq!(size(&png).0, 390);
    let layout = &envelope["data"]["layout_analysis"];
    assert_eq!(
        types_of(&layout["responsive_issues"]),
        ["button_too_small"],
        "{layout:#}"
    );
    let issue = &layout["responsive_issues"][0];
    assert_eq!(issue["selector"], "#small");
    assert_eq!(issue["measured"], json!({"width": 30, "height": 30}));
    assert_eq!(layout["accessibility_issues"], json!([]), "{layout:#}");
    assert_eq!(layout["content_issues"], json!([]), "{layout:#}");
    assert!(!client.home().join("scorm-sessions").exists());
    assert_eq!(
        client.data("scorm_session_list", json!({}))["sessions"],
        json!([])
    );
}

#[test]
fn browser_each_fault_of_a_layout_is_found_alone() {
    let mut client = client();
    let session_course = course(&[&page("<h1>Fine</h1><p>A page without faults.</p>")]);
    let session_id = open(&mut client, session_course.path());
    let whole = |head: &str, body: &str| page(body).replace("</head>", &format!("{head}</head>"));
    let text = "<h1>Title</h1><p>Some text to read.</p>";
    for (fault, html) in [
        ("", page(text)),
        (
            "horizontal_overflow",
            page(&format!(
                "{text}<div style='width: 3000px; height: 9px; background: #000'></div>"
            )),
        ),
        (
            "fixed_stage_too_wide",
            page(
                "<div style='width: 1300px'><h1>Title</h1><p style='width: 300px'>Text of a wide stage.</p></div>",
            ),
        ),
        (
            "below_fold_navigation",
            page(&format!(
                "{text}<div style='height: 2000px'></div><button style='width: 90px; height: 50px'>Next</button>"
            )),
        ),
        (
            "focus_not_visible",
            page(&format!(
                "{text}<button style='outline: none; width: 90px; height: 50px'>Press</button>"
            )),
        ),
        (
            "off_screen",
            page(&format!(
                "{text}<button style='position: absolute; left: -60px; width: 80px; height: 50px'>Go</button>"
            )),
        ),
        (
            "text_too_small",
            page("<h1>Title</h1><p style='font-size: 9px'>tiny</p>"),
        ),
        (
            "missing_viewport_meta",
            page(text).replace("viewport", "other"),
        ),
        (
            "missing_alt",
            page(&format!("{text}<img width=50 height=50 src='{DOT}'>")),
        ),
        (
            "missing_label",
            page(&format!(
                "{text}<input style='width: 99px; height: 50px; font-size: 16px' placeholder=Name>"
            )),
        ),
        ("missing_lang", page(text).replace(" lang=\"en\"", "")),
        (
            "missing_title",
            page(text).replace("<title>Page</title>", ""),
        ),
        (
            "low_contrast",
            page("<h1>Title</h1><p style='color: #aaa; background: #fff'>pale</p>"),
        ),
        ("heading_order", page("<h1>One</h1><h3>Three</h3>")),
        (
            "frame_without_title",
            page(&format!(
                "{text}<iframe srcdoc='<html lang=en><p>inner text'></iframe>"
            )),
        ),
        (
            "keyboard_unreachable",
            page(&format!(
                "{text}<div onclick='0' style='width: 90px; height: 50px'>Go</div>"
            )),
        ),
        (
            "text_clipped",
            page(&format!(
                "{text}<p style='width: 90px; height: 20px; overflow: hidden'>far too many words for such a box</p>"
            )),
        ),
        (
            "text_overflow",
            page(&format!(
                "{text}<p style='width: 60px'>Donaudampfschifffahrtsgesellschaft</p>"
            )),
        ),
        (
            "broken_image",
            page(&format!("{text}<img alt=Cup src=missing.png>")),
        ),
        (
            "distorted_image",
            page(&format!(
                "{text}<img alt=Dot width=90 height=20 src='{DOT}'>"
            )),
        ),
        (
            "font_not_loaded",
            whole(
                "<style>@font-face { font-family: Own; src: url(no.woff2) } p { font-family: Own, sans-serif }</style>",
                text,
            ),
        ),
        (
            "overlap",
            page(&format!(
                "{text}<button style='position: absolute; left: 9px; top: 200px; width: 90px; height: 60px'>A</button><button style='position: absolute; left: 60px; top: 220px; width: 90px; height: 60px'>B</button>"
            )),
        ),
        ("empty_page", page("")),
        (
            "zero_size",
            page(&format!("{text}<img alt=Dot width=0 height=0 src='{DOT}'>")),
        ),
        (
            "autoplay_media",
            page(&format!(
                "{text}<audio autoplay controls src='gone.mp3'></audio>"
            )),
        ),
    ] {
        fs::write(session_course.path().join("p0.html"), &html).unwrap();
        let arguments = json!({"session_id": session_id});
        let (envelope, _) = picture(&mut client, "scorm_take_screenshot", &arguments);
        let layout = &envelope["data"]["layout_analysis"];
        let lists = [
            "responsive_issues",
            "accessibility_issues",
            "content_issues",
        ];
        let found: Vec<&str> = lists
            .iter()
            .flat_map(|list| types_of(&layout[list]))
            .collect();
        let wanted: Vec<&str> = if fault.is_empty() {
            vec![]
        } else {
            vec![fault]
        };
        assert_eq!(found, wanted, "{layout:#}");
    }
}

#[test]
fn browser_a_page_without_faults_has_none_at_any_preset() {
    let mut client = client();
    let body = "<h1>Fine</h1><p>A page without faults, with a <a href='#'>link</a> in its text.</p>
        <p><label>Name <input style='font-size: 16px; min-height: 44px'></label></p>
        <p><button style='font-size: 16px; min-width: 90px; min-height: 50px'>Next</button></p>";
    let course = course(&[&page(body)]);
    for device in ["desktop", "tablet", "mobile"] {
        let arguments = json!({"workspace_path": course.path(), "viewport": {"device": device}});
        let (envelope, _) = picture(&mut client, "scorm_take_screenshot", &arguments);
        let summary = &envelope["data"]["layout_analysis"]["summary"];
        let none = json!({"errors": 0, "warnings": 0, "info": 0});
        assert_eq!(summary, &none, "{device} {envelope:#}");
    }
}

#[test]
fn browser_a_picture_in_one_call_shows_the_course_alone() {
    let mut client = client();
    let body = "<style>html { background: rgb(0, 128, 0) }</style><h1>Green</h1>";
    let course = course(&[&page(body)]);
    let path = course.path();
    let arguments = json!({"workspace_path": path, "viewport": {"width": 640, "height": 480}});
    let (_, png) = picture(&mut client, "scorm_take_screenshot", &arguments);
    let shot = Picture::decode(&png);
    assert_eq!(shot.size(), (640, 480));
    for corner in [(0, 0), (639, 0), (0, 479), (639, 479)] {
        assert_eq!(shot.at(corner.0, corner.1), [0, 128, 0]);
    }
    let never = json!({"wait_for_selector": "#never", "wait_timeout_ms": 100});
    let failure = client.failure(
        "scorm_take_screenshot",
        json!({"workspace_path": path, "capture_options": never}),
    );
    assert_eq!(failure["error_code"], "CAPTURE_FAILED");
}
