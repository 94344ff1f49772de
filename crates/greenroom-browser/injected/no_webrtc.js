// WebRTC sends UDP around every proxy, so it does not exist in a context with a network policy.
(() => {
  for (const name of [
    "RTCPeerConnection",
    "webkitRTCPeerConnection",
    "RTCDataChannel",
    "RTCIceTransport",
    "RTCDtlsTransport",
    "RTCSctpTransport",
  ]) {
    delete globalThis[name];
  }
})();
