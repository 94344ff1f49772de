//! What people see of a course whose files are followed.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_report::FindingRecord;
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::development::{Develops, FindingLine, LiveFindings, OnSave};

use super::super::development::{Live, Reload, Wish};
use super::courses::PeoplesCourses;

/// Findings in one message.
const LISTED: usize = 100;

impl Develops for PeoplesCourses {
    fn develop<'a>(
        &'a self,
        session_id: &'a str,
        on_save: Option<OnSave>,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        async move {
            let Some(on_save) = on_save else {
                self.developments.end(session_id);
                return Ok(());
            };
            let wish = Wish {
                validate: true,
                reload: match on_save {
                    OnSave::Keep => Reload::Keep,
                    OnSave::StartOver => Reload::Drop,
                    OnSave::Stay => Reload::Never,
                },
            };
            let session = self.session(session_id)?;
            self.developments.begin(&session, wish).await?;
            self.runtimes.note_change();
            Ok(())
        }
        .boxed()
    }

    fn findings(&self, session_id: &str) -> Option<LiveFindings> {
        let development = self.developments.find(session_id)?;
        let Live {
            judged,
            reloads,
            held_back,
        } = development.live();
        let judged = judged?;
        let listed = judged.findings.iter().take(LISTED);
        Some(LiveFindings {
            on_save: match development.wish().reload {
                Reload::Keep => OnSave::Keep,
                Reload::Drop => OnSave::StartOver,
                Reload::Never => OnSave::Stay,
            },
            score: judged.score,
            errors: judged.errors,
            warnings: judged.warnings,
            omitted: judged.omitted + judged.findings.len().saturating_sub(LISTED),
            findings: listed.map(line).collect(),
            reloads,
            held_back,
        })
    }
}

fn line(finding: &FindingRecord) -> FindingLine {
    FindingLine {
        severity: finding.severity.to_owned(),
        message: finding.message.clone(),
        code: finding.code.to_owned(),
        file: finding.file.clone(),
        line: finding.line,
        advice: finding.fix_suggestion.clone(),
    }
}
