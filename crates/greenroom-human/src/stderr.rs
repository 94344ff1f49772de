//! What is said to whoever reads stderr; stdout belongs to the protocol.

use std::io::Write as _;

/// Says something on stderr. Nobody may be reading there.
pub fn print_line(text: &str) {
    let _nobody_reads = writeln!(std::io::stderr(), "{text}");
}
