// Packs a folder of 500 MB with `greenroom pack` and with `zip -9`, and prints the ratio of their times and
// the memory that packing takes. Usage: node bench/pack/measure.mjs PROGRAM [MEGABYTES]
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const program = resolve(process.argv[2]);
const megabytes = Number(process.argv[3] ?? 500);
const MOST_MEMORY = 100;
const folder = mkdtempSync(join(tmpdir(), "greenroom-pack-"));

let state = 1;
const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
};

// As courses are: films that do not shrink, and as many bytes of pages, scripts and data that do.
function course(root) {
    mkdirSync(join(root, "media"), { recursive: true });
    mkdirSync(join(root, "data"), { recursive: true });
    const files = [];
    const half = megabytes / 2;
    for (let at = 0; at < half; at += 25) {
        const bytes = new Uint32Array((25 << 20) / 4).map(random);
        files.push(`media/film${at}.mp4`);
        writeFileSync(join(root, files.at(-1)), bytes);
    }
    const words = Array.from({ length: 5000 }, () => random().toString(36));
    for (let at = 0; at < half; at += 5) {
        const parts = [];
        for (let length = 0; length < 5 << 20; ) {
            const word = words[random() % words.length];
            parts.push(word);
            length += word.length + 1;
        }
        files.push(`data/text${at}.txt`);
        writeFileSync(join(root, files.at(-1)), parts.join(" "));
    }
    const listed = files.map((file) => `<file href="${file}"/>`).join("\n");
    writeFileSync(join(root, "index.html"), "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Large</title><p>Large</p></html>");
    writeFileSync(
        join(root, "imsmanifest.xml"),
        `<manifest identifier="large" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"><metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata><organizations default="o"><organization identifier="o"><title>Large</title><item identifier="i" identifierref="r"><title>Large</title></item></organization></organizations><resources><resource identifier="r" type="webcontent" adlcp:scormType="asset" href="index.html"><file href="index.html"/>${listed}</resource></resources></manifest>`,
    );
}

// Wall and processor time of a command, by the shell's own clock.
function timed(command, cwd) {
    const script = `TIMEFORMAT='%R %U %S'; time ${command} >/dev/null`;
    const run = spawnSync("bash", ["-c", script], { cwd, encoding: "utf8" });
    const line = run.stderr.trim().split("\n").at(-1);
    const [wall, user, system] = line.split(" ").map(Number);
    if (run.status !== 0 || Number.isNaN(wall)) throw new Error(run.stderr);
    return { wall, cpu: user + system };
}

// The most memory that the program, and the workers it starts, ever held.
async function memory(arguments_, cwd, env) {
    const child = spawn(program, arguments_, { cwd, env, stdio: "ignore" });
    const peaks = new Map();
    const look = (pid) => {
        try {
            const status = readFileSync(`/proc/${pid}/status`, "utf8");
            // One that has just ended has no memory any more.
            peaks.set(pid, Math.max(peaks.get(pid) ?? 0, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)));
            for (const task of readdirSync(`/proc/${pid}/task`))
                for (const one of readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" "))
                    if (one.trim()) look(Number(one));
        } catch {
            // It has ended.
        }
    };
    const watching = setInterval(() => look(child.pid), 20);
    const code = await new Promise((done) => child.on("exit", done));
    clearInterval(watching);
    if (code !== 0) throw new Error(`packing ended with ${code}`);
    const own = peaks.get(child.pid) ?? 0;
    peaks.delete(child.pid);
    return { own: own / 1024, workers: Math.max(0, ...peaks.values()) / 1024 };
}

try {
    const root = join(folder, "course");
    course(root);
    const env = { ...process.env, GREENROOM_HOME: join(folder, "home") };
    Object.assign(process.env, env);
    const ours = timed(`'${program}' pack course -o ours.zip --force`, folder);
    const theirs = timed("zip -9 -r -q ../theirs.zip .", root);
    const held = await memory(["pack", "course", "-o", "ours.zip", "--force"], folder, env);
    const size = (name) => (statSync(join(folder, name)).size / (1 << 20)).toFixed(1);
    const ratio = ours.wall / theirs.wall;
    console.log(`greenroom pack  ${ours.wall.toFixed(1)} s (${ours.cpu.toFixed(1)} s of processors), ${size("ours.zip")} MB`);
    console.log(`zip -9          ${theirs.wall.toFixed(1)} s (${theirs.cpu.toFixed(1)} s of processors), ${size("theirs.zip")} MB`);
    console.log(`ratio of times  ${ratio.toFixed(2)} (at most 1.00)`);
    console.log(`memory          ${held.own.toFixed(0)} MB (at most ${MOST_MEMORY}), lint worker ${held.workers.toFixed(0)} MB`);
    if (ratio > 1 || held.own > MOST_MEMORY) process.exitCode = 1;
} finally {
    rmSync(folder, { recursive: true, force: true });
}
