//! What is cut off is not seen; a click that is refused leaves the page as it was; force.

use std::time::Duration;

use greenroom_browser::{BrowserError, ClickKind, EvaluateOptions, Reason};
use serde_json::{Value, json};

use crate::site::Stage;

const SHORT: Duration = Duration::from_millis(300);

async fn value(stage: &Stage, expression: &str) -> Value {
    let frame = stage.page.main_frame();
    let evaluated = frame
        .evaluate(expression, &EvaluateOptions::default())
        .await;
    evaluated.unwrap().value
}

async fn click(stage: &Stage, selector: &str) -> Result<(), (Reason, String)> {
    let locator = stage.page.locator(selector).patience(SHORT);
    match locator.click(ClickKind::Single).await {
        Ok(_) => Ok(()),
        Err(BrowserError::NotActionable { reason, detail, .. }) => Err((reason, detail)),
        Err(other) => panic!("{selector}: {other:?}"),
    }
}

#[tokio::test]
async fn what_is_cut_off_is_not_seen_and_what_can_be_scrolled_to_is() {
    let html = "<style>
        #strip { width: 300px; height: 100px; overflow: hidden; position: relative }
        #row { display: flex; width: 900px } #row > button { width: 300px; height: 80px }
        #folded { height: 0; overflow: hidden }
        #list { width: 300px; height: 60px; overflow: auto } #list > button { display: block; height: 50px }
        .sr { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); overflow: hidden }
        #old { position: absolute; clip: rect(0, 0, 0, 0) }
        #out { position: fixed; left: 20px; top: 400px }
        </style>
        <div id=strip><div id=row><button id=one>1</button><button id=two>2</button><button id=three>3</button></div>
          <button id=out>not held by the strip</button></div>
        <div id=folded><button id=inside>folded</button></div>
        <div id=list><button>a</button><button>b</button><button>c</button><button id=last>d</button></div>
        <button class=sr id=reader>for readers</button><button id=old>for old readers</button>";
    let stage = Stage::open(html).await;
    for (selector, words) in [
        ("#two", "<div#strip> cuts it off"),
        ("#three", "<div#strip> cuts it off"),
        ("#inside", "<div#folded> cuts it off"),
        ("#reader", "clip-path"),
        ("#old", "clip"),
    ] {
        let (reason, detail) = click(&stage, selector).await.unwrap_err();
        assert_eq!(reason, Reason::NotVisible, "{selector}: {detail}");
        assert!(detail.contains(words), "{selector}: {detail}");
    }
    for selector in ["#one", "#last", "#out"] {
        assert_eq!(click(&stage, selector).await, Ok(()), "{selector}");
    }
    assert_eq!(value(&stage, "strip.scrollLeft").await, 0);
}

#[tokio::test]
async fn a_refused_click_leaves_everything_where_it_was() {
    let html = "<style>body { margin: 0; height: 4000px } #bar { position: fixed; inset: 0; z-index: 5 }
        #panel { margin-top: 1500px; width: 300px; height: 200px; overflow: auto } #deep { margin-top: 900px }</style>
        <div id=bar></div><div id=panel><button id=deep>below</button></div>
        <script>scrollTo(0, 100); panel.scrollTop = 7</script>";
    let stage = Stage::open(html).await;
    let (reason, detail) = click(&stage, "#deep").await.unwrap_err();
    assert_eq!(reason, Reason::Obscured, "{detail}");
    let place = "[scrollY, panel.scrollTop]";
    assert_eq!(value(&stage, place).await, json!([100, 7]));
}

#[tokio::test]
async fn a_hidden_control_is_clicked_by_its_label() {
    let html = "<style>input { position: absolute; width: 1px; height: 1px; clip-path: inset(50%) }</style>
        <input type=radio name=q id=yes><label for=yes>Yes</label>
        <label><input type=checkbox id=agree><span>I agree</span></label>";
    let stage = Stage::open(html).await;
    for selector in ["#yes", "#agree"] {
        assert_eq!(click(&stage, selector).await, Ok(()), "{selector}");
    }
    assert_eq!(
        value(&stage, "[yes.checked, agree.checked]").await,
        json!([true, true])
    );
}

