//! All ways at one moment in one LMS.

use futures::{FutureExt as _, StreamExt as _};
use greenroom_stage::{Fault, StageError};

use crate::cell::{Left, Trial};
use crate::eavesdropping::Listener;
use crate::moment::{Moment, Route};
use crate::verdict::{Orderly, Row, judge};
use crate::ways::{self, Way};

/// Visits at a time. Most of a visit is waiting for pages to come to rest.
const SIDE_BY_SIDE: usize = 3;
/// Leaves in which nothing goes wrong, the most orderly first: what they bring is what others lose.
const ORDERLY: [&str; 2] = ["lms_exit", "tab_closed"];

/// What came of all ways.
#[derive(Debug)]
pub(crate) struct Round {
    /// In the order of the ways that were asked for.
    pub(crate) rows: Vec<Row>,
    pub(crate) listeners: Vec<Listener>,
    /// The course did not come to the moment.
    pub(crate) strayed: bool,
}

impl Round {
    /// The moment cannot be reached.
    pub(crate) fn without(
        wanted: &[&'static dyn Way],
        moment: Moment,
        lms: &str,
        why: &str,
    ) -> Self {
        let row = |way: &&'static dyn Way| {
            let left = Left::not_possible(*way, moment, lms, why.to_owned());
            judge(left, &Orderly::default())
        };
        Self {
            rows: wanted.iter().map(row).collect(),
            listeners: Vec::new(),
            strayed: false,
        }
    }
}

/// Leaves in these ways. The orderly ones come first: they also show which others cannot be.
pub(crate) async fn leave_at(
    trial: &Trial<'_>,
    moment: Moment,
    route: &Route,
    wanted: &[&'static dyn Way],
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Round, StageError> {
    let lms = &trial.launch.lms_profile;
    let tell = |way: &dyn Way| progress(format!("{lms}, {}: {}", moment.name(), way.name()));
    let orderly: Vec<&'static dyn Way> =
        ORDERLY.iter().filter_map(|name| ways::find(name)).collect();
    let mut done = leave_in(trial, moment, route, &orderly, &tell).await?;
    let obstacles: Vec<(&'static str, String)> = done
        .iter()
        .flat_map(|left| left.obstacles.clone())
        .collect();
    let strayed = done.iter().all(|left| left.strayed);
    let gone_astray = done.iter().find_map(|left| left.not_possible.clone());
    let mut others = Vec::new();
    for way in wanted.iter().copied() {
        let name = way.name();
        if ORDERLY.contains(&name) {
            continue;
        }
        let obstacle = obstacles.iter().find(|(one, _)| *one == name);
        let obstacle = obstacle.map(|(_, why)| why.clone());
        let obstacle = obstacle.or_else(|| gone_astray.clone().filter(|_| strayed));
        match obstacle {
            Some(why) => done.push(Left::not_possible(way, moment, lms, why)),
            None => others.push(way),
        }
    }
    done.extend(leave_in(trial, moment, route, &others, &tell).await?);
    let mut listeners: Vec<Listener> = done
        .iter()
        .flat_map(|left| left.listeners.clone())
        .collect();
    listeners.sort();
    let by_order = ORDERLY.iter().filter_map(|name| {
        let of_name = |left: &&Left| left.way == *name && left.not_possible.is_none();
        done.iter().find(of_name)
    });
    let orderly = Orderly::of(by_order);
    let mut rows: Vec<Row> = done.into_iter().map(|left| judge(left, &orderly)).collect();
    rows.retain(|row| wanted.iter().any(|way| way.name() == row.way));
    let place = |name: &str| wanted.iter().position(|way| way.name() == name);
    rows.sort_by_key(|row| place(row.way));
    Ok(Round {
        rows,
        listeners,
        strayed,
    })
}

/// Leaves in each of these ways, some at a time.
async fn leave_in(
    trial: &Trial<'_>,
    moment: Moment,
    route: &Route,
    ways: &[&'static dyn Way],
    tell: &(dyn Fn(&dyn Way) + Send + Sync),
) -> Result<Vec<Left>, StageError> {
    let mut leaving = Vec::new();
    for way in ways.iter().copied() {
        let one = async move {
            if trial.cancel.is_cancelled() {
                return Err(StageError::new(Fault::Unknown, "the call was cancelled"));
            }
            tell(way);
            trial.leave((moment, route), way).await
        };
        leaving.push(one.boxed());
    }
    let mut done = Vec::new();
    let mut leaving = futures::stream::iter(leaving).buffer_unordered(SIDE_BY_SIDE);
    while let Some(left) = leaving.next().await {
        done.push(left?);
    }
    Ok(done)
}
