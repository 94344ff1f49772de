//! What to do next: the best act that a run has not done in the state it is in.

use greenroom_stage::StageError;
use greenroom_stage::page::automation::AutomationApi;
use serde_json::json;

use crate::act::{Act, Deed, Purpose};
use crate::explorer::Explorer;
use crate::knowledge::Manner;
use crate::question::Question;
use crate::run::{Goal, Run};
use crate::state::View;

impl Explorer<'_> {
    /// The best act that this run has not done here.
    pub(crate) async fn choose(
        &mut self,
        run: &Run,
        view: &View,
    ) -> Result<Option<Act>, StageError> {
        let mut acts: Vec<Act> = view
            .offers
            .iter()
            .map(|offered| offered.act.clone())
            .collect();
        if !view.questions.is_empty() {
            acts.extend(self.answer(run, view).await?);
        }
        let everything = run.goal == Goal::Everything;
        let passed = view.standing.is_passed();
        // Beyond the only activity there is nothing but the end.
        let alone = view.standing.activities.len() < 2;
        acts.retain(|act| {
            let fits = match act.purpose {
                Purpose::Exit => false,
                Purpose::Continue | Purpose::Choice => !alone,
                Purpose::Back => everything,
                Purpose::Retry => run.manner == Manner::Right && !passed,
                _ => true,
            };
            fits && !run.is_done(view, act)
        });
        let chance = self.chance;
        // Going back is tried once in each activity, before it is left.
        let place = |act: &Act| match act.purpose {
            Purpose::Back if !run.went_back.contains(&view.activity) => (Purpose::Menu, true),
            purpose => (purpose, false),
        };
        let rank = |act: &Act| {
            let again = matches!(
                act.purpose,
                Purpose::Menu | Purpose::Hotspot | Purpose::Choice
            ) && self.notes.atlas.was_done(view.page, act);
            let sought = run.seeks == Some(view.page) && self.notes.atlas.is_open(view.page, act);
            let detour = run.hasty && !act.purpose.is_needed() && act.purpose != Purpose::Media;
            (!sought, detour, place(act), again, chance.of(&act.words))
        };
        acts.sort_by_key(rank);
        Ok(acts.into_iter().next())
    }

    /// Answers all questions of the page and hands them in.
    async fn answer(&mut self, run: &Run, view: &View) -> Result<Vec<Act>, StageError> {
        let mut act = Act {
            purpose: Purpose::Answer,
            words: String::new(),
            deeds: Vec::new(),
            answers: Vec::new(),
        };
        let mut words = Vec::new();
        let mut hand_in: Vec<String> = Vec::new();
        for question in &view.questions {
            if let Some(deed) = self.automated(run, question).await? {
                words.push(format!("{:?} by the automation API", question.text));
                act.deeds.push(deed);
                continue;
            }
            let Some(candidate) = self.notes.knowledge.pick(question, run.manner) else {
                continue;
            };
            act.deeds.extend(question.deeds(&candidate));
            words.push(format!(
                "{:?} with {:?}",
                question.text,
                question.words(&candidate)
            ));
            act.answers.push((question.key, candidate));
            if let Some(submit) = question.submit.as_ref()
                && !hand_in.contains(submit)
            {
                hand_in.push(submit.clone());
            }
        }
        act.deeds.extend(hand_in.into_iter().map(Deed::Click));
        act.words = format!("answer {}", words.join(", "));
        Ok(vec![act])
    }

    /// The right answer, where the automation API tells and takes it.
    async fn automated(&self, run: &Run, question: &Question) -> Result<Option<Deed>, StageError> {
        let Some(id) = question
            .interaction
            .as_ref()
            .filter(|_| run.manner == Manner::Right)
        else {
            return Ok(None);
        };
        let Some(api) = AutomationApi::find(&run.runtime).await? else {
            return Ok(None);
        };
        if !api.has("getCorrectResponse") || !api.has("setResponse") {
            return Ok(None);
        }
        // A course may keep its answers to itself.
        let told = api
            .call(&run.runtime, "getCorrectResponse", &[json!(id)])
            .await;
        Ok(told
            .ok()
            .map(|response| Deed::Automate(id.clone(), response)))
    }
}
