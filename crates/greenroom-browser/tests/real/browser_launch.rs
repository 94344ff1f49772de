//! Start, end, crash: nothing is left behind, and the next use works.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use greenroom_browser::{
    Browser, BrowserError, ContextOptions, Crash, EvaluateOptions, LaunchOptions,
};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::site::{LIMIT, Site, Stage};

/// Processes, other than this one, that carry `word` in their command line.
fn processes_with(word: &str) -> Vec<String> {
    let me = std::process::id().to_string();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy() != me)
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(word))
        .collect()
}

/// Wait on the process table, which offers no event.
async fn eventually(what: &str, check: impl Fn() -> bool) {
    let began = Instant::now();
    while !check() {
        assert!(began.elapsed() < LIMIT, "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

fn options(folder: &Path) -> LaunchOptions {
    LaunchOptions {
        profiles: Some(folder.into()),
        ..LaunchOptions::default()
    }
}

#[tokio::test]
async fn nothing_runs_before_the_first_use() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::new(options(folder.path()));
    assert_eq!(browser.info().await, None);
    assert_eq!(entries(folder.path()), 0);
}

#[tokio::test]
async fn close_leaves_no_process_and_no_profile() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::new(options(folder.path()));
    let info = browser.start().await.unwrap();
    let profile = info.profile.unwrap();
    assert!(profile.is_dir());
    let name = profile.file_name().unwrap().to_string_lossy().into_owned();
    assert!(!processes_with(&name).is_empty());
    browser.close().await;
    assert_eq!(processes_with(&name), Vec::<String>::new());
    assert_eq!(entries(folder.path()), 0);
    // It can be used again.
    browser.start().await.unwrap();
    browser.close().await;
}

#[tokio::test]
async fn dropping_the_last_handle_ends_the_browser() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::new(options(folder.path()));
    let context = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    let page = context.new_page().await.unwrap();
    let name = folder.path().to_string_lossy().into_owned();
    drop((browser, context));
    assert!(page.is_open());
    drop(page);
    eventually("browser still there", || {
        processes_with(&name).is_empty() && entries(folder.path()) == 0
    })
    .await;
}

#[tokio::test]
async fn a_killed_browser_is_reported_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::new(options(folder.path()));
    let context = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    let page = context.new_page().await.unwrap();
    let first = browser.info().await.unwrap();
    let endless = page.main_frame();
    let options = EvaluateOptions {
        limit: LIMIT,
        ..EvaluateOptions::default()
    };
    let pending = endless.evaluate("new Promise(() => {})", &options);
    let kill = async {
        let group = format!("-{}", first.pid.unwrap());
        tokio::process::Command::new("kill")
            .args(["-9", "--", &group])
            .status()
            .await
            .unwrap();
    };
    let began = Instant::now();
    let (answer, ()) = tokio::join!(pending, kill);
    assert!(
        matches!(
            answer,
            Err(BrowserError::Crashed {
                what: Crash::Browser,
                ..
            })
        ),
        "{answer:?}"
    );
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(page.frame("x").is_err());
    assert!(!page.is_open());
    let again = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    again.new_page().await.unwrap();
    assert_ne!(browser.info().await.unwrap().pid, first.pid);
}

#[tokio::test]
async fn a_crashed_page_fails_its_own_calls_and_no_others() {
    let stage = Stage::open("<title>a</title>").await;
    let other = stage.context.new_page().await.unwrap();
    let frame = stage.page.main_frame();
    let options = EvaluateOptions::default();
    let waiting = frame.evaluate("new Promise(() => {})", &options);
    // The command that crashes the renderer is itself never answered.
    let crash = stage.page.navigate("chrome://crash", LIMIT);
    let (waiting, crash) = tokio::join!(waiting, crash);
    assert!(
        matches!(
            waiting,
            Err(BrowserError::Crashed {
                what: Crash::Renderer,
                ..
            })
        ),
        "{waiting:?}"
    );
    assert!(crash.is_err(), "{crash:?}");
    let later = stage.page.call("Page.enable", &serde_json::json!({})).await;
    assert!(
        matches!(
            later,
            Err(BrowserError::Crashed {
                what: Crash::Renderer,
                ..
            })
        ),
        "{later:?}"
    );
    let alive = other
        .main_frame()
        .evaluate("1 + 1", &options)
        .await
        .unwrap();
    assert_eq!(alive.value, 2);
    let console = stage.context.console().items;
    assert!(
        console
            .iter()
            .any(|message| message.message.contains("crashed")),
        "{console:?}"
    );
}

