//! A question comes to the desk, or finds itself already there.

use super::{Desk, OPEN_LIMIT};
use crate::change::Change;
use crate::dialog::{AnsweredBy, Asker, Dialog};
use crate::error::DialogError;
use crate::ids;
use crate::journal::Entry;
use crate::outcome::{Outcome, Source};
use crate::request::DialogRequest;
use crate::state::{Event, State};
use serde_json::{Value, json};

/// Where a question ended up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub dialog_id: String,
    /// It was there already.
    pub attached: bool,
}

impl Desk {
    /// Counts a request against the limit of its asker.
    pub fn count_request(&mut self, asker: &Asker, now: u64) -> Result<(), DialogError> {
        self.rate
            .take(&asker.limit_key, now)
            .map_err(|retry_after_ms| DialogError::RateLimited { retry_after_ms })
    }

    /// Takes a question. The caller waits for it from now on, until [`Desk::leave`].
    pub fn ask(
        &mut self,
        request: DialogRequest,
        asker: Asker,
        id: Option<Value>,
        now: u64,
    ) -> Result<Asked, DialogError> {
        self.count_request(&asker, now)?;
        self.expire_due(now);
        let attached = match &request.dialog_id {
            Some(dialog_id) => Some(self.find(dialog_id)?.dialog_id.clone()),
            None => self.open_twin(&request, &asker, now),
        };
        if let Some(dialog_id) = attached {
            self.wait_for(&dialog_id);
            return Ok(Asked {
                dialog_id,
                attached: true,
            });
        }
        let dialog_id = self.open_dialog(request, asker, id, now)?;
        Ok(Asked {
            dialog_id,
            attached: false,
        })
    }

    /// One more call waits for a dialog.
    pub fn wait_for(&mut self, dialog_id: &str) {
        if let Some(dialog) = self.dialogs.get_mut(dialog_id) {
            dialog.waiting += 1;
            self.changes.push(Change::Queue);
        }
    }

    /// A call waits no longer. The dialog stays.
    pub fn leave(&mut self, dialog_id: &str) {
        if let Some(dialog) = self.dialogs.get_mut(dialog_id) {
            dialog.waiting = dialog.waiting.saturating_sub(1);
            self.changes.push(Change::Queue);
        }
    }

    /// The same question of the same client and project, while it is open.
    fn open_twin(&self, request: &DialogRequest, asker: &Asker, now: u64) -> Option<String> {
        let fingerprint = request.fingerprint();
        self.queue
            .iter()
            .filter_map(|dialog_id| self.dialogs.get(dialog_id))
            .find(|dialog| {
                dialog.is_open(now)
                    && dialog.fingerprint == fingerprint
                    && dialog.asker.client == asker.client
                    && dialog.project == request.project
            })
            .map(|dialog| dialog.dialog_id.clone())
    }

    fn open_dialog(
        &mut self,
        request: DialogRequest,
        asker: Asker,
        id: Option<Value>,
        now: u64,
    ) -> Result<String, DialogError> {
        let open = self
            .queue
            .iter()
            .filter_map(|dialog_id| self.dialogs.get(dialog_id))
            .filter(|dialog| dialog.asker.limit_key == asker.limit_key)
            .count();
        if open >= OPEN_LIMIT {
            return Err(DialogError::TooManyOpen { limit: OPEN_LIMIT });
        }
        let draw = |prefix| {
            ids::draw(prefix).map_err(|error| DialogError::Internal {
                reason: error.to_string(),
            })
        };
        let dialog_id = draw("d_")?;
        let id = match id {
            Some(id) => id,
            None => json!(draw("req_")?),
        };
        let mut state = State::Idle;
        state.apply(Event::Request);
        let dialog = Dialog {
            id,
            dialog_id: dialog_id.clone(),
            tool: request.tool.name.clone(),
            dialog_type: request.tool.dialog_type.clone(),
            fingerprint: request.fingerprint(),
            parameters: request.parameters,
            state,
            created_at: now,
            updated_at: now,
            expires_at: now + request.life * 1000,
            attempts: 0,
            error: None,
            response: None,
            asker,
            project: request.project,
            session_label: request.session_label,
            notes: request.notes,
            shown_at: None,
            delivered_at: None,
            answered_by: None,
            held: None,
            waiting: 1,
        };
        self.append(&Entry::Dialog(Box::new(dialog.clone())))
            .map_err(|error| DialogError::StoreFailed {
                reason: error.to_string(),
            })?;
        let standing = self
            .preferences
            .standing_answers
            .find(&dialog.fingerprint)
            .filter(|_| request.tool.rememberable)
            .cloned();
        self.dialogs.insert(dialog_id.clone(), dialog);
        self.queue.push(&dialog_id);
        if standing.is_none() {
            self.changes.push(Change::Opened {
                dialog_id: dialog_id.clone(),
            });
        }
        self.changed_state(&dialog_id, None, None);
        if let Some(standing) = standing {
            self.answer_as_before(&dialog_id, &standing, now)?;
        }
        Ok(dialog_id)
    }

    /// Answers with what the human wants answered always. No card is shown.
    fn answer_as_before(
        &mut self,
        dialog_id: &str,
        standing: &crate::standing_answers::StandingAnswer,
        now: u64,
    ) -> Result<(), DialogError> {
        let outcome = Outcome::Answered {
            answer: standing.answer.clone(),
            comment: standing.comment.clone(),
            attachments: Vec::new(),
            source: Source::Remembered,
        };
        let by = AnsweredBy {
            connection: standing.id.clone(),
            user_agent: "remembered".to_owned(),
            at: now,
            proof: None,
        };
        for event in [Event::Display, Event::Submit] {
            self.step(dialog_id, event, now);
            self.changed_state(dialog_id, None, None);
        }
        self.store_answer(dialog_id, outcome, by)
            .map_err(|refusal| DialogError::StoreFailed {
                reason: refusal.to_string(),
            })
    }
}
