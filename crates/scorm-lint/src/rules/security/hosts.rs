//! Other hosts that pages and scripts name.

/// Hosts that follow people around.
const TRACKERS: &[&str] = &[
    "google-analytics.com",
    "googletagmanager.com",
    "doubleclick.net",
    "connect.facebook.net",
    "hotjar.com",
    "clarity.ms",
    "mixpanel.com",
    "segment.com",
    "segment.io",
    "fullstory.com",
    "mouseflow.com",
    "matomo.cloud",
    "quantserve.com",
    "scorecardresearch.com",
    "newrelic.com",
    "amplitude.com",
    "heapanalytics.com",
    "yandex.ru",
];

/// The host of a URL, in lower case.
pub(crate) fn host(url: &str) -> Option<String> {
    let rest = url.split_once("//")?.1;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = host.split(':').next()?.to_ascii_lowercase();
    (!host.is_empty()).then_some(host)
}

/// Does the URL lead to a host that follows people around?
pub(crate) fn is_tracker(url: &str) -> bool {
    host(url).is_some_and(|host| {
        TRACKERS
            .iter()
            .any(|known| host == *known || host.ends_with(&format!(".{known}")))
    })
}

/// Does it name a server on the network?
pub(crate) fn is_remote(url: &str) -> bool {
    let url = url.trim().to_ascii_lowercase();
    let has_scheme = url.starts_with("http://") || url.starts_with("https://");
    has_scheme || url.starts_with("//")
}
