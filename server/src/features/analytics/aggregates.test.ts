/** Imports real reviews through the product and compares every figure with a count of the file itself, by every filter. */
import { readFileSync } from 'node:fs';
import type { DashboardFigures, DashboardVisits, DashboardWords } from '@kindling/contract/analytics';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { expectMedian } from '../../testing/expect-median.ts';
import { importFile } from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

interface Sample {
  id: string;
  author: string;
  rating: number;
  text: string;
  lang: string;
  date: string;
  /** `YYYY-MM-DD` in the account's zone. */
  day: string;
  reply: string | null;
  /** Minutes until the reply. */
  wait: number;
  place: 'one' | 'two';
  tagged: boolean;
}

const timeZone = 'America/New_York';
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone });
const dayOf = ({ day }: Sample) => day;

/** A part of the samples of simulators/demo-data, whose README names their sources and licenses. */
function readSamples(): Sample[] {
  return readFileSync(new URL('../../../../simulators/demo-data/reviews.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample & { ratingMax: number })
    .filter(
      ({ ratingMax, date }) =>
        ratingMax === 5 && date?.endsWith('.000Z') === true && !date.endsWith('T00:00:00.000Z'),
    )
    .slice(0, 700)
    .map((raw, index) => ({
      id: raw.id,
      author: raw.author ?? '',
      rating: raw.rating,
      text: raw.text.trim(),
      lang: raw.lang,
      date: raw.date,
      day: dayFormat.format(new Date(raw.date)),
      reply: raw.reply ?? (index % 3 === 0 ? 'Thank you' : null),
      wait: 7 + ((index * 37) % 4_000),
      place: raw.lang === 'en' ? 'one' : 'two',
      tagged: index % 4 === 0,
    }));
}

const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;

function csvOf(samples: readonly Sample[]): string {
  const rows = samples.map((one) =>
    [
      one.id,
      one.author,
      String(one.rating),
      one.text,
      one.date,
      one.reply ?? '',
      one.reply === null ? '' : new Date(Date.parse(one.date) + one.wait * 60_000).toISOString(),
    ]
      .map(cell)
      .join(','),
  );
  return ['id,author,rating,text,date,reply,reply date', ...rows].join('\n');
}

const averageOf = (samples: readonly Sample[]) =>
  samples.length === 0 ? null : samples.reduce((sum, { rating }) => sum + rating, 0) / samples.length;
const starsOf = (samples: readonly Sample[]) =>
  [1, 2, 3, 4, 5].map((stars) => samples.filter(({ rating }) => rating === stars).length);

describe.each(featureModes)('figures of imported reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  const samples = readSamples();
  const places = { one: '', two: '' };
  const businesses = { one: '', two: '' };
  const tagId = newId();

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('aggregates@example.com');
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('accounts').set({ time_zone: timeZone }).where('id', '=', user.accountId).execute(),
    );
    const [first] = await listBusinesses();
    const made = await user.call('POST', '/businesses', { name: 'Second' });
    const second = (made.json as { business: { id: string } }).business;
    businesses.one = first?.id ?? '';
    businesses.two = second.id;
    for (const one of await listBusinesses()) {
      const place = one.id === second.id ? 'two' : 'one';
      places[place] = one.locations[0]?.id ?? '';
    }
    for (const place of ['one', 'two'] as const) {
      const own = samples.filter((one) => one.place === place);
      await importFile(app, user, csvOf(own), { locationId: places[place] });
    }
    await inTenant(app.services.db, user.accountId, async (trx) => {
      await trx
        .updateTable('locations')
        .set({ address: '12 Main Street, Portland, OR 97205' })
        .where('account_id', '=', user.accountId)
        .where('id', '=', places.two)
        .execute();
      await trx
        .insertInto('tags')
        .values({
          account_id: user.accountId,
          id: tagId,
          name: 'Parking',
          name_key: 'parking',
          color: 'blue',
        })
        .execute();
      // No two of them were written at the same moment.
      const times = samples.map(({ date }) => date);
      await sql`
        update reviews r set language = s.lang, tag_ids = case when s.tagged then array[${tagId}::uuid] else '{}' end
          from unnest(${times}::timestamptz[], ${samples.map(({ lang }) => lang)}::text[],
                      ${samples.map(({ tagged }) => tagged)}::boolean[]) s (time, lang, tagged)
         where r.account_id = ${user.accountId}::uuid and r.written_at = s.time`.execute(trx);
    });
  });
  afterAll(() => app.close());

  const listBusinesses = async () =>
    (
      (await user.call('GET', '/businesses')).json as {
        businesses: { id: string; locations: { id: string }[] }[];
      }
    ).businesses;
  const figures = async (query: string) =>
    (await user.call('GET', `/dashboard/figures?${query}`)).json as DashboardFigures;

  const scopes = [
    ['everything', () => '', () => true],
    ['a location', () => `&locationId=${places.two}`, (one: Sample) => one.place === 'two'],
    ['a business', () => `&businessId=${businesses.one}`, (one: Sample) => one.place === 'one'],
  ] as const;
  const periods = [
    ['all time', '', ''],
    ['a year', '2025-06-01', '2026-05-31'],
    ['within months', '2025-10-11', '2026-05-23'],
    ['months', '2026-02-01', '2026-04-30'],
    ['a week', '2026-05-19', '2026-05-25'],
    ['one day', '2026-05-25', '2026-05-25'],
  ] as const;

  test.each(
    scopes.flatMap((scope) => periods.map((period) => [scope[0], period[0], scope, period] as const)),
  )('%s, %s', async (_scope, _period, [, query, within], [period, from, to]) => {
    const asked = `${from === '' ? '' : `from=${from}&to=${to}`}${query()}`;
    const answer = await figures(asked);
    const own = samples.filter((one) => within(one));
    const now = own.filter((one) => from === '' || (dayOf(one) >= from && dayOf(one) <= to));
    expect(answer.figures).toMatchObject({
      total: now.length,
      // Imported reviews cannot be answered.
      answerable: 0,
      answered: 0,
      ratings: starsOf(now),
      average: averageOf(now),
      recommended: 0,
    });
    const waits = now.filter(({ reply }) => reply !== null).map(({ wait }) => wait);
    expectMedian(answer.figures.medianWait, waits);
    if (from !== '') {
      const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
      const first =
        period === 'months'
          ? '2025-11-01'
          : new Date(Date.parse(from) - days * 86_400_000).toISOString().slice(0, 10);
      expect(answer.before).toMatchObject({ from: first });
      const before = own.filter((one) => dayOf(one) >= first && dayOf(one) < from);
      expect(answer.before?.figures).toMatchObject({ total: before.length, ratings: starsOf(before) });
    } else expect(answer.before).toBeNull();
    for (const spans of [answer.points, answer.trend.points]) {
      expect(spans[0]?.from).toBe(answer.period.from);
      expect(spans.at(-1)?.to).toBe(answer.period.to);
    }
    for (const { from: start, to: end, figures: its } of answer.points) {
      const part = now.filter((one) => dayOf(one) >= start && dayOf(one) <= end);
      expect(its).toMatchObject({ total: part.length, ratings: starsOf(part), average: averageOf(part) });
    }
    for (const { from: start, to: end, total, average } of answer.trend.points) {
      const part = now.filter((one) => dayOf(one) >= start && dayOf(one) <= end);
      expect({ total, average }).toEqual({ total: part.length, average: averageOf(part) });
    }
    expect(answer.languages.map(({ language, total }) => [language, total]).sort()).toEqual(
      [...Map.groupBy(now, ({ lang }) => lang)].map(([lang, its]) => [lang, its.length]).sort(),
    );
    expect(answer.tags.map(({ name, total }) => [name, total])).toEqual(
      now.some(({ tagged }) => tagged) ? [['Parking', now.filter(({ tagged }) => tagged).length]] : [],
    );
    expect(answer.locations.reduce((sum, { total }) => sum + total, 0)).toBe(now.length);
    for (const { id, total, average, answered } of answer.locations) {
      const its = now.filter(({ place }) => places[place] === id);
      expect({ total, average, answered }).toEqual({
        total: its.length,
        average: averageOf(its),
        answered: its.filter(({ reply }) => reply !== null).length,
      });
    }
    expect(answer.sources.flatMap(({ source, total }) => (total === 0 ? [] : [[source, total]]))).toEqual(
      now.length === 0 ? [] : [['import', now.length]],
    );
    const counted = await user.call('GET', `/reviews/count?${asked}`);
    expect(counted.json).toEqual({ count: now.length, more: false });
  });

  test.each(['day', 'week', 'month'])('a trend by %s adds up to the period', async (step) => {
    const answer = await figures(`from=2026-03-04&to=2026-05-30&step=${step}`);
    expect(answer.trend.step).toBe(step);
    expect(answer.trend.points.reduce((sum, { total }) => sum + total, 0)).toBe(answer.figures.total);
    expect(answer.figures.total).toBeGreaterThan(100);
  });

  const filters: [string, () => string, (one: Sample) => boolean][] = [
    ...[1, 2, 3, 4, 5].flatMap((stars): [string, () => string, (one: Sample) => boolean][] => [
      [`${stars} and up`, () => `rating=${stars}`, ({ rating }) => rating >= stars],
      [`${stars} only`, () => `rating=${stars}&ratingMode=only`, ({ rating }) => rating === stars],
      [`${stars} or fewer`, () => `rating=${stars}&ratingMode=down`, ({ rating }) => rating <= stars],
    ]),
    ...['de', 'en', 'fr', 'es', 'no'].map((lang): [string, () => string, (one: Sample) => boolean] => [
      `language ${lang}`,
      () => `language=${lang}`,
      (one) => one.lang === lang,
    ]),
    ['source', () => 'source=import', () => true],
    ['another source', () => 'source=google', () => false],
    ['answered', () => 'answered=true', ({ reply }) => reply !== null],
    ['with text', () => 'withText=true', ({ text }) => text !== ''],
    ['without text', () => 'withText=false', ({ text }) => text === ''],
    ['a tag', () => `tagId=${tagId}`, ({ tagged }) => tagged],
    ['hidden', () => 'hidden=true', () => false],
    ['not hidden', () => 'hidden=false', () => true],
    ['removed', () => 'removed=true', () => false],
    ['recommendations', () => 'recommendation=positive', () => false],
    ['not pinned', () => 'pinned=false', () => true],
    ['of nobody', () => 'assigneeId=none', () => true],
    [
      'a tag and stars',
      () => `tagId=${tagId}&rating=4&language=de`,
      (one) => one.tagged && one.rating >= 4 && one.lang === 'de',
    ],
  ];
  test.each(filters)('the list counts %s', async (_name, query, within) => {
    const answer = await user.call('GET', `/reviews/count?${query()}`);
    expect(answer.json).toEqual({ count: samples.filter(within).length, more: false });
  });

  test('words are counted once per review, without those that every text has', async () => {
    const answer = (await user.call('GET', '/dashboard/words')).json as DashboardWords;
    expect(answer.texts).toBe(samples.filter(({ text }) => text !== '').length);
    const english = answer.languages.find(({ language }) => language === 'en');
    expect(english?.words.length).toBeGreaterThan(5);
    for (const { word, count } of english?.words ?? []) {
      const whole = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}'’])${word}(?![\\p{L}\\p{M}\\p{N}'’])`, 'iu');
      const its = samples.filter(({ lang, text }) => lang === 'en' && whole.test(text.slice(0, 1_000)));
      expect(count, word).toBe(its.length);
    }
    expect(english?.words.map(({ word }) => word)).not.toEqual(expect.arrayContaining(['the']));
  });

  test('reviews are counted by the state of their location', async () => {
    const answer = (await user.call('GET', '/dashboard/visits')).json as DashboardVisits;
    const two = samples.filter(({ place }) => place === 'two').length;
    expect(answer.states).toEqual({ basis: 'reviews', items: [{ state: 'OR', count: two }] });
  });

  test.each(['from=2026-05-30&to=2026-05-01', 'from=0000-01-01', 'to=9999-12-31', 'from=2026-02-30'])(
    'a period that is none is refused: %s',
    async (query) => {
      expect((await user.call('GET', `/dashboard/figures?${query}`)).status).toBe(400);
    },
  );
});
