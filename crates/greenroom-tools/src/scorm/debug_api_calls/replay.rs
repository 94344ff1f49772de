//! Two lists of calls side by side: what the page recorded, and what a fresh engine answers.

use greenroom_stage::course::record::Replayed;
use schemars::JsonSchema;
use scorm_session::ApiCall;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
pub(super) struct Replay {
    replayed_calls: usize,
    differences: Vec<Difference>,
}

#[derive(Serialize, JsonSchema)]
struct Difference {
    seq: u64,
    recorded: Option<ApiCall>,
    replayed: Option<ApiCall>,
}

/// Every answer that came out differently, and every call that only one side has.
pub(super) fn compare(recorded: &[ApiCall], replayed: &[Replayed]) -> Replay {
    let longer = recorded.len().max(replayed.len());
    let differences = (0..longer).filter_map(|index| {
        let (before, after) = (recorded.get(index), replayed.get(index));
        let same = matches!((before, after), (Some(before), Some(after))
            if (&before.method, &before.result, &before.error_code)
                == (&after.call.method, &after.call.result, &after.call.error_code));
        (!same).then(|| Difference {
            seq: index as u64 + 1,
            recorded: before.cloned(),
            replayed: after.map(|after| after.call.clone()),
        })
    });
    Replay {
        replayed_calls: replayed.len(),
        differences: differences.collect(),
    }
}
