//! Measures what a caller waits for: `cargo run --release -p greenroom-browser --example measure`.
#![expect(clippy::print_stdout, reason = "it is there to print")]

use std::time::{Duration, Instant};

use greenroom_browser::{
    Area, Browser, ClickKind, ContextOptions, EvaluateOptions, ImageFormat, LaunchOptions, Result,
    World,
};

const LIMIT: Duration = Duration::from_secs(20);
const PAGE: &str = "data:text/html,<title>m</title><h1>Measured</h1><button id=b>go</button>";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    for round in 1..=3 {
        println!("round {round}");
        measure().await?;
    }
    Ok(())
}

async fn measure() -> Result<()> {
    let began = Instant::now();
    let told = |what: &str, since: Instant| {
        println!(
            "  {what:<44} {:>9.2} ms",
            since.elapsed().as_secs_f64() * 1000.0
        );
    };
    let browser = Browser::new(LaunchOptions::default());
    let info = browser.start().await?;
    told(&format!("launch ({})", info.product), began);
    let since = Instant::now();
    let context = browser.new_context(ContextOptions::default()).await?;
    let page = context.new_page().await?;
    told("context and page", since);
    let since = Instant::now();
    page.navigate(PAGE, LIMIT).await?;
    told("navigate and load", since);
    let since = Instant::now();
    page.screenshot(&Area::Viewport, ImageFormat::Png).await?;
    told("screenshot", since);
    told("launch to first screenshot", began);

    let frame = page.main_frame();
    let count = 1000;
    let since = Instant::now();
    for _ in 0..count {
        frame.evaluate("1 + 1", &EvaluateOptions::default()).await?;
    }
    println!(
        "  evaluations per second {:>31.0}",
        f64::from(count) / since.elapsed().as_secs_f64()
    );
    let since = Instant::now();
    for _ in 0..count {
        frame
            .call_function::<u32>(World::Main, "() => 2", &[], LIMIT)
            .await?;
    }
    println!(
        "  function calls per second {:>28.0}",
        f64::from(count) / since.elapsed().as_secs_f64()
    );
    let since = Instant::now();
    for _ in 0..20 {
        page.locator("#b").click(ClickKind::Single).await?;
    }
    println!(
        "  click, found and checked {:>29.2} ms",
        since.elapsed().as_secs_f64() * 50.0
    );
    let since = Instant::now();
    for _ in 0..10 {
        page.screenshot(&Area::Viewport, ImageFormat::Png).await?;
    }
    println!(
        "  screenshot, warm {:>37.2} ms",
        since.elapsed().as_secs_f64() * 100.0
    );
    let since = Instant::now();
    for _ in 0..10 {
        browser
            .new_context(ContextOptions::default())
            .await?
            .new_page()
            .await?;
    }
    println!(
        "  another context and page {:>29.2} ms",
        since.elapsed().as_secs_f64() * 100.0
    );
    let since = Instant::now();
    browser.close().await;
    told("close", since);
    Ok(())
}
