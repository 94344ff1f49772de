//! How a page hears that it is left, in a browser as a learner has it.

use greenroom_browser::{
    Browser, Context, ContextEvent, ContextOptions, DialogKind, DialogPolicy, EvaluateOptions,
    LaunchOptions, Page,
};

use crate::site::{LIMIT, Site};

const HOST: &str = "<iframe id=frame src=/content.html></iframe>";
/// Tells each event that it hears while it is left; asks for none that nobody asked for.
const CONTENT: &str = r#"<button id=b>b</button><script>
const tell = (event) => navigator.sendBeacon("/heard?" + event.type + (event.type === "visibilitychange" ? "-" + document.visibilityState : ""));
const wanted = parent.location.hash.slice(1);
for (const type of wanted.split(",")) (type.startsWith("visib") || type === "freeze" ? document : window).addEventListener(type, tell);
if (wanted.includes("beforeunload")) addEventListener("beforeunload", (event) => event.preventDefault());
</script>"#;

struct Visit {
    page: Page,
    context: Context,
    /// How many lines of the site's record were looked at.
    looked: usize,
    site: Site,
    _browser: Browser,
}

impl Visit {
    async fn begin(wanted: &str) -> Self {
        let site =
            Site::start(&[("/", HOST), ("/content.html", CONTENT), ("/other", "other")]).await;
        let browser = Browser::new(LaunchOptions::default()).of_learner();
        let context = browser
            .new_context(ContextOptions::default())
            .await
            .unwrap();
        let visit = Self {
            page: context.new_page().await.unwrap(),
            context,
            looked: 0,
            site,
            _browser: browser,
        };
        visit.load(wanted).await;
        visit
    }

    async fn load(&self, wanted: &str) {
        self.page
            .navigate(&self.site.url("/other"), LIMIT)
            .await
            .unwrap();
        let address = self.site.url(&format!("/#{wanted}"));
        self.page.navigate(&address, LIMIT).await.unwrap();
        self.page.wait_for_load(LIMIT).await.unwrap();
    }

    async fn in_host(&self, script: &str) {
        let options = EvaluateOptions::default();
        self.page
            .main_frame()
            .evaluate(script, &options)
            .await
            .unwrap();
    }

    /// What the site heard since it was last asked. What is sent last comes last.
    async fn heard(&mut self) -> Vec<String> {
        let last = self.context.new_page().await.unwrap();
        let last_word = self.site.url("/heard?last");
        last.navigate(&last_word, LIMIT).await.unwrap();
        last.close(false).await.unwrap();
        self.seen()
    }

    fn seen(&mut self) -> Vec<String> {
        let hits = self.site.hits();
        let new = hits.iter().skip(self.looked);
        let heard = new
            .filter_map(|line| Some(line.split_once("/heard?")?.1.split(' ').next()?.to_owned()));
        let heard: Vec<String> = heard.filter(|event| event != "last").collect();
        self.looked = hits.len();
        heard
    }
}

/// Which handlers run, by the way of leaving: as measured with the pages of LMSs.
const RAN: [(&str, [(&str, bool); 4]); 4] = [
    (
        "frame goes to about:blank",
        [
            ("beforeunload", true),
            ("pagehide", true),
            ("unload", true),
            ("visibilitychange", true),
        ],
    ),
    (
        "frame is removed",
        [
            ("beforeunload", false),
            ("pagehide", true),
            ("unload", true),
            ("visibilitychange", true),
        ],
    ),
    (
        "top navigates",
        [
            ("beforeunload", true),
            ("pagehide", true),
            ("unload", true),
            ("visibilitychange", true),
        ],
    ),
    (
        "tab is closed",
        [
            ("beforeunload", false),
            ("pagehide", true),
            ("unload", true),
            ("visibilitychange", true),
        ],
    ),
];

