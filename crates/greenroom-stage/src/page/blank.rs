//! The likely cause of a page that shows nothing.

use std::time::Duration;

use greenroom_browser::NetworkRequest;
use serde::Deserialize;

use super::console::{self, Level};
use super::content;
use crate::course::runtime::Runtime;
use crate::course::undelivered::Undelivered;

const BLANK: &str = concat!("() => {\n", include_str!("injected/blank.js"), "}");
const LOOK_LIMIT: Duration = Duration::from_secs(2);
/// Files that could not be loaded are named up to this number.
const MOST_NAMED: usize = 3;

/// What a document that shows nothing is made of.
#[derive(Debug, Default, Deserialize)]
struct Made {
    /// Elements that need a plug-in, with their files.
    plugins: Vec<String>,
    scripts: usize,
    frames: usize,
    /// An empty element that a script was to fill.
    holder: String,
    /// A mark of a template that nobody has filled.
    mark: String,
    page: String,
}

/// What most likely keeps the page blank, in words.
pub async fn cause(runtime: &Runtime) -> String {
    if let Some(undelivered) = Undelivered::of(runtime) {
        return undelivered.to_string();
    }
    let made = look(runtime).await;
    let plugin = made.iter().find_map(|made| made.plugins.first());
    if let Some(plugin) = plugin {
        return format!(
            "{plugin} needs a plug-in (as Flash was) that browsers no longer have; \
             publish the course as HTML5"
        );
    }
    if let Some(failed) = not_loaded(runtime) {
        return failed;
    }
    let entries = console::entries(runtime);
    if let Some(error) = entries.iter().find(|entry| entry.level == Level::Error) {
        return format!("{} at {}:{}", error.message, error.source, error.line);
    }
    let unbuilt = made.iter().find(|made| !made.mark.is_empty());
    if let Some(Made { mark, page, .. }) = unbuilt {
        return format!(
            "{page} is a template that was never built: {mark:?} stands in it unreplaced"
        );
    }
    let bare = |made: &&Made| made.scripts == 0 && made.frames == 0;
    match made.iter().find(bare) {
        Some(Made { holder, page, .. }) if !holder.is_empty() => {
            format!("{page} loads no script, so its element {holder} stays empty")
        }
        Some(Made { page, .. }) if made.len() == 1 => {
            format!("{page} has no content and loads no script")
        }
        _ => "no error and no failed request; the page may still be loading".to_owned(),
    }
}

async fn look(runtime: &Runtime) -> Vec<Made> {
    let mut made = Vec::new();
    for frame in content::frames(runtime) {
        // What does not answer tells nothing.
        let seen = frame.call_with_toolkit::<Made>(BLANK, &[], LOOK_LIMIT);
        made.extend(seen.await);
    }
    made
}

/// The scripts and frames that were not loaded, the first by name and reason.
fn not_loaded(runtime: &Runtime) -> Option<String> {
    let requests = runtime.context.network().items;
    let failed = requests.iter().filter(|request| {
        let refused = request.status_code.is_some_and(|status| status >= 400);
        !runtime.is_players(&request.url) && (request.blocked || request.error.is_some() || refused)
    });
    // A page is made by its scripts, and then by its frames; a missing picture leaves the rest.
    let rank = |request: &NetworkRequest| {
        let kind = serde_json::to_value(request.resource_type).unwrap_or_default();
        ["script", "document"].iter().position(|one| kind == *one)
    };
    let mut failed: Vec<_> = failed
        .filter_map(|request| Some((rank(request)?, request)))
        .collect();
    failed.sort_by_key(|(rank, _)| *rank);
    let (_, first) = *failed.first()?;
    let why = match (first.blocked, first.status_code, &first.error) {
        (true, ..) => "blocked, the course plays offline; allow_network lets it through".to_owned(),
        (false, Some(status), _) => format!("status {status}"),
        (false, None, error) => error.clone().unwrap_or_default(),
    };
    let mut names: Vec<&str> = Vec::new();
    for (_, request) in &failed {
        let name = named(&request.url);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let others = &names[1..];
    let more = others.len().saturating_sub(MOST_NAMED);
    let listed = others[..others.len() - more].join(", ");
    let also = match (others.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!(" (nor could {listed})"),
        (false, more) => format!(" (nor could {listed} and {more} more)"),
    };
    Some(format!("{} could not be loaded: {why}{also}", names[0]))
}

/// A file of the course by its path in the package, anything else by its address.
fn named(url: &str) -> &str {
    match url.split_once(".localhost") {
        Some((_, rest)) => rest.split_once("/content/").map_or(url, |(_, path)| path),
        None => url,
    }
}
