//! Selectors through frames, shadow roots and popups; when an element can be acted on.

use std::time::Duration;

use greenroom_browser::{
    BrowserError, ClickKind, ContextEvent, ContextOptions, EvaluateOptions, ImageFormat, Reason,
    TargetKind,
};

use crate::site::{LIMIT, Stage};

const SHORT: Duration = Duration::from_millis(400);

/// The reason and detail of a click that is not possible.
async fn refused(stage: &Stage, selector: &str) -> (Reason, String) {
    let answer = stage
        .page
        .locator(selector)
        .patience(SHORT)
        .click(ClickKind::Single)
        .await;
    match answer {
        Err(BrowserError::NotActionable { reason, detail, .. }) => (reason, detail),
        other => panic!("{selector}: {other:?}"),
    }
}

/// Clicks an element that counts its clicks in `hit`.
async fn hit(stage: &Stage, selector: &str) {
    let locator = stage.page.locator(selector);
    locator.click(ClickKind::Single).await.unwrap();
    let frame = stage.page.main_frame();
    let hit = frame.evaluate("hit", &EvaluateOptions::default()).await;
    assert_eq!(hit.unwrap().value, 1);
}

#[tokio::test]
async fn what_cannot_be_clicked_is_told_with_the_reason() {
    let html = "<style>button { display: block; margin: 8px }</style>
        <button id=gone style='display:none'>a</button>
        <div id=box style='visibility:hidden'><button id=hidden>b</button></div>
        <div style='display:none' class=tab><button id=intab>b</button></div>
        <button id=small style='width:0;height:0;padding:0;border:0;overflow:hidden'></button>
        <button id=off disabled>c</button>
        <fieldset disabled><button id=infield>c</button></fieldset>
        <div aria-disabled=true><button id=aria>c</button></div>
        <button id=under>d</button>
        <div id=overlay style='position:fixed;inset:0;z-index:9' class='modal dim'></div>";
    let stage = Stage::open(html).await;
    for (selector, want, words) in [
        ("#nowhere", Reason::NotFound, "nothing matches in http://"),
        ("#gone", Reason::NotVisible, "display: none"),
        ("#hidden", Reason::NotVisible, "visibility: hidden"),
        ("#intab", Reason::NotVisible, "<div.tab> has display: none"),
        ("#small", Reason::NotVisible, "0 × 0"),
        ("#off", Reason::Disabled, "disabled"),
        ("#infield", Reason::Disabled, "disabled"),
        ("#aria", Reason::Disabled, "disabled"),
        (
            "#under",
            Reason::Obscured,
            "<div#overlay.modal.dim> covers it",
        ),
        ("p[", Reason::BadSelector, "not a valid selector"),
        ("#a >>> ", Reason::BadSelector, "empty"),
    ] {
        let (reason, detail) = refused(&stage, selector).await;
        assert_eq!(reason, want, "{selector}: {detail}");
        assert!(detail.contains(words), "{selector}: {detail}");
    }
}

#[tokio::test]
async fn a_moving_element_is_waited_for() {
    let html = "<style>@keyframes m { from { margin-left: 0 } to { margin-left: 300px } }
        #b { position: absolute; top: 90px; animation: m 20s linear infinite } #c { animation: m 0.4s linear }</style>
        <button id=b>b</button><button id=c onclick='window.hit = 1'>c</button>";
    let stage = Stage::open(html).await;
    let (reason, _) = refused(&stage, "#b").await;
    assert_eq!(reason, Reason::Unstable);
    hit(&stage, "#c").await;
}

/// A button that is pushed aside when the pointer comes: `pushes` times, with another one in its place.
fn pushed_aside(pushes: u32) -> String {
    format!(
        "<style>button {{ width: 90px; height: 40px; padding: 0; border: 0 }}</style>
        <div id=row><button id=go onclick='window.hit = (window.hit ?? 0) + 1'>go</button></div><script>
        window.wrong = 0;
        let left = {pushes};
        addEventListener('mousemove', () => {{
            if (left-- <= 0) return;
            const other = document.createElement('button');
            for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'focus'])
                other.addEventListener(type, () => (window.wrong += 1));
            document.getElementById('row').prepend(other);
        }});</script>"
    )
}