#[tokio::test]
async fn a_twin_for_assistive_technology_is_the_same_thing() {
    let html = "<style>.at { position: absolute; left: 20px; top: 20px; width: 100px; height: 40px }</style>
        <button id=acc-5x class=at>Next</button><div data-model-id=5x class=at id=drawn>Next</div>
        <script>drawn.onclick = () => { window.hit = true }</script>";
    let stage = Stage::open(html).await;
    assert_eq!(click(&stage, "#acc-5x").await, Ok(()));
    assert_eq!(value(&stage, "hit").await, true);
}

#[tokio::test]
async fn force_clicks_whatever_is_there() {
    let html = "<button id=under style='width:100px;height:40px'>x</button>
        <div id=over style='position:fixed;inset:0'></div>
        <script>over.onclick = () => { window.hit = 'over' }</script>";
    let stage = Stage::open(html).await;
    let (reason, _) = click(&stage, "#under").await.unwrap_err();
    assert_eq!(reason, Reason::Obscured);
    let under = stage.page.locator("#under").patience(SHORT);
    under.force_click(ClickKind::Single).await.unwrap();
    assert_eq!(value(&stage, "hit").await, "over");
}

#[tokio::test]
async fn a_drop_that_is_refused_is_told_from_one_that_is_taken() {
    let html = "<style>div { width: 120px; height: 50px; margin: 20px; user-select: none }</style>
        <div id=item draggable=true>item</div><div id=yes>yes</div><div id=no>no</div>
        <div id=card style='position:absolute;left:400px;top:20px'>card</div>
        <div id=home style='position:absolute;left:400px;top:300px'>home</div>
        <div id=away style='position:absolute;left:600px;top:300px'>away</div><script>
        yes.ondragover = (e) => e.preventDefault();
        let held = null;
        card.onpointerdown = (e) => { held = [e.clientX - card.offsetLeft, e.clientY - card.offsetTop] };
        onpointermove = (e) => { if (held) { card.style.left = e.clientX - held[0] - 20 + 'px';
            card.style.top = e.clientY - held[1] - 20 + 'px' } };
        onpointerup = (e) => { if (!held) return; held = null;
            const box = home.getBoundingClientRect();
            const fits = e.clientX > box.left && e.clientX < box.right && e.clientY > box.top;
            if (!fits) { card.style.transition = 'all 200ms'; card.style.left = '400px'; card.style.top = '20px' } };
        </script>";
    let stage = Stage::open(html).await;
    for (from, to, accepted) in [
        ("#item", "#no", false),
        ("#item", "#yes", true),
        ("#card", "#away", false),
        ("#card", "#home", true),
    ] {
        let target = stage.page.locator(to);
        let dragged = stage.page.locator(from).drag_to(&target).await.unwrap();
        assert_eq!(dragged.accepted, accepted, "{from} on {to}");
    }
}

#[tokio::test]
async fn frames_that_are_not_loaded_are_left_out() {
    let page = "<p id=here>here</p><iframe id=hidden src=/in.html style='display:none'></iframe>
        <div style='height:20000px'></div><iframe id=lazy loading=lazy src=/in.html></iframe>";
    let files = [("/", page), ("/in.html", "<p class=inner>inner</p>")];
    let stage = Stage::open_files(&files, greenroom_browser::ContextOptions::default()).await;
    let began = std::time::Instant::now();
    let settled = stage.page.settle().await.unwrap();
    assert!(settled.settled, "{settled:?}");
    let found = stage.page.locator("#nowhere").find().await.unwrap();
    assert!(found.is_none());
    let area = greenroom_browser::Area::Viewport;
    let format = greenroom_browser::ImageFormat::Png;
    stage.page.screenshot(&area, format).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(3), "{began:?}");
}
