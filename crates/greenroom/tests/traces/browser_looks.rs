//! Looks and accessibility of a trace at every size, in both schemes and languages.

use scorm_session::Exception;
use serde_json::json;

use crate::played::Played;
use crate::reader::Reader;

const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 768), (390, 844)];

#[test]
fn axe_finds_nothing_serious_at_any_size_in_light_and_dark() {
    let mut played = Played::to_the_quiz();
    let (file, _) = played.export();
    let reader = Reader::of(&file, &[greenroom_assets::AXE]);
    for (width, height) in SIZES {
        reader.commands(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}),
        );
        for scheme in ["light", "dark"] {
            let features = json!([
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]);
            reader.commands(
                "Emulation.setEmulatedMedia",
                &json!({ "features": features }),
            );
            reader.until(&format!(
                "innerWidth === {width} && matchMedia('(prefers-color-scheme: {scheme})').matches"
            ));
            for (key, view) in [
                ("1", "timeline"),
                ("2", "data"),
                ("3", "why"),
                ("4", "compare"),
            ] {
                reader.press(&[key]);
                reader.until(&format!("document.querySelector('.inspector .{view}')"));
                let place = format!("{width}-{scheme}-{view}");
                assert_eq!(serious(&reader), Vec::<String>::new(), "{place}");
                assert!(fits(&reader), "{place} scrolls sideways");
            }
        }
    }
    // On a phone one zone at a time.
    for pane in ["stage-zone", "outline"] {
        let place = if pane == "outline" { 2 } else { 1 };
        reader.clicks(&format!(".bottombar button:nth-child({place})"));
        reader.until(&format!("document.querySelector('.{pane}').offsetParent"));
        assert_eq!(serious(&reader), Vec::<String>::new(), "{pane}");
        assert!(fits(&reader), "{pane} scrolls sideways");
    }
    reader.is_at_peace();
}

#[test]
fn a_trace_speaks_two_languages() {
    let mut played = Played::begin();
    let (file, _) = played.export();
    let reader = Reader::of(&file, &[]);
    reader.until("document.documentElement.lang === 'en'");
    reader.clicks(".top button");
    reader.until("document.documentElement.lang === 'de'");
    assert!(
        reader
            .texts(".tabs button")
            .contains(&"Zeitleiste".to_owned())
    );
    let left: Vec<String> = reader.run(
        r"() => document.body.innerText.match(/\b(e|kind|tab|why|detail|stage|vital)\.[a-z_.]+\b/g) ?? []",
        &[],
    );
    assert_eq!(left, Vec::<String>::new(), "keys without words");
}

#[test]
fn every_exception_has_german_words() {
    let table = include_str!("../../../../web/inspector/exceptions.ts");
    for exception in Exception::ALL {
        let code = format!("\"{}\":", exception.code());
        assert!(table.contains(&code), "{exception}");
    }
}

#[test]
fn the_viewer_stays_small() {
    let size = |name: &str| {
        let page = greenroom_assets::PAGES
            .iter()
            .find(|(path, _)| *path == name);
        let (_, bytes) = page.unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut packed, bytes).unwrap();
        packed.finish().unwrap().len()
    };
    let sizes = size("trace/trace.js") + size("trace/trace.css");
    assert!(sizes <= 150_000, "{sizes}");
}

/// Findings that would keep people out.
fn serious(reader: &Reader) -> Vec<String> {
    reader.run(
        "async () => (await axe.run()).violations
            .filter((one) => ['serious', 'critical'].includes(one.impact))
            .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)",
        &[],
    )
}

fn fits(reader: &Reader) -> bool {
    reader.run(
        "() => document.documentElement.scrollWidth <= innerWidth",
        &[],
    )
}
