//! The types of the page, made from the types here.

use std::path::Path;

use greenroom_testkit::TypeScript;

use super::{Act, FromServer, Query};
use crate::workbench::driving::FrameHeader;
use crate::workbench::pairing::{Paired, Pairing};

const HEAD: &str = "\
// The messages between the workbench page and the server, made from crates/greenroom-web/src/workbench/wire.
// The test `the_pages_types_are_those_of_the_server` compares them, and writes them with GREENROOM_UPDATE_SCRIPTS=1.

/** What the page sends. */
export type ToServer = Act | Query;
";

#[test]
fn the_pages_types_are_those_of_the_server() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    TypeScript::default()
        .sent::<Act>()
        .sent::<Query>()
        .sent::<Pairing>()
        .received::<FromServer>()
        .received::<FrameHeader>()
        .received::<Paired>()
        .compare(&root.join("web/workbench/messages.d.ts"), HEAD);
}
