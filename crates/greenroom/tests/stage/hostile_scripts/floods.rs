//! Scripts that make more of something than anybody can take: messages, threads, windows, requests.

use super::Script;

pub(super) const SCRIPTS: &[Script] = &[
    ("console-many", "for (;;) console.error('again and again')"),
    ("console-huge", "const text = 'x'.repeat(1e7); forever(() => console.log(text))"),
    ("console-wide", "const all = new Array(50000).fill('x'.repeat(100)); forever(() => console.log(...all))"),
    ("console-deep-stack", "const deeper = (n) => n ? deeper(n - 1) : console.trace(n); forever(() => deeper(5000))"),
    ("exceptions-many", "for (let n = 0; n < 1000000; n++) setTimeout(() => { throw new Error('again') })"),
    ("exceptions-huge", "const text = 'x'.repeat(1e7); forever(() => setTimeout(() => { throw new Error(text) }))"),
    ("rejections", "for (;;) Promise.reject(new Error('again'))"),
    ("workers", "for (let n = 0; n < 200; n++) new Worker('worker.js')"),
    ("nested-workers", "new Worker('nested.js')"),
    ("shared-workers", "for (let n = 0; n < 50; n++) new SharedWorker('shared.js', String(n))"),
    (
        "service-workers",
        "for (let n = 0; n < 50; n++)
             navigator.serviceWorker.register('service.js', {scope: '/content/' + n}).catch(() => {})",
    ),
    (
        "worker-console",
        "const code = new Blob(['for (;;) console.error(\"x\".repeat(100000))']);
         for (let n = 0; n < 4; n++) new Worker(URL.createObjectURL(code))",
    ),
    (
        "frames-that-load",
        "for (let n = 0; n < 1000; n++) { const frame = document.createElement('iframe');
             frame.srcdoc = '<p>x'; document.body.append(frame) }",
    ),
    (
        "refused-requests",
        "forever(() => { for (let n = 0; n < 100; n++)
             fetch('http://example.com/' + 'x'.repeat(30000) + Math.random()).catch(() => {}) })",
    ),
    ("popups", "forever(() => window.open('page.html'))"),
    ("blank-popups", "for (let n = 0; n < 1000; n++) window.open('about:blank', '_blank', 'width=99')"),
    ("fetch", "forever(() => { for (let n = 0; n < 100; n++) fetch('page.html?' + Math.random()).catch(() => {}) })"),
    (
        "requests",
        "forever(() => { for (let n = 0; n < 100; n++) { const r = new XMLHttpRequest();
             r.open('GET', 'page.html?' + Math.random()); r.send() } })",
    ),
    (
        "images",
        "forever(() => { for (let n = 0; n < 100; n++) new Image().src = 'data:image/png;base64,' + 'A'.repeat(1e5) })",
    ),
    (
        "web-sockets",
        "forever(() => { for (let n = 0; n < 20; n++) new WebSocket('ws://' + location.host + '/player/events') })",
    ),
    ("beacons", "forever(() => navigator.sendBeacon('page.html', 'x'.repeat(60000)))"),
    (
        "downloads",
        "forever(() => { const a = document.createElement('a'); a.download = 'x'.repeat(1000);
             a.href = URL.createObjectURL(new Blob(['x'])); a.click() })",
    ),
    ("notifications", "forever(() => { Notification.requestPermission(); new Notification('x') })"),
    (
        "permissions",
        "forever(() => { navigator.geolocation.getCurrentPosition(() => {}, () => {});
             navigator.mediaDevices?.getUserMedia({audio: true, video: true}).catch(() => {}) })",
    ),
    ("clipboard", "forever(() => navigator.clipboard?.writeText('x'.repeat(1e6)).catch(() => {}))"),
    (
        "speech-and-sound",
        "forever(() => { window.speechSynthesis?.speak(new SpeechSynthesisUtterance('x'.repeat(1000)));
             new Audio('data:audio/wav;base64,UklGRg==').play().catch(() => {}) })",
    ),
    (
        "broadcast",
        "const channel = new BroadcastChannel('x'); const other = new BroadcastChannel('x');
         other.onmessage = () => {}; forever(() => { for (let n = 0; n < 100; n++) channel.postMessage('x'.repeat(1e5)) })",
    ),
    ("file-choosers", "forever(() => { const i = document.createElement('input'); i.type = 'file'; i.click() })"),
    ("form-posts", "forever(() => { document.body.innerHTML = '<form method=post target=_blank><input name=a></form>'; document.forms[0].submit() })"),
    ("links-to-programs", "forever(() => { location.href = 'mailto:' + Math.random() })"),
    ("focus", "forever(() => { window.focus(); window.blur(); window.moveTo(0, 0); window.resizeTo(1e5, 1e5) })"),
];
