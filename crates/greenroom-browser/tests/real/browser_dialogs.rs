//! Dialogs never freeze a page; downloads, permissions and file choosers are refused.

use greenroom_browser::{
    ClickKind, ContextEvent, ContextOptions, DialogKind, DialogPolicy, EvaluateOptions,
};
use serde_json::json;

use crate::site::{LIMIT, Stage};

#[tokio::test]
async fn dialogs_are_answered_by_policy_and_reported() {
    for (policy, want) in [
        (DialogPolicy::Accept, json!([true, "dflt", null])),
        (DialogPolicy::Dismiss, json!([false, null, null])),
    ] {
        let options = ContextOptions {
            dialogs: policy,
            ..ContextOptions::default()
        };
        let stage = Stage::open_files(&[("/", "<p>x</p>")], options).await;
        let script = "[confirm('sure?'), prompt('name?', 'dflt'), alert('hi') ?? null]";
        let got = stage
            .page
            .main_frame()
            .evaluate(script, &EvaluateOptions::default())
            .await;
        assert_eq!(got.unwrap().value, want);
        let dialogs = stage.context.dialogs().items;
        let seen: Vec<_> = dialogs
            .iter()
            .map(|d| (d.kind, d.message.as_str(), d.accepted))
            .collect();
        let accepted = policy == DialogPolicy::Accept;
        let want = [
            (DialogKind::Confirm, "sure?", accepted),
            (DialogKind::Prompt, "name?", accepted),
            (DialogKind::Alert, "hi", accepted),
        ];
        assert_eq!(seen, want);
    }
}

#[tokio::test]
async fn a_dialog_while_loading_or_leaving_does_not_stop_us() {
    let html = "<script>alert('first'); onbeforeunload = (e) => { e.preventDefault(); return 'x'; }</script>
        <button id=b>b</button>";
    let stage = Stage::open(html).await;
    // Chromium asks before leaving only after the page was used.
    stage
        .page
        .main_frame()
        .evaluate("b.click()", &EvaluateOptions::default())
        .await
        .unwrap();
    stage
        .page
        .navigate(&stage.site.url("/?next"), LIMIT)
        .await
        .unwrap();
    assert!(stage.page.url().ends_with("/?next"));
    let kinds: Vec<_> = stage
        .context
        .dialogs()
        .items
        .iter()
        .map(|dialog| dialog.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            DialogKind::Alert,
            DialogKind::Beforeunload,
            DialogKind::Alert
        ]
    );
}

#[tokio::test]
async fn downloads_are_refused_and_reported() {
    let files = [
        ("/", "<a id=a href=/file.bin download=course.zip>get</a>"),
        ("/file.bin", "data"),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let mut events = stage.context.events();
    stage
        .page
        .main_frame()
        .evaluate("a.click()", &EvaluateOptions::default())
        .await
        .unwrap();
    let download = loop {
        if let ContextEvent::Download(download) = events.next().await.unwrap() {
            break download;
        }
    };
    assert_eq!(download.file_name, "course.zip");
    assert_eq!(download.url, stage.site.url("/file.bin"));
    assert_eq!(stage.context.downloads().items, [download]);
}

#[tokio::test]
async fn permissions_are_denied() {
    let stage = Stage::open("<p>x</p>").await;
    let script =
        "Promise.all(['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read']
        .map(async name => (await navigator.permissions.query({name})).state))";
    let got = stage
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    assert_eq!(got.value, json!(vec!["denied"; 5]));
}

#[tokio::test]
async fn a_file_chooser_stays_closed_and_is_reported() {
    let stage = Stage::open("<input type=file id=f>").await;
    let mut events = stage.context.events();
    stage
        .page
        .locator("#f")
        .click(ClickKind::Single)
        .await
        .unwrap();
    loop {
        if let ContextEvent::FileChooser { frame } = events.next().await.unwrap() {
            assert_eq!(&frame, stage.page.main_frame().id());
            return;
        }
    }
}
