//! Tests with a real browser on small pages that a loopback server of the test serves.

mod browser_evaluate;
mod browser_launch;
mod browser_screenshot;
mod site;
