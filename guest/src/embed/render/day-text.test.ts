import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { expect, test } from 'vitest';
import { makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { toEmbedJson } from './embed-json.tsx';
import { renderEmbed } from './render-embed.tsx';

const own = (fields: object) => makeReview(0, { writtenAt: '2022-11-20T12:00:00.000Z', ...fields });
const shown = (fields: object, date: 'absolute' | 'relative') =>
  renderEmbed(makeSnapshot({ reviews: [own(fields)] }, { date })).html;

test('a date that no file gave is not shown, and an age is shown as its year', () => {
  expect(shown({}, 'absolute')).toContain('<span>Nov 20, 2022</span>');
  expect(shown({ dateBasis: 'relative' }, 'absolute')).toContain('<span>2022</span>');
  expect(shown({ dateBasis: 'relative' }, 'relative')).toMatch(/<time datetime="2022-11-20">2022<\/time>/i);
  for (const date of ['absolute', 'relative'] as const)
    expect(shown({ dateBasis: 'given' }, date)).not.toContain('2022');
});

test.each([
  ['nl', '20 nov 2022'],
  ['de', '20. Nov. 2022'],
] as const)('a date in %s is written as people there write it', (language, day) => {
  const snapshot = makeSnapshot({ reviews: [own({})] }, { date: 'absolute', language });
  expect(renderEmbed(snapshot).html).toContain(`<span>${day}</span>`);
});

test('the JSON has no date that no file gave', () => {
  const settings = embedSettingsSchema.parse({ date: 'absolute' });
  const snapshot = { ...makeSnapshot(), settings };
  const [given, relative] = toEmbedJson({
    ...snapshot,
    reviews: [own({ dateBasis: 'given' }), own({ dateBasis: 'relative' })],
  }).reviews;
  expect(given?.writtenAt).toBeNull();
  expect(relative).toMatchObject({ writtenAt: '2022-11-20T12:00:00.000Z', dateBasis: 'relative' });
});
