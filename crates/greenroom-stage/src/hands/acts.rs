//! What people did to a course, in the session's stream: as acts of tools are, with `by: person`.

use std::time::Duration;

use greenroom_browser::{ElementInfo, KeyInput, KeyMove, MouseButton, MouseInput};
use greenroom_store::SessionEvent;
use greenroom_web::workbench::driving::{ActBy, ActLine, Holder, Place};
use scorm_session::rehearsal::format::{ClickCount, PageAct};
use serde_json::{Value, json};

use crate::course::runtime::Runtime;
use crate::page::{content, named};

/// Events of a session that are acts on its page.
pub(super) const ACTS: &[&str] = &[
    "dom:click",
    "dom:drag",
    "dom:evaluate",
    "dom:fill",
    "dom:hover",
    "dom:scroll",
    "keyboard:type",
    "page:act",
];
/// A page that does not answer does not take input either.
const LOOK_LIMIT: Duration = Duration::from_secs(2);
/// Characters of what was typed.
const LONGEST_TEXT: usize = 500;

/// What the pointer is over in a document, or the control that it belongs to.
const UNDER_POINTER: &str = "() => {
    const over = [...document.querySelectorAll(':hover')].at(-1);
    if (!over || over.tagName === 'IFRAME' || over.tagName === 'FRAME') return null;
    const control = over.closest('button, a[href], input, select, textarea, label, summary, [role], [onclick]');
    return greenroom.describe(control ?? over);
}";

/// The element under the pointer, as rehearsals name it.
pub(super) async fn under_pointer(runtime: &Runtime) -> Option<Value> {
    let frames = content::frames(runtime);
    let root = frames.first()?.clone();
    for frame in frames {
        let look = frame.call_with_toolkit::<Option<ElementInfo>>(UNDER_POINTER, &[], LOOK_LIMIT);
        if let Ok(Some(mut info)) = look.await {
            let mut steps = frame.path_from(&root).await.unwrap_or_default();
            steps.push(info.selector);
            info.selector = steps.join(" >>> ");
            info.frame = Some(frame.id().clone());
            let on = named::element_of_all(runtime, &info).await;
            return serde_json::to_value(on).ok();
        }
    }
    None
}

/// Has the documents note whether a drag of data begins.
pub(super) async fn watch_drags(runtime: &Runtime) {
    for frame in content::frames(runtime) {
        let watch =
            frame.call_with_toolkit::<Value>("() => greenroom.watchDrag()", &[], LOOK_LIMIT);
        // What cannot say begins none.
        drop(watch.await);
    }
}

/// Whether one has begun since.
pub(super) async fn drag_began(runtime: &Runtime) -> bool {
    for frame in content::frames(runtime) {
        let began = frame.call_with_toolkit::<bool>("() => greenroom.dragBegan()", &[], LOOK_LIMIT);
        if began.await.unwrap_or(false) {
            return true;
        }
    }
    false
}

/// A click where nothing moved between press and release.
pub(super) fn tell_click(
    runtime: &Runtime,
    holder: &Holder,
    mouse: &MouseInput,
    under: Option<Value>,
) {
    let click = match (mouse.button, mouse.clicks) {
        (MouseButton::Right, _) => ClickCount::Right,
        (_, 2) => ClickCount::Double,
        _ => ClickCount::Single,
    };
    let act = under
        .and_then(|on| serde_json::from_value(on).ok())
        .map(|on| PageAct::Click { on, click });
    let payload = json!({"at": [mouse.x, mouse.y], "act": act});
    tell(runtime, holder, "dom:click", payload);
}

/// A press, a way, and a release.
pub(super) fn tell_drag(runtime: &Runtime, holder: &Holder, from: (f64, f64), to: (f64, f64)) {
    let payload = json!({"at": [to.0, to.1], "from": [from.0, from.1]});
    tell(runtime, holder, "dom:drag", payload);
}

/// What was typed since the last act.
pub(super) fn tell_typed(runtime: &Runtime, holder: &Holder, written: Written) {
    let act = PageAct::Type {
        text: written.text,
        selector: None,
        role: None,
        name: None,
        press: written.keys,
    };
    tell(runtime, holder, "keyboard:type", json!({"act": act}));
}

fn tell(runtime: &Runtime, holder: &Holder, kind: &str, mut payload: Value) {
    payload["by"] = "person".into();
    payload["person"] = holder.name.as_str().into();
    payload["via"] = "hand".into();
    payload["outcome"] = "done".into();
    if payload["act"].is_null()
        && let Some(payload) = payload.as_object_mut()
    {
        payload.remove("act");
    }
    if let Err(error) = runtime.session.emit(kind, Some(payload)) {
        tracing::warn!(%error, "an act of a person was not reported");
    }
}

