//! Static checks of one part of a package.

pub(crate) mod manifest;
pub(crate) mod sequencing;
