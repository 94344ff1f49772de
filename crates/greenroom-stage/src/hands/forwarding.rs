//! What a person does to the page of an agent, one thing after the other.

use std::sync::{Arc, Weak};
use std::time::Duration;

use greenroom_browser::{Input, KeyInput, MouseInput, Page};
use greenroom_stdx::IgnorePoison as _;
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::driving::{Holder, KeyMove, MouseButton, MouseMove, PersonInput};
use tokio::sync::mpsc;

use super::acts::{
    Written, drag_began, tell_click, tell_drag, tell_typed, under_pointer, watch_drags,
};
use crate::course::driving::{Hand, Seating};
use crate::course::runtime::Runtime;
use crate::course::runtimes::Runtimes;

/// What may wait while the page is busy.
const WAITING: usize = 256;
/// What was typed is told after this pause.
const TYPING_PAUSE: Duration = Duration::from_secs(1);
/// Farther than this, a press and a release are a drag, as a share of the window.
const DRAG: f64 = 0.01;

/// Puts an input into the queue of whoever drives.
pub(super) fn put(
    runtimes: &Arc<Runtimes>,
    seating: &Arc<Seating>,
    holder: &Holder,
    session_id: &str,
    input: PersonInput,
) -> Result<(), NotDone> {
    let mut hand = seating.hand.lock().ignore_poison();
    if hand.as_ref().is_none_or(|hand| hand.since != holder.since) {
        let (inputs, queue) = mpsc::channel(WAITING);
        let work = Work {
            runtimes: Arc::downgrade(runtimes),
            seating: Arc::clone(seating),
            session_id: session_id.to_owned(),
            holder: holder.clone(),
        };
        tokio::spawn(work.run(queue));
        let since = holder.since;
        *hand = Some(Hand { since, inputs });
    }
    let sent = hand.as_ref().map(|hand| hand.inputs.try_send(input));
    match sent {
        Some(Ok(())) => Ok(()),
        Some(Err(mpsc::error::TrySendError::Full(input))) if input.is_passing() => Ok(()),
        _ => Err(NotDone {
            message: "the page of the course does not take any more input now".to_owned(),
            hint: "A script of the course may not end.".to_owned(),
        }),
    }
}

/// Carries out the inputs of one hold.
struct Work {
    runtimes: Weak<Runtimes>,
    seating: Arc<Seating>,
    session_id: String,
    holder: Holder,
}

/// What goes on between inputs.
#[derive(Default)]
struct Going {
    /// The window that the last input went to.
    page: Option<Page>,
    /// A button that is down, since where, and what lies there.
    pressed: Option<Pressed>,
    written: Written,
}

struct Pressed {
    mouse: MouseInput,
    under: Option<serde_json::Value>,
}

impl Work {
    async fn run(self, mut queue: mpsc::Receiver<PersonInput>) {
        let mut going = Going::default();
        let mut seat = self.seating.wheel.seat();
        let since = self.holder.since;
        loop {
            let is_over = seat.wait_for(|seat| {
                let holder = seat.holder.as_ref();
                holder.is_none_or(|holder| holder.since != since)
            });
            let input = tokio::select! {
                biased;
                // Whoever gave back has nothing more to say.
                _over = is_over => break,
                input = queue.recv() => input,
                () = tokio::time::sleep(TYPING_PAUSE), if !going.written.is_empty() => {
                    self.tell_written(&mut going);
                    continue;
                }
            };
            let Some(mut input) = input else { break };
            // Of several places only the last one matters.
            while input.is_passing()
                && let Ok(next) = queue.try_recv()
            {
                if !next.is_passing() {
                    self.carry_out(&mut going, input).await;
                }
                input = next;
            }
            self.carry_out(&mut going, input).await;
        }
        self.end(going).await;
    }

    fn runtime(&self) -> Option<Arc<Runtime>> {
        self.runtimes.upgrade()?.find(&self.session_id)
    }

