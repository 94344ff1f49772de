// A resting stage lamp, for views with nothing to show.

export function Lamp() {
  return (
    <svg class="lamp" viewBox="0 0 160 110" width="160" height="110" aria-hidden="true">
      <path class="lamp-light" d="M80 34 30 100h100z" />
      <ellipse class="lamp-floor" cx="80" cy="100" rx="50" ry="6" />
      <path class="lamp-line" d="M80 0v14" />
      <path class="lamp-body" d="M66 14h28l6 20H60z" />
    </svg>
  );
}
