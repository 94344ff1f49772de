//! A real Selenium Grid: each context has a session of its own, which is given back.

use std::time::{Duration, Instant};

use greenroom_browser::{
    Area, BrowserError, ContextOptions, Crash, EvaluateOptions, ImageFormat, NetworkPolicy,
};

use crate::far::browser_of;
use crate::grid::Grid;
use crate::site::{LIMIT, Site};

fn kill(pids: &[u32]) {
    assert!(!pids.is_empty());
    for pid in pids {
        let pid = pid.to_string();
        std::process::Command::new("kill")
            .args(["-9", &pid])
            .status()
            .unwrap();
    }
}

#[tokio::test]
async fn a_grid_gives_a_browser_for_each_context_and_gets_it_back() {
    let Some(grid) = Grid::start().await else {
        return;
    };
    let site = Site::start(&[("/", "<title>grid</title><body style='height:20000px'>")]).await;
    let host = format!("course.localhost:{}", site.port);
    let options = ContextOptions {
        network: NetworkPolicy::Only(host.clone()),
        ..ContextOptions::default()
    };
    let browser = browser_of(&grid.pool(), |remote| remote.wait = Duration::from_secs(3));
    let first = browser.new_context(options.clone()).await.unwrap();
    let page = first
        .new_page_at(&format!("http://{host}/"), LIMIT)
        .await
        .unwrap();
    let noise = "document.body.innerHTML = Array.from({length: 4000}, (_, i) =>
        `<i style='color:hsl(${i},90%,40%)'>${Math.random()}</i>`).join(' '); 0";
    page.main_frame()
        .evaluate(noise, &EvaluateOptions::default())
        .await
        .unwrap();
    let picture = page
        .screenshot(&Area::FullPage, ImageFormat::Png)
        .await
        .unwrap();
    assert!(!picture.bytes.is_empty());
    let second = browser.new_context(options.clone()).await.unwrap();
    assert_eq!(grid.sessions().await, 2);
    // Two slots, both taken.
    let full = browser.new_context(options.clone()).await.unwrap_err();
    assert!(matches!(full, BrowserError::AllTaken { .. }), "{full:?}");
    // What was asked for too long is given back when it comes, and so is what was closed.
    first.close().await.unwrap();
    drop((page, second));
    grid.wait_for_sessions(0).await;
    let third = browser.new_context(options).await.unwrap();
    assert_eq!(grid.sessions().await, 1);
    drop(third);
    browser.close().await;
    grid.wait_for_sessions(0).await;
}

#[tokio::test]
async fn a_killed_driver_or_grid_is_told_and_the_next_open_works() {
    let Some(mut grid) = Grid::start().await else {
        return;
    };
    let browser = browser_of(&grid.pool(), |_| {});
    let options = EvaluateOptions {
        limit: LIMIT,
        ..EvaluateOptions::default()
    };
    for whole in [false, true] {
        let context = browser
            .new_context(ContextOptions::default())
            .await
            .unwrap();
        let page = context.new_page().await.unwrap();
        let frame = page.main_frame();
        let pending = frame.evaluate("new Promise(() => {})", &options);
        let (gone, ()) = tokio::join!(pending, async {
            if whole {
                grid.kill();
            } else {
                // The browser of a driver that was killed is killed with it.
                kill(&grid.processes("chromedriver"));
                kill(&grid.processes("chromium-headless-shell"));
            }
        });
        let gone = gone.unwrap_err();
        let crashed = matches!(
            gone,
            BrowserError::Crashed {
                what: Crash::Browser,
                ..
            }
        );
        assert!(crashed, "whole: {whole}: {gone:?}");
        drop((page, context));
        if whole {
            grid.wait_until_gone().await;
            let error = browser
                .new_context(ContextOptions::default())
                .await
                .unwrap_err();
            assert!(error.to_string().contains("nobody answers"), "{error}");
            grid = Grid::start_at(grid.port).await.unwrap();
        }
        let again = browser
            .new_context(ContextOptions::default())
            .await
            .unwrap();
        again.new_page().await.unwrap();
    }
}

/// Told, not judged: what a Grid costs beside a browser that is started here or connected to.
#[tokio::test]
async fn opening_takes_so_long() {
    let far = crate::far::Whence::all().await;
    let site = Site::start(&[("/", "<title>t</title>")]).await;
    let host = format!("course.localhost:{}", site.port);
    for whence in far {
        let browser = whence.browser();
        let mut times = Vec::new();
        for _ in 0..5 {
            let options = ContextOptions {
                network: NetworkPolicy::Only(host.clone()),
                ..ContextOptions::default()
            };
            let began = Instant::now();
            let context = browser.new_context(options).await.unwrap();
            let url = format!("http://{host}/");
            context.new_page_at(&url, LIMIT).await.unwrap();
            times.push(began.elapsed().as_millis());
            context.close().await.unwrap();
        }
        eprintln!("{whence}: {times:?} ms");
        browser.close().await;
    }
}
