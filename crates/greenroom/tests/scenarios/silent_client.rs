//! A client that writes requests and reads no answer.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of a test may fail as the test itself"
)]

use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tempfile::TempDir;

use super::GREENROOM;

/// A server whose memory passes this keeps what nobody reads.
const MOST_MEMORY: u64 = 200 << 20;
/// An input that takes nothing for this long is not read.
const STOPPED: Timespec = Timespec {
    tv_sec: 3,
    tv_nsec: 0,
};

struct Server {
    child: Child,
    _home: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _already_ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn server() -> (Server, ChildStdin) {
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(GREENROOM)
        .arg("--mcp")
        .env("GREENROOM_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    rustix::io::ioctl_fionbio(&stdin, true).unwrap();
    (Server { child, _home: home }, stdin)
}

/// Resident bytes of a process.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<u64>().unwrap() * 1024
}

/// Small requests with large answers, and large requests with small answers.
fn request(id: usize) -> Vec<u8> {
    let line = if id.is_multiple_of(8) {
        let text = "x".repeat(1 << 20);
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"nothing","arguments":{{"text":"{text}"}}}}}}"#
        )
    } else {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#)
    };
    format!("{line}\n").into_bytes()
}

/// Writes until the server stops to read: how many requests were begun, and what is left of the
/// last one.
fn write_until_stopped(server: &Server, stdin: &mut ChildStdin) -> (usize, Vec<u8>) {
    for id in 1.. {
        let line = request(id);
        let mut left = &line[..];
        while !left.is_empty() {
            match stdin.write(left) {
                Ok(written) => left = &left[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let mut output = [PollFd::new(&*stdin, PollFlags::OUT)];
                    if poll(&mut output, Some(&STOPPED)).unwrap() == 0 {
                        return (id, left.to_vec());
                    }
                }
                Err(error) => panic!("{error}"),
            }
        }
        let now = memory(server.child.id());
        assert!(now < MOST_MEMORY, "{} MB after {id} requests", now >> 20);
    }
    unreachable!("the loop has no end");
}

#[test]
fn a_server_that_is_not_read_stops_to_read_and_loses_nothing() {
    let (mut server, mut stdin) = server();
    let (begun, rest) = write_until_stopped(&server, &mut stdin);
    let stdout = server.child.stdout.take().unwrap();
    let answers = std::thread::spawn(move || {
        let lines = BufReader::new(stdout).lines();
        lines.take(begun).map_while(Result::ok).count()
    });
    rustix::io::ioctl_fionbio(&stdin, false).unwrap();
    stdin.write_all(&rest).unwrap();
    assert_eq!(answers.join().unwrap(), begun);
    assert!(memory(server.child.id()) < MOST_MEMORY);
}

#[test]
fn a_client_that_leaves_without_reading_ends_the_server() {
    let (mut server, mut stdin) = server();
    write_until_stopped(&server, &mut stdin);
    let left = Instant::now();
    drop(stdin);
    let status = loop {
        if let Some(status) = server.child.try_wait().unwrap() {
            break status;
        }
        assert!(left.elapsed() < Duration::from_secs(20), "it runs on");
        std::thread::park_timeout(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
}
