//! A course's place on the stage, given up again unless the course opens.

use greenroom_web::stage::Stage;

pub(super) struct Reservation<'s> {
    stage: &'s Stage,
    session_id: &'s str,
    kept: bool,
}

impl<'s> Reservation<'s> {
    /// The stage expects the course from now on.
    pub(super) fn expect(stage: &'s Stage, session_id: &'s str) -> Self {
        stage.expect(session_id);
        Self {
            stage,
            session_id,
            kept: false,
        }
    }

    /// The course is open; closing it gives its place up.
    pub(super) fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if !self.kept {
            self.stage.close(self.session_id);
        }
    }
}
