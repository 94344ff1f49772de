//! HAR files: requests that a browser recorded.
//!
//! A request tells which values the LMS was sent, not by which calls. It is read as a SetValue for
//! each value that is new in it, then a Commit, or a Terminate where it ends the session; these
//! calls are marked as derived. What the server answered is the result.

use std::collections::BTreeMap;

use scorm_runtime::ApiFunction;
use serde::Deserialize;

use super::commit_values;
use super::{Heard, Said};
use crate::element_name;
use crate::field_log::{FieldLog, Format, Told};
use crate::reader::Reader;

#[derive(Deserialize)]
struct Har {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    request: Request,
    #[serde(default)]
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    #[serde(default)]
    method: String,
    #[serde(default)]
    url: String,
    post_data: Option<PostData>,
}

#[derive(Deserialize)]
struct PostData {
    #[serde(default)]
    text: String,
    #[serde(default)]
    params: Vec<Param>,
}

#[derive(Deserialize)]
struct Param {
    name: String,
    #[serde(default)]
    value: String,
}

#[derive(Default, Deserialize)]
struct Response {
    #[serde(default)]
    status: i64,
    #[serde(default)]
    content: Content,
}

#[derive(Default, Deserialize)]
struct Content {
    #[serde(default)]
    text: String,
}

/// Reads a HAR file; nothing if it is none.
pub(super) fn document(text: &str) -> Option<FieldLog> {
    let har: Har = serde_json::from_str(text).ok()?;
    let mut requests = Requests {
        reader: Reader::new(0),
        sent: BTreeMap::new(),
        open: false,
        sco: None,
        commits: 0,
    };
    let all = har.log.entries.len();
    for (index, entry) in har.log.entries.into_iter().enumerate() {
        requests.take(index + 1, &entry);
    }
    let Requests {
        reader, commits, ..
    } = requests;
    let mut log = reader.finish();
    log.formats = vec![Format::Har];
    log.notes.push(format!(
        "{commits} of {all} requests carry data of SCORM; they tell values, not calls, so a SetValue per new value and a Commit or Terminate stand for each"
    ));
    Some(log)
}

struct Requests {
    reader: Reader,
    /// What was sent so far.
    sent: BTreeMap<String, String>,
    /// The session was begun and not ended.
    open: bool,
    /// The SCO that Moodle's requests name.
    sco: Option<String>,
    commits: usize,
}

impl Requests {
    fn take(&mut self, number: usize, entry: &Entry) {
        let Entry { request, response } = entry;
        let Some(body) = &request.post_data else {
            return;
        };
        if request.method.eq_ignore_ascii_case("GET") {
            return;
        }
        let mut values = commit_values::values(&body.text);
        let mut sco = None;
        for Param { name, value } in &body.params {
            commit_values::field(name, value, &mut values);
            if name == "scoid" {
                sco = Some(value.clone());
            }
        }
        let moodle = request.url.contains("/mod/scorm/datamodel.php");
        if values.is_empty() && !moodle {
            return;
        }
        if sco.is_none() && moodle {
            let scoid = body
                .text
                .split('&')
                .find_map(|pair| pair.strip_prefix("scoid="));
            sco = scoid.map(str::to_owned);
        }
        if sco.is_some() && self.sco.is_some() && sco != self.sco {
            self.sent.clear();
            self.open = false;
        }
        self.sco = sco.or(self.sco.take());
        self.commits += 1;
        if !self.open {
            self.open = true;
            self.say(number, Heard::of(ApiFunction::Initialize));
        }
        let ends = ends_session(&request.url, &values);
        for (element, value) in in_order(values) {
            let known = self.sent.get(&element);
            let is_new = known.map_or(!value.is_empty(), |known| *known != value);
            if is_new && !element_name::is_read_only(&element) {
                let args = [Told::whole(&element), Told::whole(&value)];
                self.say(number, Heard::of(ApiFunction::SetValue).with_args(args));
            }
            self.sent.insert(element, value);
        }
        let function = if ends {
            self.open = false;
            ApiFunction::Terminate
        } else {
            ApiFunction::Commit
        };
        let (result, error) = answer(response);
        self.say(
            number,
            Heard {
                result: result.map(Told::whole),
                error,
                ..Heard::of(function)
            },
        );
    }

    fn say(&mut self, number: usize, heard: Heard) {
        let heard = Heard {
            derived: true,
            ..heard
        };
        self.reader.hear(Format::Har, number, Said::Call(heard));
    }
}

/// Moodle adds up the time only when a session ends; other LMSs name the function in the address.
fn ends_session(url: &str, values: &BTreeMap<String, String>) -> bool {
    let path = url
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let named = ["finish", "terminate"]
        .iter()
        .any(|word| path.contains(word));
    let time = ["cmi.core.total_time", "cmi.total_time"];
    let moodle = path.contains("/mod/scorm/datamodel.php");
    named || (moodle && time.iter().any(|name| values.contains_key(*name)))
}

/// The values in an order in which content can set them: records by index, each with its id first.
fn in_order(values: BTreeMap<String, String>) -> Vec<(String, String)> {
    let key = |name: &str| -> Vec<(usize, usize, String)> {
        let parts = name.split('.');
        parts
            .map(|part| match (part, part.parse::<usize>()) {
                (_, Ok(index)) => (1, index, String::new()),
                ("id", _) => (0, 0, String::new()),
                ("type", _) => (0, 1, String::new()),
                (other, Err(_)) => (2, 0, other.to_owned()),
            })
            .collect()
    };
    let mut ordered: Vec<(String, String)> = values.into_iter().collect();
    ordered.sort_by_cached_key(|(name, _)| key(name));
    ordered
}

/// What the server's answer means to the caller of Commit.
fn answer(response: &Response) -> (Option<&'static str>, Option<u16>) {
    let truth = |truth: bool| Some(if truth { "true" } else { "false" });
    if response.status >= 400 || response.status == 0 {
        return (truth(false), None);
    }
    let text = response.content.text.trim();
    // Moodle: a truth value, then the code on the next line.
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    if let "true" | "false" = first {
        let error = lines.next().and_then(|code| code.parse().ok());
        return (truth(first == "true"), error);
    }
    let Ok(json) = serde_json::from_str::<serde_json::Value>(text) else {
        return (None, None);
    };
    let result = match &json["result"] {
        serde_json::Value::Bool(result) => truth(*result),
        serde_json::Value::String(result) if result == "true" => truth(true),
        serde_json::Value::String(result) if result == "false" => truth(false),
        _ => None,
    };
    let error = json["errorCode"]
        .as_u64()
        .and_then(|code| code.try_into().ok());
    (result, error)
}
