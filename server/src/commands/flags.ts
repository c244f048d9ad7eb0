export interface Flags {
  values: Map<string, string>;
  switches: Set<string>;
  /** Words that belong to no flag. */
  rest: string[];
}

/** Reads words such as `file --journal <file> --expired`; null for an unknown flag or one without its value. */
export function readFlags(
  words: readonly string[],
  known: { values?: readonly string[]; switches?: readonly string[] },
): Flags | null {
  const flags: Flags = { values: new Map(), switches: new Set(), rest: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('--')) {
      flags.rest.push(word);
      continue;
    }
    if (known.switches?.includes(word)) {
      flags.switches.add(word);
      continue;
    }
    const value = words[at + 1];
    if (!known.values?.includes(word) || value === undefined) return null;
    flags.values.set(word, value);
    at += 1;
  }
  return flags;
}
