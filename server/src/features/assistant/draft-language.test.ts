import { expect, test } from 'vitest';
import { isOtherLanguage } from './draft-language.ts';

const drafts = {
  en: 'Thank you very much for your review. We are glad that you had a good time with us.',
  de: 'Vielen Dank für Ihre Bewertung. Es freut uns sehr, dass es Ihnen bei uns gefallen hat.',
  fr: 'Merci beaucoup pour votre avis. Nous sommes ravis que vous ayez passé un bon moment.',
  nl: 'Hartelijk bedankt voor uw review. Het doet ons plezier dat u een fijne tijd bij ons had.',
  es: 'Muchas gracias por su reseña. Nos alegra que lo pasara bien con nosotros.',
  sr: 'Hvala vam na lepoj oceni. Drago nam je da ste bili zadovoljni.',
  ja: 'この度は素敵な口コミをありがとうございます。',
};
const languages = Object.keys(drafts) as (keyof typeof drafts)[];

test.each(languages.flatMap((wanted) => languages.map((written) => [wanted, written] as const)))(
  'a review in %s and a draft in %s',
  (wanted, written) => {
    expect(isOtherLanguage(drafts[written], wanted)).toBe(wanted !== written);
  },
);

test.each([
  ['a language that is never found', drafts.en, 'id'],
  ['a review whose language is unknown', drafts.en, null],
  ['too little to tell', 'OK!', 'de'],
  ['a close relative', drafts.sr, 'hr'],
  ['Serbian in its other script', 'Хвала вам на лепој оцени.', 'sr'],
])('%s is no reason to refuse a draft', (_why, text, wanted) => {
  expect(isOtherLanguage(text, wanted)).toBe(false);
});
