import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { expect, test } from 'vitest';
import { makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { toEmbedJson } from './embed-json.tsx';
import { renderEmbed } from './render-embed.tsx';

const own = (fields: object) => makeReview(0, { writtenAt: '2022-11-20T12:00:00.000Z', ...fields });
const shown = (fields: object, date: 'absolute' | 'relative') =>
  renderEmbed(makeSnapshot({ reviews: [own(fields)] }, { date })).html;

test('a day that no file told is not printed, and an age is printed as its year', () => {
  expect(shown({}, 'absolute')).toContain('<span>Nov 20, 2022</span>');
  expect(shown({ dateBasis: 'relative' }, 'absolute')).toContain('<span>2022</span>');
  expect(shown({ dateBasis: 'relative' }, 'relative')).toMatch(/<time datetime="2022-11-20">2022<\/time>/i);
  for (const date of ['absolute', 'relative'] as const)
    expect(shown({ dateBasis: 'given' }, date)).not.toContain('2022');
});

test('what people draw themselves has no day that nobody told', () => {
  const settings = embedSettingsSchema.parse({ date: 'absolute' });
  const snapshot = { ...makeSnapshot(), settings };
  const [given, relative] = toEmbedJson({
    ...snapshot,
    reviews: [own({ dateBasis: 'given' }), own({ dateBasis: 'relative' })],
  }).reviews;
  expect(given?.writtenAt).toBeNull();
  expect(relative).toMatchObject({ writtenAt: '2022-11-20T12:00:00.000Z', dateBasis: 'relative' });
});
