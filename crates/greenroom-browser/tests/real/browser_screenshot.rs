//! Pictures: size, place, and limits of the inline one.

use greenroom_browser::{
    Area, BrowserError, Clip, ContextOptions, EvaluateOptions, Image, ImageFormat, PictureLimits,
    Viewport,
};

use crate::site::Stage;

fn decode(image: &Image) -> image::RgbImage {
    let decoded = image::load_from_memory(&image.bytes).unwrap().to_rgb8();
    assert_eq!(decoded.dimensions(), (image.width, image.height));
    decoded
}

async fn picture(stage: &Stage, area: &Area) -> Image {
    let shot = stage.page.screenshot(area, ImageFormat::Png).await;
    shot.unwrap()
}

#[tokio::test]
async fn the_viewport_is_shown_at_full_size() {
    let stage =
        Stage::open("<body style='margin:0;background:rgb(10,200,30);height:3000px'>").await;
    let shot = picture(&stage, &Area::Viewport).await;
    assert_eq!((shot.width, shot.height), (1024, 768));
    assert_eq!(decode(&shot).get_pixel(500, 500).0, [10, 200, 30]);
    let whole = stage
        .page
        .screenshot(&Area::FullPage, ImageFormat::Jpeg)
        .await
        .unwrap();
    assert_eq!((whole.width, whole.height), (1024, 3000));
    decode(&whole);
}

#[tokio::test]
async fn device_scale_and_clip_are_honoured() {
    let viewport = Viewport {
        width: 390,
        height: 844,
        scale: 2.0,
        touch: true,
        mobile: true,
    };
    let options = ContextOptions {
        viewport,
        ..ContextOptions::default()
    };
    let html = "<meta name=viewport content='width=device-width'><body style='margin:0'>\
                <div style='position:absolute;left:50px;top:60px;width:20px;height:10px;background:rgb(255,0,0)'>";
    let stage = Stage::open_files(&[("/", html)], options).await;
    let shot = picture(&stage, &Area::Viewport).await;
    assert_eq!((shot.width, shot.height), (780, 1688));
    let clip = Clip {
        x: 50.0,
        y: 60.0,
        width: 20.0,
        height: 10.0,
    };
    let part = picture(&stage, &Area::Clip(clip)).await;
    assert_eq!((part.width, part.height), (40, 20));
    assert!(decode(&part).pixels().all(|pixel| pixel.0 == [255, 0, 0]));
    let empty = Clip {
        x: 0.0,
        y: 0.0,
        width: 0.0,
        height: 10.0,
    };
    let error = stage
        .page
        .screenshot(&Area::Clip(empty), ImageFormat::Png)
        .await
        .unwrap_err();
    assert!(matches!(error, BrowserError::Capture { .. }), "{error:?}");
}

#[tokio::test]
async fn an_image_that_comes_late_is_in_the_picture() {
    let red = "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='600'>\
               <rect width='600' height='600' fill='rgb(255,0,0)'/></svg>";
    let files = [("/", "<body style='margin:0'>"), ("/slow/red.svg", red)];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let insert = "document.body.innerHTML = '<img src=/slow/red.svg>'";
    let options = EvaluateOptions::default();
    let page = stage.page.main_frame();
    page.evaluate(insert, &options).await.unwrap();
    for _ in 0..2 {
        let shot = picture(&stage, &Area::Viewport).await;
        assert_eq!(decode(&shot).get_pixel(300, 300).0, [255, 0, 0]);
    }
}

#[tokio::test]
async fn a_frame_is_cut_out_of_the_page() {
    let html = "<body style='margin:0;background:white'><iframe style='position:absolute;left:100px;\
                top:40px;width:300px;height:200px;border:5px solid black' src=/in.html></iframe>";
    let inner = "<body style='margin:0;background:rgb(0,0,255)'>";
    let stage = Stage::open_files(
        &[("/", html), ("/in.html", inner)],
        ContextOptions::default(),
    )
    .await;
    let frame = stage.page.frame("in.html").unwrap();
    let area = Area::Frame(frame.id().clone());
    let shot = picture(&stage, &area).await;
    assert_eq!((shot.width, shot.height), (300, 200));
    assert!(decode(&shot).pixels().all(|pixel| pixel.0 == [0, 0, 255]));
}

