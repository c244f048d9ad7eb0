/**
 * Replaces what is selected, with a blank line between the new words and text on either side that touches them.
 * @returns the whole text, and where the new words end
 */
export function insertText(
  text: string,
  { start, end }: { start: number; end: number },
  words: string,
): { text: string; cursor: number } {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const lead = /\S$/.test(before) ? `${before}\n\n${words}` : `${before}${words}`;
  return { text: /^\S/.test(after) ? `${lead}\n\n${after}` : `${lead}${after}`, cursor: lead.length };
}
