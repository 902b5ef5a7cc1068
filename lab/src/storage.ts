// What the browser keeps between visits. It may refuse to: then each visit is the first one.

/** Returns a text that was kept, or null. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`setwise-${name}`);
  } catch {
    return null;
  }
}

/** Keeps a text for the next visit. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(`setwise-${name}`, text);
  } catch {
    // A browser without storage.
  }
}
