//! A workbench inside the test, for what no process can be told: other tools, another time.

use std::sync::Arc;
use std::time::Duration;

use greenroom_dialog::Registry;
use greenroom_human::Hub;
use greenroom_testkit::{Bench, WsProgram};
use greenroom_web::gate::Listeners;
use greenroom_web::workbench::courses::NoCourses;
use greenroom_web::workbench::{Workbench, WorkbenchOptions};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::person::Person;

/// A workbench and the runtime it lives in.
pub(crate) struct OwnWorkbench {
    // Before the runtime, so that its tasks end in order.
    workbench: Workbench,
    _runtime: Runtime,
    home: TempDir,
}

impl OwnWorkbench {
    /// A workbench that knows these tools, on the data of this directory.
    pub(crate) fn serve(home: TempDir, registry: Registry) -> Self {
        greenroom_web::Assets {
            engine: greenroom_assets::ENGINE,
            inspecting_engine: greenroom_assets::INSPECTING_ENGINE,
            lms: greenroom_assets::LMS,
            axe: greenroom_assets::AXE,
            pages: greenroom_assets::PAGES,
        }
        .install();
        let runtime = Runtime::new().unwrap();
        let workbench = runtime.block_on(async {
            let hub = Hub::open(&home.path().join("dialogs"), registry).unwrap();
            let options = WorkbenchOptions {
                data_directory: home.path().to_owned(),
                ..WorkbenchOptions::default()
            };
            {
                let listeners = Listeners::bind(0).await.unwrap();
                Workbench::serve(listeners, hub, options, Arc::new(NoCourses)).unwrap()
            }
        });
        Self {
            workbench,
            _runtime: runtime,
            home,
        }
    }

    /// A workbench with this tool beside the usual ones.
    pub(crate) fn with_tool(tool: greenroom_dialog::DialogTool) -> Self {
        let mut registry = Registry::standard();
        registry.register(tool);
        Self::serve(tempfile::tempdir().unwrap(), registry)
    }

    /// A program that asks.
    pub(crate) fn program(&self, query: &str) -> WsProgram {
        WsProgram::connect(&Bench::of(self.home.path()), query)
    }

    /// Someone who has the page open.
    pub(crate) fn person(&self, scripts: &[&str]) -> Person {
        let address = self.workbench.one_time_url(60_000).unwrap();
        Person::visiting(&address, scripts)
    }

    /// Lets time pass at once.
    pub(crate) fn let_pass(&self, time: Duration) {
        let hub: &Arc<Hub> = self.workbench.hub();
        hub.set_clock_forward(time);
    }
}
