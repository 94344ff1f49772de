//! The requests of the LMS's code in the page, as they came to its server.

use greenroom_stage::course::lms::{self, LmsCourse};
use greenroom_web::stage::Condition;
use scorm_lms::Kind;

use super::Before;
use super::wanted::Last;

/// The requests that reached the LMS's server, or would have.
#[derive(Debug)]
pub(super) struct Requests {
    all: Vec<lms::Arrived>,
    /// The first that came while the course was left.
    leaving: usize,
}

impl Requests {
    pub(super) fn to(lms: &LmsCourse, activity: &str, before: Before) -> Self {
        let all = lms.requests();
        let later = *lms.arrivals().borrow() - before.requests;
        let leaving = all
            .len()
            .saturating_sub(usize::try_from(later).unwrap_or(usize::MAX));
        let (earlier, later) = all.split_at(leaving);
        let of = |requests: &[lms::Arrived]| -> Vec<lms::Arrived> {
            let own = requests.iter().filter(|one| one.activity == activity);
            own.cloned().collect()
        };
        let mut all = of(earlier);
        let leaving = all.len();
        all.extend(of(later));
        Self { all, leaving }
    }

    fn while_leaving(&self) -> impl Iterator<Item = &lms::Arrived> {
        let later = self.all.iter().skip(self.leaving);
        later.filter(|one| one.condition == Condition::Ok)
    }

    /// An element came while the course was left.
    pub(super) fn brought(&self, element: &str) -> bool {
        let mut values = self.while_leaving().flat_map(|one| &one.values);
        values.any(|(name, _)| name == element)
    }

    /// What became of the last request that carried this value.
    pub(super) fn carried(&self, element: &str, one: &Last) -> Option<Condition> {
        let carries = |request: &&lms::Arrived| {
            let mut values = request.values.iter();
            values.any(|(name, value)| name == element && one.is(value))
        };
        self.all.iter().rfind(carries).map(|it| it.condition)
    }

    /// What became of the last request while leaving that carried this element, whatever its value.
    pub(super) fn last_with(&self, element: &str) -> Option<Condition> {
        let mut later = self.all.iter().skip(self.leaving).rev();
        let found = later.find(|one| one.values.iter().any(|(name, _)| name == element));
        found.map(|one| one.condition)
    }

    pub(super) fn saves(&self) -> Vec<&'static str> {
        let name = |request: &lms::Arrived| match request.kind {
            Kind::Commit => Some("Commit"),
            Kind::Finish => Some("Terminate"),
            Kind::Set => Some("SetValue"),
            Kind::Autosave | Kind::Leave => Some("LMS"),
            Kind::Read | Kind::Housekeeping => None,
        };
        self.while_leaving().filter_map(name).collect()
    }
}
