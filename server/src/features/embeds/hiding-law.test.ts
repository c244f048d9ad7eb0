/**
 * Where the market forbids to hide by rating, nothing that members can do takes a first-party review out of an embed for its
 * rating. The acts below are the ways to do something with reviews, the settings those of an embed that choose among them: a new
 * way belongs here.
 */
import type { Embed } from '@kindling/contract/embeds';
import {
  type AbuseReason,
  abuseReasons,
  hiddenReasons,
  hideReasons,
} from '@kindling/contract/hidden-reasons';
import { ratingModes } from '@kindling/contract/reviews';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, connectListings, signInWithPlace } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { runsEverything } from '../../testing/scope.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';
import { runBulkAction } from '../bulk-actions/run-bulk-action.ts';
import { storeFirstPartyReview } from '../reviews/index.ts';

const ratings = [1, 2, 3, 4, 5];
const never = new AbortController().signal;

interface World {
  user: TestUser;
  /** Ids by rating. */
  own: string[];
  platform: string[];
  tagId: string;
  run: (bulkActionId: string) => Promise<void>;
}

/** An act, and the review that a closed reason of its own takes out of embeds, or that it shows again. */
interface Act {
  name: string;
  work: (world: World) => Promise<{ hides?: string; shows?: string } | null>;
}

const place = fc.nat({ max: ratings.length - 1 });
const selection = fc.oneof(
  fc.constant('all' as const),
  fc.record({ rating: fc.integer({ min: 1, max: 5 }), mode: fc.constantFrom(...ratingModes) }),
  fc.constantFrom('ids' as const, 'first-party' as const, 'tagged' as const),
);

async function bulk(world: World, chosen: unknown, action: object): Promise<null> {
  const { user, own, platform, tagId } = world;
  const filters: Record<string, object> = {
    all: { filter: {} },
    ids: { ids: [...own.slice(0, 2), ...platform.slice(0, 2)] },
    'first-party': { filter: { source: 'first-party' } },
    tagged: { filter: { tagId } },
  };
  const byRating = chosen as { rating: number; mode: string };
  const picked =
    typeof chosen === 'string'
      ? filters[chosen]
      : { filter: { rating: byRating.rating, ratingMode: byRating.mode } };
  const started = await user.call('POST', '/bulk-actions', { selection: picked, action });
  expect(started.status).toBe(202);
  await world.run((started.json as { bulk: { id: string } }).bulk.id);
  return null;
}

const acts: fc.Arbitrary<Act>[] = [
  fc.record({ at: place, reason: fc.constantFrom(...hideReasons) }).map(({ at, reason }) => ({
    name: `hide ${at + 1} as ${reason}`,
    async work({ user, own }) {
      const id = own[at] ?? '';
      const { status } = await user.call('PUT', `/reviews/${id}/hidden`, { reason });
      if (reason === 'rating') expect(status).toBe(409);
      return status === 200 ? { hides: id } : null;
    },
  })),
  place.map((at) => ({
    name: `show ${at + 1}`,
    async work({ user, own }) {
      const id = own[at] ?? '';
      return (await user.call('DELETE', `/reviews/${id}/hidden`)).status === 200 ? { shows: id } : null;
    },
  })),
  fc.record({ at: place, reason: fc.constantFrom<AbuseReason[]>(...abuseReasons) }).map(({ at, reason }) => ({
    name: `report ${at + 1} as ${reason}`,
    async work({ user, own }) {
      const id = own[at] ?? '';
      const { status } = await user.call('PUT', `/reviews/${id}/abuse-report`, { reason });
      return status === 200 ? { hides: id } : null;
    },
  })),
  place.map((at) => ({
    name: `take the report of ${at + 1} back`,
    async work({ user, own }) {
      const id = own[at] ?? '';
      return (await user.call('DELETE', `/reviews/${id}/abuse-report`)).status === 200 ? { shows: id } : null;
    },
  })),
  fc.record({ selection, reason: fc.constantFrom(...hiddenReasons) }).map((chosen) => ({
    name: `hide ${JSON.stringify(chosen)}`,
    work: (world) => bulk(world, chosen.selection, { kind: 'hide', reason: chosen.reason }),
  })),
  fc.record({ selection, kind: fc.constantFrom('tag', 'untag') }).map((chosen) => ({
    name: `${chosen.kind} ${JSON.stringify(chosen.selection)}`,
    work: (world) => bulk(world, chosen.selection, { kind: chosen.kind, tagId: world.tagId }),
  })),
  fc.record({ at: place, pin: fc.boolean() }).map(({ at, pin }) => ({
    name: `${pin ? 'pin' : 'unpin'} ${at + 1}`,
    async work({ user, own }) {
      await user.call(pin ? 'PUT' : 'DELETE', `/reviews/${own[at]}/pin`, pin ? {} : undefined);
      return null;
    },
  })),
];

