//! A network namespace with a cable to this one: another host, as far as a browser can tell.

use std::net::IpAddr;
use std::process::{Command, Stdio};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Child;

const FORWARD: &str = "GREENROOM_TEST_FORWARD";

/// Ends, with its cable, when dropped.
pub(crate) struct NetworkOfItsOwn {
    name: String,
    /// The address of this end of the cable.
    pub(crate) ours: IpAddr,
    /// The address of the other end.
    pub(crate) theirs: IpAddr,
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
        let number = std::process::id() % 250;
        let name = format!("gr{}", std::process::id());
        let (ours, theirs) = (format!("10.213.{number}.1"), format!("10.213.{number}.2"));
        let made = Self {
            ours: ours.parse().unwrap(),
            theirs: theirs.parse().unwrap(),
            name: name.clone(),
        };
        let steps = [
            format!("netns add {name}"),
            format!("link add {name}a type veth peer name {name}b netns {name}"),
            format!("addr add {ours}/30 dev {name}a"),
            format!("link set {name}a up"),
            format!("-n {name} addr add {theirs}/30 dev {name}b"),
            format!("-n {name} link set {name}b up"),
            format!("-n {name} link set lo up"),
        ];
        for step in steps {
            if let Err(error) = ip(&step) {
                eprintln!("SKIPPED: no network namespace can be made here: {error}");
                return None;
            }
        }
        Some(made)
    }

    /// A command that runs `program` in it.
    pub(crate) fn command(&self, program: &std::path::Path) -> tokio::process::Command {
        let mut command = tokio::process::Command::new("ip");
        command.args(["netns", "exec", &self.name]).arg(program);
        command
    }

    /// Passes what arrives at `port` of its address on to its loopback, where DevTools listen, as an
    /// operator has it done; ends with the value.
    pub(crate) async fn forward(&self, port: u16) -> Child {
        let address = format!("{}:{port}", self.theirs);
        let mut child = self
            .command(&std::env::current_exe().unwrap())
            .args([
                "network_of_its_own::child_that_forwards",
                "--exact",
                "--nocapture",
            ])
            .env(FORWARD, &address)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            if line.contains("ready") {
                return child;
            }
        }
        panic!("nothing is forwarded");
    }

    /// Nothing gets through any more, and nobody is told.
    pub(crate) fn cut(&self) {
        ip(&format!("link set {}a down", self.name)).unwrap();
    }
}

/// Runs only as a child of the tests, inside the network.
#[tokio::test]
async fn child_that_forwards() {
    let Ok(address) = std::env::var(FORWARD) else {
        return;
    };
    let listener = TcpListener::bind(&address).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    println!("ready");
    while let Ok((mut client, _)) = listener.accept().await {
        tokio::spawn(async move {
            let mut server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            drop(tokio::io::copy_bidirectional(&mut client, &mut server).await);
        });
    }
}

impl Drop for NetworkOfItsOwn {
    fn drop(&mut self) {
        // The cable goes with it.
        drop(ip(&format!("netns del {}", self.name)));
    }
}
