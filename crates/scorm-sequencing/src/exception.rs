//! The exception codes of the sequencing processes.
//!
//! An exception is a result, not an error: it says why a request came to nothing.

use std::fmt;

use crate::trace::Process;

macro_rules! exceptions {
    ($($name:ident = $process:ident, $code:literal, $meaning:literal;)*) => {
        /// Why a process came to nothing, by the standard's code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(non_camel_case_types, reason = "the standard's codes, as they are printed")]
        pub enum Exception { $(#[doc = concat!($code, ": ", $meaning, ".")] $name,)* }

        impl Exception {
            /// Every code, in the order of the processes.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The code as printed in the standard, e.g. `NB.2.1-4`.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What it means, as a sentence fragment.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }

            /// The process that raises it.
            pub const fn process(self) -> Process {
                match self { $(Self::$name => Process::$process,)* }
            }
        }
    };
}

exceptions! {
    NB_2_1_1 = NB_2_1, "NB.2.1-1", "the sequencing session has already begun";
    NB_2_1_2 = NB_2_1, "NB.2.1-2", "the sequencing session has not begun: there is no current activity";
    NB_2_1_3 = NB_2_1, "NB.2.1-3", "there is no suspended activity to resume";
    NB_2_1_4 = NB_2_1, "NB.2.1-4", "continue is not allowed: flow is off, or the current activity is the root";
    NB_2_1_5 = NB_2_1, "NB.2.1-5", "previous is not allowed: flow is off, or the cluster is forwardOnly";
    NB_2_1_6 = NB_2_1, "NB.2.1-6", "there is nothing before the root";
    NB_2_1_7 = NB_2_1, "NB.2.1-7", "forward and backward are not supported";
    NB_2_1_8 = NB_2_1, "NB.2.1-8", "choiceExit=false keeps the learner inside an active activity";
    NB_2_1_9 = NB_2_1, "NB.2.1-9", "there is no path to the target of the choice";
    NB_2_1_10 = NB_2_1, "NB.2.1-10", "the parent of the target has choice=false";
    NB_2_1_11 = NB_2_1, "NB.2.1-11", "the target does not exist or is not available";
    NB_2_1_12 = NB_2_1, "NB.2.1-12", "the current activity has already been terminated";
    NB_2_1_13 = NB_2_1, "NB.2.1-13", "the navigation request is not defined";
    TB_2_3_1 = TB_2_3, "TB.2.3-1", "there is no current activity to terminate";
    TB_2_3_2 = TB_2_3, "TB.2.3-2", "the current activity has already been terminated";
    TB_2_3_3 = TB_2_3, "TB.2.3-3", "the root is not active and cannot be suspended";
    TB_2_3_4 = TB_2_3, "TB.2.3-4", "exitParent at the root: it has no parent";
    TB_2_3_5 = TB_2_3, "TB.2.3-5", "there is nothing to suspend";
    TB_2_3_6 = TB_2_3, "TB.2.3-6", "there is nothing to abandon";
    TB_2_3_7 = TB_2_3, "TB.2.3-7", "the termination request is not defined";
    SB_2_1_1 = SB_2_1, "SB.2.1-1", "there is nothing behind the last activity";
    SB_2_1_2 = SB_2_1, "SB.2.1-2", "the cluster has no available children";
    SB_2_1_3 = SB_2_1, "SB.2.1-3", "there is nothing before the root";
    SB_2_1_4 = SB_2_1, "SB.2.1-4", "forwardOnly does not allow moving backward";
    SB_2_2_1 = SB_2_2, "SB.2.2-1", "flow is off in the parent";
    SB_2_2_2 = SB_2_2, "SB.2.2-2", "the activity is disabled or over its attempt limit";
    SB_2_4_1 = SB_2_4, "SB.2.4-1", "stopForwardTraversal bars the way";
    SB_2_4_2 = SB_2_4, "SB.2.4-2", "forwardOnly does not allow moving backward";
    SB_2_4_3 = SB_2_4, "SB.2.4-3", "there is nothing before the root";
    SB_2_5_1 = SB_2_5, "SB.2.5-1", "the sequencing session has already begun";
    SB_2_6_1 = SB_2_6, "SB.2.6-1", "the sequencing session has already begun";
    SB_2_6_2 = SB_2_6, "SB.2.6-2", "there is no suspended activity to resume";
    SB_2_7_1 = SB_2_7, "SB.2.7-1", "the sequencing session has not begun";
    SB_2_7_2 = SB_2_7, "SB.2.7-2", "flow is off in the parent";
    SB_2_8_1 = SB_2_8, "SB.2.8-1", "the sequencing session has not begun";
    SB_2_8_2 = SB_2_8, "SB.2.8-2", "flow is off in the parent";
    SB_2_9_1 = SB_2_9, "SB.2.9-1", "there is no target";
    SB_2_9_2 = SB_2_9, "SB.2.9-2", "the target or one of its ancestors is not available";
    SB_2_9_3 = SB_2_9, "SB.2.9-3", "the target or one of its ancestors is hidden from choice";
    SB_2_9_4 = SB_2_9, "SB.2.9-4", "the parent of the target has choice=false";
    SB_2_9_5 = SB_2_9, "SB.2.9-5", "there is no path to the target";
    SB_2_9_6 = SB_2_9, "SB.2.9-6", "preventActivation keeps a cluster from being entered by choice";
    SB_2_9_7 = SB_2_9, "SB.2.9-7", "choiceExit=false keeps the learner inside an activity";
    SB_2_9_8 = SB_2_9, "SB.2.9-8", "constrainChoice allows only the neighbours in flow order";
    SB_2_9_9 = SB_2_9, "SB.2.9-9", "the chosen cluster has nothing to deliver";
    SB_2_10_1 = SB_2_10, "SB.2.10-1", "the sequencing session has not begun";
    SB_2_10_2 = SB_2_10, "SB.2.10-2", "the current activity is still active or suspended";
    SB_2_10_3 = SB_2_10, "SB.2.10-3", "the retried cluster has nothing to deliver";
    SB_2_11_1 = SB_2_11, "SB.2.11-1", "the sequencing session has not begun";
    SB_2_11_2 = SB_2_11, "SB.2.11-2", "the current activity has not been terminated";
    SB_2_12_1 = SB_2_12, "SB.2.12-1", "the sequencing request is not defined";
    SB_2_13_1 = SB_2_13, "SB.2.13-1", "the sequencing session has not begun";
    DB_1_1_1 = DB_1_1, "DB.1.1-1", "only a leaf can be delivered";
    DB_1_1_2 = DB_1_1, "DB.1.1-2", "there is nothing to deliver";
    DB_1_1_3 = DB_1_1, "DB.1.1-3", "the activity or one of its ancestors is disabled or over its attempt limit";
    DB_2_1 = DB_2, "DB.2-1", "the current activity is still active";
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.code(), self.meaning())
    }
}

#[cfg(test)]
mod tests {
    use super::Exception;

    #[test]
    fn a_code_begins_with_the_id_of_its_process() {
        for exception in Exception::ALL {
            let (process, number) = exception.code().rsplit_once('-').expect("a dash");
            assert_eq!(process, exception.process().id());
            assert!(number.parse::<u8>().is_ok(), "{exception}");
        }
    }
}
