// Judges packages by `greenroom batch check` with 1, 2 and 4 workers, and prints packages per minute, processor
// seconds per package, and memory. Then as many small packages as wanted in one batch, for its memory.
// Usage: node bench/batch/measure.mjs PROGRAM [FOLDER OF PACKAGES] [HOW OFTEN EACH] [SMALL PACKAGES]
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";

const program = resolve(process.argv[2]);
const data = process.env.GREENROOM_TEST_DATA;
const packages = process.argv[3] ?? (data && join(data, "packages"));
const times = Number(process.argv[4] ?? 20);
const small = Number(process.argv[5] ?? 10000);
const folder = mkdtempSync(join(tmpdir(), "greenroom-batch-"));

// Runs a batch; the time of processors includes the workers that lint.
async function batch(source, workers, home) {
    const env = { ...process.env, GREENROOM_HOME: home };
    const out = join(folder, "out.jsonl");
    const script = `TIMEFORMAT='%R %U %S'; time '${program}' batch check '${source}' --again --quiet --workers ${workers} -o '${out}'`;
    const child = spawn("bash", ["-c", script], { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    let peak = 0;
    let together = 0;
    const resident = (pid, name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
    const below = (pid) =>
        readdirSync(`/proc/${pid}/task`).flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter((one) => one.trim()).map(Number));
    const watching = setInterval(() => {
        try {
            const [own] = below(child.pid);
            peak = Math.max(peak, resident(own, "VmHWM"));
            together = Math.max(together, [own, ...below(own)].reduce((sum, pid) => sum + resident(pid, "VmRSS"), 0));
        } catch {
            // It has ended, or not begun.
        }
    }, 50);
    const code = await new Promise((done) => child.on("exit", done));
    clearInterval(watching);
    const [wall, user, system] = said.trim().split("\n").at(-1).split(" ").map(Number);
    if (Number.isNaN(wall) || code > 2) throw new Error(said);
    const rows = readFileSync(out, "utf8").trim().split("\n").length;
    return { rows, wall, cpu: user + system, peak: peak / 1024, together: together / 1024 };
}

// All packages below a folder, zipped and repeated. Each copy is the same content, so that `--again` is needed.
function repeated(from, to) {
    mkdirSync(to);
    let number = 0;
    for (const name of readdirSync(from)) {
        const path = join(from, name);
        let zip = path;
        if (statSync(path).isDirectory()) {
            zip = join(folder, `${name}.zip`);
            if (spawnSync("zip", ["-q", "-r", zip, "."], { cwd: path }).status !== 0) continue;
        } else if (extname(name) !== ".zip") continue;
        for (let time = 0; time < times; time++) copyFileSync(zip, join(to, `${String(number++).padStart(5, "0")}-${basename(zip)}`));
    }
    return number;
}

// Small packages that all differ.
function tiny(to) {
    mkdirSync(to);
    for (let number = 0; number < small; number++) {
        const root = join(to, String(number).padStart(5, "0"));
        mkdirSync(root);
        writeFileSync(join(root, "index.html"), `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${number}</title><p>${number}</p></html>`);
        writeFileSync(
            join(root, "imsmanifest.xml"),
            `<manifest identifier="m${number}" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"><metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata><organizations default="o"><organization identifier="o"><title>Small</title><item identifier="i" identifierref="r"><title>Small</title></item></organization></organizations><resources><resource identifier="r" type="webcontent" adlcp:scormtype="asset" href="${number % 3 ? "index.html" : "gone.html"}"/></resources></manifest>`,
        );
    }
}

const line = (name, run) =>
    console.log(
        `${name.padEnd(28)} ${String(run.rows).padStart(6)} packages, ${((run.rows / run.wall) * 60).toFixed(0).padStart(6)} per minute, ` +
            `${((run.cpu / run.rows) * 1000).toFixed(1).padStart(6)} ms of processors each, peak ${run.peak.toFixed(0)} MB, with lint workers ${run.together.toFixed(0)} MB`,
    );

try {
    console.log(`${cpus().length} cores`);
    if (packages) {
        const all = join(folder, "all");
        repeated(packages, all);
        const runs = [];
        for (const workers of [1, 2, 4]) {
            const run = await batch(all, workers, join(folder, "home"));
            runs.push(run);
            line(`${workers} worker${workers > 1 ? "s" : ""}`, run);
        }
        const each = runs.map((run) => run.cpu / run.rows);
        const spread = (Math.max(...each) / Math.min(...each) - 1) * 100;
        console.log(`processor time per package differs by ${spread.toFixed(1)} % (at most 10 %)`);
    } else console.log("no packages: name a folder, or set GREENROOM_TEST_DATA");
    for (const count of small ? [small / 10, small] : []) {
        rmSync(join(folder, "small"), { recursive: true, force: true });
        tiny(join(folder, "small"));
        for (let number = count; number < small; number++) rmSync(join(folder, "small", String(number).padStart(5, "0")), { recursive: true });
        line(`${count} small ones, 2 workers`, await batch(join(folder, "small"), 2, join(folder, "home")));
    }
} finally {
    rmSync(folder, { recursive: true, force: true });
}
