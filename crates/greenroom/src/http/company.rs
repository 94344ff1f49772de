//! The other servers of a cluster, as houses need them.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use greenroom_store::Shared;
use rmcp::transport::streamable_http_server::session::SessionStore;

use crate::mcp::Elsewhere;

/// What a house shares, who has the rest of it, and how MCP sessions of the older revisions pass
/// from one server to another.
pub(crate) type Linked = (Shared, Arc<dyn Elsewhere>, Arc<dyn SessionStore>);

/// The other servers of a cluster.
pub(crate) trait Company: Debug + Send + Sync {
    /// Links a house of this server with those of the same name elsewhere.
    fn link(&self, house: &str, directory: &Path) -> Linked;
}

/// The other servers, if this one is of a cluster.
#[cfg(feature = "cluster")]
pub(super) fn of(member: Option<&Arc<crate::cluster::Member>>) -> Option<Arc<dyn Company>> {
    let company = crate::cluster::MemberCompany(Arc::clone(member?));
    Some(Arc::new(company))
}

#[cfg(feature = "cluster")]
impl crate::cluster::Rooms for super::routes::Door {
    fn house(&self, name: &str) -> Option<(Arc<greenroom_tools::App>, Arc<crate::mcp::Caller>)> {
        let house = self.houses().find(name)?;
        Some((Arc::clone(&house.app), Arc::clone(&house.caller)))
    }
}
