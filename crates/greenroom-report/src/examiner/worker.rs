//! The worker's side: lints what it is sent, and may die of it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufWriter, Write as _};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use greenroom_os::{limits, memory};
use scorm_lint::{FileEntry, Files, Obstacle, Watch, Work, lint_watched};

use super::frame::{self, Frame, Kind};
use super::message::{Answer, Request};

/// The stack of the thread that parses: about a hundred thousand levels of nested code.
const STACK: usize = 64 << 20;
/// Bytes that a worker may hold. The largest courses need a third of it.
const MEMORY: u64 = 1 << 30;
/// Findings of one rule that a report lists; nine of them cost as much of the score as any number.
const MOST_FINDINGS: usize = 2000;
/// Rules that run this long are marked, so that a long lint does not look like a standstill.
const MARK_EVERY: Duration = Duration::from_millis(100);

/// Serves requests from the standard input until it ends.
///
/// The input is read by this thread alone: when the server is gone, the process ends at once, even
/// if it computes.
pub fn serve() -> io::Result<()> {
    // A system that knows no such limit still has the limit of time.
    let _unlimited = limits::limit_memory(MEMORY);
    // What a panic says becomes part of a finding.
    std::panic::set_hook(Box::new(|_| {}));
    let (sender, frames) = mpsc::channel();
    std::thread::Builder::new()
        .name("lint".to_owned())
        .stack_size(STACK)
        .spawn(move || answer_all(&frames))?;
    let mut input = io::stdin().lock();
    while let Some(frame) = Frame::read(&mut input)? {
        if sender.send(frame).is_err() {
            break;
        }
    }
    Ok(())
}

fn answer_all(frames: &Receiver<Frame>) {
    // A failure to write means that the server is gone, and the other thread ends the process.
    while let Ok(frame) = frames.recv() {
        if frame.kind != Kind::Lint {
            continue;
        }
        let Ok(request) = serde_json::from_slice::<Request>(&frame.body) else {
            return;
        };
        let output = RefCell::new(BufWriter::new(io::stdout()));
        let reports = {
            let files = RemoteFiles {
                entries: &request.entries,
                frames,
                output: &output,
                known: RefCell::default(),
            };
            let marks = Marks::new(&request);
            lint_watched(&files, &request.problems, &request.settings, &marks)
        };
        memory::give_back();
        let answer = Answer {
            reports,
            resident: memory::resident().unwrap_or_default(),
        };
        let Ok(json) = serde_json::to_vec(&answer) else {
            return;
        };
        let mut output = output.into_inner();
        let written = frame::write(&mut output, Kind::Done, &[&json]);
        if written.and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

/// The files of the package, which the server reads.
struct RemoteFiles<'a> {
    entries: &'a [(String, u64)],
    frames: &'a Receiver<Frame>,
    output: &'a RefCell<BufWriter<io::Stdout>>,
    /// What was sent ahead.
    known: RefCell<HashMap<String, Vec<u8>>>,
}

impl Files for RemoteFiles<'_> {
    fn entries(&self) -> Vec<FileEntry> {
        let entries = self.entries.iter();
        entries
            .map(|(name, size)| FileEntry {
                name: name.clone(),
                size: *size,
            })
            .collect()
    }

    fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let mut known = self.known.borrow_mut();
        if let Some(bytes) = known.remove(name) {
            return Some(Cow::Owned(bytes));
        }
        let mut output = self.output.borrow_mut();
        frame::write(&mut *output, Kind::Read, &[name.as_bytes()]).ok()?;
        output.flush().ok()?;
        loop {
            let frame = self.frames.recv().ok()?;
            match frame.kind {
                Kind::NoFile if frame.name() == Some(name) => return None,
                Kind::File => {
                    let (file, bytes) = frame.file()?;
                    if file == name {
                        return Some(Cow::Owned(bytes.to_vec()));
                    }
                    known.insert(file.to_owned(), bytes.to_vec());
                }
                _ => {}
            }
        }
    }
}

/// Writes each piece of work to the standard error before it begins. That is a file in memory which
/// the server reads when this process is gone, so a mark wakes nobody.
struct Marks<'a> {
    left_out: &'a BTreeMap<Work, Obstacle>,
    request: &'a Request,
    /// Is a rule the last thing that was marked, and since when?
    rule_since: Cell<Option<Instant>>,
}

impl<'a> Marks<'a> {
    fn new(request: &'a Request) -> Self {
        Self {
            left_out: &request.how.left_out,
            request,
            rule_since: Cell::new(None),
        }
    }
}

impl Watch for Marks<'_> {
    fn begin(&self, work: &Work) -> Result<(), Obstacle> {
        if let Some(obstacle) = self.left_out.get(work) {
            return Err(obstacle.clone());
        }
        let how = &self.request.how;
        match work {
            Work::File(name) if how.given_up.contains(name) => return Err(Obstacle::GivenUp),
            Work::File(_) | Work::Markup(_) | Work::Scripts => self.rule_since.set(None),
            Work::Rule(_) => {
                let since = self.rule_since.get();
                let is_due = since.is_none_or(|since| since.elapsed() > MARK_EVERY);
                if !how.marks_rules && !is_due {
                    return Ok(());
                }
                self.rule_since.set(Some(Instant::now()));
            }
        }
        if let Ok(mut line) = serde_json::to_vec(work) {
            line.push(b'\n');
            // Without its mark the work can still be done.
            drop(io::stderr().write_all(&line));
        }
        Ok(())
    }

    fn survives_overflow(&self) -> bool {
        !self.request.how.is_careful
    }

    fn most_findings(&self) -> usize {
        MOST_FINDINGS
    }
}
