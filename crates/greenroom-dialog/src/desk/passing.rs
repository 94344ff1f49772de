//! A desk that passes from one server to another.

use super::Desk;
use crate::change::Change;
use crate::preferences::Preferences;
use crate::queue::Queue;
use crate::shared_desk::SharedDesk;
use std::io;
use std::sync::Arc;

impl Desk {
    /// Goes on with the desk that all servers share: from now on its lines count. Where it has none yet,
    /// it begins with what is here.
    pub fn go_on_with(
        &mut self,
        lines: &[u8],
        shared: Arc<dyn SharedDesk>,
        now: u64,
    ) -> io::Result<()> {
        if lines.is_empty() {
            self.journal.share(shared);
            self.rewrite_journal()?;
        } else {
            self.journal.replace_file(lines)?;
            self.journal.share(shared);
            self.preferences = Preferences::read(&self.preferences_path);
            self.dialogs.clear();
            self.queue = Queue::default();
            self.restart(now)?;
        }
        self.passed_on = false;
        self.changes.push(Change::Renewed);
        Ok(())
    }

    /// Another server has the desk now: what is here is answered by nobody.
    pub fn pass_on(&mut self) {
        self.dialogs.clear();
        self.queue = Queue::default();
        self.passed_on = true;
        self.changes.push(Change::Renewed);
    }
}
