//! Several browsers elsewhere: those that fail are left out, those that are full are waited for.

use std::time::Duration;

use greenroom_browser::{BrowserError, Context, ContextOptions, Crash, EvaluateOptions};

use crate::far::{Far, browser_of};
use crate::site::Site;

/// Where the browser of a context is.
fn address_of(context: &Context) -> String {
    let browser = context.browser().unwrap();
    browser.address.unwrap()
}

#[tokio::test]
async fn an_address_that_fails_is_left_out_and_another_one_is_used() {
    let far = Far::start().await;
    let site = Site::start(&[]).await;
    let other = format!("http://127.0.0.1:{}", site.port);
    let pool = format!("connect=http://127.0.0.1:1,{other},{}", far.address());
    let browser = browser_of(&pool, |_| {});
    for _ in 0..2 {
        let context = browser
            .new_context(ContextOptions::default())
            .await
            .unwrap();
        assert!(address_of(&context).contains(&far.address()[7..]));
        context.close().await.unwrap();
    }
    let places = browser.places();
    let resting: Vec<bool> = places.iter().map(|place| place.resting).collect();
    assert_eq!(resting, [true, true, false], "{places:?}");
    // Left out: asked once, not twice.
    assert_eq!(site.hits().len(), 1, "{:?}", site.hits());
    let why = places[1].last_error.clone().unwrap();
    assert!(why.contains("no JSON"), "{why}");
}

#[tokio::test]
async fn when_none_works_every_address_is_named_with_its_reason() {
    let browser = browser_of("connect=http://127.0.0.1:1,http://127.0.0.1:2", |_| {});
    let error = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap_err();
    let text = error.to_string();
    for part in [
        "127.0.0.1:1",
        "127.0.0.1:2",
        "nobody answers",
        "--remote-debugging-port",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test]
async fn a_full_pool_is_waited_for_but_not_for_ever() {
    let far = Far::start().await;
    let small = |wait| {
        browser_of(&far.address(), |remote| {
            remote.per_address = 1;
            remote.wait = wait;
        })
    };
    let patient = small(Duration::from_mins(1));
    let first = patient
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    let second = patient.new_context(ContextOptions::default());
    let (second, ()) = tokio::join!(second, async { first.close().await.unwrap() });
    let second = second.unwrap();
    drop(second);
    let hasty = small(Duration::from_millis(100));
    let _held = hasty.new_context(ContextOptions::default()).await.unwrap();
    let error = hasty
        .new_context(ContextOptions::default())
        .await
        .unwrap_err();
    assert!(matches!(error, BrowserError::AllTaken { .. }), "{error:?}");
}

#[tokio::test]
async fn a_browser_that_dies_fails_its_calls_and_the_next_open_works() {
    let (mut first, second) = (Far::start().await, Far::start().await);
    let (port, pool) = (
        first.port,
        format!("connect={},{}", first.address(), second.address()),
    );
    let browser = browser_of(&pool, |_| {});
    let context = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    assert!(address_of(&context).ends_with(&port.to_string()));
    let page = context.new_page().await.unwrap();
    let frame = page.main_frame();
    let options = EvaluateOptions::default();
    let pending = frame.evaluate("new Promise(() => {})", &options);
    let (gone, ()) = tokio::join!(pending, async { first.kill() });
    let gone = gone.unwrap_err();
    assert!(
        matches!(
            gone,
            BrowserError::Crashed {
                what: Crash::Browser,
                ..
            }
        ),
        "{gone:?}"
    );
    drop((page, context));
    let context = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    assert!(address_of(&context).ends_with(&second.port.to_string()));
    // The only one of a pool is tried again as soon as it is back, however short its rest was.
    let lonely = browser_of(&format!("connect=http://127.0.0.1:{port}"), |_| {});
    lonely
        .new_context(ContextOptions::default())
        .await
        .unwrap_err();
    let _back = Far::start_at(port).await;
    lonely.new_context(ContextOptions::default()).await.unwrap();
}
