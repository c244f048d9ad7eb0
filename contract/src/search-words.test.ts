import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, formsOf } from './search-fold.ts';
import { findMatches } from './search-matches.ts';
import { maxSearchWords, parseSearch, tokensOf } from './search-words.ts';

function marked(text: string, typed: string): string[] {
  return findMatches(text, parseSearch(typed) ?? []).map(([start, end]) => text.slice(start, end));
}

describe('what a search finds', () => {
  test.each([
    ['beginnings of words', 'Lovely croissants, lovely coffee', 'lov', ['Lov', 'lov']],
    ['no middle of a word', 'Unlovely', 'lov', []],
    ['accents typed or not', 'Un café très agréable', 'cafe agréa', ['café', 'agréa']],
    ['accents as characters of their own', 'Un cafe\u0301 serré', 'café', ['cafe\u0301']],
    ['German letters in capitals', 'DIE GRÖSSE', 'größe', ['GRÖSSE']],
    ['umlauts spelled out in the search', 'Frau Müller war nett', 'mueller', ['Müller']],
    ['umlauts spelled out in the text', 'Frau Mueller war nett', 'Müller', ['Mueller']],
    ['ß by one of its letters', 'Große Auswahl', 'gros', ['Groß']],
    ['Danish and Polish letters', 'Rødgrød i Łódź', 'rodgrod lodz', ['Rødgrød', 'Łódź']],
    ['dotless i', 'Kapalı ISPARTA', 'kapali ısparta', ['Kapalı', 'ISPARTA']],
    ['Serbian in Latin by Cyrillic', 'Njegoš i Đorđe', 'Његош Ђорђе', ['Njegoš', 'Đorđe']],
    ['Serbian in Cyrillic by Latin', 'Љубазно особље', 'ljubaz', ['Љубаз']],
    ['dj for đ', 'Ђорђе је одличан', 'djordje', ['Ђорђе']],
    ['Russian by Cyrillic', 'Очень ВКУСНО', 'вкусно', ['ВКУСНО']],
    ['Greek accents and the final sigma', 'Ωραίος χώρος', 'ωραιοσ', ['Ωραίος']],
    ['Chinese', '服务很好，菜也很好吃', '好吃', ['好吃']],
    ['a single Chinese character', '菜很好', '菜', ['菜']],
    ['Japanese', '東京駅の近くで美味しい', '駅の近', ['駅の近']],
    ['no Japanese characters in another order', '京都と東', '東京', []],
    ['Japanese beside Latin', 'Apple銀座店', 'apple 銀座', ['Apple', '銀座']],
    ['Korean in both forms of Unicode', '한국어 리뷰'.normalize('NFD'), '리뷰', ['리뷰'.normalize('NFD')]],
    ['Thai', 'อาหารอร่อยมาก', 'อร่อย', ['อร่อย']],
    ['Arabic with vowel marks', 'المَطْعَمُ رائع', 'المطعم', ['المَطْعَمُ']],
    ['Arabic without the article', 'المطعم رائع', 'مطعم', ['مطعم']],
    ['forms of alef, ya and ta marbuta', 'أحلى قهوة على البحر', 'احلي قهوه', ['أحلى', 'قهوة']],
    ['Persian ya and kaf', 'کیک خوب', 'كيك', ['کیک']],
    ['Arabic digits', 'زرت ٢٠٢٦', '2026', ['٢٠٢٦']],
    ['Hebrew with points', 'שָׁלוֹם', 'שלום', ['שָׁלוֹם']],
    ['words with soft hyphens', 'Scho\u00adko\u00adlade', 'schokolade', ['Scho\u00adko\u00adlade']],
    ['a phrase', 'the food was great, the staff great', '"staff great"', ['staff great']],
    ['no phrase in another order', 'great staff', '"staff great"', []],
    ['exact words in a phrase', 'the staffs', '"staff"', []],
    ['typographic quotes', 'sehr gutes Essen', '„gutes Essen“', ['gutes Essen']],
    ['an open quote', 'sehr gutes Essen', '"gutes Essen', ['gutes Essen']],
    ['nothing without letters', 'really?!', '?!', []],
  ])('%s', (_, text, typed, wanted) => {
    expect(marked(text, typed)).toEqual(wanted);
  });

  test('nothing typed and nothing readable are told apart', () => {
    expect(parseSearch('   ')).toBeNull();
    expect(parseSearch('?! 🦆')).toEqual([]);
  });

  test('a search is bounded in its words and its characters', () => {
    expect(parseSearch('word '.repeat(100))).toHaveLength(maxSearchWords);
    expect(parseSearch('東'.repeat(5_000))?.flat().length).toBeLessThanOrEqual(40);
  });
});

const letters = fc.constantFrom(
  ...'abcßéÄøđджњЉ東京駅がｶﾞ한글ไทยกมىةال٣،. "\'-'.split(''),
  'e\u0301',
  '𝒳',
  '🦆',
  '\u00ad',
  '\u0e33',
  '\u1100\u1161',
  'ﬁ',
  '½',
);
const anyText = fc.oneof(
  fc.string({ unit: letters, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('for any text', () => {
  test('places are in order, do not overlap and split no character', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, typed) => {
        let last = 0;
        for (const [start, end] of findMatches(text, parseSearch(typed) ?? [])) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          for (const place of [start, end]) expect(isBetweenCharacters(text, place)).toBe(true);
          last = end;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('each word of a text is found by itself, and what is marked folds to it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of [...tokensOf(text)].slice(0, maxSearchWords)) {
          const word = text.slice(token.start, token.end);
          const places = findMatches(text, parseSearch(word) ?? []);
          expect(places.some(([start, end]) => start <= token.start && end >= token.end)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('what a beginning of a word marks begins with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 20 }), fc.nat(), (text, cut) => {
        const [token] = tokensOf(text);
        if (token === undefined || token.single || /[東京駅가-힣がｶไทยกม]/u.test(text.normalize('NFC')))
          return;
        const word = formsOf(text.slice(token.start, token.end))[0]?.text ?? '';
        const beginning = Array.from(word)
          .slice(0, 1 + (cut % word.length))
          .join('');
        for (const [start, end] of findMatches(text, [[{ forms: [beginning], prefix: true }]]))
          expect(formsOf(text.slice(start, end)).some((form) => form.text.startsWith(beginning))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('folding twice changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => fold(fold(text)) === fold(text)),
      { numRuns: 2_000, examples: [['ｶ-ﾞ']] },
    );
  });
});

function isBetweenCharacters(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  const before = text.charCodeAt(place - 1);
  return !(code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff);
}
