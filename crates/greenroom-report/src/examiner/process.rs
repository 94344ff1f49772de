//! A worker as the server sees it: a process, its pipes, and its marks.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_os::program;
use greenroom_stdx::IgnorePoison as _;
use scorm_lint::{Files, Obstacle, Report, Work};

use super::bounds::{Bounds, kill};
use super::frame::{self, Frame, Kind};
use super::last_words::LastWords;
use super::message::{Answer, Request};
use super::order::Order;
use super::patience::Patience;

/// The argument that makes this program a worker.
const WORKER_ARGUMENT: &str = "lint-worker";
/// Bytes of further pages and scripts that are sent along with one that is asked for.
const SENT_AHEAD: u64 = 512 * 1024;
/// A worker that holds more memory, or has served more packages, is replaced.
const MOST_RESIDENT: u64 = 48 << 20;
const MOST_SERVED: u32 = 500;
/// What is read of the last words of a worker.
const MOST_WORDS: u64 = 16 << 20;

/// How one try ended.
pub(crate) enum Outcome {
    Done(Vec<Report>),
    /// The worker is gone, over this piece of work.
    Died {
        work: Option<Work>,
        examined: Vec<String>,
        obstacle: Obstacle,
    },
    Stopped,
    TimeUp {
        examined: Vec<String>,
    },
}

/// A running worker; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Arc<Mutex<Child>>,
    input: BufWriter<ChildStdin>,
    frames: Receiver<Frame>,
    marks: File,
    served: u32,
    resident: u64,
}

impl Worker {
    pub(crate) fn start() -> io::Result<Self> {
        let marks = program::unnamed_file("greenroom-lint-marks")?;
        let mut child = program::again("greenroom")
            .arg(WORKER_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(marks.try_clone()?)
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the worker has no pipes"));
        };
        let (sender, frames) = mpsc::channel();
        std::thread::Builder::new()
            .name("lint-worker-pipe".to_owned())
            .spawn(move || {
                let mut output = BufReader::new(output);
                // The end of the channel tells the end of the worker, however it came.
                while let Ok(Some(frame)) = Frame::read(&mut output) {
                    if sender.send(frame).is_err() {
                        break;
                    }
                }
            })?;
        Ok(Self {
            child: Arc::new(Mutex::new(child)),
            input: BufWriter::new(input),
            frames,
            marks,
            served: 0,
            resident: 0,
        })
    }

    /// Can it serve another package?
    pub(crate) fn is_fresh(&self) -> bool {
        self.resident <= MOST_RESIDENT && self.served < MOST_SERVED
    }

    /// Bytes of memory that it held after its last package.
    pub(super) fn resident(&self) -> u64 {
        self.resident
    }

    /// Has it waited for this package? Then it may be gone for reasons of its own.
    pub(crate) fn is_used(&self) -> bool {
        self.served > 1
    }

    /// Lets it lint a package, of which no piece of work may take longer than `step`.
    pub(crate) fn lint(
        &mut self,
        files: &dyn Files,
        request: &Request,
        bounds: &Bounds,
        step: Duration,
    ) -> Outcome {
        self.served += 1;
        if !bounds.stop.watch(&self.child) {
            return Outcome::Stopped;
        }
        let outcome = match self.converse(files, request, bounds, step) {
            Ok(outcome) => outcome,
            // The pipe broke, so the worker is gone.
            Err(_) if bounds.stop.is_stopped() => Outcome::Stopped,
            Err(_) => self.death(None),
        };
        bounds.stop.let_go();
        outcome
    }

    fn converse(
        &mut self,
        files: &dyn Files,
        request: &Request,
        bounds: &Bounds,
        step: Duration,
    ) -> io::Result<Outcome> {
        self.marks.set_len(0)?;
        self.marks.rewind()?;
        let json = serde_json::to_vec(request)?;
        frame::write(&mut self.input, Kind::Lint, &[&json])?;
        self.input.flush()?;
        let order = Order::of(request);
        let mut patience = Patience::new(step, self.id());
        loop {
            let left = bounds.left();
            if left.is_zero() {
                kill(&self.child);
                let examined = self.last_words().examined;
                return Ok(Outcome::TimeUp { examined });
            }
            let wait = patience.tick().min(left);
            match self.frames.recv_timeout(wait) {
                Ok(frame) => {
                    patience.renew();
                    match frame.kind {
                        Kind::Read => self.send(files, &order, frame.name().unwrap_or_default())?,
                        Kind::Done => {
                            let answer: Answer = serde_json::from_slice(&frame.body)?;
                            self.resident = answer.resident;
                            return Ok(Outcome::Done(answer.reports));
                        }
                        Kind::Lint | Kind::File | Kind::NoFile => {}
                    }
                }
                Err(RecvTimeoutError::Disconnected) if bounds.stop.is_stopped() => {
                    return Ok(Outcome::Stopped);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(self.death(None)),
                Err(RecvTimeoutError::Timeout) => {
                    if patience.is_at_end(self.marks.metadata()?.len()) {
                        return Ok(self.death(Some(Obstacle::TooSlow)));
                    }
                }
            }
        }
    }

    /// Sends a file, and before it those that will be asked for next.
    fn send(&mut self, files: &dyn Files, order: &Order<'_>, name: &str) -> io::Result<()> {
        let mut room = SENT_AHEAD;
        for (next, size) in order.behind(name) {
            if size > room {
                break;
            }
            room -= size;
            if let Some(bytes) = files.read(next) {
                frame::write_file(&mut self.input, next, &bytes)?;
            }
        }
        match files.read(name) {
            Some(bytes) => frame::write_file(&mut self.input, name, &bytes)?,
            None => frame::write(&mut self.input, Kind::NoFile, &[name.as_bytes()])?,
        }
        self.input.flush()
    }

    /// What ended the worker. It is ended if it has not by itself.
    fn death(&mut self, known: Option<Obstacle>) -> Outcome {
        kill(&self.child);
        let status = self.wait();
        let words = self.last_words();
        Outcome::Died {
            obstacle: known.unwrap_or_else(|| words.obstacle(status)),
            work: words.work,
            examined: words.examined,
        }
    }

    fn id(&self) -> u32 {
        let child = self.child.lock().ignore_poison();
        child.id()
    }

    fn wait(&self) -> Option<ExitStatus> {
        let mut child = self.child.lock().ignore_poison();
        child.wait().ok()
    }

    fn last_words(&mut self) -> LastWords {
        let mut text = Vec::new();
        let read = self
            .marks
            .rewind()
            .and_then(|()| (&self.marks).take(MOST_WORDS).read_to_end(&mut text));
        match read {
            Ok(_) => LastWords::of(&String::from_utf8_lossy(&text)),
            Err(_) => LastWords::default(),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        kill(&self.child);
        self.wait();
    }
}
