/** The phrase of a text that a look marks. */

/** Long enough to say something, short enough to be read at a glance. */
const lengths = { least: 12, most: 70 } as const;

/**
 * What stands before the phrase, the phrase, and what follows; together they are the text. The phrase is the first sentence
 * or clause of a fitting length, as its author wrote it; empty where there is none.
 */
export function splitPhrase(text: string): readonly [before: string, phrase: string, after: string] {
  for (const { 0: found, index } of text.matchAll(/[^.!?,;:\n]+[.!?]*/g)) {
    const phrase = found.trim();
    if (phrase.length < lengths.least || phrase.length > lengths.most) continue;
    const from = index + found.indexOf(phrase);
    return [text.slice(0, from), phrase, text.slice(from + phrase.length)];
  }
  return [text, '', ''];
}
