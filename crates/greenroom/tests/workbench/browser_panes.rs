//! The panes of Play: resized by hand and by keys, remembered; drawer and sheet where there is no room.

use serde_json::json;

use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};

fn width(person: &Person, selector: &str) -> i64 {
    person.run(
        "(selector) => Math.round(document.querySelector(selector).getBoundingClientRect().width)",
        &[json!(selector)],
    )
}

fn window(person: &Person, width: u32, height: u32) {
    person.commands(
        "Emulation.setDeviceMetricsOverride",
        &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
    );
    person.until(&format!("innerWidth === {width}"));
}

fn focus(person: &Person, selector: &str) {
    person.run::<bool>(
        "(selector) => { document.querySelector(selector).focus(); return true }",
        &[json!(selector)],
    );
}

#[test]
fn panes_are_resized_by_keys_and_pointer_and_remembered() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    window(&person, 1440, 900);
    person.until(&shows(".row", "location one-plant"));
    let usual = width(&person, ".pane-outline");
    focus(&person, "[data-pane-edge=outline]");
    person.press(&["ArrowRight", "ArrowRight"]);
    assert_eq!(width(&person, ".pane-outline"), usual + 32);
    let told: String = person.run(
        "() => document.querySelector('[data-pane-edge=outline]').ariaValueNow",
        &[],
    );
    assert_eq!(told, (usual + 32).to_string());

    // With the pointer: over the frame of the course too, which must not swallow it.
    let before = width(&person, ".pane-inspector");
    let edge: (f64, f64) = person.run(
        "() => { const box = document.querySelector('[data-pane-edge=inspector]').getBoundingClientRect();
            return [box.x + box.width / 2, box.y + 200] }",
        &[],
    );
    for (kind, by) in [
        ("mousePressed", 0.0),
        ("mouseMoved", -60.0),
        ("mouseReleased", -60.0),
    ] {
        person.commands(
            "Input.dispatchMouseEvent",
            &json!({"type": kind, "x": edge.0 + by, "y": edge.1, "button": "left", "buttons": 1, "clickCount": 1}),
        );
    }
    assert_eq!(width(&person, ".pane-inspector"), before + 60);

    person.reload();
    person.until(&shows(".row", "location one-plant"));
    assert_eq!(width(&person, ".pane-outline"), usual + 32);
    assert_eq!(width(&person, ".pane-inspector"), before + 60);

    // Never so wide that nothing is left for the course.
    focus(&person, "[data-pane-edge=inspector]");
    person.press(&["End"]);
    assert!(width(&person, ".pane-course") >= 300);
    person.press(&["Enter"]);
    assert_eq!(width(&person, ".pane-inspector"), before);
    person.run::<bool>(
        "() => document.querySelector('[data-pane-edge=outline]').dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))",
        &[],
    );
    person.until(&format!(
        "document.querySelector('.pane-outline').getBoundingClientRect().width === {usual}"
    ));
}

#[test]
fn below_a_thousand_pixels_the_panes_come_when_they_are_called() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[greenroom_assets::AXE]);
    window(&person, 800, 900);
    person.until(&shows(".act[aria-current] .name", "From leaf to cup"));
    let shown = |person: &Person| -> Vec<String> {
        person.run(
            "() => ['outline', 'course', 'inspector'].filter((pane) => document.querySelector(`.pane-${pane}`).offsetParent)",
            &[],
        )
    };
    assert_eq!(shown(&person), ["course"]);
    assert_eq!(width(&person, ".pane-course"), 800);
    for (pane, part) in [("outline", ".tree"), ("inspector", ".timeline")] {
        let opener = format!("[data-drawer={pane}]");
        person.clicks(&opener);
        person.until(&format!(
            "document.querySelector('.pane-{pane} {part}').offsetParent"
        ));
        assert!(
            shown(&person).contains(&"course".to_owned()),
            "it stays below"
        );
        let serious: Vec<String> = person.run(
            "async () => (await axe.run(document, {iframes: false})).violations
                .filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => one.id)",
            &[],
        );
        assert_eq!(serious, Vec::<String>::new(), "{pane}");
        person.press(&["Escape"]);
        person.until(&format!(
            "!document.querySelector('.pane-{pane}').offsetParent"
        ));
        person.until(&format!("document.activeElement.matches('{opener}')"));
    }
}
