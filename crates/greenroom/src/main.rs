//! The binary: MCP over stdio, command line, workbench; three thin faces over one call.
fn main() {}
