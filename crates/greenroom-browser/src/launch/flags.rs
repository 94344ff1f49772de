//! The command line of the browser: quiet, offline, repeatable.

use std::path::Path;

use greenroom_os::{SYSTEM, System, disk};

use super::sandbox::Sandbox;
use super::{Flags, LaunchOptions};
use crate::context::Viewport;
use crate::locate::Program;

/// What the scripts of a page may take if nobody says otherwise.
pub(super) const RENDERER_MEMORY_MB: u64 = 1024;

/// Arguments for `program` with its profile in `profile`.
pub(super) fn arguments(
    program: &Program,
    profile: &Path,
    sandbox: Sandbox,
    renderer_memory_mb: Option<u64>,
    flags: Flags,
) -> Vec<String> {
    let mut arguments = everywhere(renderer_memory_mb, flags);
    arguments.push("--remote-debugging-pipe".into());
    if program.headless_shell {
        // Sessions have contexts of their own; the profile's databases need not be made.
        arguments.push("--incognito".into());
    } else {
        arguments.push("--headless=new".into());
    }
    if sandbox == Sandbox::Off {
        arguments.push("--no-sandbox".into());
    }
    if shared_memory_is_small() {
        arguments.push("--disable-dev-shm-usage".into());
    }
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments
}

/// Arguments for a browser that a Grid starts for us, with the program, profile and sandbox that it
/// chooses.
pub(crate) fn arguments_elsewhere(options: &LaunchOptions) -> Vec<String> {
    let mut arguments = everywhere(options.renderer_memory_mb, options.flags);
    // Chromium with a window would need a display there; the headless shell takes no notice.
    arguments.push("--headless=new".into());
    arguments
}

/// What makes browsers alike wherever they run.
fn everywhere(renderer_memory_mb: Option<u64>, flags: Flags) -> Vec<String> {
    let mut arguments: Vec<String> = FLAGS.iter().map(ToString::to_string).collect();
    let features = match flags {
        Flags::Tools => {
            arguments.extend(TOOLS_FLAGS.iter().map(ToString::to_string));
            [FEATURES_OFF, TOOLS_FEATURES_OFF].concat()
        }
        Flags::Learner => FEATURES_OFF.to_vec(),
    };
    arguments.push(format!("--disable-features={}", features.join(",")));
    // A page that eats memory ends alone, and early.
    let memory = renderer_memory_mb.unwrap_or(RENDERER_MEMORY_MB);
    arguments.push(format!("--js-flags=--max-old-space-size={memory}"));
    // Windows begin at the size of most pages, so that pictures need not make them another.
    let Viewport { width, height, .. } = Viewport::default();
    arguments.push(format!("--window-size={width},{height}"));
    arguments
}

const FLAGS: &[&str] = &[
    // The browser itself talks to nobody.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--metrics-recording-only",
    "--disable-breakpad",
    "--disable-crash-reporter",
    // Processes that would have to be started and kept for nothing. The first renderer would wait
    // for the second zygote, which starts the graphics process only.
    "--enable-features=NetworkServiceInProcess2",
    "--no-unsandboxed-zygote",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    // The same picture on every machine.
    "--disable-gpu",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--mute-audio",
    "--lang=en-US",
    "--use-mock-keychain",
    "--password-store=basic",
];

/// Parts of the browser that are off for everybody.
const FEATURES_OFF: &[&str] = &[
    "Translate",
    "OptimizationHints",
    "MediaRouter",
    "DialMediaRouteProvider",
    "AcceptCHFrame",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "InterestFeedContentSuggestions",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "GlobalMediaControls",
    "ImprovedCookieControls",
    "LensOverlay",
    "DestroyProfileOnBrowserClose",
    "RenderDocument",
    "PaintHolding",
    "Prerender2",
    "SpareRendererForSitePerProcess",
    "DeclarativePerformanceObserver",
    "CpuPerformance",
];

/// What a learner's browser has and tools do without: a page that was left stays alive for a while.
const TOOLS_FEATURES_OFF: &[&str] = &["BackForwardCache"];

/// What tools need and no learner's browser has.
const TOOLS_FLAGS: &[&str] = &[
    // A page in the back works like one in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-popup-blocking",
    "--autoplay-policy=no-user-gesture-required",
];

/// Chromium's renderers need room in /dev/shm; containers often give 64 MB.
fn shared_memory_is_small() -> bool {
    const ENOUGH: u64 = 1 << 30;
    SYSTEM == System::Linux
        && disk::free_bytes(Path::new("/dev/shm")).is_none_or(|free| free < ENOUGH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_learners_browser_has_what_tools_switch_off() {
        let program = Program {
            path: "chromium".into(),
            headless_shell: false,
        };
        let line = |flags| {
            let profile = Path::new("profile");
            arguments(&program, profile, Sandbox::On, None, flags).join(" ")
        };
        let (tools, learner) = (line(Flags::Tools), line(Flags::Learner));
        for habit in [
            "BackForwardCache",
            "--disable-popup-blocking",
            "--disable-renderer-backgrounding",
            "--disable-background-timer-throttling",
        ] {
            assert!(tools.contains(habit), "{tools}");
            assert!(!learner.contains(habit), "{learner}");
        }
        assert!(learner.contains("Translate"), "{learner}");
    }
}
