//! The `greenroom` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    greenroom_web::Assets {
        engine: greenroom_assets::ENGINE,
        inspecting_engine: greenroom_assets::INSPECTING_ENGINE,
        lms: greenroom_assets::LMS,
        axe: greenroom_assets::AXE,
        pages: greenroom_assets::PAGES,
    }
    .install();
    greenroom::cli::run(greenroom::cli::parse())
}
