import { languages } from '@kindling/contract/constants';
import { contrast, readableOn } from '@kindling/design/color';
import { embedTexts } from '@kindling/locales/embed.ts';
import en from '@kindling/locales/en/embed.json';
import { languageFacts } from '@kindling/locales/languages.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../testing/hostile-text.ts';
import { makeSnapshot } from '../testing/snapshots.ts';
import { avatarColor, avatarColorCount, displayName, initials } from './author.ts';
import { disclosureText } from './disclosure.ts';
import { inlineJson, inlineText } from './inline-json.ts';
import { textsOf } from './texts.ts';

describe('inlineJson', () => {
  it('returns its input when parsed, and cannot end a script, a comment or a line', () => {
    const corpus = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostileTexts), fc.jsonValue());
    fc.assert(
      fc.property(corpus, (value) => {
        const json = inlineJson(value);
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('inlineText', () => {
  it('is one JavaScript string, and closes or opens no element, for any text', () => {
    const corpus = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\\', "'", '"', '<', '/', '!--', 'script', '\n', '\u2028') }),
      fc.constantFrom(...hostileTexts),
    );
    fc.assert(
      fc.property(corpus, (text) => {
        const literal = inlineText(text);
        expect(literal).not.toMatch(/<\/|<!|<script|[\n\r\u2028\u2029]/i);
        expect(new Function(`return ${literal}`)()).toBe(text);
      }),
    );
  });
});

describe('authors', () => {
  it.each([
    ['Anna Maria Schmidt', 'Anna S.', 'AS'],
    ['Anna S.', 'Anna S.', 'AS'],
    ['élodie', 'élodie', 'É'],
    ['Eva ßeta', 'Eva S.', 'ES'],
    ['محمد العلي', 'محمد ا.', 'ما'],
    ['👩‍🚀 Zoë Berg', '👩‍🚀 B.', 'ZB'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['(Bob) "the" Builder', '(Bob) B.', 'BB'],
    ['नमस्ते', 'नमस्ते', 'न'],
  ])('%s is shortened to %s and drawn as %s', (name, short, letters) => {
    expect(displayName(name, 'short')).toBe(short);
    expect(displayName(short, 'short')).toBe(short);
    expect(initials(name)).toBe(letters);
  });

  it('is null when hidden, missing or blank', () => {
    expect(displayName('Anna', 'hidden')).toBeNull();
    expect(displayName(null, 'full')).toBeNull();
    expect(displayName(' \u0000 \n', 'full')).toBeNull();
  });

  it('returns at most two graphemes of limited length and a valid color, for any name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostileTexts)), (name) => {
        const drawn = initials(name);
        expect(drawn.isWellFormed()).toBe(true);
        expect(drawn.length).toBeLessThanOrEqual(32);
        expect([...new Intl.Segmenter('en').segment(drawn)].length).toBeLessThanOrEqual(2);
        expect(avatarColor(name)).toBeLessThan(avatarColorCount);
        expect(avatarColor(name)).toBe(avatarColor(name));
      }),
    );
  });
});

describe('colors', () => {
  it('makes any accent readable on both surfaces and leaves a readable one alone', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, fc.constantFrom('#ffffff', '#171a21'), (accent, back) => {
        expect(contrast(readableOn(accent, back), back)).toBeGreaterThanOrEqual(4.5);
        if (contrast(accent, back) >= 4.5) expect(readableOn(accent, back)).toBe(accent);
      }),
    );
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  });
});

describe('texts', () => {
  it('has, in every language, the English keys in the plural forms of that language', () => {
    const places = (text: string | undefined) => new Set(text?.match(/\{\w+\}/g));
    for (const language of languages) {
      const rules = new Intl.PluralRules(languageFacts[language].tag);
      // The form of millions is covered by the general one.
      const forms = rules.resolvedOptions().pluralCategories.filter((form) => form !== 'many');
      const expected = Object.keys(en).flatMap((key) =>
        key.endsWith('_other')
          ? forms.map((form) => key.replace(/other$/, form))
          : key.endsWith('_one')
            ? []
            : [key],
      );
      const texts: Record<string, string> = embedTexts[language];
      expect(Object.keys(texts).sort()).toEqual(expected.sort());
      for (const key of Object.keys(texts)) {
        const source = (en as Record<string, string>)[key.replace(/_few$/, '_other')];
        if (key.endsWith('_one'))
          for (const place of places(texts[key]))
            expect(places((en as Record<string, string>)[key.replace(/_one$/, '_other')])).toContain(place);
        else expect(places(texts[key])).toEqual(places(source));
      }
    }
  });

  it('chooses the Serbian plural forms', () => {
    const texts = textsOf('sr');
    expect([1, 3, 5, 11, 21, 22].map((count) => texts.plural('reviews', count))).toEqual([
      '1 recenzija',
      '3 recenzije',
      '5 recenzija',
      '11 recenzija',
      '21 recenzija',
      '22 recenzije',
    ]);
  });
});

