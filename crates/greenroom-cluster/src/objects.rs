//! The object store, by its address.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, RetryConfig};

use crate::error::ClusterError;

/// Where objects lie, and below which name.
#[derive(Clone, Debug)]
pub(crate) struct Objects {
    pub(crate) store: Arc<dyn ObjectStore>,
    prefix: String,
}

impl Objects {
    /// `s3://bucket/prefix` (endpoint and keys from the usual `AWS_…` variables) or `file:///folder`.
    pub(crate) fn at(address: &str) -> Result<Self, ClusterError> {
        let unusable = |why: &dyn std::fmt::Display| {
            ClusterError::Unusable(format!("--artifacts {address}: {why}"))
        };
        if let Some(folder) = address.strip_prefix("file://") {
            std::fs::create_dir_all(folder).map_err(|error| unusable(&error))?;
            let store =
                LocalFileSystem::new_with_prefix(folder).map_err(|error| unusable(&error))?;
            return Ok(Self {
                store: Arc::new(store),
                prefix: String::new(),
            });
        }
        let Some(rest) = address.strip_prefix("s3://") else {
            return Err(unusable(&"give s3://BUCKET/PREFIX or file:///FOLDER"));
        };
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() {
            return Err(unusable(&"it names no bucket"));
        }
        let endpoint = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"]
            .iter()
            .find_map(|name| std::env::var(name).ok());
        let is_plain = endpoint.is_some_and(|endpoint| endpoint.starts_with("http://"));
        let client = ClientOptions::new()
            .with_connect_timeout(Duration::from_secs(2))
            .with_timeout(Duration::from_mins(1))
            .with_allow_http(is_plain);
        // Whoever waits for an answer is told soon; what was not sent is tried again later.
        let retry = RetryConfig {
            max_retries: 2,
            retry_timeout: Duration::from_secs(4),
            backoff: BackoffConfig {
                init_backoff: Duration::from_millis(100),
                max_backoff: Duration::from_secs(1),
                base: 2.0,
            },
        };
        let store = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .with_client_options(client)
            .with_retry(retry)
            .build()
            .map_err(|error| unusable(&error))?;
        Ok(Self {
            store: Arc::new(store),
            prefix: prefix.trim_matches('/').to_owned(),
        })
    }

    /// The object of a key.
    pub(crate) fn path(&self, key: &str) -> ObjectPath {
        if self.prefix.is_empty() {
            ObjectPath::from(key)
        } else {
            ObjectPath::from(format!("{}/{key}", self.prefix))
        }
    }
}
