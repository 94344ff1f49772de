//! What other sites and courses try in the browser of a person: rebinding, cross-site sockets,
//! framing, and stealing the token of the page.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::browser_courses::{MANIFEST, shows};
use crate::person::Person;
use crate::playing::Playing;

/// A site of somebody else on this machine: one page, whatever is asked for.
fn site(page: String) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!(
        "http://127.0.0.1:{}/",
        listener.local_addr().unwrap().port()
    );
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut asked = [0; 4096];
            let _read = stream.read(&mut asked);
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
            let _sent = write!(stream, "{head}Content-Length: {}\r\n\r\n{page}", page.len());
        }
    });
    address
}

#[test]
fn another_site_neither_frames_the_page_nor_opens_its_sockets() {
    let agent = Agent::start();
    let address = agent.address();
    let bench = format!("http://127.0.0.1:{}", agent.port());
    let page = ATTACK
        .replace("ADDRESS", &address)
        .replace("WORKBENCH", &bench);
    let visitor = Person::at_address(&site(page));
    let told: Value = visitor.until("window.told");
    assert_eq!(
        told,
        json!({
            "human socket": "refused", "program socket": "refused", "status": "TypeError",
            "pair": "TypeError", "upload": "TypeError", "course": "TypeError", "frame": "loaded nothing",
        })
    );
    // Had the frame been shown, its page would have used the code up.
    let person = Person::visiting(&address, &[]);
    person.sees("[data-connection=online]");
}

#[test]
fn a_name_that_is_bound_to_this_machine_leads_to_nothing() {
    let agent = Agent::start();
    let person = Person::at(&agent);
    // It resolves to the loopback, as a name does that was bound again.
    let rebound = format!("http://rebound.localhost:{}", agent.port());
    let other = Person::at_address(&format!("{rebound}/"));
    let seen: Value = other.run(
        "async () => {
            const socket = new Promise((done) => {
                const one = new WebSocket(`${location.origin.replace('http', 'ws')}/human`);
                one.onopen = () => done('open'); one.onerror = () => done('refused') });
            return [document.querySelector('#workbench') === null, (await fetch('/status')).status,
                (await fetch('/human/pair', {method: 'POST', body: '{}'})).status, await socket] }",
        &[],
    );
    assert_eq!(seen, json!([true, 403, 403, "refused"]));
    person.sees("[data-connection=online]");
}

#[test]
fn a_course_that_a_person_plays_cannot_steal_the_token() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("index.html"), "").unwrap();
    let playing = Playing::start(folder.path());
    let workbench = playing.address().split("/#").next().unwrap();
    let thief = THIEF.replace("WORKBENCH", workbench);
    std::fs::write(folder.path().join("index.html"), thief).unwrap();
    let person = Person::visiting(playing.address(), &[]);
    // The page has something to steal.
    let token: String = person.run("() => sessionStorage.getItem('greenroom.token')", &[]);
    person.clicks("#steal");
    person.clicks("#tab-data");
    let told = person.until(
        "[...document.querySelectorAll('.data-row')].map((line) => line.textContent)
            .find((line) => line.startsWith('suspend_data') && line.includes('over='))",
    );
    let told = told.as_str().unwrap();
    assert!(!told.contains(&token), "{told}");
    for (what, outcome) in [
        ("top.sessionStorage", "SecurityError"),
        ("frames", "SecurityError"),
        ("referrer", "none"),
        ("name", "none"),
        ("ancestor", "none"),
        ("popup", "SecurityError"),
        ("frame", "SecurityError"),
        ("messages", "none"),
    ] {
        let wanted = format!("{what}={outcome};");
        assert!(told.contains(&wanted), "{wanted} is not in {told}");
    }
    person.until(&shows(".play-head h1", "Probe"));
}

/// A page that tries what a site can try.
const ATTACK: &str = r#"<!DOCTYPE html><body><script>
const told = {};
const tried = async (what, act) => { try { told[what] = await act() } catch (error) { told[what] = error.name } };
const socket = (path) => new Promise((done) => {
  const one = new WebSocket("WORKBENCH".replace("http", "ws") + path);
  one.onopen = () => done("open");
  one.onerror = () => done("refused");
});
(async () => {
  await tried("human socket", () => socket("/human"));
  await tried("program socket", () => socket("/"));
  await tried("status", async () => (await fetch("WORKBENCH/status")).status);
  await tried("pair", async () => (await fetch("WORKBENCH/human/pair", { method: "POST", body: "{}" })).status);
  await tried("upload", async () => (await fetch("WORKBENCH/human/courses?name=x.zip", { method: "POST", body: "x" })).status);
  await tried("course", async () => (await fetch("WORKBENCH/courses", { method: "POST", body: "{}" })).status);
  await tried("frame", () => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.onload = () => done("loaded nothing");
    frame.src = "ADDRESS";
    document.body.append(frame);
  }));
  window.told = told;
})();
</script>"#;

/// A course that looks for the token of the page around it.
const THIEF: &str = r##"<!DOCTYPE html><body><button id="steal">Next</button><script>
const told = [];
const tell = (what, outcome) => told.push(`${what}=${outcome};`);
const tried = (what, act) => { try { tell(what, act()) } catch (error) { tell(what, error.name) } };
parent.API.LMSInitialize("");
const heard = [];
addEventListener("message", (event) => heard.push(event.data));
</script><script>
// Until it has left for another origin, a new window is the course's own.
const crossed = async (other) => {
  for (;;) {
    try { other.document.title } catch { return }
    await new Promise((done) => setTimeout(done));
  }
};
tried("top.sessionStorage", () => top.sessionStorage.getItem("greenroom.token"));
tried("frames", () => top.frames.document.title);
tried("referrer", () => document.referrer.includes("#") ? document.referrer : "none");
tried("name", () => parent.name || "none");
tried("ancestor", () => [...location.ancestorOrigins ?? []].some((one) => one.includes("k=")) ? "code" : "none");
document.querySelector("#steal").addEventListener("click", async () => {
  // With the person's own click; where the browser opens none, there is nothing to look into.
  const popup = window.open("WORKBENCH/");
  if (popup) await crossed(popup);
  tried("popup", () => popup ? popup.sessionStorage.getItem("greenroom.token") : "SecurityError");
  popup?.close();
  const frame = document.createElement("iframe");
  frame.src = "WORKBENCH/";
  await new Promise((done) => { frame.onload = done; document.body.append(frame) });
  await crossed(frame.contentWindow);
  tried("frame", () => frame.contentWindow.sessionStorage.getItem("greenroom.token"));
  tried("messages", () => heard.length === 0 ? "none" : JSON.stringify(heard));
  parent.API.LMSSetValue("cmi.suspend_data", told.join("") + "over=");
  parent.API.LMSCommit("");
}, { once: true });
</script>"##;
