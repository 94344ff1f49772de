//! What a run showed, in the page.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::xml_text::{escape, prose};
use super::{Evidence, Extent};

/// Anomalies, console and pictures of the session.
pub(crate) fn run(page: &mut String, evidence: &Evidence, extent: &Extent<'_>) {
    let _ = writeln!(
        page,
        "<h2>What the run showed</h2>\n<p>{}</p>",
        evidence.one_line()
    );
    for anomaly in &evidence.anomalies {
        let _ = writeln!(
            page,
            "<article class=\"card {0}\"><p><span class=\"tag {0}\">{0}</span> {1}</p><p class=\"soft\">{2}</p>\
             <p class=\"soft\"><code>{3}</code> in {4}</p></article>",
            anomaly.severity,
            prose(&anomaly.description),
            prose(&anomaly.recommendation),
            anomaly.kind,
            escape(&anomaly.activity)
        );
    }
    if !evidence.console.is_empty() {
        page.push_str("<h3>Console</h3>\n<pre>");
        for message in evidence.shown_console() {
            let _ = writeln!(page, "{}", escape(message));
        }
        page.push_str("</pre>\n");
    }
    if !evidence.blocked.is_empty() {
        page.push_str("<h3>Blocked requests</h3>\n<pre>");
        for url in &evidence.blocked {
            let _ = writeln!(page, "{}", escape(url));
        }
        page.push_str("</pre>\n");
    }
    if extent.pictures && !evidence.pictures.is_empty() {
        page.push_str("<h3>Pictures</h3>\n<div class=\"pictures\">\n");
        for (picture, bytes) in evidence.embedded() {
            let _ = writeln!(
                page,
                "<figure><img alt=\"{0}\" src=\"data:{1};base64,{2}\"><figcaption>{0}</figcaption></figure>",
                escape(&picture.title),
                escape(&picture.mime),
                STANDARD.encode(&bytes)
            );
        }
        page.push_str("</div>\n");
    }
}