/// Runs only as a child of the test below: starts a browser, says so, and waits to be killed.
#[tokio::test]
async fn child_that_is_killed() {
    let Some(folder) = std::env::var_os("GREENROOM_TEST_KILLED_CHILD") else {
        return;
    };
    let browser = Browser::new(options(Path::new(&folder)));
    browser.start().await.unwrap();
    println!("ready");
    // Unwinding drops the browser.
    assert!(
        std::env::var_os("GREENROOM_TEST_PANIC").is_none(),
        "on purpose"
    );
    std::future::pending::<()>().await;
}

/// Start the child above and wait until its browser runs.
async fn child(folder: &Path, more: &[(&str, &str)]) -> tokio::process::Child {
    let mut child = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "browser_launch::child_that_is_killed",
            "--exact",
            "--nocapture",
        ])
        .env("GREENROOM_TEST_KILLED_CHILD", folder)
        .envs(more.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if line.contains("ready") {
            return child;
        }
    }
    panic!("the child started no browser");
}

#[tokio::test]
async fn killing_us_ends_the_browser_and_its_profile() {
    for signal in ["-9", "-15"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = child(folder.path(), &[]).await;
        let name = folder.path().to_string_lossy().into_owned();
        assert!(!processes_with(&name).is_empty());
        let pid = child.id().unwrap().to_string();
        tokio::process::Command::new("kill")
            .args([signal, &pid])
            .status()
            .await
            .unwrap();
        child.wait().await.unwrap();
        eventually("browser outlives us", || processes_with(&name).is_empty()).await;
        assert_eq!(entries(folder.path()), 0, "signal {signal}");
    }
}

#[tokio::test]
async fn a_panic_ends_the_browser_and_its_profile() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = child(folder.path(), &[("GREENROOM_TEST_PANIC", "1")]).await;
    assert!(!child.wait().await.unwrap().success());
    let name = folder.path().to_string_lossy().into_owned();
    eventually("browser outlives a panic", || {
        processes_with(&name).is_empty()
    })
    .await;
    assert_eq!(entries(folder.path()), 0);
}

#[tokio::test]
async fn a_caller_that_gives_up_leaves_no_context() {
    let browser = Browser::new(LaunchOptions::default());
    let _kept = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    for patience in [0, 1, 2, 4, 8] {
        let open = browser.new_context(ContextOptions::default());
        drop(tokio::time::timeout(Duration::from_millis(patience), open).await);
    }
    let began = Instant::now();
    while browser.context_count().await.unwrap() > 1 {
        assert!(began.elapsed() < LIMIT, "contexts are left");
    }
}

#[tokio::test]
async fn twenty_contexts_do_not_disturb_each_other() {
    let browser = Browser::new(LaunchOptions::default());
    let site = Site::start(&[(
        "/",
        "<script>tell(location.search + ' ' + localStorage.length)</script>",
    )])
    .await;
    let opened = (0..20).map(|number| {
        let (browser, url) = (browser.clone(), site.url(&format!("/?{number}")));
        async move {
            let bindings = vec!["tell".into()];
            let options = ContextOptions {
                bindings,
                ..ContextOptions::default()
            };
            let context = browser.new_context(options).await.unwrap();
            let page = context.new_page().await.unwrap();
            page.navigate(&url, LIMIT).await.unwrap();
            let count = "for (let i = 0; i < 200; i++) { localStorage[i] = i; tell(String(i)) }";
            page.main_frame()
                .evaluate(count, &EvaluateOptions::default())
                .await
                .unwrap();
            let mut calls = context.take_binding("tell").unwrap();
            assert_eq!(calls.try_recv().unwrap().payload, format!("?{number} 0"));
            for want in 0..200 {
                assert_eq!(calls.try_recv().unwrap().payload, want.to_string());
            }
        }
    });
    futures::future::join_all(opened).await;
}

#[tokio::test]
async fn a_page_that_hangs_can_be_closed() {
    let stage = Stage::open("<p>x</p>").await;
    let script = "setTimeout(() => { for (;;) {} })";
    stage
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    let other = stage.context.new_page().await.unwrap();
    let began = Instant::now();
    stage.context.close().await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(!other.is_open() && !stage.page.is_open());
    let next = stage
        .browser()
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    next.new_page().await.unwrap();
}

#[tokio::test]
async fn pages_are_closed_with_and_without_their_unload_handlers() {
    let options = ContextOptions {
        bindings: vec!["tell".into()],
        ..ContextOptions::default()
    };
    let html = "<script>onbeforeunload = () => tell('asked')</script>";
    let stage = Stage::open_files(&[("/", html)], options).await;
    let abrupt = stage.context.new_page().await.unwrap();
    abrupt.navigate(&stage.site.url("/"), LIMIT).await.unwrap();
    let mut calls = stage.context.take_binding("tell").unwrap();
    abrupt.close(false).await.unwrap();
    assert!(!abrupt.is_open());
    assert!(calls.try_recv().is_err());
    stage.page.close(true).await.unwrap();
    assert_eq!(calls.try_recv().unwrap().payload, "asked");
}
