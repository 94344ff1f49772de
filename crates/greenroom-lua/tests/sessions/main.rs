//! Lua sessions through their public handle, without HTTP.

mod files;
mod hostile;
mod hot_loading;
mod outlast;
mod output;
mod page;
mod project;
mod results;
mod rows;
