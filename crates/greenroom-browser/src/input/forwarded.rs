//! Input of a person who sees the page somewhere else: made here as if they sat before it.

use std::time::Duration;

use serde_json::json;

use super::keymap::{self, Key};
use crate::context::State;
use crate::element::Point;
use crate::error::Result;
use crate::page::Page;

/// How long the browser may take to hand over the data of a drag.
const HAND_OVER: Duration = Duration::from_secs(1);

/// What a person did. Places are in CSS pixels of the page's window.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    Mouse(MouseInput),
    Wheel {
        x: f64,
        y: f64,
        dx: f64,
        dy: f64,
    },
    Key(KeyInput),
    /// Text that no key makes: pasted, or put together by an input method.
    Text(String),
}

/// The mouse moved, or a button did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MouseInput {
    pub moved: MouseMove,
    pub button: MouseButton,
    pub x: f64,
    pub y: f64,
    /// 2 for the second press of a double click.
    pub clicks: u8,
    pub modifiers: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseMove {
    /// With `button` held, or none.
    Moved,
    Pressed,
    Released,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseButton {
    None,
    Left,
    Middle,
    Right,
}

/// A key went down or up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInput {
    pub moved: KeyMove,
    /// `KeyboardEvent.key`
    pub key: String,
    /// `KeyboardEvent.code`
    pub code: String,
    /// 1 Alt, 2 Control, 4 Meta, 8 Shift.
    pub modifiers: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyMove {
    Down,
    /// Held for so long that it comes again.
    Again,
    Up,
}

impl MouseButton {
    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Left => "left",
            Self::Middle => "middle",
            Self::Right => "right",
        }
    }

    /// As in `MouseEvent.buttons`.
    fn mask(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Left => 1,
            Self::Right => 2,
            Self::Middle => 4,
        }
    }
}

impl Page {
    /// Whether drags of data come to us instead of running in the operating system, as they must
    /// for a person whose mouse is elsewhere.
    pub async fn hold_drags(&self, on: bool) -> Result<()> {
        self.context().hub().forget_drag(self.session());
        self.call("Input.setInterceptDrags", &json!({"enabled": on}))
            .await
            .map(drop)
    }

    /// Waits for the data of a drag that has begun in the page: the browser hands it over a moment
    /// later.
    pub async fn await_drag(&self) {
        let session = self.session().clone();
        let handed_over = |state: &State| state.drags.contains_key(&session).then_some(Ok(()));
        let hub = self.context().hub();
        // Without data it is a drag that only the page knows of.
        let waited = hub.wait_for("the start of a drag", HAND_OVER, handed_over);
        drop(waited.await);
    }

    /// Does what a person did elsewhere.
    pub async fn forward(&self, input: &Input) -> Result<()> {
        match input {
            Input::Mouse(mouse) => self.forward_mouse(*mouse).await,
            Input::Wheel { x, y, dx, dy } => {
                let params = json!({
                    "type": "mouseWheel", "x": x, "y": y, "deltaX": dx, "deltaY": dy,
                    "pointerType": "mouse",
                });
                self.input("Input.dispatchMouseEvent", &params).await
            }
            Input::Key(key) => self.forward_key(key).await,
            Input::Text(text) => self.insert_text(text).await,
        }
    }

    async fn forward_mouse(&self, mouse: MouseInput) -> Result<()> {
        let MouseInput {
            moved,
            button,
            x,
            y,
            clicks,
            modifiers,
        } = mouse;
        if moved != MouseMove::Pressed && self.forward_drag(moved, Point { x, y }).await? {
            return Ok(());
        }
        let (kind, buttons) = match moved {
            MouseMove::Moved => ("mouseMoved", button.mask()),
            MouseMove::Pressed => ("mousePressed", button.mask()),
            MouseMove::Released => ("mouseReleased", 0),
        };
        let params = json!({
            "type": kind, "x": x, "y": y, "button": button.name(), "buttons": buttons,
            "clickCount": clicks, "modifiers": modifiers, "pointerType": "mouse",
        });
        self.input("Input.dispatchMouseEvent", &params).await
    }

    /// Goes on with a drag of data, if one has begun.
    async fn forward_drag(&self, moved: MouseMove, point: Point) -> Result<bool> {
        let session = self.session();
        let data = self.context().hub().state().drags.get(session).cloned();
        let Some(data) = data else {
            return Ok(false);
        };
        let dropped = moved == MouseMove::Released;
        let kinds: &[&str] = if dropped {
            &["dragOver", "drop"]
        } else {
            &["dragEnter", "dragOver"]
        };
        for kind in kinds {
            let params = json!({"type": kind, "x": point.x, "y": point.y, "data": data});
            self.input("Input.dispatchDragEvent", &params).await?;
        }
        if dropped {
            self.context().hub().forget_drag(session);
        }
        // The button is let go too.
        Ok(!dropped)
    }

    async fn forward_key(&self, input: &KeyInput) -> Result<()> {
        let known = keymap::of_name(&input.key);
        let key = known.unwrap_or_else(|| Key {
            name: input.key.clone(),
            code: String::new(),
            number: 0,
            text: String::new(),
            location: 0,
        });
        // AltGr makes text although Control and Alt are said to be held.
        let chord = input.modifiers & (1 | 2 | 4);
        let makes_text = !key.text.is_empty() && (chord == 0 || chord == (1 | 2));
        let kind = match input.moved {
            KeyMove::Up => "keyUp",
            _ if makes_text => "keyDown",
            _ => "rawKeyDown",
        };
        let code = if input.code.is_empty() {
            &key.code
        } else {
            &input.code
        };
        let mut params = json!({
            "type": kind, "modifiers": input.modifiers, "key": key.name, "code": code,
            "windowsVirtualKeyCode": key.number, "location": key.location,
            "autoRepeat": input.moved == KeyMove::Again,
        });
        if kind == "keyDown" {
            params["text"] = key.text.as_str().into();
            params["unmodifiedText"] = key.text.as_str().into();
        }
        self.input("Input.dispatchKeyEvent", &params).await
    }
}
