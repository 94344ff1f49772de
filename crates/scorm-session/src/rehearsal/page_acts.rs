//! Acts on the page of the content, and what must come of them.

use super::compare::{error_matches, fits, result_matches};
use super::format::{Call, DropPlace, PageAct, Statement};
use super::runner::{Outcome, Run, learner_request};
use super::theatre::{CallMade, Difference, PageFault, Theatre};

/// What happened since the last statement.
struct Since {
    at: u64,
    dialogs: Vec<String>,
}

impl<T: Theatre> Run<'_, T> {
    /// Carries out the acts of a step in their order.
    pub(super) fn carry_out(&mut self, acts: &[PageAct]) -> Outcome {
        let mut since = Since {
            at: self.theatre.clock_ms(),
            dialogs: Vec::new(),
        };
        for act in acts {
            match act {
                PageAct::Expect(statement) => {
                    self.check_statement(statement, &since)?;
                    since = Since {
                        at: self.theatre.clock_ms(),
                        dialogs: Vec::new(),
                    };
                    continue;
                }
                PageAct::Call(call) => {
                    self.as_tool = true;
                    let made = self.make_call(call);
                    self.as_tool = false;
                    made?;
                    let over = self.theatre.calls_are_over();
                    self.in_order("what follows the call", over)?;
                }
                PageAct::Navigate {
                    request,
                    target,
                    refused,
                } => {
                    let request = learner_request(*request, target.as_deref());
                    self.request(request, &[], refused.as_deref())?;
                }
                act => {
                    let acted = self.theatre.act(act);
                    let words = in_words(act);
                    let acted = self.in_order(&words, acted)?;
                    self.act_before = Some(words);
                    self.report.artifacts.extend(acted.artifact);
                    since.dialogs.extend(acted.dialogs);
                }
            }
            self.report.acts += 1;
            self.check_faults()?;
        }
        Ok(())
    }

    fn check_statement(&mut self, statement: &Statement, since: &Since) -> Outcome {
        self.check_time("these acts", since.at, statement.within_ms)?;
        self.made.extend(self.theatre.calls_made());
        let made = std::mem::take(&mut self.made);
        self.check_calls(&statement.calls, &made).map(drop)?;
        self.check_no_calls(&statement.no_calls, &made)?;
        self.check_data(&statement.data)?;
        if let Some(activity) = &statement.activity {
            let delivered = self.theatre.standing().delivered;
            let actual = delivered.map_or("nothing".to_owned(), |it| it.activity);
            self.expect("delivered activity", activity, &actual)?;
        }
        if let Some(session) = statement.session {
            self.check_session(session)?;
        }
        self.check_tracking(&statement.tracking)?;
        let mut opened = since.dialogs.iter();
        for wanted in &statement.dialogs {
            if !opened.any(|message| fits(wanted, message)) {
                return self.fail("dialogs", wanted, &listed(&since.dialogs));
            }
        }
        if !statement.looks_at_page() {
            return Ok(());
        }
        let looked = self.theatre.look(statement);
        let Some(Difference {
            what,
            expected,
            actual,
        }) = self.in_order("looking at the page", looked)?
        else {
            return Ok(());
        };
        self.fail(&what, &expected, &actual)
    }

    /// The calls were made in this order, with these answers; gives the number that they took.
    fn check_calls(&mut self, expected: &[Call], made: &[CallMade]) -> Outcome<usize> {
        let mut taken = 0;
        for call in expected {
            self.report.calls += 1;
            let found = made[taken..]
                .iter()
                .position(|made| self.is_meant(call, made));
            let Some(at) = found else {
                return self.fail("calls of the content", &in_short(call), &all_in_full(made));
            };
            taken += at + 1;
        }
        Ok(taken)
    }

    fn check_no_calls(&self, unwanted: &[Call], made: &[CallMade]) -> Outcome {
        for call in unwanted {
            if let Some(found) = made.iter().find(|made| self.is_meant(call, made)) {
                let expected = format!("no {}", in_short(call));
                return self.fail("calls of the content", &expected, &in_full(found));
            }
        }
        Ok(())
    }

    /// As [`Self::check_calls`], for the calls of content that is taken away. What the next
    /// content has done since is left for its own step.
    pub(super) fn check_calls_while_leaving(&mut self, expected: &[Call]) -> Outcome {
        if expected.is_empty() {
            return Ok(());
        }
        self.made.extend(self.theatre.calls_made());
        let made = std::mem::take(&mut self.made);
        let taken = self.check_calls(expected, &made)?;
        self.made = made.into_iter().skip(taken).collect();
        Ok(())
    }

    fn is_meant(&self, expected: &Call, made: &CallMade) -> bool {
        let args_fit = || {
            let mut pairs = expected.args.iter().zip(&made.args);
            expected.args.len() == made.args.len()
                && pairs.all(|(pattern, made)| pattern == made || fits(pattern, made))
        };
        expected.method == made.method
            && (expected.args.is_empty() || args_fit())
            && result_matches(expected, &made.answer.value, &self.learner_id)
            && error_matches(expected, &made.answer.error.to_string())
    }

    /// No console error and no failed request but those that are allowed.
    pub(super) fn check_faults(&mut self) -> Outcome {
        let allowed = &self.case.rehearsal.allow;
        let any = |patterns: &[String], text: &str| patterns.iter().any(|it| fits(it, text));
        for fault in self.theatre.faults() {
            match fault {
                PageFault::Console(text) if !any(&allowed.console, &text) => {
                    return self.fail("console", "no error", &text);
                }
                PageFault::Network(text) if !any(&allowed.network, &text) => {
                    return self.fail("network", "no failed request", &text);
                }
                PageFault::Console(_) | PageFault::Network(_) => {}
            }
        }
        Ok(())
    }
}

