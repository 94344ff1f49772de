//! By process groups. A small shell, the caretaker, holds the other end of a pipe of ours, which the
//! system closes when we end, however that happens: it then kills the group and removes its folder.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Started, pipes};

pub use tokio::net::unix::pipe::{Receiver as Reader, Sender as Writer};

/// How long the others are waited for when the leader has ended.
const GROUP_LIMIT: Duration = Duration::from_millis(300);

/// A line means that the group has ended, and that its number may be somebody else's by now; the
/// end of the input means that Greenroom has. Processes that were just killed may still be letting
/// go of the folder.
const CARETAKER: &str = r#"
if read -r ended; then read -r over; else kill -s KILL -- "-$1" 2>/dev/null; fi
tries=0
until rm -rf -- "$2" 2>/dev/null || [ "$tries" -ge 100 ]; do tries=$((tries + 1)); sleep 0.02; done
"#;

/// A process group, by the number of its leader.
#[derive(Clone, Copy, Debug)]
pub struct Group(i32);

pub(super) fn start(mut command: Command) -> io::Result<Started> {
    let (their_commands, our_commands) = pipes::pair()?;
    let (our_answers, their_answers) = pipes::pair()?;
    let commands = Writer::from_owned_fd(our_commands)?;
    let answers = Reader::from_owned_fd(our_answers)?;
    command.process_group(0);
    pipes::hand_over(&mut command, &their_commands, &their_answers);
    let leader = command.spawn()?;
    let group = Group(leader.id().cast_signed());
    Ok(Started {
        leader,
        group,
        commands,
        answers,
    })
}

impl Group {
    /// The number of the group, which is its leader's.
    pub fn id(self) -> u32 {
        self.0.cast_unsigned()
    }

    /// Starts the one who ends the group and removes `folder` when we are gone, or when its input is
    /// closed. A line to its input says that the group has ended by itself.
    pub fn keep_watch(self, folder: &Path) -> io::Result<Child> {
        Command::new("/bin/sh")
            .args(["-c", CARETAKER, "greenroom-caretaker"])
            .arg(self.0.to_string())
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // What is sent to our group, such as an interrupt from a terminal, is not for it.
            .process_group(0)
            .spawn()
    }

    /// Waits until the leader has ended, and ends what it left of its group.
    pub fn wait(self, leader: &mut Child) {
        #[expect(
            unsafe_code,
            reason = "the standard library cannot wait without reaping"
        )]
        // SAFETY: `information` is a plain structure that the call fills in; the child is ours.
        unsafe {
            let mut information = std::mem::zeroed::<libc::siginfo_t>();
            let how = libc::WEXITED | libc::WNOWAIT;
            while libc::waitid(libc::P_PID, self.id(), &raw mut information, how) < 0
                && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
            {}
        }
        // Until its leader is reaped, the number of the group is nobody else's.
        self.kill();
        drop(leader.wait());
        // The others end at the same time; whoever reaps them may be slow, so this is not for ever.
        let until = Instant::now() + GROUP_LIMIT;
        while self.is_there() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn is_there(self) -> bool {
        #[expect(
            unsafe_code,
            reason = "the standard library cannot signal a process group"
        )]
        // SAFETY: no memory is involved, and signal 0 only asks.
        unsafe {
            libc::kill(-self.0, 0) == 0
        }
    }

    /// Ends all processes of the group at once.
    pub fn kill(self) {
        #[expect(
            unsafe_code,
            reason = "the standard library cannot signal a process group"
        )]
        // SAFETY: no memory is involved.
        unsafe {
            libc::kill(-self.0, libc::SIGKILL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[tokio::test]
    async fn the_program_is_talked_to_and_ends_with_what_it_started() {
        let mut command = shell("read -r line <&3; sleep 60 & echo \"$line $!\" >&4; wait");
        command.stdout(Stdio::piped());
        let mut started = start(command).unwrap();
        started.commands.write_all(b"hello\n").await.unwrap();
        let mut said = [0; 64];
        let read = started.answers.read(&mut said).await.unwrap();
        let said = String::from_utf8_lossy(&said[..read]).into_owned();
        assert!(said.starts_with("hello "), "{said}");
        started.group.kill();
        started.group.wait(&mut started.leader);
        // The other process holds the same output: it ends when both are gone.
        let mut output = started.leader.stdout.take().unwrap();
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0);
    }

    #[tokio::test]
    async fn when_we_are_gone_the_caretaker_ends_the_group_and_removes_the_folder() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("folder");
        std::fs::create_dir(&folder).unwrap();
        let mut started = start(shell("sleep 60")).unwrap();
        let mut caretaker = started.group.keep_watch(&folder).unwrap();
        drop(caretaker.stdin.take());
        caretaker.wait().unwrap();
        started.group.wait(&mut started.leader);
        assert!(!folder.exists());
    }
}
