//! The tree of items.

pub(crate) mod all_items_hidden;
pub(crate) mod cluster_with_resource;
pub(crate) mod deep_nesting;
pub(crate) mod duplicate_title;
pub(crate) mod empty_organization;
pub(crate) mod hidden_cluster;
pub(crate) mod leaf_without_resource;
pub(crate) mod nothing_launchable;
pub(crate) mod several_organizations;
