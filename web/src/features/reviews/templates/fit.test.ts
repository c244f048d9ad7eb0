import type { ReplyTemplate } from '@kindling/contract/reply-templates';
import { expect, test } from 'vitest';
import { makeReview } from '../../../testing/reviews.ts';
import { fillTemplates, misleadingName, textFor } from './fit.ts';

const at = '2026-11-20T10:00:00.000Z';
const businessId = '0199f000-0000-7000-8000-0000000000b1';

function makeBusiness(name: string, ...locationNames: string[]) {
  const { locationId } = makeReview();
  return {
    id: businessId,
    name,
    website: null,
    category: null,
    phone: null,
    brandColor: null,
    logo: null,
    archivedAt: null,
    updatedAt: at,
    named: true,
    locations: locationNames.map((locationName, index) => ({
      id: index === 0 ? locationId : crypto.randomUUID(),
      businessId,
      name: locationName,
      address: null,
      country: null,
      phone: null,
      timeZone: null,
      updatedAt: at,
    })),
  };
}

test.each([
  ['the name of the business alone', 'Your visit to Linden & Café', 'Linden & Café'],
  ['in other capitals', 'your visit to LINDEN & CAFÉ', 'Linden & Café'],
  ['both names', 'Linden & Café thanks you for your visit to Campers, Denver', null],
  ['the name of the location', 'Your visit to Campers, Denver', null],
  ['no name', 'Thank you', null],
])('a reply to a review of another name, with %s', (_what, reply, named) => {
  const review = makeReview({ locationName: 'Campers, Denver' });
  const several = [makeBusiness('Linden & Café', 'Campers, Denver', 'Linden & Café')];
  expect(misleadingName(reply, review, several)).toBe(named);
  expect(misleadingName(reply, review, [makeBusiness('Linden & Café', 'Campers, Denver')])).toBeNull();
  expect(misleadingName(reply, review, undefined)).toBeNull();
});

test('a location whose name begins with that of its business is named by it', () => {
  const review = makeReview({ locationName: 'Linden & Café, Denver' });
  expect(
    misleadingName('Linden & Café', review, [makeBusiness('Linden & Café', review.locationName, 'Basel')]),
  ).toBeNull();
});

test('templates come by the language of the review, then by that of the person, then by stars', () => {
  const make = (name: string, texts: ReplyTemplate['texts'], ratings: number[] = []): ReplyTemplate => ({
    id: crypto.randomUUID(),
    name,
    texts,
    ratings,
    recommendations: [],
    businessId: null,
    version: 1,
  });
  const templates = [
    make('German', { de: 'Danke, {author|lieber Gast}' }, [5]),
    make('English', { en: 'Thank you, {author|dear guest}', de: 'Danke' }),
    make('French', { fr: 'Merci, {author|cher client}' }),
  ];
  const ranked = fillTemplates(
    templates,
    makeReview({ rating: 5, language: 'fr', authorName: 'Orla Finch' }),
    [],
    'en',
  );
  expect(ranked.map(({ text }) => text)).toEqual(['Merci, Orla', 'Thank you, Orla', 'Danke, Orla']);
});

const inGerman = { de: 'Danke' };
const inBoth = { de: 'Danke', en: 'Thank you' };
test.each([
  ['of the review', { ...inBoth, fr: 'Merci' }, 'fr', 'de', 'fr'],
  ['for all others', { ...inBoth, any: 'Takk' }, 'no', 'de', 'any'],
  ['of the person', inBoth, 'no', 'de', 'de'],
  ['of the person, for a review without words', { ...inBoth, any: 'Takk' }, null, 'de', 'de'],
  ['English', inBoth, 'no', 'fr', 'en'],
  ['English, for a review without words', inBoth, null, 'fr', 'en'],
  ['the first there is', inGerman, 'no', 'fr', 'de'],
] as const)('the text of a template is in the language %s', (_which, texts, ofReview, ofPerson, language) => {
  expect(textFor({ texts }, ofReview, ofPerson).language).toBe(language);
});
