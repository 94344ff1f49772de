//! JUnit XML, as build servers read it.

use std::fmt::Write as _;

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
        let name = escaped(&report.id);
        let _infallible = write!(page, "  <testcase classname=\"rehearsals\" name=\"{name}\"");
        let Some(failure) = &report.failure else {
            page.push_str("/>\n");
            continue;
        };
        let message = escaped(&failure.to_string());
        let mut details = failure.trace.join("\n");
        if let Some(picture) = &failure.picture {
            let _infallible = write!(details, "\n[[ATTACHMENT|{picture}]]");
        }
        let _infallible = writeln!(
            page,
            ">\n    <failure message=\"{message}\">{}</failure>\n  </testcase>",
            escaped(&details)
        );
    }
    page.push_str("</testsuite>\n</testsuites>\n");
    page
}

/// Text for XML and HTML. Control characters have no form in XML 1.0.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
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