#[tokio::test]
async fn each_way_of_leaving_runs_the_handlers_that_it_runs_in_the_field() {
    for (way, handlers) in RAN {
        for (handler, ran) in handlers {
            let mut visit = Visit::begin(handler).await;
            match way {
                "frame goes to about:blank" => {
                    visit.in_host("new Promise((done) => { frame.onload = () => done(0); frame.contentWindow.location.replace('about:blank') })").await;
                }
                "frame is removed" => visit.in_host("frame.remove()").await,
                "top navigates" => {
                    let other = visit.site.url("/other?next");
                    visit.page.navigate(&other, LIMIT).await.unwrap();
                }
                _ => visit.page.close(false).await.unwrap(),
            }
            let heard = visit.heard().await;
            assert_eq!(
                heard.iter().any(|event| event.starts_with(handler)),
                ran,
                "{way}, {handler}: {heard:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_tab_that_people_close_asks_first_and_stays_if_they_say_so() {
    let mut visit = Visit::begin("beforeunload,pagehide").await;
    // Chromium asks only after the page was used.
    let frame = visit.page.frame("content.html").unwrap();
    frame
        .locator("#b")
        .click(greenroom_browser::ClickKind::Single)
        .await
        .unwrap();
    visit.context.set_dialogs(DialogPolicy::Stay, None);
    let mut events = visit.context.events();
    visit.page.ask_to_close().await.unwrap();
    while let Some(event) = events.next().await {
        if matches!(event, ContextEvent::Dialog(dialog) if dialog.kind == DialogKind::Beforeunload && !dialog.accepted)
        {
            break;
        }
    }
    assert!(visit.page.is_open());
    assert_eq!(visit.heard().await, ["beforeunload"]);
    visit.context.set_dialogs(DialogPolicy::Accept, None);
    visit.page.ask_to_close().await.unwrap();
    visit.page.gone_within(LIMIT).await.unwrap();
    assert_eq!(visit.heard().await, ["beforeunload", "pagehide"]);
}

#[tokio::test]
async fn a_frozen_page_is_hidden_first_and_hears_nothing_when_it_is_discarded() {
    let mut visit =
        Visit::begin("visibilitychange,freeze,resume,pagehide,unload,beforeunload").await;
    visit.page.freeze().await.unwrap();
    assert_eq!(visit.heard().await, ["visibilitychange-hidden", "freeze"]);
    visit.page.discard().await.unwrap();
    assert_eq!(visit.heard().await, [""; 0]);
}

#[tokio::test]
async fn a_page_goes_back_reloads_and_is_killed() {
    let mut visit = Visit::begin("pagehide").await;
    let mut events = visit.context.events();
    assert!(visit.page.go_back().await.unwrap());
    loop {
        match events.next().await.unwrap() {
            ContextEvent::Navigated { url, .. } if url.ends_with("/other") => break,
            _ => {}
        }
    }
    assert_eq!(visit.heard().await, ["pagehide"]);
    visit.load("pagehide").await;
    visit.page.reload().await.unwrap();
    visit.page.wait_for_load(LIMIT).await.unwrap();
    assert_eq!(visit.heard().await, ["pagehide"]);
    visit.context.kill_browser().await;
    assert!(visit.page.check().is_err());
    assert_eq!(visit.seen(), [""; 0]);
}

#[tokio::test]
async fn quitting_the_browser_by_command_tells_its_pages_nothing() {
    let mut visit = Visit::begin("beforeunload,pagehide,unload").await;
    visit.context.quit_browser(LIMIT).await.unwrap();
    assert_eq!(visit.seen(), [""; 0]);
}

#[tokio::test]
async fn a_page_without_network_reaches_nobody() {
    let visit = Visit::begin("pagehide").await;
    visit.context.set_offline(true).await.unwrap();
    let script = "fetch('/other?offline').then(() => 'reached', () => navigator.onLine ? 'failed' : 'offline')";
    let answer = visit
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    assert_eq!(answer.value, "offline");
    assert!(
        !visit
            .site
            .hits()
            .iter()
            .any(|line| line.contains("offline"))
    );
}
