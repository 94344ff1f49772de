//! What can go wrong while a course is opened, for the tools that open one.

/// The codes of every tool that opens a course, with its own behind them.
macro_rules! open_errors {
    ($($own:ident),*) => {
        &[
            $crate::ErrorCode::PathResolutionError,
            $crate::ErrorCode::ManifestNotFound,
            $crate::ErrorCode::SecurityViolation,
            $crate::ErrorCode::LimitExceeded,
            $crate::ErrorCode::BrowserRequired,
            $crate::ErrorCode::ManifestValidationError,
            $crate::ErrorCode::ManifestLaunchNotFound,
            $crate::ErrorCode::ContentFileMissing,
            $crate::ErrorCode::PageLoadFailed,
            $crate::ErrorCode::BrowserCrashed,
            $crate::ErrorCode::ArtifactWriteFailed,
            $($crate::ErrorCode::$own,)*
        ]
    };
}

pub(crate) use open_errors;
