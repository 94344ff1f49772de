//! Acts of the learner: carried out on the page or by the LMS's controls, and noted.

use greenroom_browser::World;
use scorm_session::rehearsal::format::PageAct;
use scorm_session::rehearsal::{Acted, Requested, UnloadCall};
use scorm_session::{Answer, EventKind, LearnerRequest};

use super::BrowserTheatre;
use super::fault::TheatreFault;
use super::house::CALL_LIMIT;
use crate::course::replica::Refusal;
use crate::page::picture::CaptureOptions;
use crate::script::page_act;

/// What the player said while the content was taken away.
const ANSWERS: &str = "function () { return window.answersWhileUnloading ?? [] }";

impl BrowserTheatre {
    /// Carries out an act, and notes it.
    pub(super) fn noting<T>(
        &mut self,
        words: String,
        act: impl FnOnce(&mut Self) -> Result<T, TheatreFault>,
    ) -> Result<T, TheatreFault> {
        let (Some(log), Some(runtime)) = (self.acts.clone(), self.open.clone()) else {
            return act(self);
        };
        self.handle.block_on(log.begin(&runtime));
        let acted = act(self);
        self.handle.block_on(log.end(&runtime, words));
        acted
    }

    pub(super) fn carry_out(&self, act: &PageAct) -> Result<Acted, TheatreFault> {
        let runtime = self.runtime()?;
        let before = runtime.context.dialogs().items.len();
        let artifact = match act {
            PageAct::Screenshot {
                selector,
                full_page,
            } => {
                let options = CaptureOptions {
                    selector: selector.clone(),
                    full_page: *full_page,
                    ..CaptureOptions::default()
                };
                Some(self.picture(runtime, &options)?)
            }
            act => {
                self.handle.block_on(page_act::perform(runtime, act))?;
                None
            }
        };
        let dialogs = runtime.context.dialogs().items.into_iter().skip(before);
        Ok(Acted {
            dialogs: dialogs.map(|dialog| dialog.message).collect(),
            artifact,
        })
    }

    pub(super) fn use_control(
        &self,
        request: LearnerRequest,
        on_unload: &[UnloadCall],
    ) -> Result<Requested, TheatreFault> {
        if !on_unload.is_empty() {
            self.in_content(on_unload, true)?;
        }
        let runtime = self.runtime()?;
        let before = runtime.live.read(|replica| replica.navigations);
        self.handle
            .block_on(runtime.act(EventKind::NavigationRequested { request }))?;
        let decided = runtime.live.read(|replica| {
            let decided = replica.navigations > before;
            replica.last_navigation.clone().filter(|_| decided)
        });
        if let Some(Err(Refusal { exception, message })) = decided.map(|it| it.outcome) {
            return Ok(Requested::Refused { exception, message });
        }
        let mut answers: Vec<Answer> = Vec::new();
        if !on_unload.is_empty() {
            let player = runtime.player();
            answers = self.handle.block_on(player.call_function(
                World::Main,
                ANSWERS,
                &[],
                CALL_LIMIT,
            ))?;
        }
        Ok(Requested::CarriedOut(answers))
    }
}
