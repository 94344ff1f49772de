//! What a course or a learner wrote is text in a trace, whatever it looks like.

use serde_json::json;

use crate::played::Played;
use crate::reader::Reader;

const HOSTILE: &str = "</script><script>window.pwned=1</script><img src=https://example.org/x onerror=window.pwned=2><!--";

#[test]
fn hostile_values_are_shown_and_do_nothing() {
    let mut played = Played::begin();
    played.picture();
    played.set("cmi.location", HOSTILE);
    played.set("cmi.suspend_data", HOSTILE);
    played.set(HOSTILE, HOSTILE);
    let script = format!("console.error({HOSTILE:?})");
    played.tool("scorm_dom_evaluate", json!({"expression": script}));
    let (file, events) = played.export();
    let reader = Reader::of(&file, &[]);
    reader.goes_to(events);
    for tab in ["2", "3", "4", "1"] {
        reader.press(&[tab]);
    }
    reader.press(&["/"]);
    reader.until("document.activeElement.matches('[data-search]')");
    reader.types("pwned");
    reader.until("document.querySelectorAll('.row').length >= 3");
    reader.clicks(".row");
    let shown = reader.until("document.querySelector('.detail .call')?.textContent");
    assert!(shown.as_str().unwrap().contains("</script>"), "{shown}");
    assert!(!reader.run::<bool>("() => 'pwned' in window", &[]));
    assert_eq!(
        reader.run::<usize>(
            "() => document.querySelectorAll('img[src^=http]').length",
            &[]
        ),
        0
    );
    reader.is_at_peace();
    // The policy holds even if somebody gets a script into the page.
    let kept: String = reader.run(
        "() => fetch('https://example.org/').then(() => 'reached', () => 'forbidden')",
        &[],
    );
    assert_eq!(kept, "forbidden");
    let violated: Vec<String> = reader.run("() => violations", &[]);
    assert_eq!(violated, ["connect-src"]);
}
