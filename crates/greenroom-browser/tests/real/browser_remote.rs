//! A page of this machine in a browser of another: through the proxy, and only so.

use std::time::Duration;

use greenroom_browser::{
    BrowserError, ContextOptions, Crash, EvaluateOptions, NetworkPolicy, ProxyAddress,
};

use crate::browser_offline::Hostile;
use crate::far::{Far, Whence, browser_of};
use crate::network_of_its_own::NetworkOfItsOwn;
use crate::site::{LIMIT, Site};

const PAGE: &str = "<title>far</title><link rel=stylesheet href=/a.css><script src=/a.js></script>";

fn policy(site: &Site) -> (String, ContextOptions) {
    let host = format!("course.localhost:{}", site.port);
    let options = ContextOptions {
        network: NetworkPolicy::Only(host.clone()),
        ..ContextOptions::default()
    };
    (host, options)
}

#[tokio::test]
async fn a_course_plays_in_a_browser_elsewhere_as_it_does_here() {
    for whence in Whence::all().await {
        eprintln!("{whence}");
        let site =
            Site::start(&[("/", PAGE), ("/a.css", ""), ("/a.js", "window.ran = true")]).await;
        let (host, options) = policy(&site);
        let browser = whence.browser();
        let context = browser.new_context(options).await.unwrap();
        let url = format!("http://{host}/");
        let page = context.new_page_at(&url, LIMIT).await.unwrap();
        let script = "[document.title, window.ran, isSecureContext, location.href, history.length]";
        let told = page
            .main_frame()
            .evaluate(script, &EvaluateOptions::default())
            .await
            .unwrap();
        assert_eq!(
            told.value,
            serde_json::json!(["far", true, true, url, 1]),
            "{whence}"
        );
        // Nothing of the introduction is on record, and no secret came here.
        let requests = context.network().items;
        assert!(
            requests.iter().all(|request| request.url.contains(&host)),
            "{requests:?}"
        );
        assert_eq!(context.pages().len(), 1);
        let socket =
            "new Promise((done) => { const s = new WebSocket('ws://' + location.host + '/s');
            s.onopen = s.onerror = () => done('tried') })";
        page.main_frame()
            .evaluate(socket, &EvaluateOptions::default())
            .await
            .unwrap();
        assert!(
            site.hits().contains(&"GET /s HTTP/1.1".to_owned()),
            "{:?}",
            site.hits()
        );
        context.close().await.unwrap();
        browser.close().await;
        if let Whence::Far(mut far) = whence {
            assert!(
                !far.has_ended(),
                "closing our side leaves a browser of others alone"
            );
        }
    }
}

#[tokio::test]
async fn contexts_of_one_browser_elsewhere_share_nothing() {
    let far = Far::start().await;
    let browser = browser_of(&far.address(), |_| {});
    let (one, other) = (
        Site::start(&[("/", PAGE)]).await,
        Site::start(&[("/", PAGE)]).await,
    );
    let (host, options) = policy(&one);
    let first = browser.new_context(options).await.unwrap();
    let (other_host, options) = policy(&other);
    let second = browser.new_context(options).await.unwrap();
    let page = first
        .new_page_at(&format!("http://{host}/"), LIMIT)
        .await
        .unwrap();
    second
        .new_page_at(&format!("http://{other_host}/"), LIMIT)
        .await
        .unwrap();
    let script = format!(
        "localStorage.a = 1; fetch('http://{other_host}/stolen', {{mode: 'no-cors'}})
        .then(() => 'asked', () => 'refused')"
    );
    page.main_frame()
        .evaluate(&script, &EvaluateOptions::default())
        .await
        .unwrap();
    assert!(
        other.hits().iter().all(|hit| !hit.contains("stolen")),
        "{:?}",
        other.hits()
    );
    assert!(
        first
            .refusals()
            .items
            .iter()
            .any(|refusal| refusal.url.contains("stolen"))
    );
    // What others do in their own browser is not ours.
    let quit = first
        .quit_browser(Duration::from_secs(1))
        .await
        .unwrap_err();
    assert!(quit.to_string().contains("not ours alone"), "{quit}");
}

#[tokio::test]
async fn a_browser_that_does_not_reach_our_proxy_says_what_to_set() {
    let far = Far::start().await;
    let site = Site::start(&[("/", PAGE)]).await;
    // Nobody there; and somebody else there.
    for reached in ["127.0.0.1:1".to_owned(), format!("127.0.0.1:{}", site.port)] {
        let browser = browser_of(&far.address(), |remote| {
            remote.proxy = ProxyAddress::parse(&format!("127.0.0.1:0={reached}")).unwrap();
        });
        let (_, options) = policy(&site);
        let error = browser.new_context(options).await.unwrap_err();
        let BrowserError::Elsewhere { reason, next, .. } = &error else {
            panic!("{error:?}");
        };
        assert!(
            reason.contains(&reached) && next.contains("--browser-proxy"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_hostile_course_on_another_host_reaches_neither_that_host_nor_ours() {
    let Some(network) = NetworkOfItsOwn::make() else {
        return;
    };
    let far = Far::run(|program| network.command(program), 9222).await;
    let _forwarder = network.forward(far.port).await;
    let pool = format!("connect=http://{}:{}", network.theirs, far.port);
    let browser = browser_of(&pool, |_| {});
    // Without a policy its pages do reach this host.
    let open = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    let site = Site::start_at(network.ours, &[("/", PAGE)]).await;
    let url = format!("http://{}:{}/", network.ours, site.port);
    open.new_page_at(&url, LIMIT).await.unwrap();
    open.close().await.unwrap();
    let hostile = Hostile::open_in(browser.clone(), network.ours, NetworkPolicy::Only).await;
    hostile.reaches_nothing().await;
}

#[tokio::test]
async fn a_host_that_vanishes_without_a_word_is_noticed() {
    let Some(network) = NetworkOfItsOwn::make() else {
        return;
    };
    let far = Far::run(|program| network.command(program), 9222).await;
    let _forwarder = network.forward(far.port).await;
    let pool = format!("connect=http://{}:{}", network.theirs, far.port);
    let browser = browser_of(&pool, |_| {});
    let context = browser
        .new_context(ContextOptions::default())
        .await
        .unwrap();
    let page = context.new_page().await.unwrap();
    let options = EvaluateOptions {
        limit: Duration::from_mins(2),
        ..EvaluateOptions::default()
    };
    let frame = page.main_frame();
    let pending = frame.evaluate("new Promise(() => {})", &options);
    network.cut();
    let gone = pending.await.unwrap_err();
    let crashed = matches!(
        gone,
        BrowserError::Crashed {
            what: Crash::Browser,
            ..
        }
    );
    assert!(
        crashed && gone.to_string().contains("has not answered"),
        "{gone:?}"
    );
}
