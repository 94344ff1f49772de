//! Scripts that never come to an end, or never let the page be left.

use super::Script;

pub(super) const SCRIPTS: &[Script] = &[
    ("endless-loop", "for (;;) {}"),
    ("alert-loop", "for (;;) alert('again')"),
    ("confirm-loop", "for (;;) confirm('again?')"),
    ("prompt-loop", "for (;;) prompt('again?', 'x'.repeat(100000))"),
    (
        "beforeunload-loop",
        "onbeforeunload = (event) => { event.preventDefault(); for (;;) alert('stay') };
         onpagehide = onunload = () => { for (;;) {} };
         location.href = 'page.html?next'",
    ),
    ("unload-never-ends", "onbeforeunload = onpagehide = onunload = () => { for (;;) {} }"),
    ("print-loop", "for (;;) print()"),
    ("recursion", "forever(() => { const deeper = () => deeper() + 1; try { deeper() } catch {} })"),
    ("regular-expression", "/^(a+)+$/.test('a'.repeat(60) + '!')"),
    ("microtasks", "const again = () => Promise.resolve().then(again); again()"),
    ("timers", "for (let n = 0; n < 100000; n++) setInterval(() => {}, 0)"),
    (
        "animation-frames",
        "const again = () => { requestAnimationFrame(again); requestAnimationFrame(again) };
         for (let n = 0; n < 10; n++) again()",
    ),
    (
        "mutation-observer",
        "new MutationObserver(() => document.body.append('x'))
             .observe(document.body, {childList: true}); document.body.append('x')",
    ),
    (
        "post-message",
        "onmessage = () => { postMessage(new Uint8Array(65536)); postMessage(0) }; postMessage(0)",
    ),
    ("push-state", "for (let n = 0; ; n++) history.pushState(0, '', '#' + n)"),
    ("replace-state", "for (let n = 0; ; n++) history.replaceState('x'.repeat(10000), '', '#' + n)"),
    ("hash", "forever(() => { for (let n = 0; n < 1000; n++) location.hash = Math.random() })"),
    ("reload", "forever(() => location.reload())"),
    ("history-back", "forever(() => { history.pushState(0, '', '?x'); history.back(); history.forward() })"),
    ("document-write", "forever(() => { document.write('<p>x<script>1</' + 'script>') })"),
    (
        "synchronous-requests",
        "for (;;) { const r = new XMLHttpRequest(); r.open('GET', 'page.html', false); r.send() }",
    ),
    (
        "layout",
        "let html = ''; for (let n = 0; n < 300; n++) html += '<div style=\"display:grid\">';
         document.body.innerHTML = html + '<i>x</i>'.repeat(20000);
         forever(() => { document.body.style.width = 500 + Math.random() * 500 + 'px'; document.body.offsetHeight })",
    ),
    (
        "style",
        "document.body.innerHTML = '<p>x</p>'.repeat(20000);
         const style = document.createElement('style');
         style.textContent = ':has(* * * * p ~ p):has(p:nth-last-child(odd of :has(i))) p {color: red}'.repeat(50);
         document.head.append(style); forever(() => { document.body.className = Math.random() })",
    ),
    (
        "svg-filter",
        "document.body.innerHTML = '<svg width=3000 height=3000><filter id=f>'
             + '<feTurbulence baseFrequency=0.9 numOctaves=10 /><feGaussianBlur stdDeviation=100 />'.repeat(20)
             + '</filter><rect width=3000 height=3000 filter=url(#f) /></svg>';
         forever(() => { document.querySelector('rect').setAttribute('x', Math.random()) })",
    ),
    ("api-calls", "for (let n = 0; n < 1000000; n++) api.SetValue('cmi.location', 'place ' + n)"),
    ("commit-loop", "forever(() => { api.SetValue('cmi.location', Math.random()); api.Commit('') })"),
    (
        "fullscreen-and-pointer-lock",
        "forever(() => { document.body.requestFullscreen().catch(() => {});
             document.body.requestPointerLock(); document.exitFullscreen().catch(() => {}) })",
    ),
];