    async fn carry_out(&self, going: &mut Going, input: PersonInput) {
        let Some(runtime) = self.runtime() else {
            return;
        };
        let page = runtime.shown_page();
        let is_same = |last: &Page| last.main_frame().id() == page.main_frame().id();
        if !going.page.as_ref().is_some_and(is_same) {
            // A page that is gone has nothing to be dragged.
            drop(page.hold_drags(true).await);
            going.page = Some(page.clone());
        }
        let viewport = runtime.viewport();
        let seen = self.seating.filming.size();
        let size = seen.unwrap_or((f64::from(viewport.width), f64::from(viewport.height)));
        let input = in_window(input, size);
        let mut before = None;
        if let Input::Mouse(mouse) = &input
            && mouse.moved == greenroom_browser::MouseMove::Pressed
        {
            self.tell_written(going);
            // The pointer is there before the button goes down, so that what lies under it shows.
            let moved = greenroom_browser::MouseMove::Moved;
            let button = greenroom_browser::MouseButton::None;
            let there = Input::Mouse(MouseInput {
                moved,
                button,
                ..*mouse
            });
            drop(page.forward(&there).await);
            before = Some(Pressed {
                mouse: *mouse,
                under: under_pointer(&runtime).await,
            });
            watch_drags(&runtime).await;
            crate::page::told::acting(&runtime.session);
        }
        if let (Input::Mouse(mouse), Some(pressed)) = (&input, &going.pressed)
            && mouse.moved == greenroom_browser::MouseMove::Released
            && is_far(&pressed.mouse, mouse, size)
            && drag_began(&runtime).await
        {
            page.await_drag().await;
        }
        if let Err(error) = page.forward(&input).await {
            tracing::debug!(%error, "what a person did came to nothing");
            return;
        }
        self.note(going, &runtime, &input, size, before);
    }

    /// Tells in the session's stream what was done.
    fn note(
        &self,
        going: &mut Going,
        runtime: &Runtime,
        input: &Input,
        size: (f64, f64),
        before: Option<Pressed>,
    ) {
        match input {
            Input::Mouse(mouse) => match mouse.moved {
                greenroom_browser::MouseMove::Pressed => going.pressed = before,
                greenroom_browser::MouseMove::Released => {
                    let Some(pressed) = going.pressed.take() else {
                        return;
                    };
                    let from = pressed.mouse;
                    if is_far(&from, mouse, size) {
                        let to = (mouse.x, mouse.y);
                        tell_drag(runtime, &self.holder, (from.x, from.y), to);
                    } else {
                        tell_click(runtime, &self.holder, mouse, pressed.under);
                    }
                }
                greenroom_browser::MouseMove::Moved => {}
            },
            Input::Key(key) => going.written.key(key),
            Input::Text(text) => going.written.text(text),
            Input::Wheel { .. } => {}
        }
    }

    fn tell_written(&self, going: &mut Going) {
        if let (Some(runtime), false) = (self.runtime(), going.written.is_empty()) {
            tell_typed(&runtime, &self.holder, std::mem::take(&mut going.written));
        }
    }

    /// Leaves the page as a person would who lets go of mouse and keyboard.
    async fn end(&self, mut going: Going) {
        self.tell_written(&mut going);
        let Some(page) = going.page else { return };
        if let Some(pressed) = going.pressed {
            let moved = greenroom_browser::MouseMove::Released;
            let mouse = MouseInput {
                moved,
                ..pressed.mouse
            };
            drop(page.forward(&Input::Mouse(mouse)).await);
        }
        drop(page.hold_drags(false).await);
    }
}

/// Whether a press and a release are a drag.
fn is_far(from: &MouseInput, to: &MouseInput, size: (f64, f64)) -> bool {
    (from.x - to.x).abs() > DRAG * size.0 || (from.y - to.y).abs() > DRAG * size.1
}

/// From shares of the frame to pixels of the window.
fn in_window(input: PersonInput, (width, height): (f64, f64)) -> Input {
    // The far edge belongs to the window too.
    let place = |x: f64, y: f64| ((x * width).min(width - 1.0), (y * height).min(height - 1.0));
    match input {
        PersonInput::Mouse {
            moved,
            button,
            x,
            y,
            clicks,
            modifiers,
        } => {
            let (x, y) = place(x, y);
            Input::Mouse(MouseInput {
                moved: match moved {
                    MouseMove::Moved => greenroom_browser::MouseMove::Moved,
                    MouseMove::Pressed => greenroom_browser::MouseMove::Pressed,
                    MouseMove::Released => greenroom_browser::MouseMove::Released,
                },
                button: match button {
                    MouseButton::None => greenroom_browser::MouseButton::None,
                    MouseButton::Left => greenroom_browser::MouseButton::Left,
                    MouseButton::Middle => greenroom_browser::MouseButton::Middle,
                    MouseButton::Right => greenroom_browser::MouseButton::Right,
                },
                x,
                y,
                clicks,
                modifiers,
            })
        }
        PersonInput::Wheel { x, y, dx, dy } => {
            let (x, y) = place(x, y);
            Input::Wheel { x, y, dx, dy }
        }
        PersonInput::Key {
            moved,
            key,
            code,
            modifiers,
        } => Input::Key(KeyInput {
            moved: match moved {
                KeyMove::Down => greenroom_browser::KeyMove::Down,
                KeyMove::Again => greenroom_browser::KeyMove::Again,
                KeyMove::Up => greenroom_browser::KeyMove::Up,
            },
            key,
            code,
            modifiers,
        }),
        PersonInput::Text { text } => Input::Text(text),
    }
}
