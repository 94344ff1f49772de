//! What is noted of each state that is reached: the map, findings, statuses and how they came.

use crate::act::{Act, Purpose};
use crate::explorer::Explorer;
use crate::findings::{Place, Severity};
use crate::run::Run;
use crate::standing::Standing;
use crate::state::View;

impl Explorer<'_> {
    /// Notes a state that was reached, and gives its number.
    pub(crate) async fn arrive(
        &mut self,
        run: &mut Run,
        view: &View,
        came: Option<(&View, &Act)>,
    ) -> usize {
        let known = self.notes.atlas.nodes.len();
        let (number, is_new_page) = self
            .notes
            .atlas
            .arrive(&run.runtime, view, &run.path, &mut self.notes.findings)
            .await;
        self.notes.collected.arrive(&run.runtime, view).await;
        run.first_page.get_or_insert(view.page);
        let first_in_run = run.pages.insert(view.page);
        if first_in_run || self.notes.atlas.nodes.len() > known {
            run.stale = 0;
        } else {
            run.stale += 1;
        }
        run.note_barred(view);
        let name = view.name();
        let after = came.map(|(_, act)| act.words.as_str());
        let place = Place { page: &name, after };
        self.notes
            .findings
            .watch(&run.runtime, &mut run.seen, place);
        self.note_reached(&run.path, !run.answers.is_empty(), &view.standing);
        self.note_completion(run, view, came, first_in_run && is_new_page);
        number
    }

    pub(crate) fn note_reached(&mut self, path: &[Act], answered: bool, standing: &Standing) {
        for word in ["completed", "passed", "failed"] {
            let is_so = standing.has(word) && (answered || word != "failed");
            let shorter = |known: &Vec<Act>| path.len() < known.len();
            if is_so && self.notes.reached.get(word).is_none_or(shorter) {
                self.notes.reached.insert(word.to_owned(), path.to_vec());
            }
        }
    }

    /// Content that calls itself completed while pages are still to come speaks too early.
    fn note_completion(
        &mut self,
        run: &mut Run,
        view: &View,
        came: Option<(&View, &Act)>,
        is_new_page: bool,
    ) {
        let purpose = came.map(|(_, act)| act.purpose);
        let Some((from, act)) = came else {
            if view.standing.has_completed(&view.activity) {
                let on = (view.name(), purpose);
                run.completed_on.insert(view.activity.clone(), on);
            }
            return;
        };
        let known = run.completed_on.get(&view.activity);
        let same = from.activity == view.activity;
        if let Some((page, by)) = known
            && same
            && is_new_page
            && act.purpose == Purpose::Forward
            && *by != Some(Purpose::Answer)
            && *by != Some(Purpose::Submit)
            && !view.standing.over
        {
            let message = format!(
                "{} is completed on {page:?}, while {:?} and perhaps more is still to come",
                view.activity,
                view.name()
            );
            let place = Place { page, after: None };
            if !self.notes.findings.has("early_status") {
                self.notes
                    .findings
                    .add(Severity::Warning, "early_status", message, place);
            }
        } else if known.is_none() && view.standing.has_completed(&view.activity) {
            run.completed_on
                .insert(view.activity.clone(), (view.name(), purpose));
        }
    }
}
