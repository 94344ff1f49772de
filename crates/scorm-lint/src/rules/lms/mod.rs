//! Limits and habits of certain LMSs.