/// What was typed and is not told yet.
#[derive(Debug, Default)]
pub(super) struct Written {
    text: String,
    /// Keys after the text that make none.
    keys: Vec<String>,
}

impl Written {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.keys.is_empty()
    }

    pub(super) fn key(&mut self, key: &KeyInput) {
        if key.moved == KeyMove::Up || matches!(&*key.key, "Shift" | "Control" | "Alt" | "Meta") {
            return;
        }
        let is_character = key.key.chars().count() == 1 && key.modifiers & (2 | 4) == 0;
        if is_character && self.keys.is_empty() {
            self.text(&key.key);
        } else if self.keys.len() < 50 {
            let held = [(2, "Control+"), (1, "Alt+"), (4, "Meta+"), (8, "Shift+")];
            // Shift is in the character itself.
            let held = held
                .iter()
                .filter(|(bit, _)| key.modifiers & bit != 0 && !(is_character && *bit == 8));
            let held: String = held.map(|(_, name)| *name).collect();
            self.keys.push(held + &key.key);
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        let room = LONGEST_TEXT.saturating_sub(self.text.chars().count());
        self.text.extend(text.chars().take(room));
    }
}

/// An act as those who watch see it; `size` is that of the window.
pub(super) fn line(event: &SessionEvent, size: (f64, f64)) -> Option<ActLine> {
    let payload = event.payload.as_ref()?;
    if payload["outcome"].as_str() != Some("done") {
        return None;
    }
    let number = |value: &Value| value.as_f64().filter(|number| number.is_finite());
    let share = |at: f64, whole: f64| (at / whole).clamp(0.0, 1.0);
    let place = number(&payload["at"][0])
        .zip(number(&payload["at"][1]))
        .map(|(x, y)| Place {
            x: share(x, size.0),
            y: share(y, size.1),
        });
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let act = &payload["act"];
    let on = text(&act["name"])
        .or_else(|| text(&act["text"]))
        .or_else(|| text(&act["selector"]))
        .or_else(|| text(&payload["selector"]));
    let is_person = payload["by"].as_str() == Some("person");
    Some(ActLine {
        number: event.id,
        at: event.time,
        by: if is_person {
            ActBy::Person
        } else {
            ActBy::Agent
        },
        name: text(&payload["person"]),
        kind: event.kind.clone(),
        on: on
            .filter(|on| !on.is_empty())
            .map(|on| on.chars().take(80).collect()),
        place,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_becomes_text_and_keys() {
        let mut written = Written::default();
        let key = |key: &str, modifiers| KeyInput {
            moved: KeyMove::Down,
            key: key.to_owned(),
            code: String::new(),
            modifiers,
        };
        for (name, modifiers) in [("Shift", 8), ("H", 8), ("i", 0), ("Enter", 0), ("a", 2)] {
            written.key(&key(name, modifiers));
        }
        written.key(&KeyInput {
            moved: KeyMove::Up,
            ..key("a", 2)
        });
        assert_eq!(written.text, "Hi");
        assert_eq!(written.keys, ["Enter", "Control+a"]);
        written.text(&"x".repeat(1000));
        assert_eq!(written.text.len(), LONGEST_TEXT);
    }

    #[test]
    fn acts_are_shown_where_they_happened() {
        let event = |payload: Value| SessionEvent {
            id: 3,
            kind: "dom:click".to_owned(),
            payload: Some(payload),
            time: 9,
        };
        let done = json!({"outcome": "done", "selector": "#next", "at": [512.0, 9000.0],
            "act": {"action": "click", "role": "button", "name": "Next"}});
        let line_of = line(&event(done), (1024.0, 768.0)).unwrap();
        assert_eq!(line_of.place, Some(Place { x: 0.5, y: 1.0 }));
        assert_eq!(line_of.on.as_deref(), Some("Next"));
        assert_eq!(line_of.by, ActBy::Agent);
        let by_person =
            json!({"outcome": "done", "by": "person", "person": "Mira", "at": ["x", null]});
        let line_of = line(&event(by_person), (1024.0, 768.0)).unwrap();
        assert_eq!((line_of.by, line_of.place), (ActBy::Person, None));
        assert_eq!(line_of.name.as_deref(), Some("Mira"));
        assert_eq!(
            line(&event(json!({"outcome": "covered"})), (1.0, 1.0)),
            None
        );
    }
}
