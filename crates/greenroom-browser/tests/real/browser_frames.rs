//! Frames, popups and workers are attached to from their first script on.

use greenroom_browser::{
    BrowserError, ContextEvent, ContextOptions, EvaluateOptions, FrameInfo, Page, TargetKind, World,
};
use serde_json::json;

use crate::site::{LIMIT, Site, Stage};

async fn text(page: &Page, frame: &str, expression: &str) -> String {
    let frame = page.frame(frame).unwrap();
    let got = frame
        .evaluate(expression, &EvaluateOptions::default())
        .await
        .unwrap();
    got.value.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn nested_frames_form_a_tree_and_run_script() {
    let files = [
        (
            "/",
            "<title>top</title><iframe name=middle src=/middle.html></iframe>",
        ),
        (
            "/middle.html",
            "<title>middle</title><iframe src=/inner.html?x=1></iframe><iframe></iframe>",
        ),
        ("/inner.html", "<title>inner</title><p>deep</p>"),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let frames = stage.page.frames();
    let shape: Vec<(&str, usize)> = frames
        .iter()
        .map(|frame| {
            let depth = std::iter::successors(Some(frame), |frame: &&FrameInfo| {
                frames
                    .iter()
                    .find(|other| Some(&other.id) == frame.parent.as_ref())
            });
            (frame.url.rsplit('/').next().unwrap(), depth.count() - 1)
        })
        .collect();
    assert_eq!(
        shape,
        [
            ("", 0),
            ("middle.html", 1),
            ("inner.html?x=1", 2),
            ("about:blank", 2)
        ]
    );
    assert_eq!(
        text(&stage.page, "middle", "document.title").await,
        "middle"
    );
    assert_eq!(
        text(
            &stage.page,
            "inner.html",
            "document.querySelector('p').textContent"
        )
        .await,
        "deep"
    );
    let missing = stage.page.frame("nowhere").unwrap_err();
    assert!(
        matches!(missing, BrowserError::FrameNotFound { .. }),
        "{missing:?}"
    );
}

#[tokio::test]
async fn a_call_reaches_a_frame_that_goes_on_to_other_documents_meanwhile() {
    // Each document goes on to the next one as soon as it is asked, up to the twentieth.
    let restless = "<p>here</p><script>
        const number = Number(location.search.slice(1));
        new MutationObserver(() => number < 20 && location.replace('?' + (number + 1)))
            .observe(document.body, { attributes: true });
    </script>";
    let files = [
        ("/", "<iframe name=restless src=/restless.html></iframe>"),
        ("/restless.html", restless),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let ask = "() => { document.body.dataset.asked = performance.now(); \
               return greenroom.visible(document.querySelector('p')) && location.search }";
    let mut asked = 0;
    loop {
        let frame = stage.page.frame("restless").unwrap();
        match frame.call_with_toolkit::<String>(ask, &[], LIMIT).await {
            Ok(place) if place == "?20" => break,
            Err(BrowserError::Thrown(exception)) => panic!("{}", exception.message),
            // The document was gone before it could answer.
            _ => asked += 1,
        }
        assert!(asked < 1000, "the frame never comes to rest");
    }
}

#[tokio::test]
async fn a_frame_keeps_its_id_while_its_documents_change_and_fails_when_it_is_gone() {
    let files = [
        ("/", "<iframe id=f src=/a.html></iframe>"),
        ("/a.html", "a"),
        ("/b.html", "b"),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let frame = stage.page.frame("a.html").unwrap();
    frame
        .navigate(&stage.site.url("/b.html"), LIMIT)
        .await
        .unwrap();
    assert!(frame.info().unwrap().url.ends_with("/b.html"));
    let body: String = frame
        .call_function(
            World::Isolated,
            "() => document.body.textContent",
            &[],
            LIMIT,
        )
        .await
        .unwrap();
    assert_eq!(body, "b");
    let top = stage.page.main_frame();
    top.evaluate(
        "document.getElementById('f').remove()",
        &EvaluateOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(stage.page.frames().len(), 1);
    let gone = frame.evaluate("1", &EvaluateOptions::default()).await;
    assert!(matches!(gone, Err(BrowserError::Closed { .. })), "{gone:?}");
}

#[tokio::test]
async fn a_frame_of_another_site_works_like_any_other() {
    let far = Site::start(&[(
        "/far.html",
        "<title>far</title><body style='background:rgb(0,128,0)'>",
    )])
    .await;
    let address = format!("http://localhost:{}/far.html", far.port);
    let html = format!(
        "<body style=margin:0><iframe style='margin:30px;border:0' width=200 height=100 src='{address}'></iframe>"
    );
    let stage = Stage::open_files(&[("/", &html)], ContextOptions::default()).await;
    stage.page.wait_for_load(LIMIT).await.unwrap();
    assert_eq!(text(&stage.page, "far.html", "document.title").await, "far");
    let frame = stage.page.frame("far.html").unwrap();
    let area = greenroom_browser::Area::Frame(frame.id().clone());
    let shot = stage
        .page
        .screenshot(&area, greenroom_browser::ImageFormat::Png)
        .await
        .unwrap();
    let pixels = image::load_from_memory(&shot.bytes).unwrap().to_rgb8();
    assert_eq!(pixels.dimensions(), (200, 100));
    assert!(pixels.pixels().all(|pixel| pixel.0 == [0, 128, 0]));
}

#[tokio::test]
async fn popups_are_pages_with_our_scripts_before_theirs() {
    let files = [
        ("/", "<title>opener</title>"),
        (
            "/popup.html",
            "<script>document.title = 'mark ' + window.mark</script>",
        ),
    ];
    let options = ContextOptions {
        init_scripts: vec!["window.mark = 7".into()],
        ..ContextOptions::default()
    };
    let stage = Stage::open_files(&files, options).await;
    let mut events = stage.context.events();
    let open = "window.w = window.open('/popup.html', 'win', 'width=300,height=200'); 1";
    stage
        .page
        .main_frame()
        .evaluate(open, &EvaluateOptions::default())
        .await
        .unwrap();
    let opened = |event: &ContextEvent| {
        matches!(
            event,
            ContextEvent::Opened {
                kind: TargetKind::Page,
                ..
            }
        )
    };
    while !opened(&events.next().await.unwrap()) {}
    let popup = stage.context.pages().pop().unwrap();
    assert_eq!(popup.opener(), Some(stage.page.main_frame().id()));
    popup.wait_for_load(LIMIT).await.unwrap();
    assert_eq!(
        text(&popup, popup.main_frame().id().as_str(), "document.title").await,
        "mark 7"
    );
    assert_eq!(
        text(
            &popup,
            popup.main_frame().id().as_str(),
            "opener.document.title"
        )
        .await,
        "opener"
    );
    popup.close(true).await.unwrap();
    assert!(!popup.is_open());
    assert_eq!(stage.context.pages().len(), 1);
}

#[tokio::test]
async fn contexts_share_nothing() {
    let stage =
        Stage::open("<script>localStorage.who = 'first'; document.cookie = 'a=1'</script>").await;
    let site = &stage.site;
    let browser_of_stage = stage.browser();
    let other = browser_of_stage
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    let page = other.new_page().await.unwrap();
    page.navigate(&site.url("/nothing-here"), LIMIT)
        .await
        .unwrap();
    let seen: serde_json::Value = page
        .main_frame()
        .call_function(
            World::Main,
            "() => [localStorage.who ?? null, document.cookie]",
            &[],
            LIMIT,
        )
        .await
        .unwrap();
    assert_eq!(seen, json!([null, ""]));
    other.close().await.unwrap();
    assert!(!page.is_open());
    assert!(stage.page.is_open());
}
