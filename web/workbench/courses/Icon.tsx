// Small signs beside words; the words say it all.

const PATHS: Record<string, string> = {
  spark: "M8 1.8 9.6 6.4 14.2 8 9.6 9.6 8 14.2 6.4 9.6 1.8 8l4.6-1.6z",
  wheel:
    "M1.8 8a6.2 6.2 0 1 0 12.4 0A6.2 6.2 0 1 0 1.8 8M6.5 8a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M2 7.5h4.5M9.5 7.5H14M8 9.5V14",
  pause: "M5 3v10M11 3v10",
  reload: "M13 8a5 5 0 1 1-1.6-3.7M13.2 2v3.2H10",
  fullscreen: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  window: "M9 2.5h4.5V7M13.2 2.8 8 8M11 9.5v4H2.5V5h4",
  person: "M5.2 5a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0M2.8 14c.6-3 2.7-4.3 5.2-4.3s4.6 1.3 5.2 4.3",
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      class="sign-icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={PATHS[name] ?? ""} />
    </svg>
  );
}
