//! What of the content's data reached the LMS.
//!
//! The one place that knows where an LMS keeps it: in `standard` that is the journal of the session.

use std::collections::BTreeMap;

use greenroom_stage::course::replica::Replica;
use schemars::JsonSchema;
use scorm_session::{ApiFunction, Origin};
use serde::Serialize;

/// What the LMS has of the activity that was left.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Arrivals {
    /// By element.
    pub elements: BTreeMap<String, Arrived>,
    /// Commits and Terminates that arrived while it was left.
    pub saves: Vec<&'static str>,
}

/// A value as the LMS has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Arrived {
    pub value: String,
    /// It came while the course was left.
    pub while_leaving: bool,
    /// A Commit or Terminate came after it. Without one, an LMS need not keep it.
    pub committed: bool,
}

impl Arrivals {
    /// What arrived in `standard`, where `before` calls had been made when leaving began.
    pub(crate) fn in_standard(replica: &Replica, activity: &str, before: usize) -> Self {
        let mut arrivals = Self::default();
        for (index, call) in replica.calls.iter().enumerate() {
            if call.origin != Origin::Content || call.failed() || call.activity != activity {
                continue;
            }
            let while_leaving = index >= before;
            match call.function() {
                ApiFunction::SetValue => {
                    let arrived = Arrived {
                        value: call.value().to_owned(),
                        while_leaving,
                        committed: false,
                    };
                    arrivals.elements.insert(call.element().to_owned(), arrived);
                }
                ApiFunction::Commit | ApiFunction::Terminate => {
                    for arrived in arrivals.elements.values_mut() {
                        arrived.committed = true;
                    }
                    if while_leaving {
                        let terminates = call.function() == ApiFunction::Terminate;
                        let name = if terminates { "Terminate" } else { "Commit" };
                        arrivals.saves.push(name);
                    }
                }
                _ => {}
            }
        }
        arrivals
    }

    pub(crate) fn get(&self, element: &str) -> Option<&Arrived> {
        self.elements.get(element)
    }

    /// Elements that came while the course was left.
    pub(crate) fn while_leaving(&self) -> impl Iterator<Item = (&String, &Arrived)> {
        self.elements.iter().filter(|(_, one)| one.while_leaving)
    }

    /// Elements that no Commit or Terminate followed.
    pub(crate) fn uncommitted(&self) -> Vec<String> {
        let open = self.elements.iter().filter(|(_, one)| !one.committed);
        open.map(|(element, _)| element.clone()).collect()
    }
}
