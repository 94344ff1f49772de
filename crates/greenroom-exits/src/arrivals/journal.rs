//! By the book, the LMS has what is in the journal of the session.

use greenroom_stage::course::replica::Replica;
use scorm_session::{ApiFunction, Origin};

use super::{Arrivals, Arrived};

/// What arrived, where `before` calls had been made when leaving began.
pub(super) fn arrivals(replica: &Replica, activity: &str, before: usize) -> Arrivals {
    let mut arrivals = Arrivals::default();
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
