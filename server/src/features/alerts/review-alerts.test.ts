/** Mails about new reviews: about which, to whom, when, and how many. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import {
  type AlertHarness,
  alertDeps,
  reviewMailsTo,
  setAlerts,
  startAlertHarness,
} from '../../testing/alert-harness.ts';
import { featureModes } from '../../testing/database.ts';
import { markReviews } from '../../testing/factories.ts';
import { addManyReviews } from '../../testing/many-reviews.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { holdFirstPartyReview, storeFirstPartyReview } from '../reviews/index.ts';
import { alertsPerHour, sendDueReviewAlerts, sweepReviewAlerts } from './review-alerts.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const neverAborted = new AbortController().signal;

describe.each(featureModes)('mails about new reviews, %s', (mode) => {
  let app: TestApp;
  let count = 0;
  let place: AlertHarness;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    place = await startAlertHarness(app, count);
  });

  const sweepAt = (time: number) => sweepReviewAlerts(alertDeps(app, new Date(time)), neverAborted);
  const mails = (user: TestUser = place.owner) => reviewMailsTo(app, user);
  const member = (name: string, access: Parameters<typeof addTeamMember>[3]) =>
    addTeamMember(app, place.owner, `${name}-${count}@example.com`, access);
  /** Hours of the day that contain this moment, in UTC. */
  const aroundNow = () => {
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(11, 16);
    return { from: at(-1), to: at(2) };
  };

  test('a review tells the member at once, once, with a button to the answer and no name in the subject', async () => {
    expect(await mails()).toEqual([]);
    const [id] = await place.post({ rating: 2, text: 'Cold soup.\n<b>No</b>', authorName: 'Ines Maria' });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^New review: 2 of 5 stars – ./);
    expect(mail?.text).toContain('★★☆☆☆ 2 of 5 stars\n> Cold soup.\n> <b>No</b>\nInes Maria · ');
    expect(mail?.text).toContain(`/reviews?account=${place.owner.accountId}&review=${id}&reply=1`);
    expect(mail?.html).not.toContain('<b>No');
    expect(mail?.unsubscribe).toMatch(/^http:\/\/kindling\.test\/m\/[\w-]{66}$/);
    // The events come again after a worker died.
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      trx.updateTable('event_cursors').set({ position: 0 }).execute(),
    );
    await place.deliver();
    await sweepAt(Date.now() + hour);
    expect(await mails()).toHaveLength(1);
  });

  test('a worker that dies after it noted whom to tell leaves the rest to the next one', async () => {
    place.show([{ rating: 1 }]);
    const { services } = app;
    const broken = { ...alertDeps(app), queueMail: () => Promise.reject(new Error('killed')) };
    await place.sync();
    const [first] = await mails();
    await inTenant(services.db, place.owner.accountId, async (trx) => {
      await trx.updateTable('review_alerts').set({ done_at: null, email_id: null }).execute();
    });
    await expect(sendDueReviewAlerts(broken, place.owner.accountId, neverAborted)).rejects.toThrow('killed');
    await sweepAt(Date.now());
    // The id of the mail is made from review and member, so the repetition stores nothing.
    expect(await mails()).toEqual([first]);
  });

  test('is in the language of each member, and a member who may not reply gets another button', async () => {
    const viewer = await member('viewer', { role: 'viewer', locationIds: null });
    await setAlerts(app, viewer, {});
    await viewer.call('PUT', '/profile/region', { locale: 'de', timeZone: 'UTC' });
    await place.post({ rating: 4 });
    const [mail] = await mails(viewer);
    expect(mail?.subject).toMatch(/^Neue Bewertung: 4 von 5 Sternen – ./);
    expect(mail?.text).toContain('Bewertung öffnen');
    expect(mail?.text).not.toContain('&reply=1');
  });

  test('first syncs, old reviews, reconnections and gaps that a full pass fills alert nobody', async () => {
    // Its first sync read a review that was written a minute before.
    expect(await mails()).toEqual([]);
    await place.post({ writtenAt: new Date(Date.now() - 4 * day) });
    expect(await mails()).toEqual([]);
    place.show([{}]);
    await place.sync('first');
    expect(await mails()).toEqual([]);
    // Two that the platform listed late: the run becomes a full pass, because its count differs.
    place.show(Array.from({ length: 2 }, () => ({ writtenAt: new Date(Date.now() - 2 * day) })));
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      trx.updateTable('listings').set({ full_pass_requested_at: new Date() }).execute(),
    );
    await place.sync('schedule');
    expect(await mails()).toEqual([]);
    // What is newer than everything before alerts, whatever kind of run finds it.
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      trx.updateTable('listings').set({ full_pass_requested_at: new Date() }).execute(),
    );
    await place.post({ rating: 3 });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New review: 3 of 5 stars – ./),
    ]);
  });

  test('who chose low ratings hears of few stars and recommendations against, and of unrated ones only when asked', async () => {
    await setAlerts(app, place.owner, { newReviews: 'low', lowStars: 2 });
    await place.post({ rating: 3 }, { rating: null, recommendation: 'positive' }, { rating: null });
    expect(await mails()).toEqual([]);
    await place.post({ rating: 2 }, { rating: null, recommendation: 'negative' });
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^New review: 2 of 5 stars – ./),
      expect.stringMatching(/^New review: Not recommended – ./),
    ]);
    await setAlerts(app, place.owner, { newReviews: 'low', lowStars: 1, unrated: true });
    await place.post({ rating: null });
    expect((await mails()).at(-1)?.subject).toMatch(/^A new review – ./);
    await setAlerts(app, place.owner, { newReviews: 'off' });
    await place.post({ rating: 1 });
    expect(await mails()).toHaveLength(3);
  });

  test('a member who sees other locations only hears nothing', async () => {
    const { json } = await place.owner.call('GET', '/businesses');
    const [business] = (json as { businesses: { id: string }[] }).businesses;
    const made = await place.owner.call('POST', `/businesses/${business?.id}/locations`, someLocation);
    const far = (made.json as { location: { id: string } }).location.id;
    const near = await member('near', { role: 'responder', locationIds: [place.listing.locationId] });
    const away = await member('away', { role: 'responder', locationIds: [far] });
    for (const user of [near, away]) await setAlerts(app, user, {});
    await place.post({});
    expect(await mails(near)).toHaveLength(1);
    expect(await mails(away)).toEqual([]);
  });

  test('quiet hours hold mails back, and what was answered, hidden or removed by then is left out', async () => {
    await setAlerts(app, place.owner, { quietHours: aroundNow() });
    const reviews = place.show([{ rating: 1 }, { rating: 2 }, { rating: 3 }, { rating: 4 }]);
    await place.sync();
    expect(await mails()).toEqual([]);
    const external = reviews.map(({ externalId }) => externalId);
    await markReviews(app, place.owner, external.slice(0, 1), 'removed_at');
    await markReviews(app, place.owner, external.slice(1, 2), 'hidden_at');
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      trx
        .updateTable('reviews')
        .set({ answered: true })
        .where('external_id', 'in', external.slice(2, 3))
        .execute(),
    );
    await sweepAt(Date.now() + hour);
    expect(await mails()).toEqual([]);
    await sweepAt(Date.now() + 2 * hour + minute);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New review: 4 of 5 stars – ./),
    ]);
  });

  test('more than ten in an hour are one digest, and then one an hour', async () => {
    const many = (length: number) => Array.from({ length }, (_, index) => ({ rating: (index % 5) + 1 }));
    await place.post(...many(alertsPerHour - 2));
    expect(await mails()).toHaveLength(alertsPerHour - 2);
    await place.post(...many(12));
    const [flood, ...more] = (await mails()).slice(alertsPerHour - 2);
    expect(more).toEqual([]);
    expect(flood).toMatchObject({ kind: 'review-digest', subject: 'New reviews: 12' });
    expect(flood?.text).toContain('Not shown here: 2 more.');
    const now = Date.now();
    await place.post(...many(3));
    await sweepAt(now + 30 * minute);
    expect(await mails()).toHaveLength(alertsPerHour - 1);
    await sweepAt(now + 61 * minute);
    expect((await mails()).at(-1)?.subject).toBe('New reviews: 3');
    await sweepAt(now + 90 * minute);
    expect(await mails()).toHaveLength(alertsPerHour);
  });

  /** Notes that `count` of the account's stored reviews, from the first one without an alert, are to be told to the owner. */
  const alertOf = (count: number) =>
    inTenant(app.services.db, place.owner.accountId, (trx) =>
      sql`insert into review_alerts (account_id, review_id, user_id, due_at)
          select r.account_id, r.id, ${place.owner.userId}::uuid, now() - interval '1 second' from reviews r
           where r.external_id like 'many-%' and r.id not in (select review_id from review_alerts)
           order by r.id limit ${count}`.execute(trx),
    );
  /** The transactions that wrote the alerts that wait last. */
  const writersOfWaiting = () =>
    inTenant(app.services.db, place.owner.accountId, async (trx) => {
      const { rows } = await sql<{ writer: string; count: number }>`
        select xmin::text as writer, count(*)::int as count from review_alerts
         where done_at is null group by xmin::text`.execute(trx);
      return rows;
    });

  test('a backlog is told in one mail, and what comes within an hour is postponed once', async () => {
    await addManyReviews(app, place.owner, place.listing, { count: 2100, textLength: 20 });
    await alertOf(1500);
    const now = Date.now();
    await sweepAt(now);
    const subjects = async () => (await mails()).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['New reviews: 1,500']);
    await alertOf(600);
    await sweepAt(now + minute);
    const postponed = await writersOfWaiting();
    expect(postponed).toEqual([{ writer: expect.any(String), count: 600 }]);
    for (const minutes of [2, 30, 59]) await sweepAt(now + minutes * minute);
    expect(await writersOfWaiting()).toEqual(postponed);
    expect(await subjects()).toHaveLength(1);
    await sweepAt(now + 61 * minute);
    expect(await subjects()).toEqual(['New reviews: 1,500', 'New reviews: 600']);
    expect(await writersOfWaiting()).toEqual([]);
  });

  test('a worker that dies while it makes the mail about a backlog leaves all of it to the next one', async () => {
    await addManyReviews(app, place.owner, place.listing, { count: 300, textLength: 20 });
    await alertOf(300);
    const broken = { ...alertDeps(app), queueMail: () => Promise.reject(new Error('killed')) };
    await expect(sendDueReviewAlerts(broken, place.owner.accountId, neverAborted)).rejects.toThrow('killed');
    await sweepAt(Date.now());
    await sweepAt(Date.now() + 61 * minute);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['New reviews: 300']);
  });

  test('of a backlog, what was answered and what the member does not want is left out', async () => {
    await addManyReviews(app, place.owner, place.listing, { count: 500, textLength: 20 });
    await alertOf(500);
    await setAlerts(app, place.owner, { newReviews: 'low', lowStars: 2 });
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      sql`update reviews set answered = true where rating = 2`.execute(trx),
    );
    await sweepAt(Date.now());
    expect((await mails()).map(({ subject }) => subject)).toEqual(['New reviews: 100']);
    expect(await writersOfWaiting()).toEqual([]);
  });

  test('quiet hours postpone a backlog once', async () => {
    await setAlerts(app, place.owner, { quietHours: aroundNow() });
    await addManyReviews(app, place.owner, place.listing, { count: 500, textLength: 20 });
    await alertOf(500);
    await sweepAt(Date.now());
    const postponed = await writersOfWaiting();
    expect(postponed).toEqual([{ writer: expect.any(String), count: 500 }]);
    await sweepAt(Date.now() + hour);
    expect(await writersOfWaiting()).toEqual(postponed);
    await sweepAt(Date.now() + 2 * hour + minute);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['New reviews: 500']);
  });

  test('a worker that is stopped begins no further account', async () => {
    await addManyReviews(app, place.owner, place.listing, { count: 1, textLength: 20 });
    await alertOf(1);
    const stop = new AbortController();
    const deps = alertDeps(app);
    const queueMail: typeof deps.queueMail = (request, trx, id) => {
      stop.abort();
      return deps.queueMail(request, trx, id);
    };
    await expect(sweepReviewAlerts({ ...deps, queueMail }, stop.signal)).rejects.toThrow(/abort/i);
    // What it had begun is done.
    expect(await mails()).toHaveLength(1);
  });

  test('a review of a visitor waits for their words, and one that is held for its release', async () => {
    const { accountId } = place.owner;
    const entry = {
      id: newId(),
      locationId: place.listing.locationId,
      rating: 1,
      thumb: null,
      text: null as string | null,
      authorName: null,
      writtenAt: new Date(),
      invited: false,
      contact: null,
      answers: [],
    };
    const store = (values: Partial<typeof entry> = {}) =>
      inTenant(app.services.db, accountId, (trx) =>
        storeFirstPartyReview(trx, accountId, { ...entry, ...values }),
      );
    await store();
    await place.deliver();
    await store({ text: 'Nobody came.' });
    await place.deliver();
    expect(await mails()).toEqual([]);
    await inTenant(app.services.db, accountId, (trx) => holdFirstPartyReview(trx, accountId, entry.id));
    await place.deliver();
    await sweepAt(Date.now() + hour);
    expect(await mails()).toEqual([]);
    await store({ text: 'Nobody came.' });
    await place.deliver();
    await sweepAt(Date.now() + hour);
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New review: 1 of 5 stars – ./),
    ]);
    expect(sent[0]?.text).toContain('> Nobody came.');
  });

  test('a text longer than a mail may be is cut, and a member who left gets nothing', async () => {
    await setAlerts(app, place.owner, { quietHours: aroundNow() });
    const leaver = await member('leaver', { role: 'responder', locationIds: null });
    await setAlerts(app, leaver, { quietHours: aroundNow() });
    await place.post({ text: `${'🦆'.repeat(3000)} end` });
    await place.owner.call('DELETE', `/team/members/${leaver.userId}`);
    await sweepAt(Date.now() + 3 * hour);
    expect((await mails())[0]?.text).toMatch(/🦆…\n/u);
    expect(await mails(leaver)).toEqual([]);
  });

  test('alerts that are long done are deleted', async () => {
    await place.post({});
    await sweepAt(Date.now() + 32 * day);
    const left = await inTenant(app.services.db, place.owner.accountId, (trx) =>
      trx.selectFrom('review_alerts').select('review_id').execute(),
    );
    expect(left).toEqual([]);
  });
});
