//! A course that a person plays in a browser of their own, on the same engine and journal as those
//! that tools play.

mod acts;
mod blocked;
mod bundled;
mod checks;
mod course;
mod courses;
mod developing;
mod elsewhere;
mod fork;
mod lms_record;
mod recent;
mod shown;

pub(super) use acts::ActsTold;
pub(super) use blocked::BlockedList;
pub use course::PersonCourse;
pub use courses::PeoplesCourses;
pub(crate) use elsewhere::IsOpen;
pub(crate) use fork::FORKED;
