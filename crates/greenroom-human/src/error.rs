//! Why a call did not get through to its human.

use std::io;
use std::path::PathBuf;

use greenroom_dialog::DialogError;

/// Why a call did not get through to its human.
#[derive(Debug, thiserror::Error)]
pub enum HumanError {
    /// The desk refused, here or at the host.
    #[error(transparent)]
    Dialog(#[from] DialogError),
    /// The folder of the desk or of the run files cannot be written.
    #[error(
        "the data directory {} cannot be written ({source}); GREENROOM_HOME names another",
        folder.display()
    )]
    DataDirectory { folder: PathBuf, source: io::Error },
    /// No way to the human could be made.
    #[error("{0}")]
    Unreachable(io::Error),
    /// A workbench was wanted where a parent app shows the dialogs.
    #[error("dialogs go to a parent app")]
    ShownByParent,
    /// A workbench was wanted where another process has it.
    #[error("another Greenroom has the workbench, on port {port}")]
    ElsewhereOnPort { port: u16 },
}
