//! What happens to an open dialog: shown, answered, cancelled, taken back.

use super::Desk;
use super::ending::ended_by;
use crate::change::{By, Change};
use crate::declaration::is_set;
use crate::dialog::{AnsweredBy, Dialog};
use crate::error::DialogError;
use crate::held_act::HumanAct;
use crate::ids;
use crate::journal::Entry;
use crate::outcome::{CancelledBy, Outcome, Proof, Source};
use crate::refusal::Refusal;
use crate::state::{Event, State};
use crate::submission::{Act, Submission};
use serde_json::Value;

/// Who submits.
#[derive(Clone, Debug)]
pub struct Submitter {
    pub connection: String,
    pub user_agent: String,
    pub source: Source,
    pub proof: Proof,
    /// Answer this way always.
    pub remember: bool,
}

impl Submitter {
    /// A form that the asker's own client shows to the same human.
    pub fn in_client() -> Self {
        Self {
            connection: "client".to_owned(),
            user_agent: "elicitation".to_owned(),
            source: Source::Elicitation,
            proof: Proof::ClientForm,
            remember: false,
        }
    }
}

impl Desk {
    /// A page has rendered the card.
    pub fn displayed(&mut self, dialog_id: &str, now: u64) {
        // Every page reports it; only the first report is an event.
        if let Some(dialog) = self.dialogs.get_mut(dialog_id)
            && dialog.state == State::Pending
        {
            dialog.shown_at = Some(now);
            self.step(dialog_id, Event::Display, now);
            self.note_down(&Entry::State {
                dialog_id: dialog_id.to_owned(),
                state: State::Active,
                at: now,
                error: None,
            });
            self.changed_state(dialog_id, Some(By::Page), None);
        }
    }

    /// The human acts. `Ok` only when the act is on disk; else why not.
    pub fn submit(
        &mut self,
        dialog_id: &str,
        data: &Value,
        submitter: &Submitter,
        now: u64,
    ) -> Result<(), Refusal> {
        self.expire_due(now);
        let act = self.read_act(dialog_id, data, submitter, now)?;
        self.carry_out(dialog_id, act, now)
    }

    /// What the human did, if it may be done.
    pub(super) fn read_act(
        &self,
        dialog_id: &str,
        data: &Value,
        submitter: &Submitter,
        now: u64,
    ) -> Result<HumanAct, Refusal> {
        let dialog = self.open_dialog_for_human(dialog_id, now)?;
        let tool = self
            .registry
            .get(&dialog.tool)
            .ok_or(Refusal::UnknownTool)?;
        let submission = Submission::read(tool, &dialog.parameters, data)?;
        let outcome = match submission.act {
            Act::Cancel => Outcome::Cancelled {
                by: CancelledBy::Human,
                comment: submission.comment,
            },
            Act::Decline => Outcome::Declined {
                comment: submission.comment,
            },
            Act::Answer(answer) => {
                if tool.images_as.is_none() && !submission.attachments.is_empty() {
                    return Err(Refusal::TakesNoImages);
                }
                let may_be_kept = tool.rememberable && submission.attachments.is_empty();
                if submitter.remember && !may_be_kept {
                    return Err(Refusal::NotRememberable);
                }
                if submitter.source == Source::AutoSubmit && tool.name == "confirm" {
                    return Err(Refusal::NeedsAHand);
                }
                let is_dangerous = is_set(&dialog.parameters, "isDangerous");
                if is_dangerous && !submitter.proof.is_page() {
                    return Err(Refusal::NeedsThePage);
                }
                let attachments = self.images.named(dialog_id, &submission.attachments)?;
                Outcome::Answered {
                    answer,
                    comment: submission.comment,
                    attachments,
                    source: submitter.source,
                }
            }
        };
        Ok(HumanAct {
            outcome,
            by: AnsweredBy {
                connection: submitter.connection.clone(),
                user_agent: submitter.user_agent.chars().take(300).collect(),
                at: now,
                proof: Some(submitter.proof),
            },
            remember: submitter.remember,
        })
    }