describe('the disclosure', () => {
  const of = (
    disclosure: ReturnType<typeof makeSnapshot>['disclosure'],
    order: 'newest' | 'highest' | 'pinned' = 'newest',
    language: (typeof languages)[number] = 'en',
  ) => disclosureText(makeSnapshot({ disclosure }, { order, language }), textsOf(language));

  it('has numbers and reasons', () => {
    expect(of({ shown: 42, total: 57, omitted: [{ reason: 'rating', count: 15 }], minimumRating: 3 })).toBe(
      'Showing 42 of 57 reviews; 15 not shown: rated 1–2 stars',
    );
    const limit = {
      shown: 12,
      total: 300,
      omitted: [{ reason: 'limit' as const, count: 288 }],
      minimumRating: 1,
    };
    expect(of(limit)).toBe('Showing the 12 newest of 300 reviews');
    expect(of(limit, 'highest')).toBe('Showing the 12 highest rated of 300 reviews');
    expect(of(limit, 'newest', 'de')).toBe('Die 12 neuesten von 300 Bewertungen');
    const both = {
      ...limit,
      omitted: [
        { reason: 'hidden' as const, count: 3 },
        { reason: 'limit' as const, count: 285 },
      ],
    };
    expect(of(both)).toBe('Showing 12 of 300 reviews; 288 not shown: 3 hidden by the business, 285 older');
    expect(of({ shown: 5, total: 5, omitted: [], minimumRating: 1 })).toBeNull();
  });

  it.each([
    [
      'en',
      'Showing 12 of 300 reviews; 3 chosen by the business; 288 not shown: 1 because of the business’s tags, 7 written in other languages, 280 older',
    ],
    [
      'de',
      '12 von 300 Bewertungen; 3 vom Unternehmen ausgewählt; 288 nicht gezeigt: 1 wegen Schlagwörtern des Unternehmens, 7 in anderen Sprachen geschrieben, 280 ältere',
    ],
  ] as const)('has no superlative beside picked reviews, which it counts: %s', (language, words) => {
    const omitted = [
      { reason: 'tags' as const, count: 1 },
      { reason: 'language' as const, count: 7 },
      { reason: 'limit' as const, count: 280 },
    ];
    expect(of({ shown: 12, total: 300, omitted, minimumRating: 1, picked: 3 }, 'newest', language)).toBe(
      words,
    );
  });

  it('says what the business put first, also where nothing is left out', () => {
    const all = { shown: 5, total: 5, omitted: [], minimumRating: 1 };
    expect(of({ ...all, pinned: 1 }, 'pinned')).toBe('Showing 5 of 5 reviews; 1 put first by the business');
    expect(of({ ...all, picked: 2 })).toBe('Showing 5 of 5 reviews; 2 chosen by the business');
  });

  it.each([
    ['en', 'Showing 12 of 300 reviews; 288 not shown: further down the list'],
    ['de', '12 von 300 Bewertungen; 288 nicht gezeigt: weiter unten in der Liste'],
    ['fr', '12 avis affichés sur 300; 288 non affichés\u202f: plus bas dans la liste'],
    ['nl', '12 van 300 reviews; 288 niet getoond: lager in de lijst'],
    ['es', '12 de 300 reseñas; 288 no mostradas: más abajo en la lista'],
    ['sr', 'Prikazano 12 od 300 recenzija; 288 nije prikazano: niže na listi'],
  ] as const)('has no superlative when pinned reviews come first: %s', (language, words) => {
    const omitted = [{ reason: 'limit' as const, count: 288 }];
    expect(of({ shown: 12, total: 300, omitted, minimumRating: 1 }, 'pinned', language)).toBe(words);
  });
});
