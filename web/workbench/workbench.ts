// The workbench page: one place for all that people do with Greenroom.
document.body.dataset["ready"] = "true";