    /// Ends a dialog as the human wants it. `Ok` only when that is on disk.
    pub(super) fn carry_out(
        &mut self,
        dialog_id: &str,
        act: HumanAct,
        now: u64,
    ) -> Result<(), Refusal> {
        let HumanAct {
            outcome,
            by,
            remember,
        } = act;
        let who = ended_by(&outcome);
        if matches!(outcome, Outcome::Answered { .. }) {
            let connection = by.connection.clone();
            // A page that submits has shown the card, also when it showed it before a restart.
            if self
                .dialog(dialog_id)
                .is_some_and(|dialog| dialog.state == State::Pending)
            {
                self.step(dialog_id, Event::Display, now);
                self.changed_state(dialog_id, Some(who), Some(&connection));
            }
            let event = match self.dialog(dialog_id).map(|dialog| dialog.state) {
                Some(State::Error) => Event::Retry,
                _ => Event::Submit,
            };
            self.step(dialog_id, event, now);
            self.changed_state(dialog_id, Some(who), Some(&connection));
            self.store_answer(dialog_id, outcome, by)?;
        } else {
            self.end(dialog_id, Event::Cancel, outcome, Some(by), who, now)
                .map_err(|_| Refusal::AnswerNotStored)?;
        }
        if remember {
            self.remember(dialog_id, now)?;
        }
        Ok(())
    }

    /// The agent takes its question back. An ended dialog stays as it ended.
    pub fn withdraw(&mut self, dialog_id: &str, now: u64) -> Result<(), DialogError> {
        self.expire_due(now);
        self.find(dialog_id)?;
        // The human was first, and could only have changed their mind.
        self.settle(dialog_id, now);
        let state = self.find(dialog_id)?.state;
        if !matches!(state, State::Pending | State::Active) {
            return Ok(());
        }
        let outcome = Outcome::Cancelled {
            by: CancelledBy::Agent,
            comment: None,
        };
        self.end(dialog_id, Event::Cancel, outcome, None, By::Agent, now)
            .map_err(|refusal| DialogError::StoreFailed {
                reason: refusal.to_string(),
            })
    }

    /// One transition, with its time.
    pub(super) fn step(&mut self, dialog_id: &str, event: Event, now: u64) -> bool {
        let Some(dialog) = self.dialogs.get_mut(dialog_id) else {
            return false;
        };
        let moved = dialog.state.apply(event);
        if moved {
            dialog.updated_at = now;
        }
        moved
    }

    pub(super) fn changed_state(
        &mut self,
        dialog_id: &str,
        by: Option<By>,
        connection: Option<&str>,
    ) {
        if let Some(dialog) = self.dialogs.get(dialog_id) {
            self.changes.push(Change::State {
                dialog_id: dialog_id.to_owned(),
                state: dialog.state,
                at: dialog.updated_at,
                by,
                connection: connection.map(str::to_owned),
            });
            self.changes.push(Change::Queue);
        }
    }

    /// The dialog, or why the human can no longer act on it.
    fn open_dialog_for_human(&self, dialog_id: &str, now: u64) -> Result<&Dialog, Refusal> {
        let dialog = self.dialog(dialog_id).ok_or(Refusal::UnknownDialog)?;
        match dialog.state {
            _ if dialog.held.is_some() => Err(Refusal::AlreadyAnswered),
            _ if dialog.is_open(now) => Ok(dialog),
            State::Expired | State::Error => Err(Refusal::Expired),
            _ => Err(Refusal::AlreadyAnswered),
        }
    }

    fn remember(&mut self, dialog_id: &str, now: u64) -> Result<(), Refusal> {
        let id = ids::draw("rem_")?;
        if let Some(dialog) = self.dialogs.get(dialog_id) {
            self.preferences.standing_answers.keep(id, dialog, now);
            self.changes.push(Change::StandingAnswers);
            self.write_preferences();
        }
        Ok(())
    }
}
