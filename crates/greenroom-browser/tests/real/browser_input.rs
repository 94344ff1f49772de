//! Input is real: trusted events, in the right order, with the right values.

use std::time::Duration;

use greenroom_browser::{
    BrowserError, ClickKind, ContextOptions, EvaluateOptions, FillValue, Reason, Viewport,
};
use serde_json::{Value, json};

use crate::site::Stage;

async fn value(stage: &Stage, expression: &str) -> Value {
    let frame = stage.page.main_frame();
    frame
        .evaluate(expression, &EvaluateOptions::default())
        .await
        .unwrap()
        .value
}

/// Records `names` of events on `target`, with what matters of each.
fn recorder(target: &str, names: &[&str]) -> String {
    format!(
        "<script>window.seen = []; for (const name of {names:?}) {target}.addEventListener(name, (e) =>
        seen.push([name, e.isTrusted, e.key ?? e.detail, e.code ?? e.button].join(' ')))</script>"
    )
}

#[tokio::test]
async fn clicks_are_trusted_single_double_and_right() {
    let record = recorder(
        "document.getElementById('b')",
        &["mousedown", "mouseup", "click", "dblclick", "contextmenu"],
    );
    let stage = Stage::open(&format!("<button id=b>b</button>{record}")).await;
    let single = ["mousedown true 1 0", "mouseup true 1 0", "click true 1 0"];
    let double = [
        "mousedown true 2 0",
        "mouseup true 2 0",
        "click true 2 0",
        "dblclick true 2 0",
    ];
    let both = [&single[..], &double].concat();
    let right = [
        "mousedown true 1 2",
        "contextmenu true 0 2",
        "mouseup true 1 2",
    ];
    for (kind, want) in [
        (ClickKind::Single, &single[..]),
        (ClickKind::Double, &both),
        (ClickKind::Right, &right),
    ] {
        stage.page.locator("#b").click(kind).await.unwrap();
        let seen = value(&stage, "seen.splice(0)").await;
        assert_eq!(seen, json!(want), "{kind:?}");
    }
}

#[tokio::test]
async fn every_character_is_typed_with_key_events() {
    let record = recorder(
        "document.getElementById('i')",
        &["keydown", "keypress", "input", "keyup"],
    );
    let stage = Stage::open(&format!("<input id=i>{record}")).await;
    stage.page.locator("#i").focus().await.unwrap();
    let count = stage.page.type_text("aÉ", Duration::ZERO).await.unwrap();
    assert_eq!(count, 2);
    let seen = value(&stage, "seen").await;
    let want = json!([
        "keydown true a KeyA",
        "keypress true a KeyA",
        "input true 0 ",
        "keyup true a KeyA",
        "keydown true É ",
        "keypress true É ",
        "input true 0 ",
        "keyup true É ",
    ]);
    assert_eq!(seen, want);
    let text = " Straße 日本 😀 \"q\" \\ <b>&";
    stage.page.type_text(text, Duration::ZERO).await.unwrap();
    assert_eq!(value(&stage, "i.value").await, json!(format!("aÉ{text}")));
}

#[tokio::test]
async fn keys_and_chords_do_what_they_do() {
    let html = "<input id=a value=first><input id=b><textarea id=t></textarea>
        <form onsubmit='window.sent = true; return false'><input id=f></form>";
    let stage = Stage::open(html).await;
    stage.page.locator("#a").focus().await.unwrap();
    stage.page.press("Control+A").await.unwrap();
    stage.page.type_text("new", Duration::ZERO).await.unwrap();
    assert_eq!(value(&stage, "a.value").await, "new");
    stage.page.press("Tab").await.unwrap();
    assert_eq!(value(&stage, "document.activeElement.id").await, "b");
    stage.page.press("Shift+Tab").await.unwrap();
    assert_eq!(value(&stage, "document.activeElement.id").await, "a");
    stage.page.press("Home").await.unwrap();
    stage.page.press("Shift+ArrowRight").await.unwrap();
    stage.page.press("Backspace").await.unwrap();
    assert_eq!(value(&stage, "a.value").await, "ew");
    stage.page.locator("#t").focus().await.unwrap();
    stage.page.type_text("x\ny", Duration::ZERO).await.unwrap();
    assert_eq!(value(&stage, "t.value").await, "x\ny");
    stage.page.locator("#f").focus().await.unwrap();
    stage.page.press("Enter").await.unwrap();
    assert_eq!(value(&stage, "window.sent").await, true);
    let error = stage.page.press("Nonsense").await.unwrap_err();
    assert!(matches!(error, BrowserError::Invalid { .. }), "{error:?}");
}