/** Settings that choose among reviews. */
const settings = fc.record({
  minimumRating: fc.integer({ min: 1, max: 5 }),
  order: fc.constantFrom('newest', 'highest', 'pinned'),
  limit: fc.constant(100),
});

describe.each(featureModes)('the law against hiding by rating, %s', (mode) => {
  let app: TestApp;
  let world: World;
  let embed: Embed;
  beforeAll(async () => {
    app = await startTestApp(mode);
    const { user } = await signInWithPlace(app, 4400);
    const { listings } = await connectListings(app, user);
    const [listing] = listings;
    if (listing === undefined) throw new Error('one listing was expected');
    await addReviews(
      app,
      user,
      listing,
      ratings.map((rating) => aReview({ externalId: `${rating}`, rating, text: `Platform ${rating}` })),
    );
    const own = ratings.map(() => newId());
    await inTenant(app.services.db, user.accountId, async (trx) => {
      for (const [at, id] of own.entries())
        await storeFirstPartyReview(trx, user.accountId, {
          id,
          locationId: listing.locationId,
          rating: at + 1,
          thumb: null,
          text: `Own words ${at + 1}`,
          authorName: 'Ana',
          writtenAt: new Date(),
          invited: false,
          contact: null,
          answers: [],
        });
      await sql`update accounts set market = 'uk'`.execute(trx);
    });
    const list = (await user.call('GET', '/reviews?source=google')).json as { items: { id: string }[] };
    const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'Wall' });
    embed = (made.json as { embed: Embed }).embed;
    world = {
      user,
      own,
      platform: list.items.map(({ id }) => id),
      tagId: (await addTag(user, 'Chosen')).id,
      async run(id) {
        const toItsEnd = { maxMs: Number.POSITIVE_INFINITY };
        await runBulkAction(app.services.bulkActions, user.accountId, id, never, toItsEnd);
      },
    };
  });
  afterAll(() => app.close());

  async function reset(): Promise<void> {
    await inTenant(app.services.db, world.user.accountId, (trx) =>
      sql`update reviews set hidden_at = null, hidden_by = null, hidden_reason = null, pinned_at = null,
        tag_ids = '{}', rule_tag_ids = '{}', refused_tag_ids = '{}'`.execute(trx),
    );
  }

  async function shownByRating(chosen: object): Promise<number[]> {
    const preview = await world.user.call('POST', `/embeds/${embed.id}/preview`, {
      settings: { ...embed.settings, ...chosen },
    });
    const { html } = preview.json as { html: string };
    return ratings.filter((rating) => html.includes(`Own words ${rating}`));
  }

  test('first-party reviews leave an embed one by one, each for a closed reason other than its rating', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(...acts), { minLength: 1, maxLength: 8 }),
        settings,
        async (done, chosen) => {
          await reset();
          const away = new Set<string>();
          for (const { work } of done) {
            const outcome = await work(world);
            if (outcome?.hides !== undefined) away.add(outcome.hides);
            if (outcome?.shows !== undefined) away.delete(outcome.shows);
          }
          const expected = ratings.filter((_, at) => !away.has(world.own[at] ?? ''));
          expect(await shownByRating(chosen), done.map(({ name }) => name).join(', ')).toEqual(expected);
        },
      ),
      { numRuns: runsEverything ? 60 : 10 },
    );
  });

  test('where the law allows it, many are hidden at once, and a move to the other market shows what their rating hid', async () => {
    await reset();
    const { accountId } = world.user;
    // A place in the United Kingdom would decide whatever the account says.
    const move = (market: string) =>
      inTenant(app.services.db, accountId, async (trx) => {
        await sql`update accounts set market = ${market}`.execute(trx);
        await sql`update listings set country = null`.execute(trx);
        await sql`update locations set country = null`.execute(trx);
      });
    await move('us');
    await bulk(world, { rating: 1, mode: 'only' }, { kind: 'hide', reason: 'rating' });
    expect(await shownByRating({})).toEqual([2, 3, 4, 5]);
    await move('uk');
    expect(await shownByRating({})).toEqual(ratings);
  });
});
