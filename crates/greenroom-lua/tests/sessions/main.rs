//! Lua sessions through their public handle, without HTTP.

mod hostile;
mod hot_loading;
mod output;
mod page;
mod project;
mod results;
mod rows;
