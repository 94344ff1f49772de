//! `storage_full`: the storage of the browser is full, then the tab is closed.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_browser::World;
use greenroom_stage::StageError;
use serde_json::json;

use super::{Leaving, Left, Way};

use std::time::Duration;

const FILL_LIMIT: Duration = Duration::from_secs(5);
/// Fills what scripts can fill without being asked; the quota is for the rest.
const FILL: &str = "function () {
    for (const store of [localStorage, sessionStorage]) {
        let number = 0;
        for (let size = 1 << 20; size > 0;) {
            try { store.setItem(`greenroom-full-${number++}`, 'x'.repeat(size)); } catch { size >>= 1; }
        }
    }
}";

pub(super) struct StorageFull;

impl Way for StorageFull {
    fn name(&self) -> &'static str {
        "storage_full"
    }

    fn says(&self) -> &'static str {
        "closes the tab while the storage of the browser is full"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            let frame = from.runtime.content()?;
            frame
                .call_function::<()>(World::Main, FILL, &[], FILL_LIMIT)
                .await?;
            let quota = json!({"origin": from.origin(), "quotaSize": 0});
            from.runtime
                .page
                .call("Storage.overrideQuotaForOrigin", &quota)
                .await?;
            // A tab that is busy with the filling is ended before its handlers are.
            from.runtime.settle_within(FILL_LIMIT).await?;
            from.runtime.flush().await?;
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
