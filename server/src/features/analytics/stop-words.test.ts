import { describe, expect, test } from 'vitest';
import { stopWordAdditions } from './stop-word-additions.ts';
import { stopWordsOf } from './stop-words.ts';
import { countWords } from './word-counts.ts';

/** Sentences of reviews; of each language the words that tell something are named. */
const sentences = [
  ['en', 'Not bad at all, we will always come back again. It’s really great bread, don’t skip it!', 'bread'],
  ['de', 'Leider nicht wieder, einfach immer nur sehr laut. Das Brot war wirklich nie frisch.', 'brot'],
  ['es', 'Nunca más, no volveremos otra vez. Siempre hay mucho ruido y el pan está muy seco.', 'pan'],
  ['fr', 'Je n’ai jamais été déçu, c’est toujours très bon. Le pain n’était pas encore froid.', 'pain'],
  ['nl', 'Nooit meer, weer heel erg lang gewacht. Het brood was echt niet lekker, helaas.', 'brood'],
  ['hr', 'Nikad više, opet vrlo loše. Kruh uvijek jako dobar, ali ništa novo, baš šteta.', 'kruh'],
  ['sr', 'Никад више, опет врло лоше. Хлеб увек јако добар, али ништа ново, баш штета.', 'хлеб'],
  ['it', 'Mai più, sempre molto rumore. Il pane non è davvero ancora fresco, però buono.', 'pane'],
  ['ru', 'Никогда больше, опять очень долго ждали. Хлеб действительно не свежий, просто ужас.', 'хлеб'],
  ['ja', 'とても美味しいパンです。いつも混んでいますが、また行きたい。', 'パン'],
] as const;

/** Negations and words without a meaning of their own. */
const emptyWords = {
  en: ['not', 'again', 'never', 'always', 'really', 'back', 'don’t', "don't", 'it’s', 'will'],
  de: ['nicht', 'wieder', 'nie', 'immer', 'leider', 'einfach', 'wirklich'],
  es: ['nunca', 'siempre', 'otra', 'vez', 'mucho', 'está'],
  fr: ['jamais', 'toujours', 'très', 'encore', 'c’est', 'n’était', 'pas'],
  nl: ['nooit', 'weer', 'heel', 'erg', 'echt', 'helaas'],
  hr: ['nikad', 'opet', 'uvijek', 'jako', 'ništa', 'baš'],
  sr: ['никад', 'опет', 'увек', 'јако', 'ništa', 'uvek'],
} as const;

describe('words without a meaning of their own', () => {
  test.each(Object.entries(emptyWords))('are known in %s', (language, words) => {
    const isStopWord = stopWordsOf(language);
    expect(words.filter((word) => isStopWord?.(word) !== true)).toEqual([]);
  });

  test.each(sentences)('are not counted in %s, and the others are', (language, text, telling) => {
    const [counted] = countWords([1, 2].map(() => ({ language, rating: 5, text })));
    const found = counted?.words.map(({ word }) => word) ?? [];
    expect(found).toContain(telling);
    const empty = Object.entries(emptyWords).flatMap(([one, words]) => (one === language ? words : []));
    expect(found.filter((word) => empty.some((one) => one === word))).toEqual([]);
  });

  test('belong to a language with a list', () => {
    for (const [language, words] of Object.entries(stopWordAdditions)) {
      expect(stopWordsOf(language), language).not.toBeNull();
      expect(new Set(words).size, language).toBe(words.length);
    }
  });
});
