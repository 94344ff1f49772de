// Theme and language of the file's reader; kept where the browser lets a file keep anything.

import { effect, signal } from "@preact/signals";
import { type Language, language } from "../inspector/words";

export const theme = signal<"light" | "dark" | null>(null);

const KEY = "greenroom-trace";

export function useSettings(): void {
  language.value = navigator.language.startsWith("de") ? "de" : "en";
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (kept.theme === "light" || kept.theme === "dark") theme.value = kept.theme;
    if (kept.language === "en" || kept.language === "de") language.value = kept.language as Language;
  } catch {
    // Nothing was kept.
  }
  effect(() => {
    const root = document.documentElement;
    root.lang = language.value;
    if (theme.value) root.dataset["theme"] = theme.value;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme: theme.value, language: language.value }));
    } catch {
      // Nothing can be kept.
    }
  });
}

export function turnTheme(): void {
  const dark = theme.value ? theme.value === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  theme.value = dark ? "light" : "dark";
}