#[tokio::test]
async fn an_element_that_moves_before_the_press_is_clicked_where_it_is() {
    let stage = Stage::open(&pushed_aside(1)).await;
    hit(&stage, "#go").await;
    let frame = stage.page.main_frame();
    let wrong = frame.evaluate("wrong", &EvaluateOptions::default()).await;
    assert_eq!(wrong.unwrap().value, 0);
}

#[tokio::test]
async fn an_element_that_flees_the_pointer_is_refused_and_nothing_else_is_pressed() {
    let stage = Stage::open(&pushed_aside(1000)).await;
    let (reason, detail) = refused(&stage, "#go").await;
    assert_eq!(reason, Reason::Unstable);
    assert_eq!(detail, "it moves away from the pointer");
    let frame = stage.page.main_frame();
    let presses = "[wrong, window.hit ?? 0]";
    let presses = frame.evaluate(presses, &EvaluateOptions::default()).await;
    assert_eq!(presses.unwrap().value, serde_json::json!([0, 0]));
}

/// What comes over an element when the pointer does is what a person would press, too.
#[tokio::test]
async fn what_is_laid_over_an_element_on_hover_gets_the_press() {
    let html = "<button id=go style='width:90px;height:40px'>go</button><script>
        document.getElementById('go').onmouseenter = () => document.body.insertAdjacentHTML('beforeend',
            '<div style=\"position:fixed;inset:0\" onclick=\"window.hit = 1\"></div>');</script>";
    let stage = Stage::open(html).await;
    hit(&stage, "#go").await;
}

#[tokio::test]
async fn an_element_that_appears_later_is_clicked() {
    let html = "<body><script>setTimeout(() => document.body.innerHTML =
        '<button id=late onclick=\"window.hit = 1\">x</button>', 300)</script>";
    let stage = Stage::open(html).await;
    hit(&stage, "#late").await;
}

