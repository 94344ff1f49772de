//! Static checks of one part of a package.

pub(crate) mod api_usage;
pub(crate) mod manifest;
pub(crate) mod parent_dom_access;
pub(crate) mod sequencing;
