//! What agents play here, for workbenches of other processes of the same user.

use std::sync::{Arc, Weak};

use greenroom_web::neighbors::{Played, Reachable, Seated};
use tokio::sync::watch;

use super::driving::Hands;
use crate::course::runtimes::Runtimes;

/// Lets workbenches of other processes watch and drive what plays here, from the first course on,
/// as long as the runtimes are there.
pub async fn be_reachable(runtimes: Weak<Runtimes>) {
    let Some(mut changes) = runtimes.upgrade().map(|it| it.changes()) else {
        return;
    };
    // A server that plays nothing need not listen.
    while !runtimes.upgrade().is_some_and(|it| it.plays()) {
        if changes.changed().await.is_err() {
            return;
        }
    }
    let played = Arc::new(Hands {
        runtimes: runtimes.clone(),
    });
    let reachable = match Reachable::serve(played).await {
        Ok(reachable) => reachable,
        Err(error) => {
            tracing::warn!(%error, "no workbench of another process can watch what plays here");
            return;
        }
    };
    let Some(store) = runtimes.upgrade().map(|it| Arc::clone(it.sessions())) else {
        return;
    };
    let what = reachable.announcement();
    let announced = tokio::task::spawn_blocking(move || store.announce(&what)).await;
    match announced {
        Ok(Ok(())) => while changes.changed().await.is_ok() {},
        Ok(Err(error)) => {
            tracing::warn!(%error, "workbenches of other processes are not told of what plays here");
        }
        Err(error) => tracing::warn!(%error, "nothing was announced"),
    }
}

impl Played for Hands {
    fn seated(&self) -> Vec<Seated> {
        let Some(runtimes) = self.runtimes.upgrade() else {
            return Vec::new();
        };
        let sessions = runtimes.sessions().list();
        let seated = sessions.iter().map(|session| {
            let session_id = session.id().as_str();
            let wheel = runtimes.known_seating(session_id);
            let wheel = wheel.as_ref().map(|seating| &seating.wheel);
            Seated {
                session_id: session_id.to_owned(),
                driver: runtimes.driver(session_id),
                agent: wheel.and_then(|wheel| wheel.agent()),
                holder: wheel.and_then(|wheel| wheel.holder()),
            }
        });
        seated.collect()
    }

    fn changes(&self) -> watch::Receiver<u64> {
        let runtimes = self.runtimes.upgrade();
        runtimes.map_or_else(|| watch::channel(0).1, |it| it.changes())
    }

    fn moves(&self, session_id: &str) -> Option<watch::Receiver<u64>> {
        Some(self.runtimes.upgrade()?.playing(session_id)?.changes())
    }
}
