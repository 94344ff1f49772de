//! One page that needs nothing else: results, failures, pictures.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_report::format::escape;
use scorm_session::rehearsal::Report;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n<title>Rehearsals</title>\n<style>\n\
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }\n\
    table { border-collapse: collapse; width: 100%; }\n\
    th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: left; }\n\
    .failed { color: #a1121c; font-weight: 600; }\n\
    pre { background: #f4f4f4; overflow: auto; padding: .6rem; }\n\
    img { border: 1px solid #ccc; max-width: 100%; }\n</style>\n";

/// All results as one page.
pub(super) fn page(reports: &[Report]) -> String {
    let passed = reports.iter().filter(|report| report.passed).count();
    let mut page = format!(
        "{HEAD}<h1>{passed} of {} rehearsals passed</h1>\n\
         <table><tr><th>Rehearsal<th>Result<th>Steps<th>Acts<th>Calls</tr>\n",
        reports.len()
    );
    for report in reports {
        let result = match (report.passed, report.retries) {
            (true, 0) => "passed".to_owned(),
            (true, retries) => format!("passed after {retries} failed"),
            (false, _) => "<span class=\"failed\">failed</span>".to_owned(),
        };
        let _infallible = writeln!(
            page,
            "<tr><td>{}<td>{result}<td>{}<td>{}<td>{}</tr>",
            escape(&report.id),
            report.steps,
            report.acts,
            report.calls
        );
    }
    page.push_str("</table>\n");
    for report in reports {
        let Some(failure) = &report.failure else {
            continue;
        };
        let _infallible = writeln!(
            page,
            "<h2>{}</h2>\n<p>{}</p>",
            escape(&report.id),
            escape(&failure.to_string())
        );
        if let Some(bytes) = failure
            .picture
            .as_ref()
            .and_then(|path| std::fs::read(path).ok())
        {
            let _infallible = writeln!(
                page,
                "<p><img alt=\"The page when it failed\" src=\"data:image/png;base64,{}\"></p>",
                STANDARD.encode(bytes)
            );
        }
        if !failure.trace.is_empty() {
            let trace = escape(&failure.trace.join("\n"));
            let _infallible = writeln!(page, "<h3>Sequencing</h3>\n<pre>{trace}</pre>");
        }
    }
    page.push_str("</html>\n");
    page
}
