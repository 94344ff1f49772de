//! Going on with a session that another server had.

use std::sync::Arc;

use greenroom_stage::course::closing;
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::SessionId;
use greenroom_store::shared::TakenSession;
use greenroom_tools::{App, ErrorCode, ToolError};
use tokio_util::sync::CancellationToken;

use super::link::{HouseLink, unavailable};
use super::member::Member;

impl HouseLink {
    /// Takes a session that nobody has. False if another server was faster.
    ///
    /// Once begun it goes on to the end, even if the caller no longer waits.
    pub(super) async fn take_over(
        &self,
        app: &Arc<App>,
        id: &SessionId,
    ) -> Result<bool, ToolError> {
        let work = Taking {
            member: Arc::clone(&self.member),
            share: Arc::clone(&self.share),
            app: Arc::clone(app),
            id: id.clone(),
        };
        tokio::spawn(work.run()).await.unwrap_or_else(|error| {
            let message = format!("session {id} could not be taken over: {error}");
            Err(ToolError::new(ErrorCode::UnknownError, message))
        })
    }
}

struct Taking {
    member: Arc<Member>,
    share: Arc<greenroom_cluster::HouseShare>,
    app: Arc<App>,
    id: SessionId,
}

impl Taking {
    async fn run(self) -> Result<bool, ToolError> {
        let turn = {
            let mut taking = self.member.taking.lock().ignore_poison();
            Arc::clone(taking.entry(self.id.clone()).or_default())
        };
        let alone = turn.lock().await;
        let taken = self.run_alone().await;
        drop(alone);
        let mut taking = self.member.taking.lock().ignore_poison();
        // The map and this call; whoever waits has one too.
        if Arc::strong_count(&turn) == 2 {
            taking.remove(&self.id);
        }
        taken
    }

    async fn run_alone(&self) -> Result<bool, ToolError> {
        let sessions = self.app.runtimes().sessions();
        if sessions.session_or_closing(self.id.as_str()).is_ok() {
            return Ok(true);
        }
        let cluster = &self.member.cluster;
        let taken = cluster.take(self.share.house(), &self.id).await;
        let Some(taken) = taken.map_err(|error| unavailable(&error))? else {
            return Ok(false);
        };
        let restored = self.restore(&taken).await;
        if restored.is_err() {
            sessions.let_go(&self.id);
            if let Err(error) = cluster.put_back(&self.id).await {
                tracing::warn!(target: "cluster", session_id = %self.id, %error, "a session stays taken");
            }
        }
        restored.map(|()| true)
    }

    async fn restore(&self, taken: &TakenSession) -> Result<(), ToolError> {
        let mut notices = Vec::new();
        if let Some(package) = taken.session.own_package() {
            let brought = self.share.fetch_files(package).await;
            brought.map_err(|error| unavailable(&error))?;
        }
        if let Err(error) = self
            .share
            .fetch_files(&format!("sessions/{}", self.id))
            .await
        {
            notices.push(format!("its earlier artifacts are not here yet: {error}"));
        }
        let runtimes = self.app.runtimes();
        let (store, restored) = (Arc::clone(runtimes.sessions()), taken.clone());
        let restoring = move || store.take_over(&restored, &CancellationToken::new());
        let call = tokio::task::spawn_blocking(restoring).await;
        let call =
            call.map_err(|error| ToolError::new(ErrorCode::UnknownError, error.to_string()))?;
        let call = call?;
        let session = Arc::clone(&*call);
        notices.insert(
            0,
            format!(
                "server {} is gone, and this one goes on with the session: everything acknowledged is kept",
                taken.from
            ),
        );
        if let Some(launch) = &taken.launch {
            match runtimes.go_on(&session, launch.clone()).await {
                Ok(()) => notices.push(
                    "the page was lost; the course was opened again where the learner was"
                        .to_owned(),
                ),
                Err(error) => {
                    let error = ToolError::from(error);
                    let text = error.wire_message();
                    notices.push(format!("the page was lost and did not open again: {text}"));
                }
            }
        }
        for notice in notices {
            session.notice(notice);
        }
        closing::close_when_idle(runtimes, &session);
        tracing::info!(target: "cluster", session_id = %self.id, from = taken.from, "SESSION_GOES_ON");
        Ok(())
    }
}
