// Offers data as a file.

export function download(name: string, content: unknown): void {
  save(name, new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
}

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
