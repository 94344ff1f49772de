//! What tests share. Development only: no shipped crate depends on it.

mod copy_folder;
mod fixture;
mod http_server;
mod mcp_client;
mod measurement;
mod official_client;
mod parent_app;
mod picture;
mod postgres;
mod test_data;
mod typescript;
mod workbench_client;
mod zip_file;

pub use copy_folder::copy_folder;
pub use fixture::files;
pub use http_server::{HttpAnswer, HttpServer, read_answer, stateless};
pub use mcp_client::{Ended, McpClient};
pub use measurement::{median, milliseconds, side_by_side, verdict};
pub use official_client::OfficialClient;
pub use parent_app::ParentApp;
pub use picture::Picture;
pub use postgres::Postgres;
pub use test_data::{test_data, test_files};
pub use typescript::{TypeScript, compare};
pub use workbench_client::{Bench, HumanPage, WsProgram};
pub use zip_file::{ENCRYPTED, ZipEntry, ZipFile};
