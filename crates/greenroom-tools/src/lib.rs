//! The tools: registry, dispatcher, errors, one file per tool.
