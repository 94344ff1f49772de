//! The vocabularies that the session reads and sets, as types.

/// Makes an enum of tokens with both directions.
macro_rules! tokens {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $token:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// The token of the data model.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $token,)+ }
            }

            /// The value of a token, case-sensitive as every token is.
            pub fn parse(token: &str) -> Option<Self> {
                match token { $($token => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

tokens! {
    /// `cmi.completion_status`
    CompletionStatus {
        /// `completed`
        Completed = "completed",
        /// `incomplete`
        Incomplete = "incomplete",
        /// `not attempted`
        NotAttempted = "not attempted",
        /// `unknown`
        Unknown = "unknown",
    }
}

tokens! {
    /// `cmi.success_status`
    SuccessStatus {
        /// `passed`
        Passed = "passed",
        /// `failed`
        Failed = "failed",
        /// `unknown`
        Unknown = "unknown",
    }
}

tokens! {
    /// `cmi.core.lesson_status` of SCORM 1.2
    LessonStatus {
        /// `passed`
        Passed = "passed",
        /// `completed`
        Completed = "completed",
        /// `failed`
        Failed = "failed",
        /// `incomplete`
        Incomplete = "incomplete",
        /// `browsed`
        Browsed = "browsed",
        /// `not attempted`
        NotAttempted = "not attempted",
    }
}

tokens! {
    /// `cmi.exit`, `cmi.core.exit`
    Exit {
        /// `time-out`
        TimeOut = "time-out",
        /// `suspend`
        Suspend = "suspend",
        /// `logout`
        Logout = "logout",
        /// `normal`, SCORM 2004 only
        Normal = "normal",
        /// The empty string, or never set
        Empty = "",
    }
}

tokens! {
    /// `cmi.entry`, `cmi.core.entry`
    #[derive(Default)]
    Entry {
        /// `ab-initio`: the first session of an attempt
        #[default]
        AbInitio = "ab-initio",
        /// `resume`: a later session of a suspended attempt
        Resume = "resume",
        /// The empty string: anything else
        Empty = "",
    }
}

tokens! {
    /// `cmi.credit`, `cmi.core.credit`
    #[derive(Default)]
    Credit {
        /// `credit`
        #[default]
        Credit = "credit",
        /// `no-credit`
        NoCredit = "no-credit",
    }
}

tokens! {
    /// `cmi.mode`, `cmi.core.lesson_mode`
    #[derive(Default)]
    Mode {
        /// `normal`
        #[default]
        Normal = "normal",
        /// `browse`
        Browse = "browse",
        /// `review`
        Review = "review",
    }
}
