//! Sizes, numbers of requests, costly calls.
