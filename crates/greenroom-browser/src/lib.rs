//! Headless Chromium over a pipe: launch, CDP, pages, input, console, network, screenshots.
