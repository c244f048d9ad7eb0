import { expect, test } from 'vitest';
import { languages } from './constants.ts';
import { findWording, wordingKinds } from './wording.ts';

const bad = {
  en: ['Please leave a good review', 'Get a discount for your review', 'If you enjoyed your visit, tell us'],
  de: ['Geben Sie uns 5 Sterne', 'Rabatt für Ihre Bewertung', 'Wenn Sie zufrieden waren'],
  es: ['Déjanos una buena reseña', 'Un regalo por tu opinión', 'Si te ha gustado, cuéntalo'],
  fr: ['Laissez un avis positif', 'Un cadeau pour votre avis', 'Si vous avez aimé votre visite'],
  nl: ['Geef ons een goede review', 'Korting voor uw mening', 'Als u tevreden bent'],
  sr: ['Ostavite nam dobru recenziju', 'Popust za vaš utisak', 'Ako ste zadovoljni'],
} as const;

test.each(
  Object.entries(bad).flatMap(([language, texts]) =>
    texts.map((text, index) => [language as keyof typeof bad, text, wordingKinds[index]] as const),
  ),
)('points out in %s: %s', (language, text, kind) => {
  expect(findWording(text, language).map((note) => note.kind)).toEqual([kind]);
});

test.each([
  ['en', 'How was your visit? Feel free to tell us what we can do better.'],
  ['de', 'Wie war Ihr Besuch? Sagen Sie uns ehrlich, was wir besser machen können.'],
  ['es', '¿Cómo fue su visita? Díganos con sinceridad qué podemos mejorar.'],
  ['fr', 'Comment était votre visite ? Dites-nous franchement ce que nous pouvons améliorer.'],
  ['nl', 'Hoe was uw bezoek? Vertel ons eerlijk wat beter kan.'],
  ['sr', 'Kako vam je bilo? Recite nam iskreno šta možemo bolje.'],
] as const)('leaves an honest question in %s alone', (language, text) => {
  expect(findWording(text, language)).toEqual([]);
});

test('quotes the words as they are written, and reads long texts in no time', () => {
  expect(findWording('A FREE Coffee for you', 'en')).toEqual([{ kind: 'reward', words: 'FREE Coffee' }]);
  const started = performance.now();
  for (const language of languages) findWording('a '.repeat(20_000), language);
  expect(performance.now() - started).toBeLessThan(1_000);
});
