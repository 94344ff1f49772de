//! Whether a page is still being loaded: by its requests, and by what it shows meanwhile.

use std::time::Duration;

use super::content;
use crate::course::runtime::Runtime;

/// Whether a sign of loading is in sight: a spinner that turns, a region that says it is busy.
const LOADING: &str = include_str!("injected/loading.js");
const LOOK_LIMIT: Duration = Duration::from_secs(1);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// Whether requests are under way or a sign of loading is seen.
pub async fn is_under_way(runtime: &Runtime) -> bool {
    if runtime.shown_page().is_loading() {
        return true;
    }
    for frame in content::frames(runtime) {
        let seen = frame.call_with_toolkit::<bool>(LOADING, &[], LOOK_LIMIT);
        if seen.await.unwrap_or(false) {
            return true;
        }
    }
    false
}

/// Waits until nothing is loaded any more, at most `limit`; tells whether something still is.
pub async fn wait(runtime: &Runtime, limit: Duration) -> bool {
    let waited = tokio::time::timeout(limit, async {
        while is_under_way(runtime).await {
            tokio::time::sleep(PAUSE).await;
        }
    });
    waited.await.is_err()
}
