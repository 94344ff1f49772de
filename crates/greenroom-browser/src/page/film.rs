//! A film of a page: what its window shows, whenever that changes.
//!
//! The browser hands frames over to a session of its own, so that pictures taken meanwhile and the
//! film do not end each other. It draws the next frame once the last ones are acknowledged: who
//! takes frames slowly is given few of them, always the newest, and nothing piles up.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{COMMAND_LIMIT, Page};
use crate::cdp::SessionId;
use crate::context::Hub;
use crate::error::{BrowserError, Result};

/// Frames that the browser hands over before it waits for an acknowledgement.
const IN_FLIGHT: u32 = 2;

/// One frame of a film.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmFrame {
    /// A JPEG file.
    pub jpeg: Vec<u8>,
    /// Width of the page's window in CSS pixels, in which input is given.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// How a film is taken.
#[derive(Debug, Clone, Copy)]
pub struct FilmOptions {
    /// Of JPEG, 0 to 100.
    pub quality: u8,
    /// The longest side in pixels; larger windows are made smaller.
    pub longest_side: u32,
}

/// A film that goes on until this is dropped.
#[derive(Debug)]
pub struct Film {
    page: Page,
    session: SessionId,
    params: Value,
}

/// What the browser has handed over of a film.
#[derive(Debug, Default)]
pub(crate) struct Reel {
    newest: Option<Value>,
    /// Frames that the browser waits to hear of.
    unacknowledged: u32,
    /// What the browser calls the film, anew each time that it begins.
    number: Value,
}

impl Reel {
    pub(crate) fn take_in(&mut self, frame: Value) {
        self.number = frame["sessionId"].clone();
        self.newest = Some(frame);
        self.unacknowledged += 1;
    }
}

impl Page {
    /// Begins a film of the page. The first frame comes at once.
    pub async fn film(&self, options: FilmOptions) -> Result<Film> {
        self.check()?;
        let connection = &self.context.hub().connection;
        let params = json!({"targetId": self.main_frame, "flatten": true});
        let attached = connection
            .call(None, "Target.attachToTarget", &params, COMMAND_LIMIT)
            .await?;
        let session = attached["sessionId"].as_str().unwrap_or_default();
        let film = Film {
            page: self.clone(),
            session: SessionId(session.into()),
            params: json!({
                "format": "jpeg", "quality": options.quality,
                "maxWidth": options.longest_side, "maxHeight": options.longest_side,
            }),
        };
        let reel = Reel::default();
        film.hub().state().films.insert(film.session.clone(), reel);
        film.start().await?;
        Ok(film)
    }
}

impl Film {
    /// The page that it shows.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The newest frame that was not taken yet, as soon as there is one; none once the page is
    /// gone. Nothing is lost when this future is dropped.
    pub async fn next(&self) -> Option<FilmFrame> {
        let mut changed = self.hub().changes();
        loop {
            changed.mark_unchanged();
            {
                let mut state = self.hub().state();
                let newest = state.films.get_mut(&self.session)?.newest.take();
                if let Some(frame) = newest.and_then(|frame| frame_of(&frame)) {
                    return Some(frame);
                }
            }
            self.page.check().ok()?;
            changed.changed().await.ok()?;
        }
    }

    /// Lets the browser hand over what comes after the frames that were taken. False if it waited
    /// for this and may have left a frame out meanwhile.
    pub fn go_on(&self) -> bool {
        let (waiting, params) = {
            let mut state = self.hub().state();
            let Some(reel) = state.films.get_mut(&self.session) else {
                return true;
            };
            let waiting = std::mem::take(&mut reel.unacknowledged);
            (waiting, json!({"sessionId": reel.number}))
        };
        // The number is that of the film, so each frame is acknowledged in the same words.
        for _ in 0..waiting {
            self.send("Page.screencastFrameAck", &params);
        }
        waiting < IN_FLIGHT
    }

    /// Has the browser hand over what the window shows now: while frames were not acknowledged,
    /// it may have left out the last change.
    pub async fn look_again(&self) -> Result<()> {
        self.send("Page.stopScreencast", &json!({}));
        if let Some(reel) = self.hub().state().films.get_mut(&self.session) {
            reel.unacknowledged = 0;
        }
        self.start().await
    }

    async fn start(&self) -> Result<()> {
        let connection = &self.hub().connection;
        let method = "Page.startScreencast";
        let started = connection.call(Some(&self.session), method, &self.params, COMMAND_LIMIT);
        match started.await {
            Ok(_) => Ok(()),
            Err(BrowserError::Protocol { .. }) if self.page.check().is_err() => self.page.check(),
            Err(error) => Err(error),
        }
    }

    fn send(&self, method: &str, params: &Value) {
        let connection = &self.hub().connection;
        connection.send(Some(&self.session), method, params);
    }

    fn hub(&self) -> &Arc<Hub> {
        self.page.context.hub()
    }
}

impl Drop for Film {
    fn drop(&mut self) {
        self.hub().state().films.remove(&self.session);
        let connection = &self.hub().connection;
        let params = json!({"sessionId": self.session});
        // The film ends with its session.
        connection.send(None, "Target.detachFromTarget", &params);
    }
}

fn frame_of(frame: &Value) -> Option<FilmFrame> {
    let size = |key: &str| frame["metadata"][key].as_f64().filter(|size| *size >= 1.0);
    Some(FilmFrame {
        jpeg: STANDARD.decode(frame["data"].as_str()?).ok()?,
        width: size("deviceWidth")?,
        height: size("deviceHeight")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_and_nonsense_is_none() {
        let frame =
            json!({"data": "/9j/", "metadata": {"deviceWidth": 390, "deviceHeight": 844.5}});
        let read = frame_of(&frame).unwrap();
        assert_eq!((read.width, read.height), (390.0, 844.5));
        assert_eq!(read.jpeg, [0xFF, 0xD8, 0xFF]);
        for nonsense in [
            json!({}),
            json!({"data": "~", "metadata": {"deviceWidth": 1, "deviceHeight": 1}}),
            json!({"data": "/9j/", "metadata": {"deviceWidth": 0, "deviceHeight": 844}}),
        ] {
            assert_eq!(frame_of(&nonsense), None);
        }
    }
}
