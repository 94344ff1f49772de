//! A network namespace with two cables to this one: another host, whose cable to the database can be
//! pulled while its callers still reach it.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;

/// Ends, with its cables, when dropped.
pub(crate) struct NetworkOfItsOwn {
    name: String,
    number: u8,
}

/// A cable between the networks.
#[derive(Clone, Copy)]
pub(crate) enum Cable {
    ToCallers = 0,
    ToDatabase = 4,
}

fn ip(arguments: &str) -> Result<(), String> {
    let done = Command::new("ip").args(arguments.split(' ')).output();
    let done = done.map_err(|error| format!("ip: {error}"))?;
    if done.status.success() {
        Ok(())
    } else {
        let said = String::from_utf8_lossy(&done.stderr);
        Err(format!("ip {arguments}: {}", said.trim()))
    }
}

impl NetworkOfItsOwn {
    /// None, and loudly, where that is not permitted.
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    pub(crate) fn make() -> Option<Self> {
        let made = Self {
            name: format!("gp{}", std::process::id()),
            number: (std::process::id() % 250) as u8,
        };
        match made.lay_cables() {
            Ok(()) => Some(made),
            Err(error) => {
                eprintln!("SKIPPED: no network namespace can be made here: {error}");
                None
            }
        }
    }

    fn lay_cables(&self) -> Result<(), String> {
        let name = &self.name;
        ip(&format!("netns add {name}"))?;
        ip(&format!("-n {name} link set lo up"))?;
        for cable in [Cable::ToCallers, Cable::ToDatabase] {
            let (here, there) = (self.end(cable), format!("{}t", self.end(cable)));
            let (ours, theirs) = (self.ours(cable), self.theirs(cable));
            ip(&format!(
                "link add {here} type veth peer name {there} netns {name}"
            ))?;
            ip(&format!("addr add {ours}/30 dev {here}"))?;
            ip(&format!("link set {here} up"))?;
            ip(&format!("-n {name} addr add {theirs}/30 dev {there}"))?;
            ip(&format!("-n {name} link set {there} up"))?;
        }
        Ok(())
    }

    /// The name of this end of a cable.
    fn end(&self, cable: Cable) -> String {
        format!("{}{}", self.name, cable as u8)
    }

    /// The address of this end of a cable.
    pub(crate) fn ours(&self, cable: Cable) -> IpAddr {
        Ipv4Addr::new(10, 214, self.number, cable as u8 + 1).into()
    }

    /// The address of the other end.
    pub(crate) fn theirs(&self, cable: Cable) -> IpAddr {
        Ipv4Addr::new(10, 214, self.number, cable as u8 + 2).into()
    }

    /// A command that becomes `program` in it.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name, program]);
        command
    }

    /// Nothing gets through this cable any more, and nobody is told.
    pub(crate) fn pull(&self, cable: Cable) {
        ip(&format!("link set {} down", self.end(cable))).expect("it is there");
    }

    /// What is sent from now on gets through again.
    pub(crate) fn plug_in(&self, cable: Cable) {
        ip(&format!("link set {} up", self.end(cable))).expect("it is there");
    }
}

impl Drop for NetworkOfItsOwn {
    fn drop(&mut self) {
        // The cables go with it; by name too, as something may hold on to the network for a while.
        for cable in [Cable::ToCallers, Cable::ToDatabase] {
            drop(ip(&format!("link del {}", self.end(cable))));
        }
        drop(ip(&format!("netns del {}", self.name)));
    }
}
