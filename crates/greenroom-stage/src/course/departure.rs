//! What the page says of a course that left its window by itself, as a run records it.

use greenroom_report::run::{CLOSES_WINDOW, Departed, NAVIGATES_TOP};
use greenroom_web::stage::{Departure, DepartureKind};

pub(super) fn departed(departure: Departure, activity: String, timestamp: u64) -> Departed {
    Departed {
        code: match departure.how {
            DepartureKind::ClosesWindow => CLOSES_WINDOW,
            DepartureKind::NavigatesTop => NAVIGATES_TOP,
        },
        url: departure.url,
        activity,
        timestamp,
    }
}
