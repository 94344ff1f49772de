//! A context with a network policy reaches its one host, whatever its pages try, wherever the browser
//! runs.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};

use greenroom_browser::{
    Browser, BrowserError, Context, ContextEvent, ContextOptions, EvaluateOptions, LaunchOptions,
    NetworkPolicy, Page, ResourceType,
};
use tokio::net::UdpSocket;

use crate::far::Whence;
use crate::site::{LIMIT, Site};

const HOSTILE: &str = include_str!("hostile.html");

/// What leaves a trace at the second server when nothing is blocked. (The rest either needs
/// what the server does not offer, or is seen only as a connection.)
const TRICKS: &[&str] = &[
    "fetch",
    "xhr",
    "beacon",
    "websocket",
    "eventsource",
    "img",
    "script",
    "module",
    "css",
    "import",
    "font",
    "video",
    "object",
    "embed",
    "iframe",
    "localhost",
    "otherhost",
    "form",
    "ping",
    "prefetch",
    "preload",
    "popup",
    "worker",
    "workersocket",
    "workerscript",
    "shared",
    "service",
    "meta",
];

pub(crate) struct Hostile {
    stage: Site,
    evil: Site,
    /// Datagrams that reached the port of the second server.
    datagrams: Arc<Mutex<usize>>,
    context: Context,
    page: Page,
    _browser: Browser,
}

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

impl Hostile {
    async fn open(policy: impl Fn(String) -> NetworkPolicy) -> Self {
        let browser = Browser::new(LaunchOptions::default());
        Self::open_in(browser, LOOPBACK, policy).await
    }

    /// In this browser, with the second server at an address that it reaches.
    pub(crate) async fn open_in(
        browser: Browser,
        at: IpAddr,
        policy: impl Fn(String) -> NetworkPolicy,
    ) -> Self {
        let evil = Site::start_at(at, &[]).await;
        let datagrams = Arc::new(Mutex::new(0));
        let udp = UdpSocket::bind((at, evil.port)).await.unwrap();
        let count = Arc::clone(&datagrams);
        tokio::spawn(async move {
            let mut buffer = [0; 2048];
            while udp.recv(&mut buffer).await.is_ok() {
                *count.lock().unwrap() += 1;
            }
        });
        let address = format!("{at}:{}", evil.port);
        let page = HOSTILE.replace("EVIL", &address);
        let fetch = |name: &str| {
            format!("fetch('http://{address}/{name}', {{mode: 'no-cors'}}).catch(() => {{}});")
        };
        let stage = Site::start(&[
            ("/", &page),
            ("/shared.js", &fetch("shared")),
            ("/service.js", &fetch("service")),
        ])
        .await;
        let host = format!("course.localhost:{}", stage.port);
        let network = policy(host.clone());
        let options = ContextOptions {
            network,
            ..ContextOptions::default()
        };
        let context = browser.new_context(options).await.unwrap();
        let page = context.new_page().await.unwrap();
        page.navigate(&format!("http://{host}/"), LIMIT)
            .await
            .unwrap();
        Self {
            stage,
            evil,
            datagrams,
            context,
            page,
            _browser: browser,
        }
    }

    /// Wait until all `TRICKS` have been `seen`.
    async fn wait_for_tricks(&self, seen: impl Fn(&Self) -> BTreeSet<String>) {
        let mut events = self.context.events();
        let began = tokio::time::Instant::now();
        loop {
            let seen = seen(self);
            let missing: Vec<&&str> = TRICKS
                .iter()
                .filter(|trick| !seen.contains(**trick))
                .collect();
            if missing.is_empty() {
                return;
            }
            let more = tokio::time::timeout_at(began + LIMIT, events.next()).await;
            assert!(more.is_ok(), "never tried: {missing:?}; seen: {seen:?}");
        }
    }
}

fn words<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let of = |text: &str| {
        let path = text.split_once("://").map_or(text, |(_, rest)| rest);
        let path = path
            .split_once('/')
            .map(|(_, path)| path)
            .unwrap_or_default();
        path.split([' ', '?']).next().unwrap_or_default().to_owned()
    };
    texts.map(of).collect()
}

#[tokio::test]
async fn without_a_policy_the_tricks_do_reach_the_other_server() {
    let hostile = Hostile::open(|_| NetworkPolicy::Open).await;
    hostile.reaches_everything().await;
    hostile.page.settle().await.unwrap();
    assert!(
        *hostile.datagrams.lock().unwrap() > 0,
        "WebRTC was expected to send datagrams"
    );
}

#[tokio::test]
async fn an_offline_course_reaches_nothing() {
    for whence in Whence::all().await {
        eprintln!("{whence}");
        let hostile = Hostile::open_in(whence.browser(), LOOPBACK, NetworkPolicy::Only).await;
        hostile.reaches_nothing().await;
    }
}

