//! The console record: all levels, all frames, workers and popups, from the first document on.

use greenroom_browser::{
    ConsoleCategory, ConsoleLevel, ConsoleMessage, ContextEvent, ContextOptions, EvaluateOptions,
};

use ConsoleCategory::{Network, Runtime, Syntax};
use ConsoleLevel::{Debug, Error, Info, Warning};

use crate::site::{LIMIT, Stage};

/// Wait until a message with `word` is recorded.
async fn message(stage: &Stage, word: &str) -> ConsoleMessage {
    let mut events = stage.context.events();
    let found = |message: &ConsoleMessage| message.message.contains(word);
    if let Some(message) = stage.context.console().items.into_iter().find(found) {
        return message;
    }
    let wait = async {
        loop {
            match events.next().await.unwrap() {
                ContextEvent::Console(message) if found(&message) => return message,
                _ => {}
            }
        }
    };
    tokio::time::timeout(LIMIT, wait).await.unwrap_or_else(|_| {
        panic!(
            "no message with {word:?} in {:#?}",
            stage.context.console().items
        )
    })
}

#[tokio::test]
async fn levels_places_and_categories_are_told() {
    let html = "<script>
console.log('plain', {a: 1}, [1, 2]);
console.warn('careful %s', 'now');
console.debug('small');
console.error('bad');
</script><script>function f() { null.x(); }
f();</script><script>var broken = ;</script><script src=/missing.js></script>
<script>Promise.reject(new RangeError('late')); fetch('http://127.0.0.1:9/').catch(() => {});</script>";
    let stage = Stage::open(html).await;
    for (word, level, category, line) in [
        ("plain {a: 1} [1, 2]", Info, Runtime, 2),
        ("careful now", Warning, Runtime, 3),
        ("small", Debug, Runtime, 4),
        ("bad", Error, Runtime, 5),
        ("TypeError", Error, Runtime, 6),
        ("SyntaxError", Error, Syntax, 7),
        ("404", Error, Network, 0),
        ("RangeError: late", Error, Runtime, 8),
    ] {
        let got = message(&stage, word).await;
        assert_eq!((got.level, got.category), (level, category), "{got:?}");
        if line > 0 {
            assert_eq!(got.line, line, "{got:?}");
        }
        assert_eq!(
            got.frame.as_ref(),
            Some(stage.page.main_frame().id()),
            "{got:?}"
        );
        assert!(got.timestamp > 1_600_000_000_000);
    }
    let thrown = message(&stage, "TypeError").await;
    assert!(thrown.stack.unwrap().starts_with("at f ("));
}

#[tokio::test]
async fn frames_workers_and_popups_are_heard_from_the_start() {
    let files = [
        (
            "/",
            "<iframe src=/in.html></iframe><script>new Worker('/w.js')</script>",
        ),
        (
            "/in.html",
            "<script>console.log('from frame'); throw new Error('inner fault')</script>",
        ),
        (
            "/w.js",
            "console.log('from worker'); setTimeout(() => nowhere(), 1)",
        ),
        ("/pop.html", "<script>console.log('from popup')</script>"),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let inner = stage.page.frame("in.html").unwrap();
    assert_eq!(
        message(&stage, "from frame").await.frame.as_ref(),
        Some(inner.id())
    );
    assert_eq!(
        message(&stage, "inner fault").await.frame.as_ref(),
        Some(inner.id())
    );
    assert_eq!(message(&stage, "from worker").await.frame, None);
    message(&stage, "nowhere is not defined").await;
    stage
        .page
        .main_frame()
        .evaluate("open('/pop.html'); 0", &EvaluateOptions::default())
        .await
        .unwrap();
    message(&stage, "from popup").await;
}

#[tokio::test]
async fn the_record_is_bounded_and_counts_what_it_drops() {
    let stage = Stage::open("<p>x</p>").await;
    let script = "for (let i = 0; i < 2500; i++) console.log('n' + i)";
    stage
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    let record = stage.context.console();
    assert_eq!((record.items.len(), record.dropped), (2000, 500));
    assert_eq!(record.items.last().unwrap().message, "n2499");
}

#[tokio::test]
async fn csp_reports_are_heard() {
    let html =
        "<meta http-equiv=Content-Security-Policy content=\"img-src 'none'\"><img src=/x.svg>";
    let stage = Stage::open(html).await;
    let report = message(&stage, "Content Security Policy").await;
    assert_eq!(
        (report.level, report.category),
        (ConsoleLevel::Error, ConsoleCategory::Network)
    );
}
