//! A course that calls ten thousand times: the page that looks on stays at hand.

use serde_json::Value;

use crate::browser_courses::{MANIFEST, shows};
use crate::person::Person;
use crate::playing::Playing;

const CALLS: u64 = 10_000;

/// Calls in bursts of 2,000, and says how long each took.
const PAGE: &str = r"<!DOCTYPE html><html lang='en'><head><title>Long</title></head><body><h1>Long</h1><button id='go'>Go</button><button id='more'>More</button><p id='told'></p>
<script>
  const api = parent.API_1484_11 || parent.API;
  const set = api.SetValue || api.LMSSetValue;
  (api.Initialize || api.LMSInitialize)('');
  const name = parent.API_1484_11 ? 'cmi.location' : 'cmi.core.lesson_location';
  const made = (from, to) => { const began = performance.now(); for (let n = from; n < to; n += 1) set(name, 'place-' + n); return Math.round(performance.now() - began) };
  document.getElementById('go').onclick = async () => {
    const took = [];
    await new Promise((done) => setTimeout(done));
    for (let n = 0; n < 10000; n += 2000) {
      took.push(made(n, n + 2000));
      await new Promise((done) => setTimeout(done));
    }
    document.getElementById('told').textContent = took.join();
    set(name, 'times=' + took.join());
  };
  document.getElementById('more').onclick = () => setTimeout(() => { for (let n = 0; n < 500; n += 1) set(name, 'more-' + n) });
</script></body></html>";

/// Frames while one scrolls: from the event to the end of the frame, so script, style, layout and paint.
const SCROLLING: &str = "async () => { const list = document.querySelector('.timeline .virtual'); const times = [];
    let began = 0;
    document.addEventListener('scroll', () => { began = performance.now() }, {capture: true});
    for (let step = 0; step < 40; step++) {
        began = 0;
        list.scrollTop = (list.scrollHeight * ((step * 37) % 40)) / 40;
        await new Promise((drawn) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = drawn;
            requestAnimationFrame(() => port2.postMessage(0)); });
        if (began > 0) times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b) }";

const MOMENTS: &str =
    "Number(document.querySelector('.moment b')?.textContent.match(/of (\\d+)/)[1])";

#[test]
fn ten_thousand_calls_stay_at_hand_while_the_course_plays() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("index.html"), PAGE).unwrap();
    let playing = Playing::start(folder.path());
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "Initialize"));
    person.clicks("#go");
    person.until_long(&format!("{MOMENTS} > {CALLS}"));
    person.until_long(&shows(".vitals", "times="));
    let times = person.until("[...document.querySelectorAll('.vitals *')].map((one) => one.textContent).find((text) => text.startsWith('times='))");
    println!("milliseconds for each 2,000 calls: {times}");

    // What comes while somebody reads further up changes no row that they see.
    person.run::<bool>(
        "() => new Promise((drawn) => { document.querySelector('.timeline .virtual').scrollTop = 5000;
            requestAnimationFrame(() => setTimeout(() => {
                window.changed = 0;
                const rows = document.querySelector('.timeline .virtual-rows');
                const look = {childList: true, subtree: true, attributes: true, characterData: true};
                new MutationObserver((all) => { window.changed += all.length }).observe(rows, look);
                drawn(true);
            })) })",
        &[],
    );
    person.clicks("#more");
    person.until_long(
        "Number(document.querySelector('.timeline .new')?.textContent.match(/\\d+/)[0]) >= 500",
    );
    let changed: usize = person.run("() => window.changed", &[]);
    assert_eq!(changed, 0);

    let frames: Vec<f64> = person.run(SCROLLING, &[]);
    let scrubs: Vec<f64> = person.run(
        "async () => { const range = document.querySelector('.track input'); const times = [];
            for (let place = 1; place < 10; place++) {
                const began = performance.now();
                range.value = (place * 73939) % Number(range.max);
                range.dispatchEvent(new Event('input', {bubbles: true}));
                await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
                times.push(performance.now() - began);
            }
            return times.sort((a, b) => a - b) }",
        &[],
    );
    let memory: Value = person.run("() => performance.memory?.usedJSHeapSize ?? 0", &[]);
    println!(
        "frame while scrolling: median {:.1} ms, p95 {:.1} ms; to any moment: median {:.1} ms, slowest {:.1} ms; heap {memory} bytes",
        frames[frames.len() / 2],
        frames[frames.len() * 95 / 100],
        scrubs[4],
        scrubs[8]
    );
    assert!(frames.len() > 10, "{frames:?}");
    let rows: usize = person.run("() => document.querySelectorAll('.row').length", &[]);
    assert!((5..200).contains(&rows), "{rows}");
}