#[tokio::test]
async fn hover_and_wheel_reach_the_page() {
    let html = "<style>#menu + p { display: none } #menu:hover + p { display: block }</style>
        <div id=menu>menu</div><p id=item>item</p>
        <div id=s style='height:100px;overflow:auto'><div style='height:900px'></div></div>";
    let stage = Stage::open(html).await;
    stage.page.locator("#menu").hover().await.unwrap();
    stage.page.locator("#item").wait(true).await.unwrap();
    stage.page.locator("#s").wheel(0.0, 200.0).await.unwrap();
    let scrolled = "new Promise(r => { const s = document.getElementById('s');
        const look = () => s.scrollTop > 0 ? r(true) : requestAnimationFrame(look); look() })";
    assert_eq!(value(&stage, scrolled).await, true);
}

#[tokio::test]
async fn taps_are_touches_and_clicks() {
    let viewport = Viewport {
        width: 390,
        height: 844,
        scale: 1.0,
        touch: true,
        mobile: true,
    };
    let options = ContextOptions {
        viewport,
        ..ContextOptions::default()
    };
    let record = recorder(
        "document.getElementById('b')",
        &["touchstart", "touchend", "click"],
    );
    let html =
        format!("<meta name=viewport content='width=device-width'><button id=b>b</button>{record}");
    let stage = Stage::open_files(&[("/", &html)], options).await;
    stage.page.locator("#b").tap().await.unwrap();
    let clicked = "new Promise(r => { const look = () => seen.length >= 3 ? r(seen) : setTimeout(look, 5); look() })";
    let seen = value(&stage, clicked).await;
    assert_eq!(
        seen,
        json!(["touchstart true 0 ", "touchend true 0 ", "click true 1 0"])
    );
    assert_eq!(
        value(&stage, "matchMedia('(pointer: coarse)').matches").await,
        true
    );
    assert_eq!(value(&stage, "navigator.maxTouchPoints").await, 5);
}

#[tokio::test]
async fn pages_that_follow_the_mouse_can_be_dragged_on() {
    let html = "<style>div { position: absolute; width: 60px; height: 40px; user-select: none }</style>
        <div id=drop style='left:400px;top:300px;background:silver'></div>
        <div id=card style='left:20px;top:30px;background:gold'></div><script>
        let held = null;
        card.onpointerdown = (e) => { held = [e.clientX - card.offsetLeft, e.clientY - card.offsetTop]; };
        onpointermove = (e) => { if (held) { card.style.left = e.clientX - held[0] + 'px';
            card.style.top = e.clientY - held[1] + 'px'; } };
        onpointerup = (e) => { held = null; const box = drop.getBoundingClientRect();
            window.result = [e.isTrusted, e.clientX >= box.left && e.clientX <= box.right]; };
        </script>";
    let stage = Stage::open(html).await;
    let target = stage.page.locator("#drop");
    stage.page.locator("#card").drag_to(&target).await.unwrap();
    assert_eq!(value(&stage, "result").await, json!([true, true]));
    let place = "[card.offsetLeft, card.offsetTop]";
    assert_eq!(value(&stage, place).await, json!([400, 300]));
    stage
        .page
        .locator("#card")
        .drag_to_point(130.0, 120.0)
        .await
        .unwrap();
    assert_eq!(value(&stage, place).await, json!([100, 100]));
}

