//! `greenroom serve --http`: requests as they are on the wire, to the real binary.

mod access;
mod elicitation;
mod files;
mod houses;
mod identity_provider;
mod issuer;
mod limits;
mod marks;
mod oauth;
mod official_clients;
mod operations;
mod paths;
mod protocol;
mod uploads;

use std::path::Path;
use std::process::Command;

use greenroom_testkit::HttpServer;

/// The binary under test.
const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");

/// A server with two callers, and a folder that is open to both.
struct Theater {
    server: HttpServer,
    anna: String,
    bob: String,
}

impl Theater {
    fn new() -> Self {
        Self::with("")
    }

    /// `limits` stand in Anna's entry.
    fn with(limits: &str) -> Self {
        let (anna, annas_entry) = token("anna");
        let (bob, bobs_entry) = token("bob");
        let server = HttpServer::start(GREENROOM, |command, home| {
            std::fs::create_dir_all(home.join("root")).expect("a root");
            let tokens = home.join("tokens.toml");
            let entries = format!("{annas_entry}{limits}\n{bobs_entry}");
            std::fs::write(&tokens, entries).expect("the tokens are written");
            command
                .args(["--hold", "0.2"])
                .arg("--tokens")
                .arg(tokens)
                .arg("--root")
                .arg(home.join("root"));
        });
        Self { server, anna, bob }
    }

    /// The folder that is open to both.
    fn root(&self) -> std::path::PathBuf {
        self.server.home().join("root")
    }
}

/// A new token and its entry, as the command makes them.
fn token(name: &str) -> (String, String) {
    let made = Command::new(GREENROOM)
        .args(["token", name])
        .output()
        .expect("the command runs");
    assert!(made.status.success(), "{made:?}");
    let said = String::from_utf8(made.stderr).expect("text");
    let token = said.lines().nth(1).expect("the token").to_owned();
    (token, String::from_utf8(made.stdout).expect("text"))
}

/// The course of the examples.
fn example() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses/tea-tasting")
}

/// The smallest package that opens.
fn small_zip() -> Vec<u8> {
    zip_of(&[
        ("imsmanifest.xml", MANIFEST),
        ("a.html", "<title>a</title>"),
    ])
}

fn zip_of(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = greenroom_testkit::ZipFile::default();
    for (name, text) in files {
        zip = zip.file(name, text.as_bytes());
    }
    zip.bytes()
}

/// One SCO.
const MANIFEST: &str = r#"<manifest identifier="small" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Small</title><item identifier="i" identifierref="r"><title>A</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="a.html"><file href="a.html"/></resource></resources>
</manifest>"#;
