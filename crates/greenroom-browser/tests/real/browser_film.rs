//! Films: frames come when something moves, and only then; forwarded input is real.

use std::time::Duration;

use greenroom_browser::{
    Area, EvaluateOptions, Film, FilmFrame, FilmOptions, ImageFormat, Input, KeyInput, KeyMove,
    MouseButton, MouseInput, MouseMove,
};
use serde_json::{Value, json};

use crate::site::Stage;

const OPTIONS: FilmOptions = FilmOptions {
    quality: 80,
    longest_side: 800,
};

/// Far longer than a frame takes, and short enough to wait for in vain.
const STILL: Duration = Duration::from_millis(600);

async fn value(stage: &Stage, expression: &str) -> Value {
    let frame = stage.page.main_frame();
    let options = EvaluateOptions::default();
    frame.evaluate(expression, &options).await.unwrap().value
}

/// The colour in the middle of a frame.
fn colour(frame: &FilmFrame) -> [u8; 3] {
    let picture = image::load_from_memory(&frame.jpeg).unwrap().to_rgb8();
    assert!(picture.width() <= 800 && picture.height() <= 800);
    let (x, y) = (picture.width() / 2, picture.height() / 2);
    picture.get_pixel(x, y).0.map(|part| part / 32)
}

/// Takes frames until one has this colour.
async fn until(film: &Film, wanted: [u8; 3]) -> FilmFrame {
    loop {
        let frame = film.next().await.unwrap();
        film.go_on();
        if colour(&frame) == wanted {
            return frame;
        }
    }
}

#[tokio::test]
async fn a_film_shows_what_changes_and_nothing_while_nothing_does() {
    let stage = Stage::open("<body style='background:rgb(255,0,0)'>").await;
    let film = stage.page.film(OPTIONS).await.unwrap();
    let first = until(&film, [7, 0, 0]).await;
    assert_eq!((first.width, first.height), (1024.0, 768.0));
    // The window may be drawn once more after a film begins.
    while tokio::time::timeout(STILL, film.next()).await.is_ok() {
        film.go_on();
    }
    value(&stage, "document.body.style.background = 'rgb(0,255,0)'").await;
    until(&film, [0, 7, 0]).await;
    let picture = stage
        .page
        .screenshot(&Area::Viewport, ImageFormat::Png)
        .await;
    assert_eq!(picture.unwrap().width, 1024, "pictures are taken meanwhile");
    value(&stage, "document.body.style.background = 'rgb(0,0,255)'").await;
    until(&film, [0, 0, 7]).await;
}

#[tokio::test]
async fn a_film_that_nobody_takes_from_shows_the_newest_and_goes_past_navigation() {
    let stage = Stage::open(
        "<body style='background:#000'><script>
            let n = 0;
            const turn = () => { document.body.style.background = `rgb(${n},0,0)`;
                n += 5; if (n <= 255) requestAnimationFrame(turn); else window.over = true };
            turn() </script>",
    )
    .await;
    let film = stage.page.film(OPTIONS).await.unwrap();
    while value(&stage, "window.over ?? false").await == false {}
    film.next().await.unwrap();
    film.look_again().await.unwrap();
    until(&film, [7, 0, 0]).await;
    let (page, limit) = (&stage.page, crate::site::LIMIT);
    page.navigate("data:text/html,<body style='background:lime'>", limit)
        .await
        .unwrap();
    until(&film, [0, 7, 0]).await;
    let nothing = json!({});
    let crash = page.call("Page.crash", &nothing);
    let ends = async {
        while film.next().await.is_some() {
            film.go_on();
        }
    };
    // A page that crashes does not say so.
    let (_crashed, ()) = tokio::join!(crash, ends);
}

#[tokio::test]
async fn forwarded_input_is_trusted() {
    let stage = Stage::open(
        "<body style='margin:0'><input id=i style='position:absolute;left:10px;top:10px;width:200px'>
        <script>window.seen = []; for (const name of ['mousedown', 'click', 'keydown', 'input', 'wheel'])
            addEventListener(name, (e) => seen.push([name, e.isTrusted, e.key ?? e.button ?? ''].join(' ')))</script>",
    )
    .await;
    let mouse = |moved, button| {
        Input::Mouse(MouseInput {
            moved,
            button,
            x: 50.0,
            y: 20.0,
            clicks: 1,
            modifiers: 0,
        })
    };
    let key = |moved, key: &str, modifiers| {
        Input::Key(KeyInput {
            moved,
            key: key.to_owned(),
            code: String::new(),
            modifiers,
        })
    };
    for input in [
        mouse(MouseMove::Moved, MouseButton::None),
        mouse(MouseMove::Pressed, MouseButton::Left),
        mouse(MouseMove::Released, MouseButton::Left),
        key(KeyMove::Down, "h", 0),
        key(KeyMove::Up, "h", 0),
        key(KeyMove::Down, "ß", 0),
        Input::Text("llo".to_owned()),
        key(KeyMove::Down, "Enter", 0),
        key(KeyMove::Down, "Dead", 0),
    ] {
        stage.page.forward(&input).await.unwrap();
    }
    assert_eq!(value(&stage, "i.value").await, "hßllo");
    let seen = value(&stage, "seen").await;
    let wanted = [
        "mousedown true 0",
        "click true 0",
        "keydown true h",
        "input true ",
        "keydown true ß",
        "input true ",
        "input true ",
        "keydown true Enter",
        "keydown true Dead",
    ];
    assert_eq!(seen, json!(wanted));
    stage
        .page
        .forward(&key(KeyMove::Down, "a", 2))
        .await
        .unwrap();
    stage
        .page
        .forward(&Input::Text("x".to_owned()))
        .await
        .unwrap();
    assert_eq!(
        value(&stage, "i.value").await,
        "x",
        "Control+A selected all"
    );
}