impl Hostile {
    /// Everything was tried, and refused.
    pub(crate) async fn reaches_nothing(&self) {
        let hostile = self;
        let refused = |h: &Hostile| {
            let refusals = h.context.refusals().items;
            let mut seen = words(refusals.iter().map(|refusal| refusal.url.as_str()));
            // WebSockets ask the proxy for a connection and tell no path; the record has them.
            let requests = h.context.network().items;
            let blocked = requests
                .iter()
                .filter(|r| r.blocked && r.resource_type == ResourceType::Websocket);
            seen.extend(words(blocked.map(|request| request.url.as_str())));
            seen
        };
        hostile.wait_for_tricks(refused).await;
        hostile.page.settle().await.unwrap();
        assert_eq!(hostile.evil.hits(), Vec::<String>::new());
        assert_eq!(*hostile.datagrams.lock().unwrap(), 0);
        assert!(hostile.stage.hits().len() >= 3);
        let rtc = hostile
            .page
            .main_frame()
            .evaluate("rtc", &EvaluateOptions::default())
            .await
            .unwrap();
        for (name, outcome) in rtc.value.as_object().unwrap() {
            assert_ne!(outcome, "got one", "{name}: {}", rtc.value);
        }
        let requests = hostile.context.network().items;
        let fetch = requests
            .iter()
            .find(|request| request.url.ends_with("/fetch"))
            .unwrap();
        assert!(fetch.blocked && fetch.status_code.is_none(), "{fetch:?}");
        assert_eq!(fetch.error.as_deref(), Some("blocked: offline"));
    }

    /// Everything that leaves a trace reached the second server.
    pub(crate) async fn reaches_everything(&self) {
        self.wait_for_tricks(|h| words(h.evil.hits().iter().map(String::as_str)))
            .await;
    }
}

#[tokio::test]
async fn a_course_with_network_still_reaches_no_private_address() {
    for whence in Whence::all().await {
        eprintln!("{whence}");
        let hostile = Hostile::open_in(whence.browser(), LOOPBACK, NetworkPolicy::Web).await;
        no_private_address(&hostile).await;
    }
}

async fn no_private_address(hostile: &Hostile) {
    let mut events = hostile.context.events();
    let refused = |context: &Context| {
        let refusals = context.refusals().items;
        words(refusals.iter().map(|refusal| refusal.url.as_str()))
    };
    while !["fetch", "localhost", "otherhost"]
        .iter()
        .all(|t| refused(&hostile.context).contains(*t))
    {
        let more = tokio::time::timeout(LIMIT, events.next()).await;
        assert!(
            matches!(more, Ok(Some(_))),
            "{:?}",
            refused(&hostile.context)
        );
    }
    hostile.page.settle().await.unwrap();
    assert_eq!(hostile.evil.hits(), Vec::<String>::new());
    assert_eq!(*hostile.datagrams.lock().unwrap(), 0);
}

#[tokio::test]
async fn the_file_system_and_other_schemes_are_out_of_reach() {
    for whence in Whence::all().await {
        eprintln!("{whence}");
        let hostile = Hostile::open_in(whence.browser(), LOOPBACK, NetworkPolicy::Only).await;
        no_other_scheme(&hostile).await;
    }
}

async fn no_other_scheme(hostile: &Hostile) {
    let script = "Promise.all(['file:///etc/passwd', 'chrome://version', 'view-source:http://x/']
        .map(url => fetch(url).then(() => 'got ' + url, () => 'no')))";
    let got = hostile
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    assert_eq!(got.value, serde_json::json!(["no", "no", "no"]));
    let mut events = hostile.context.events();
    let script = "const f = document.createElement('iframe'); f.src = 'file:///etc/passwd';
        f.name = 'file'; document.body.append(f); 0";
    hostile
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    let refused = |event: &ContextEvent| {
        matches!(event, ContextEvent::Console(message)
            if message.message.contains("Not allowed to load local resource"))
    };
    while !refused(&events.next().await.unwrap()) {}
}

#[tokio::test]
async fn a_policy_names_exactly_one_host() {
    let browser = Browser::new(LaunchOptions::default());
    for host in [
        "",
        "course.localhost",
        "*.localhost:80",
        "a:80,b:80",
        "<local>:1",
    ] {
        let options = ContextOptions {
            network: NetworkPolicy::Only(host.into()),
            ..ContextOptions::default()
        };
        let error = browser.new_context(options).await.unwrap_err();
        assert!(
            matches!(error, BrowserError::Invalid { .. }),
            "{host}: {error:?}"
        );
    }
}
