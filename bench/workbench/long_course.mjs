// A course that calls as many times as it is told, then goes on with a call every so often.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MANIFEST = `<?xml version="1.0"?>
<manifest identifier="LONG" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="O"><organization identifier="O"><title>A long course</title>
    <item identifier="I" identifierref="R"><title>The only page</title></item></organization></organizations>
  <resources><resource identifier="R" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource></resources>
</manifest>`;

/** What a page of a course does, over and over: read, answer a question, note the place; some calls are refused. */
const PAGE = `<!DOCTYPE html><html lang="en"><head><title>Long</title></head><body><h1>Long</h1>
<script>
  const api = parent.API_1484_11;
  const ASKED = 100;
  const calls = [
    (n) => api.SetValue("cmi.location", "page-" + n),
    () => api.GetValue("cmi.suspend_data"),
    (n) => api.SetValue("cmi.suspend_data", "seen=" + "x".repeat(n % 200)),
    (n) => api.SetValue("cmi.interactions." + (n % ASKED) + ".learner_response", "answer " + n),
    (n) => (n % 1000 === 4 ? api.SetValue("cmi.nonsense", "1") : api.GetValue("cmi.interactions._count")),
    (n) => api.SetValue("cmi.progress_measure", String((n % 1000) / 1000)),
    () => api.GetLastError(),
    () => api.Commit(""),
  ];
  // Every eighth call would commit; a course does that now and then.
  const call = (n) => (n % 8 === 7 && n % 800 !== 7 ? calls[6](n) : calls[n % 8](n));
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  addEventListener("load", async () => {
    await pause(300);
    api.Initialize("");
    for (let n = 0; n < ASKED; n += 1) {
      api.SetValue("cmi.interactions." + n + ".id", "question-" + n);
      api.SetValue("cmi.interactions." + n + ".type", "fill-in");
    }
    let made = 0;
    for (; made < COUNT; made += 1) {
      call(made);
      if (made % 2000 === 1999) await pause(0);
    }
    document.title = "done";
    for (; EVERY > 0; made += 1) {
      await pause(EVERY);
      call(made);
    }
  });
</script></body></html>`;

/** Writes it; `every` is the pause between later calls in milliseconds, 0 for none. */
export function writeCourse(folder, count, every) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "imsmanifest.xml"), MANIFEST);
  writeFileSync(join(folder, "index.html"), PAGE.replace("COUNT", count).replace("EVERY", every).replace("EVERY", every));
  return folder;
}