#[tokio::test]
async fn html_drag_and_drop_works_also_in_a_frame() {
    let inner = "<div id=item draggable=true style='width:80px;height:30px;background:gold'>item</div>
        <div id=zone style='margin-top:80px;width:200px;height:100px;background:silver'></div><script>
        window.seen = [];
        for (const name of ['dragstart', 'dragend']) item.addEventListener(name, (e) => {
            seen.push(name + ' ' + e.isTrusted);
            if (name == 'dragstart') e.dataTransfer.setData('text/plain', 'the <data>'); });
        zone.ondragenter = () => seen.push('enter');
        zone.ondragover = (e) => e.preventDefault();
        zone.ondrop = (e) => { e.preventDefault(); seen.push('drop ' + e.dataTransfer.getData('text/plain')); };
        </script>";
    let files = [
        ("/", "<iframe src=/in.html width=400 height=300></iframe>"),
        ("/in.html", inner),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let zone = stage.page.locator("#zone");
    stage.page.locator("#item").drag_to(&zone).await.unwrap();
    let frame = stage.page.frame("in.html").unwrap();
    let settled = "new Promise(r => { const look = () => seen.includes('dragend true') ? r(seen)
        : setTimeout(look, 5); look() })";
    let seen = frame
        .evaluate(settled, &EvaluateOptions::default())
        .await
        .unwrap()
        .value;
    assert_eq!(
        seen,
        json!(["dragstart true", "enter", "drop the <data>", "dragend true"])
    );
    // The mouse is free again.
    frame
        .evaluate(
            "item.onclick = () => seen.push('click')",
            &EvaluateOptions::default(),
        )
        .await
        .unwrap();
    stage
        .page
        .locator("#item")
        .click(ClickKind::Single)
        .await
        .unwrap();
    let last = frame
        .evaluate("seen.at(-1)", &EvaluateOptions::default())
        .await
        .unwrap()
        .value;
    assert_eq!(last, "click");
}

#[tokio::test]
async fn controls_of_all_kinds_are_filled() {
    let html = "<input id=text value=old><textarea id=area>old</textarea><input id=num type=number>
        <input id=date type=date><input id=range type=range><div id=edit contenteditable>old <b>x</b></div>
        <input id=check type=checkbox><input id=r1 type=radio name=r checked><input id=r2 type=radio name=r>
        <select id=one><option value=a>Alpha</option><option value=b>Beta</option></select>
        <select id=many multiple><option>x</option><option>y</option><option>z</option></select>
        <input id=file type=file><p id=p>text</p>
        <script>window.log = []; for (const name of ['input', 'change'])
        document.addEventListener(name, (e) => log.push(name + ' ' + e.target.id), true)</script>";
    let stage = Stage::open(html).await;
    let text = |text: &str| FillValue::Text(text.into());
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_string_lossy().into_owned();
    for (selector, fill, expression, want) in [
        (
            "#text",
            text("it's \"new\""),
            "text.value",
            json!("it's \"new\""),
        ),
        ("#text", text(""), "text.value", json!("")),
        ("#area", text("a\nb"), "area.value", json!("a\nb")),
        ("#num", text("4.5"), "num.value", json!("4.5")),
        (
            "#date",
            text("2026-02-28"),
            "date.value",
            json!("2026-02-28"),
        ),
        ("#range", text("70"), "range.value", json!("70")),
        ("#edit", text("fresh"), "edit.textContent", json!("fresh")),
        (
            "#check",
            FillValue::Checked(true),
            "check.checked",
            json!(true),
        ),
        (
            "#check",
            FillValue::Checked(true),
            "check.checked",
            json!(true),
        ),
        (
            "#r2",
            FillValue::Checked(true),
            "[r1.checked, r2.checked]",
            json!([false, true]),
        ),
        ("#one", text("Beta"), "one.value", json!("b")),
        ("#one", text("a"), "one.value", json!("a")),
        (
            "#many",
            FillValue::Options(vec!["x".into(), "z".into()]),
            "Array.from(many.selectedOptions, o => o.value)",
            json!(["x", "z"]),
        ),
        (
            "#file",
            FillValue::Files(vec![path]),
            "file.files.length",
            json!(1),
        ),
    ] {
        stage.page.locator(selector).fill(&fill).await.unwrap();
        assert_eq!(value(&stage, expression).await, want, "{selector}");
    }
    let log = value(&stage, "log.join()").await;
    for word in [
        "input text",
        "change text",
        "input date",
        "change one",
        "change check",
    ] {
        assert!(log.as_str().unwrap().contains(word), "{word}: {log}");
    }
    for (selector, fill, want, words) in [
        (
            "#one",
            text("Gamma"),
            Reason::NoSuchOption,
            "\"Alpha\", \"Beta\"",
        ),
        ("#p", text("x"), Reason::NotFillable, "P"),
        ("#date", text("never"), Reason::NotFillable, "date"),
        ("#r2", FillValue::Checked(false), Reason::NotFillable, ""),
    ] {
        match stage.page.locator(selector).fill(&fill).await {
            Err(BrowserError::NotActionable { reason, detail, .. }) => {
                assert_eq!(reason, want, "{selector}");
                assert!(detail.contains(words), "{selector}: {detail}");
            }
            other => panic!("{selector}: {other:?}"),
        }
    }
}
