//! A page above the player's that belongs to another origin, as the portals are that hold some LMSs
//! in a frame: a course that touches `top` there is stopped by the browser.
//!
//! Its host is a name below that of the player, so it is another origin and yet of the same site:
//! browsers keep such pages in one process.

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// What the name of its host begins with.
const ABOVE: &str = "above.";

/// Its address, by the host of the player.
pub(super) fn url(player: &str) -> String {
    format!("http://{ABOVE}{player}/")
}

/// The host of the player below the page of this host.
pub(super) fn host_below(host: &str) -> Option<&str> {
    host.strip_prefix(ABOVE)
}

/// The page; nothing else is at its host.
pub(super) fn answer(player: &str, path: &str) -> Response {
    if path != "/" {
        return StatusCode::NOT_FOUND.into_response();
    }
    let page = format!(
        "<!DOCTYPE html><html lang=en><title>Greenroom stage</title>\
         <style>html,body{{margin:0;height:100%;overflow:hidden}}\
         iframe{{display:block;width:100%;height:100%;border:0}}</style>\
         <iframe title=LMS allow=\"autoplay; fullscreen\" src=\"http://{player}/player/\"></iframe>"
    );
    ([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}
