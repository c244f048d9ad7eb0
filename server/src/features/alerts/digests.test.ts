/** Digests and the mail with the monthly report, by the clocks of accounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import {
  type AlertHarness,
  alertDeps,
  reviewMailsTo,
  setAlerts,
  startAlertHarness,
} from '../../testing/alert-harness.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { refuseChanges } from '../../testing/refuse-changes.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { digestDayOf, digestTime, periodDayOf, periodStarts } from './digest-days.ts';
import { deleteOldAlerts, sweepDigests } from './digests.ts';

const neverAborted = new AbortController().signal;
const hour = 3_600_000;
const day = 24 * hour;

describe('the days of digests', () => {
  test.each([
    // Berlin sets its clocks back on 2026-10-25 and forward on 2026-03-29.
    ['2026-10-25T06:59:59Z', 'Europe/Berlin', '2026-10-24'],
    ['2026-10-25T07:00:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-24T06:00:00Z', 'Europe/Berlin', '2026-10-24'],
    ['2026-03-28T06:59:59Z', 'Europe/Berlin', '2026-03-27'],
    ['2026-03-29T06:00:00Z', 'Europe/Berlin', '2026-03-29'],
    // New York, Kathmandu and Kiritimati.
    ['2026-11-01T12:59:59Z', 'America/New_York', '2026-10-31'],
    ['2026-11-01T13:00:00Z', 'America/New_York', '2026-11-01'],
    ['2026-05-01T02:15:00Z', 'Asia/Kathmandu', '2026-05-01'],
    ['2026-05-01T18:00:00Z', 'Pacific/Kiritimati', '2026-05-02'],
  ])('at %s in %s those of %s are due', (now, zone, due) => {
    expect(digestDayOf(new Date(now), zone)).toBe(due);
  });

  test('weeks begin on Monday, months on the first, and both may be two days late', () => {
    expect(
      ['2026-11-22', '2026-11-23', '2026-11-25', '2026-11-26'].map((one) => periodDayOf('weekly', one)),
    ).toEqual([null, '2026-11-23', '2026-11-23', null]);
    expect(
      ['2026-11-30', '2026-12-01', '2026-12-03', '2026-12-04'].map((one) => periodDayOf('monthly', one)),
    ).toEqual([null, '2026-12-01', '2026-12-01', null]);
    expect(periodDayOf('daily', '2026-11-22')).toBe('2026-11-22');
    expect(periodStarts('monthly', '2026-03-01')).toEqual({ from: '2026-02-01', before: '2026-01-01' });
    expect(periodStarts('weekly', '2026-03-02')).toEqual({ from: '2026-02-23', before: '2026-02-16' });
  });

  test('the periods of a zone follow each other without a gap over a year with its changes of the clock', () => {
    for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'])
      for (let at = Date.UTC(2026, 0, 2); at < Date.UTC(2027, 0, 2); at += day) {
        const today = new Date(at).toISOString().slice(0, 10);
        const { from } = periodStarts('daily', today);
        const hours = (digestTime(today, zone).getTime() - digestTime(from, zone).getTime()) / hour;
        expect(hours).toBeGreaterThanOrEqual(23);
        expect(hours).toBeLessThanOrEqual(25);
        expect(digestDayOf(digestTime(today, zone), zone)).toBe(today);
      }
  });
});

describe.each(featureModes)('digests, %s', (mode) => {
  let app: TestApp;
  let count = 100;
  let place: AlertHarness;
  /** 8:00 of the day after the reviews of a test. */
  let eight: number;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    place = await startAlertHarness(app, count);
    await queryAsOwner(app.services.db, 'delete from news');
    await queryAsOwner(app.services.db, 'delete from digests');
    await queryAsOwner(app.services.db, 'delete from digest_days');
    eight = digestTime(dayOf(Date.now() + day), 'UTC').getTime();
  });

  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const sweepAt = (time: number) => sweepDigests(alertDeps(app, new Date(time)), neverAborted);
  const mails = (user = place.owner) => reviewMailsTo(app, user);
  const choose = (alerts: Parameters<typeof setAlerts>[2], user = place.owner) =>
    setAlerts(app, user, { newReviews: 'off', ...alerts });
  const moveNews = (time: number, condition: string) =>
    queryAsOwner(app.services.db, `update news set at = $1 where account_id = $2 and ${condition}`, [
      new Date(time),
      place.owner.accountId,
    ]);
  /** Reviews that arrive at another time than now. */
  const arrive = async (time: number, ...reviews: Parameters<AlertHarness['post']>) => {
    await place.post(...reviews);
    await moveNews(time, `at between now() - interval '5 minutes' and now()`);
  };
  /** The first Monday, or the first of a month, at 8:00 from `time` on. */
  const nextMonday = (time: number) => {
    const late = (new Date(time).getUTCDay() + 6) % 7;
    return digestTime(dayOf(time + ((7 - late) % 7) * day), 'UTC').getTime();
  };
  const nextFirst = (time: number) => {
    const at = new Date(time);
    return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1, 8);
  };

  test('a day with reviews has one digest at eight, with those that wait first', async () => {
    await choose({ digest: 'daily' });
    await arrive(
      eight - hour,
      { rating: 5, text: 'Lovely.', reply: { text: 'Thanks', at: null, state: 'published', reason: null } },
      { rating: 2, text: 'So slow.', writtenAt: new Date(Date.now() - hour) },
    );
    await sweepAt(eight - 1000);
    expect(await mails()).toEqual([]);
    await sweepAt(eight);
    const [digest, ...more] = await mails();
    expect(more).toEqual([]);
    expect(digest).toMatchObject({ kind: 'review-digest', subject: 'New reviews of the last day: 2' });
    expect(digest?.text).toMatch(
      /New reviews: 2 \(↑ day before: 0\)\nAverage stars: 3\.5\nNot replied yet: \d/,
    );
    expect(digest?.text.indexOf('So slow.')).toBeLessThan(digest?.text.indexOf('Lovely.') ?? -1);
    for (const time of [eight, eight + hour, eight + 12 * hour]) await sweepAt(time);
    expect(await mails()).toHaveLength(1);
    // The next day has nothing.
    await sweepAt(eight + day);
    expect(await mails()).toHaveLength(1);
  });

  test('a digest that was not made leaves its reviews to the next one', async () => {
    await choose({ digest: 'daily' });
    await sweepAt(eight - day);
    await arrive(eight - hour, {});
    // Nobody worked for two days.
    await sweepAt(eight + 2 * day);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['New reviews of the last day: 1']);
    await arrive(eight + 2 * day + hour, {}, {});
    await sweepAt(eight + 3 * day);
    expect((await mails()).at(-1)?.subject).toBe('New reviews of the last day: 2');
  });

  test('a worker that dies while it makes a digest leaves it to the next one, which makes it once', async () => {
    await choose({ digest: 'daily' });
    await arrive(eight - hour, {});
    const deps = alertDeps(app, new Date(eight));
    await sweepDigests({ ...deps, queueMail: () => Promise.reject(new Error('killed')) }, neverAborted);
    expect(await mails()).toEqual([]);
    await Promise.all([sweepDigests(deps, neverAborted), sweepDigests(deps, neverAborted)]);
    expect(await mails()).toHaveLength(1);
  });

  test('a digest that always fails is given up, and the next one has its reviews', async () => {
    await choose({ digest: 'daily' });
    await sweepAt(eight - day);
    await arrive(eight - hour, {});
    const deps = alertDeps(app, new Date(eight));
    const failing = { ...deps, queueMail: () => Promise.reject(new Error('broken')) };
    await sweepDigests(failing, neverAborted);
    // As if the sweeps of an hour had failed.
    await queryAsOwner(app.services.db, 'update digests set attempts = 60 where done_at is null');
    await sweepDigests(deps, neverAborted);
    await sweepDigests(deps, neverAborted);
    expect(await mails()).toEqual([]);
    await arrive(eight + hour, {});
    await sweepAt(eight + day);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['New reviews of the last day: 2']);
  });

  test('an account whose day cannot be planned does not keep the others of its zone back', async () => {
    count += 1;
    const later = await startAlertHarness(app, count);
    for (const user of [place.owner, later.owner]) await choose({ digest: 'daily' }, user);
    await arrive(eight - hour, {});
    await later.post({});
    await queryAsOwner(app.services.db, 'update news set at = $1 where account_id = $2', [
      new Date(eight - hour),
      later.owner.accountId,
    ]);
    const allow = await refuseChanges(app, 'digest_days', 'insert', place.owner.accountId);
    try {
      await sweepAt(eight);
    } finally {
      await allow();
    }
    expect(await mails()).toEqual([]);
    expect(await mails(later.owner)).toHaveLength(1);
    await sweepAt(eight);
    expect(await mails()).toHaveLength(1);
  });

  test('quiet hours move it to their end, and what the member chose by then counts', async () => {
    const quietHours = { from: '22:00', to: '10:30' };
    const other = await addTeamMember(app, place.owner, `other-${count}@example.com`);
    for (const user of [place.owner, other]) await choose({ digest: 'daily', quietHours }, user);
    await arrive(eight - hour, {});
    await sweepAt(eight + hour);
    expect(await mails()).toEqual([]);
    await choose({ digest: 'off' }, other);
    await sweepAt(eight + 2.5 * hour);
    expect(await mails()).toHaveLength(1);
    expect(await mails(other)).toEqual([]);
  });

  test('weekly and monthly digests come once for their period and compare it with the one before', async () => {
    const monthly = await addTeamMember(app, place.owner, `monthly-${count}@example.com`);
    await choose({ digest: 'weekly' });
    await choose({ digest: 'monthly' }, monthly);
    const monday = nextMonday(Date.now() + 8 * day);
    await arrive(monday - 8 * day, {}, {}, {});
    await arrive(monday - day, {}, {});
    await sweepAt(monday - 1000);
    expect(await mails()).toEqual([]);
    await sweepAt(monday + day);
    await sweepAt(monday + 2 * day);
    const [weekly, ...more] = await mails();
    expect(more).toEqual([]);
    expect(weekly?.subject).toBe('New reviews of the last week: 2');
    expect(weekly?.text).toContain('New reviews: 2 (↓ week before: 3)');
    const first = nextFirst(monday);
    await moveNews(first - day, 'true');
    await sweepAt(first);
    await sweepAt(first + day);
    expect((await mails(monthly)).map(({ subject }) => subject)).toEqual([
      'New reviews of the last month: 5',
    ]);
  });

  test('the clock of the account decides, and a limited member reads of their locations only', async () => {
    await queryAsOwner(app.services.db, `update accounts set time_zone = 'Asia/Tokyo' where id = $1`, [
      place.owner.accountId,
    ]);
    const { json } = await place.owner.call('GET', '/businesses');
    const [business] = (json as { businesses: { id: string }[] }).businesses;
    const made = await place.owner.call('POST', `/businesses/${business?.id}/locations`, someLocation);
    const far = (made.json as { location: { id: string } }).location.id;
    const limited = await addTeamMember(app, place.owner, `limited-${count}@example.com`, {
      role: 'viewer',
      locationIds: [far],
    });
    for (const user of [place.owner, limited]) await choose({ digest: 'daily' }, user);
    const inTokyo = digestTime(dayOf(Date.now() + 2 * day), 'Asia/Tokyo').getTime();
    await arrive(inTokyo - hour, {});
    await sweepAt(inTokyo - 1000);
    expect(await mails()).toEqual([]);
    await sweepAt(inTokyo);
    expect(await mails()).toHaveLength(1);
    expect(await mails(limited)).toEqual([]);
  });

  test('the report comes on the first of a month, when there is something to report', async () => {
    await choose({ digest: 'off', monthlyReport: true });
    await place.post({ rating: 4 });
    const month = dayOf(Date.now()).slice(0, 7);
    const first = nextFirst(Date.now());
    await sweepAt(first - 1000);
    expect(await mails()).toEqual([]);
    await sweepAt(first);
    const [report, ...more] = await mails();
    expect(more).toEqual([]);
    expect(report?.kind).toBe('monthly-report');
    expect(report?.text).toContain(`/reports/monthly?account=${place.owner.accountId}&month=${month}`);
    // Two months later there is neither a month nor a month before with a review.
    for (const later of [nextFirst(first), nextFirst(nextFirst(first))]) await sweepAt(later);
    expect(await mails()).toHaveLength(2);
  });

  test('news and digests that are long over are deleted', async () => {
    await choose({ digest: 'daily' });
    await arrive(eight - hour, {});
    await sweepAt(eight);
    await deleteOldAlerts(alertDeps(app, new Date(eight + 101 * day)), neverAborted);
    const left = await inTenant(app.services.db, place.owner.accountId, async (trx) => [
      ...(await trx.selectFrom('news').select('account_id').execute()),
      ...(await trx.selectFrom('digests').select('account_id').execute()),
    ]);
    expect(left).toEqual([]);
  });
});
