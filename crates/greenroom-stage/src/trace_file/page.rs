//! The HTML file: a policy that forbids all network, the viewer, and data that is never markup.
//!
//! Data stands in script elements of types that no browser runs, in base64, so that nothing a course
//! says can end them.

use std::fs;
use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::pictures::Pictures;
use super::transcript::Transcript;
use crate::course::lms;

/// What a whole trace may take.
const MOST_BYTES: usize = 15_000_000;

/// The file and what is in it.
pub(super) struct Made {
    pub(super) html: String,
    pub(super) pictures: usize,
    pub(super) pictures_left_out: usize,
}

pub(super) fn make(transcript: &Transcript, mut pictures: Pictures) -> io::Result<Made> {
    let script = greenroom_web::page_text("trace/trace.js");
    let style = greenroom_web::page_text("trace/trace.css");
    let engine = packed(greenroom_web::inspecting_engine())?;
    let journal = packed(transcript.lines.as_bytes())?;
    let taken = script.len() + style.len() + engine.len() + journal.len();
    // Base64 makes four of three bytes.
    let room = MOST_BYTES.saturating_sub(taken) / 4 * 3;
    pictures.fit(room as u64);
    let head = json!({
        "about": transcript.about, "pictures": pictures.all,
        "pictures_left_out": pictures.left_out, "sources": transcript.sources,
        "lms_limits": lms::kept_lengths(),
    });
    let head = packed(head.to_string().as_bytes())?;
    let mut blocks = vec![
        block("head", &head),
        block("engine", &engine),
        block("journal", &journal),
    ];
    let mut inside = 0;
    for picture in &pictures.all {
        if let Some(place) = picture.place {
            let bytes = fs::read(&picture.file)?;
            blocks.push(block(&format!("picture-{place}"), &STANDARD.encode(bytes)));
            inside += 1;
        }
    }
    let title = escaped(&transcript.names.hide(&transcript.about.course));
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{title} · Greenroom trace</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <div id=\"trace\"></div>\n\
         <noscript>This file shows a trace of Greenroom; it needs JavaScript.</noscript>\n\
         {}\n<script type=\"module\">{script}</script>\n</body>\n</html>\n",
        policy(script, style),
        blocks.join("\n"),
    );
    Ok(Made {
        html,
        pictures: inside,
        pictures_left_out: pictures.left_out,
    })
}

/// Nothing comes from or goes to the network; only this script and this style count.
fn policy(script: &str, style: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}' 'wasm-unsafe-eval'; style-src 'sha256-{}'; \
         img-src blob: data:; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

fn block(id: &str, base64: &str) -> String {
    format!("<script type=\"application/x-greenroom\" id=\"{id}\">{base64}</script>")
}

/// Compressed, as text.
fn packed(bytes: &[u8]) -> io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_text() {
        assert_eq!(escaped("</title><b>&"), "&lt;/title&gt;&lt;b&gt;&amp;");
    }

    #[test]
    fn the_policy_names_exactly_this_script_and_style() {
        let policy = policy("a", "b");
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"));
        assert!(!policy.contains("unsafe-inline") && !policy.contains("http"));
    }
}