fn listed(texts: &[String]) -> String {
    if texts.is_empty() {
        "none".to_owned()
    } else {
        texts.join("; ")
    }
}

fn in_short(call: &Call) -> String {
    let answer = match (&call.expect_result, &call.expect_error) {
        (Some(result), Some(error)) if error != "0" => format!(" = {result:?}, error {error}"),
        (Some(result), _) => format!(" = {result:?}"),
        (None, Some(error)) if error != "0" => format!(", error {error}"),
        (None, _) => String::new(),
    };
    format!("{}({}){answer}", call.method, call.args.join(", "))
}

fn in_full(made: &CallMade) -> String {
    let CallMade {
        activity: _,
        method,
        args,
        answer,
    } = made;
    let args = args.join(", ");
    format!(
        "{method}({args}) = {:?}, error {}",
        answer.value, answer.error
    )
}

fn all_in_full(made: &[CallMade]) -> String {
    listed(&made.iter().map(in_full).collect::<Vec<_>>())
}

/// An act as failures tell it.
pub fn in_words(act: &PageAct) -> String {
    match act {
        PageAct::Click { on, .. } => format!("click {on}"),
        PageAct::Fill { on, value } => format!("fill {on} with {value}"),
        PageAct::Type { text, press, .. } => {
            let on = act.focused();
            let keys = press.join(", ");
            match (text.is_empty(), press.is_empty()) {
                (true, false) => format!("press {keys} on {on}"),
                (_, true) => format!("type {text:?} into {on}"),
                (false, false) => format!("type {text:?} and {keys} into {on}"),
            }
        }
        PageAct::Drag {
            on,
            to: DropPlace { on: to, by_x, by_y },
        } => match (by_x, by_y) {
            (None, None) => format!("drag {on} onto {to}"),
            (x, y) => {
                let (x, y) = (x.unwrap_or_default(), y.unwrap_or_default());
                format!("drag {on} by {x}, {y}")
            }
        },
        PageAct::Hover { on } => format!("hover {on}"),
        PageAct::Scroll { on, .. } => format!("scroll to {on}"),
        PageAct::Wait { on, .. } => format!("wait for {on}"),
        PageAct::Upload { on, files } => format!("upload {} to {on}", files.join(", ")),
        PageAct::PlayOut => "play media to the end".to_owned(),
        PageAct::Dialogs { answer, .. } => format!("answer dialogs with {answer:?}"),
        PageAct::Viewport { width, height } => format!("window of {width} by {height}"),
        PageAct::Navigate { request, .. } => format!("{request:?} by the learner"),
        PageAct::Call(call) => in_short(call),
        PageAct::Automation { function, .. } => format!("automation {function}"),
        PageAct::Screenshot { .. } => "screenshot".to_owned(),
        PageAct::Expect(_) => "expect".to_owned(),
    }
}
