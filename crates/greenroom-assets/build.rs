//! Makes nothing. Cargo gives a folder (`OUT_DIR`) only to crates that have a build script, and the
//! assets are made in that folder while this crate is compiled; see `greenroom-assets-macro`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
