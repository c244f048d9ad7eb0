import { maxRuleWordLength, maxRuleWords } from '@kindling/contract/tags';

/** The words of a rule from entries as they were typed or pasted: one for each part between separators, none twice. */
export function toRuleWords(entries: readonly string[]): string[] {
  const words = new Map<string, string>();
  for (const part of entries.flatMap((entry) => entry.split(/[,;\r\n]/))) {
    const word = part.trim().slice(0, maxRuleWordLength).trim();
    const key = word.toLowerCase();
    if (word !== '' && !words.has(key)) words.set(key, word);
  }
  return [...words.values()].slice(0, maxRuleWords);
}
