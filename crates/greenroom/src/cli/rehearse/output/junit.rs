//! JUnit XML, as build servers read it.

use std::fmt::Write as _;

use greenroom_report::format::escape;
use scorm_session::rehearsal::Report;

/// All results as one document.
pub(super) fn page(reports: &[Report]) -> String {
    let failed = reports.iter().filter(|report| !report.passed).count();
    let mut page = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites tests=\"{0}\" failures=\"{failed}\">\n\
         <testsuite name=\"rehearsals\" tests=\"{0}\" failures=\"{failed}\">\n",
        reports.len()
    );
    for report in reports {
        let name = escape(&report.id);
        let _infallible = write!(page, "  <testcase classname=\"rehearsals\" name=\"{name}\"");
        let Some(failure) = &report.failure else {
            page.push_str("/>\n");
            continue;
        };
        let message = escape(&failure.to_string());
        let mut details = failure.trace.join("\n");
        if let Some(picture) = &failure.picture {
            let _infallible = write!(details, "\n[[ATTACHMENT|{picture}]]");
        }
        let _infallible = writeln!(
            page,
            ">\n    <failure message=\"{message}\">{}</failure>\n  </testcase>",
            escape(&details)
        );
    }
    page.push_str("</testsuite>\n</testsuites>\n");
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_course_breaks_the_document() {
        let report = Report::not_played("a\"<b>", "]]> & \u{1}");
        let page = page(&[report]);
        assert!(page.contains("name=\"a&quot;&lt;b&gt;\""), "{page}");
        assert!(page.contains("]]&gt; &amp; \u{fffd}"), "{page}");
        assert!(page.contains("failures=\"1\""), "{page}");
    }
}
