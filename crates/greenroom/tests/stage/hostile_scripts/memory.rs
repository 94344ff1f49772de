//! Scripts that take memory, of each kind that there is.

use super::Script;

pub(super) const SCRIPTS: &[Script] = &[
    ("strings", "const kept = []; for (;;) kept.push(new Array(1e6).join(Math.random()))"),
    ("arrays", "const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()))"),
    ("objects", "let kept = {}; for (;;) kept = {kept, more: {a: [1, 2, 3]}}"),
    ("array-buffers", "const kept = []; for (;;) kept.push(new Uint8Array(1e8).fill(1))"),
    (
        "shared-array-buffers",
        "const kept = []; for (;;) {
             const memory = new WebAssembly.Memory({initial: 1000, maximum: 1000, shared: true});
             new Uint8Array(memory.buffer).fill(1); kept.push(memory) }",
    ),
    (
        "wasm-memory",
        "const kept = []; for (;;) {
             const memory = new WebAssembly.Memory({initial: 10000});
             new Uint8Array(memory.buffer).fill(1); kept.push(memory) }",
    ),
    (
        "nodes",
        "for (;;) { const p = document.createElement('p'); p.textContent = 'x'.repeat(1000);
             document.body.append(p) }",
    ),
    (
        "frames",
        "for (let n = 0; n < 10000; n++) document.body.append(document.createElement('iframe'))",
    ),
    (
        "canvases",
        "const kept = []; forever(() => { const canvas = document.createElement('canvas');
             canvas.width = canvas.height = 4096; const pen = canvas.getContext('2d');
             pen.fillRect(0, 0, 4096, 4096); pen.getImageData(0, 0, 4096, 4096); kept.push(canvas) })",
    ),
    (
        "image-bitmaps",
        "const kept = []; forever(() => createImageBitmap(new ImageData(4096, 4096))
             .then((bitmap) => kept.push(bitmap)))",
    ),
    ("blobs", "const kept = []; forever(() => kept.push(new Blob([new Uint8Array(2e7).fill(1)])))"),
    (
        "webgl",
        "const kept = []; forever(() => { const canvas = document.createElement('canvas');
             canvas.width = canvas.height = 4096; const gl = canvas.getContext('webgl');
             if (gl) { gl.clear(gl.COLOR_BUFFER_BIT); gl.bufferData(gl.ARRAY_BUFFER, 1e8, gl.STATIC_DRAW) }
             kept.push(canvas) })",
    ),
    (
        "audio",
        "const kept = []; forever(() => { const audio = new OfflineAudioContext(32, 44100 * 60, 44100);
             const sound = audio.createOscillator(); sound.connect(audio.destination); sound.start();
             audio.startRendering(); kept.push(audio) })",
    ),
    (
        "local-storage",
        "forever(() => { try { localStorage[Math.random()] = 'x'.repeat(1e6) } catch { localStorage.clear() } })",
    ),
    (
        "indexed-db",
        "indexedDB.open('db').onupgradeneeded = (event) => event.target.result.createObjectStore('s');
         setTimeout(() => { indexedDB.open('db').onsuccess = (event) => forever(() => {
             event.target.result.transaction('s', 'readwrite').objectStore('s')
                 .put(new Uint8Array(1e7).fill(1), Math.random()) }) }, 100)",
    ),
    (
        "cache-storage",
        "caches.open('c').then((cache) => forever(() => {
             cache.put('/content/' + Math.random(), new Response(new Uint8Array(1e7))).catch(() => {}) }))",
    ),
    ("title", "forever(() => { document.title = 'x'.repeat(1e7) + Math.random() })"),
    ("window-name", "forever(() => { window.name = 'x'.repeat(1e7) + Math.random() })"),
    ("giant-values", "forever(() => api.SetValue('cmi.suspend_data', 'x'.repeat(3e6)))"),
    ("giant-history-states", "forever(() => history.pushState('x'.repeat(1e6), ''))"),
    ("cookies", "forever(() => { document.cookie = Math.random() + '=' + 'x'.repeat(4000) })"),
];
