//! RFC 9728: what a client is told of this resource, and where it is told so.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::discovery::Address;
use super::file::decoded;
use super::tokens::ResourceServer;
use crate::http::refusal::{answer, nothing_here};

/// Where the description of a resource lies; its path stands behind.
pub(in crate::http) const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// What is told of this resource.
#[derive(Debug)]
pub(super) struct Metadata {
    document: Value,
    /// The path of the resource, as a request names it.
    path: String,
    /// The address of the description.
    pub(super) address: String,
}

impl Metadata {
    pub(super) fn new(resource: &Address, issuer: &str, scopes: &[String]) -> Self {
        let mut document = json!({
            "resource": resource.text(),
            "authorization_servers": [issuer],
            "bearer_methods_supported": ["header"],
            "resource_name": "Greenroom",
        });
        if !scopes.is_empty() {
            document["scopes_supported"] = json!(scopes);
        }
        Self {
            document,
            path: decoded(resource.path()),
            address: format!("{}{WELL_KNOWN}{}", resource.origin(), resource.path()),
        }
    }

    /// Behind its own path, behind that of `/mcp`, if a proxy puts something before it, and alone.
    fn is_at(&self, behind: &str) -> bool {
        ["", "/", "/mcp"].contains(&behind) || behind == self.path
    }
}

/// Tells it, to anyone.
pub(in crate::http) async fn get(
    State(server): State<Option<Arc<ResourceServer>>>,
    request: Request,
) -> Response {
    let path = decoded(request.uri().path());
    let behind = path.strip_prefix(WELL_KNOWN).unwrap_or(&path);
    match server.filter(|server| server.metadata().is_at(behind)) {
        Some(server) => answer(StatusCode::OK, server.metadata().document.clone()),
        None => nothing_here().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_resource_stands_behind() {
        for (resource, want) in [
            (
                "https://a.example/mcp",
                "https://a.example/.well-known/oauth-protected-resource/mcp",
            ),
            (
                "https://a.example:8443/team/mcp",
                "https://a.example:8443/.well-known/oauth-protected-resource/team/mcp",
            ),
            (
                "https://a.example/",
                "https://a.example/.well-known/oauth-protected-resource",
            ),
        ] {
            let address = Address::parse("resource", resource).unwrap();
            let metadata = Metadata::new(&address, "https://b.example", &[]);
            assert_eq!(metadata.address, want);
            assert_eq!(metadata.document["resource"], resource);
            assert!(metadata.is_at(address.path()) && !metadata.is_at("/other"));
        }
    }
}