#[tokio::test]
async fn the_inline_picture_is_small_enough() {
    // Noise does not compress: as PNG this page is several megabytes.
    let html = "<body style='margin:0'><canvas width=2600 height=1800></canvas><script>
        const c = document.querySelector('canvas').getContext('2d');
        const d = c.createImageData(2600, 1800);
        let s = 1;
        for (let i = 0; i < d.data.length; i++) { s = (s * 48271) % 2147483647; d.data[i] = i % 4 == 3 ? 255 : s & 255; }
        c.putImageData(d, 0, 0);</script>";
    let viewport = Viewport {
        width: 2600,
        height: 1800,
        ..Viewport::default()
    };
    let options = ContextOptions {
        viewport,
        ..ContextOptions::default()
    };
    let stage = Stage::open_files(&[("/", html)], options).await;
    let (full, inline) = stage
        .page
        .screenshot_with_inline(&Area::Viewport, ImageFormat::Png)
        .await
        .unwrap();
    assert_eq!((full.width, full.height), (2600, 1800));
    assert!(full.bytes.len() > 2_000_000, "{}", full.bytes.len());
    assert!(inline.width.max(inline.height) <= 1568);
    assert!(inline.bytes.len() <= 700_000, "{}", inline.bytes.len());
    decode(&inline);
    let limits = PictureLimits {
        long_edge: 100,
        bytes: 5_000,
    };
    let tiny = Stage::open_files(
        &[("/", html)],
        ContextOptions {
            pictures: limits,
            ..ContextOptions::default()
        },
    )
    .await;
    let (_, inline) = tiny
        .page
        .screenshot_with_inline(&Area::Viewport, ImageFormat::Png)
        .await
        .unwrap();
    assert!(inline.width.max(inline.height) <= 100 && inline.bytes.len() <= 5_000);
    let small = Stage::open("<p>little</p>").await;
    let (full, inline) = small
        .page
        .screenshot_with_inline(&Area::Viewport, ImageFormat::Png)
        .await
        .unwrap();
    assert_eq!(full, inline);
}

#[tokio::test]
async fn drawings_of_the_graphics_library_are_in_the_picture() {
    let html = "<body style='margin:0'><canvas width=100 height=100></canvas><script>
        const gl = document.querySelector('canvas').getContext('webgl', {preserveDrawingBuffer: true});
        gl.clearColor(0, 1, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT);</script>";
    let stage = Stage::open(html).await;
    let shot = picture(&stage, &Area::Viewport).await;
    assert_eq!(decode(&shot).get_pixel(50, 50).0, [0, 255, 0]);
}

/// A page of many colours, with text.
const COLOURFUL: &str = "<meta name=viewport content='width=device-width'><body style='margin:0;\
    background:linear-gradient(to right, rgb(200,30,20), rgb(10,90,250))'><h1>Tea</h1>\
    <p style='filter:blur(1px)'>Steep for three minutes.</p>";

#[tokio::test]
async fn a_page_at_rest_is_shown_as_it_would_be_drawn() {
    let phone = Viewport {
        width: 390,
        height: 844,
        scale: 3.0,
        touch: true,
        mobile: true,
    };
    let large = Viewport {
        width: 1920,
        height: 1081,
        ..Viewport::default()
    };
    for viewport in [Viewport::default(), phone, large] {
        let options = ContextOptions {
            viewport,
            ..ContextOptions::default()
        };
        let stage = Stage::open_files(&[("/", COLOURFUL)], options).await;
        assert!(stage.page.settle().await.unwrap().settled);
        let window = Clip {
            x: 0.0,
            y: 0.0,
            width: viewport.width.into(),
            height: viewport.height.into(),
        };
        let shown = decode(&picture(&stage, &Area::Viewport).await);
        let drawn = decode(&picture(&stage, &Area::Clip(window)).await);
        assert!(shown == drawn, "another picture at {viewport:?}");
    }
}

#[tokio::test]
async fn what_was_done_just_before_is_in_the_picture() {
    let html = "<body style='margin:0'><canvas width=600 height=300></canvas>\
                <div style='width:600px;height:400px'>";
    let stage = Stage::open(html).await;
    let page = stage.page.main_frame();
    let options = EvaluateOptions::default();
    for round in 0..20_u8 {
        assert!(stage.page.settle().await.unwrap().settled);
        let colour = [round * 12, 255 - round, 7];
        let [red, green, blue] = colour;
        // A script may take its time before it paints.
        let pause = u32::from(round % 2) * 80;
        let paint = format!(
            "await new Promise((resolve) => setTimeout(resolve, {pause}));
             const colour = 'rgb({red} {green} {blue})';
             const canvas = document.querySelector('canvas').getContext('2d');
             canvas.fillStyle = colour;
             canvas.fillRect(0, 0, 600, 300);
             document.querySelector('div').style.background = colour;"
        );
        page.evaluate(&paint, &options).await.unwrap();
        let shot = picture(&stage, &Area::Viewport).await;
        let shot = decode(&shot);
        assert_eq!(shot.get_pixel(300, 150).0, colour, "round {round}: canvas");
        assert_eq!(shot.get_pixel(300, 500).0, colour, "round {round}: box");
    }
}

#[tokio::test]
async fn a_page_that_never_rests_has_its_picture() {
    let html = "<body style='margin:0;background:rgb(10,200,30)'><p style='animation:move 1s infinite'>\
                <style>@keyframes move { to { transform: translateX(300px) } }</style>\
                <script>const step = () => requestAnimationFrame(step); step()</script>";
    let stage = Stage::open(html).await;
    let shot = picture(&stage, &Area::Viewport).await;
    assert_eq!(decode(&shot).get_pixel(500, 500).0, [10, 200, 30]);
}