#[tokio::test]
async fn elements_are_found_in_nested_frames_and_clicked_there() {
    let files = [
        ("/", "<body style='margin:0'><div style='height:900px'></div><iframe id=outer src=/outer.html
            style='transform:scale(.5);transform-origin:0 0;width:600px;height:500px;border:7px solid'></iframe>"),
        ("/outer.html", "<div style='height:700px'></div><iframe src=/inner.html style='padding:11px'></iframe>"),
        ("/inner.html", "<div style='height:400px'></div>
            <button class=go id=go onclick='window.seen = event.isTrusted'>go</button><button class=go>2</button>"),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let done = stage
        .page
        .locator("#go")
        .click(ClickKind::Single)
        .await
        .unwrap();
    let inner = stage.page.frame("inner.html").unwrap();
    assert_eq!(done.element.frame.as_ref(), Some(inner.id()));
    assert_eq!(done.element.selector, "#outer >>> body > iframe >>> #go");
    assert_eq!(
        inner
            .evaluate("seen", &EvaluateOptions::default())
            .await
            .unwrap()
            .value,
        true
    );
    let (info, count) = stage.page.locator(".go").info().await.unwrap().unwrap();
    assert_eq!((info.id.as_str(), count), ("go", 2));
    let (same, _) = stage
        .page
        .locator(&info.selector)
        .info()
        .await
        .unwrap()
        .unwrap();
    assert_eq!(same, info);
    let start = stage.page.frame("outer.html").unwrap();
    let (from_outer, _) = start.locator("#go").info().await.unwrap().unwrap();
    assert_eq!(from_outer.selector, "body > iframe >>> #go");
}

#[tokio::test]
async fn something_over_the_frame_covers_what_is_in_it() {
    let files = [
        (
            "/",
            "<iframe src=/in.html></iframe><div id=veil style='position:fixed;inset:0'></div>",
        ),
        ("/in.html", "<button id=b>b</button>"),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let (reason, detail) = refused(&stage, "#b").await;
    assert_eq!(
        (reason, detail.as_str()),
        (Reason::Obscured, "<div#veil> covers its frame")
    );
}

#[tokio::test]
async fn a_frame_of_another_site_can_be_clicked_in() {
    let far = crate::site::Site::start(&[(
        "/far.html",
        "<button id=b style='margin:40px' onclick='document.title = String(event.isTrusted)'>b</button>",
    )])
    .await;
    let html = format!(
        "<iframe style='margin:60px' src='http://localhost:{}/far.html'></iframe>",
        far.port
    );
    let stage = Stage::open(&html).await;
    stage.page.wait_for_load(LIMIT).await.unwrap();
    stage
        .page
        .locator("#b")
        .click(ClickKind::Single)
        .await
        .unwrap();
    let frame = stage.page.frame("far.html").unwrap();
    let title = frame
        .evaluate("document.title", &EvaluateOptions::default())
        .await
        .unwrap();
    assert_eq!(title.value, "true");
}

#[tokio::test]
async fn open_shadow_roots_are_searched() {
    let html = "<my-quiz id=host></my-quiz><script>
        const root = document.getElementById('host').attachShadow({mode: 'open'});
        root.innerHTML = '<div><slot></slot><my-inner></my-inner></div>';
        const deep = root.querySelector('my-inner').attachShadow({mode: 'open'});
        deep.innerHTML = '<button>one</button><button class=answer>two</button>';
        deep.querySelector('.answer').onclick = (e) => { document.title = 'hit ' + e.isTrusted; };
        </script>";
    let stage = Stage::open(html).await;
    let done = stage
        .page
        .locator(".answer")
        .click(ClickKind::Single)
        .await
        .unwrap();
    assert_eq!(
        stage
            .page
            .main_frame()
            .evaluate("document.title", &EvaluateOptions::default())
            .await
            .unwrap()
            .value,
        "hit true"
    );
    let selector = done.element.selector;
    assert_eq!(
        selector,
        "#host >>> div > my-inner >>> button:nth-of-type(2)"
    );
    let (again, count) = stage.page.locator(&selector).info().await.unwrap().unwrap();
    assert_eq!((again.text_content.as_str(), count), ("two", 1));
}

#[tokio::test]
async fn popups_are_searched_last() {
    let files = [
        (
            "/",
            "<button class=b>top</button><script>open('/pop.html', 'p', 'width=300,height=300')</script>",
        ),
        (
            "/pop.html",
            "<button class=b>popup</button><button id=only onclick='document.title=\"hit\"'>x</button>",
        ),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let mut events = stage.context.events();
    while stage.context.pages().len() < 2 {
        let opened = events.next().await.unwrap();
        assert!(!matches!(
            opened,
            ContextEvent::Gone {
                kind: TargetKind::Page,
                ..
            }
        ));
    }
    let (info, _) = stage.page.locator(".b").info().await.unwrap().unwrap();
    assert_eq!(info.text_content, "top");
    stage
        .page
        .locator("#only")
        .click(ClickKind::Single)
        .await
        .unwrap();
    let popup = stage.context.pages().pop().unwrap();
    let title = popup
        .main_frame()
        .evaluate("document.title", &EvaluateOptions::default())
        .await;
    assert_eq!(title.unwrap().value, "hit");
}

#[tokio::test]
async fn a_picture_of_an_element_shows_just_it() {
    let files = [
        (
            "/",
            "<div style='height:1500px'></div><iframe src=/in.html style='width:400px;height:300px'></iframe>",
        ),
        (
            "/in.html",
            "<div style='height:600px'></div><div id=e style='width:120px;height:50px;background:rgb(200,0,100)'></div>",
        ),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let area = stage.page.locator("#e").area().await.unwrap();
    let shot = stage
        .page
        .screenshot(&area, ImageFormat::Png)
        .await
        .unwrap();
    let pixels = image::load_from_memory(&shot.bytes).unwrap().to_rgb8();
    assert_eq!(pixels.dimensions(), (120, 50));
    assert!(pixels.pixels().all(|pixel| pixel.0 == [200, 0, 100]));
}

#[tokio::test]
async fn near_matches_are_told_when_nothing_matches() {
    let files = [
        (
            "/",
            "<button id=submit-answer>a</button><iframe id=f src=/in.html></iframe>",
        ),
        (
            "/in.html",
            "<input name=learner><p class=question-text>q</p>",
        ),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    for (selector, near) in [
        ("#submit_answer", "near matches: #submit-answer"),
        ("button#submit", "#submit-answer"),
        (".question", "#f >>> "),
    ] {
        let (reason, detail) = refused(&stage, selector).await;
        assert_eq!(reason, Reason::NotFound);
        assert!(detail.contains(near), "{selector}: {detail}");
    }
    let (_, detail) = refused(&stage, "#zzzzzz").await;
    assert!(!detail.contains("near matches"), "{detail}");
}
