//! What a page shows against what is stated: elements, a stored picture, accessibility.

use std::io;
use std::path::Path;
use std::time::Duration;

use scorm_session::rehearsal::Difference;
use scorm_session::rehearsal::compare::fits;
use scorm_session::rehearsal::format::{AccessibilityWanted, Element, PictureWanted, Statement};

use crate::StageError;
use crate::course::runtime::Runtime;
use crate::page::audit::{self, Level};
use crate::page::named;
use crate::page::picture::{self, CaptureOptions, Picture};
use crate::script::page_act::PATIENCE;

/// The part of all pixels that may differ where a picture does not say.
const USUAL_TOLERANCE: f64 = 0.01;
/// Channels that differ less look the same.
const SAME: u8 = 16;

/// A difference, with the picture that shows it.
pub(super) struct Seen {
    pub(super) difference: Difference,
    /// To be kept, so that it can be looked at or stored instead.
    pub(super) picture: Option<Picture>,
}

/// The first thing that is not as stated.
pub(super) async fn look(
    runtime: &Runtime,
    statement: &Statement,
) -> Result<Option<Seen>, StageError> {
    for shown in &statement.shows {
        if let Some(why) = hidden(runtime, shown, PATIENCE).await {
            return Ok(Some(seen(format!("{shown}"), "visible", &why)));
        }
    }
    for absent in &statement.hides {
        if hidden(runtime, absent, Duration::ZERO).await.is_none() {
            return Ok(Some(seen(format!("{absent}"), "not visible", "visible")));
        }
    }
    if let Some(wanted) = &statement.accessibility
        && let Some(found) = new_finding(runtime, wanted).await?
    {
        return Ok(Some(seen(
            "accessibility".to_owned(),
            "no new finding",
            &found,
        )));
    }
    match &statement.picture {
        Some(wanted) => compare(runtime, wanted).await,
        None => Ok(None),
    }
}

fn seen(what: String, expected: &str, actual: &str) -> Seen {
    Seen {
        difference: Difference {
            what,
            expected: expected.to_owned(),
            actual: actual.to_owned(),
        },
        picture: None,
    }
}

/// Why an element cannot be seen; nothing if it can.
async fn hidden(runtime: &Runtime, element: &Element, patience: Duration) -> Option<String> {
    let locator = match named::locate(runtime, element, patience).await {
        Ok(locator) => locator.patience(patience),
        Err(error) => return Some(error.to_string()),
    };
    let looked = locator.wait(true).await;
    looked.err().map(|error| error.to_string())
}

async fn new_finding(
    runtime: &Runtime,
    wanted: &AccessibilityWanted,
) -> Result<Option<String>, StageError> {
    let found = audit::run_axe(runtime, Level::Aa).await?;
    let is_known = |text: &str| wanted.known.iter().any(|known| fits(known, text));
    for finding in found.findings {
        if is_known(&finding.rule) {
            continue;
        }
        let new = finding
            .nodes
            .iter()
            .find(|node| !is_known(&format!("{} {}", finding.rule, node.selector)));
        if let Some(node) = new {
            return Ok(Some(format!(
                "{} {}: {}",
                finding.rule, node.selector, finding.help
            )));
        }
    }
    Ok(None)
}

async fn compare(runtime: &Runtime, wanted: &PictureWanted) -> Result<Option<Seen>, StageError> {
    let options = CaptureOptions {
        selector: wanted.selector.clone(),
        ..CaptureOptions::default()
    };
    let picture = picture::capture(runtime, &options).await?;
    let tolerance = wanted.tolerance.unwrap_or(USUAL_TOLERANCE);
    let actual = match differing(Path::new(&wanted.file), picture.bytes()) {
        Ok(part) if part <= tolerance => return Ok(None),
        Ok(part) => format!("{:.2} % of the pixels differ", part * 100.0),
        Err(why) => why.to_string(),
    };
    let expected = format!("at most {:.2} % of the pixels differ", tolerance * 100.0);
    Ok(Some(Seen {
        difference: Difference {
            what: format!("picture {}", wanted.file),
            expected,
            actual,
        },
        picture: Some(picture),
    }))
}

/// Why two pictures cannot be compared.
#[derive(Debug, thiserror::Error)]
enum Incomparable {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error(transparent)]
    NotAPicture(#[from] image::ImageError),
    #[error("its size is {} by {}, now {} by {}", stored.0, stored.1, new.0, new.1)]
    OtherSize { stored: (u32, u32), new: (u32, u32) },
}

/// The part of all pixels in which a stored picture and a new one differ.
fn differing(stored: &Path, new: &[u8]) -> Result<f64, Incomparable> {
    let stored = image::load_from_memory(&std::fs::read(stored)?)?.to_rgb8();
    let new = image::load_from_memory(new)?.to_rgb8();
    if stored.dimensions() != new.dimensions() {
        let (stored, new) = (stored.dimensions(), new.dimensions());
        return Err(Incomparable::OtherSize { stored, new });
    }
    let differs = |(a, b): &(&image::Rgb<u8>, &image::Rgb<u8>)| {
        a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > SAME)
    };
    let count = stored.pixels().zip(new.pixels()).filter(differs).count();
    let all = (stored.width() as usize * stored.height() as usize).max(1);
    Ok(count as f64 / all as f64)
}
