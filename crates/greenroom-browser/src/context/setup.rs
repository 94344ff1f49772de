//! What every new target is told before it may run its first script.

use serde_json::{Value, json};

use super::options::{ContextOptions, Viewport};
use super::targets::TargetKind;
use super::worlds::ISOLATED;
use crate::running::auto_attach;

pub(super) type Command = (&'static str, Value);

/// The commands for a new target, in order; the last one lets it run.
pub(super) fn commands(kind: TargetKind, options: &ContextOptions) -> Vec<Command> {
    let mut list: Vec<Command> = Vec::new();
    let mut add = |method, params| list.push((method, params));
    add("Runtime.enable", json!({}));
    // Bodies are not asked for later, so the browser need not keep them.
    add(
        "Network.enable",
        json!({"maxTotalBufferSize": 1 << 20, "maxResourceBufferSize": 1 << 19}),
    );
    add("Target.setAutoAttach", auto_attach());
    if kind.has_documents() {
        add("Log.enable", json!({}));
        add("Inspector.enable", json!({}));
        add("Page.enable", json!({}));
        add("DOM.enable", json!({}));
        add("Page.setLifecycleEventsEnabled", json!({"enabled": true}));
        for name in &options.bindings {
            add("Runtime.addBinding", json!({"name": name}));
        }
        // Every document has our own world from its first moment on.
        add(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": "", "worldName": ISOLATED, "runImmediately": true}),
        );
        for source in &options.init_scripts {
            add("Page.addScriptToEvaluateOnNewDocument", init_script(source));
        }
        add(
            "Page.setInterceptFileChooserDialog",
            json!({"enabled": true}),
        );
    }
    if kind == TargetKind::Page {
        if !options.has_real_focus {
            add(
                "Emulation.setFocusEmulationEnabled",
                json!({"enabled": true}),
            );
        }
        list.extend(viewport(&options.viewport));
    }
    list.push(("Runtime.runIfWaitingForDebugger", json!({})));
    list
}

/// A popup's first document exists before we are told of it, hence `runImmediately`.
pub(super) fn init_script(source: &str) -> Value {
    json!({"source": source, "runImmediately": true})
}

/// The commands that give a page its screen.
pub(crate) fn viewport(viewport: &Viewport) -> [Command; 3] {
    let Viewport {
        width,
        height,
        scale,
        touch,
        mobile,
    } = *viewport;
    let metrics = json!({
        "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile,
        "screenWidth": width, "screenHeight": height,
    });
    let touch_points = json!({"enabled": touch, "maxTouchPoints": 5});
    let hover = if touch { "none" } else { "hover" };
    let pointer = if touch { "coarse" } else { "fine" };
    let media = json!({"features": [
        {"name": "hover", "value": hover}, {"name": "pointer", "value": pointer},
    ]});
    [
        ("Emulation.setDeviceMetricsOverride", metrics),
        ("Emulation.setTouchEmulationEnabled", touch_points),
        ("Emulation.setEmulatedMedia", media),
    ]
}
