/** The child process of words.ts: counts the words of one request after another. */
import { countWords, type WordText } from './word-counts.ts';

process.on('message', (texts: WordText[]) => {
  process.send?.(countWords(texts));
});
