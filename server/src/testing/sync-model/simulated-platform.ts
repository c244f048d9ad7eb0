/** For tests only: a simulator over HTTP as the platform of the model test, controlled through its `/_control` API. */
import fc from 'fast-check';
import type { PlatformReview, ReviewPage } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import { chooseListings } from '../../features/connections/index.ts';
import { connectThroughConsent, type SimulatedPlatform, type Simulators } from '../simulators.ts';
import { facebookPage, googleLocation } from '../sync-harness.ts';
import type { TestApp, TestUser } from '../test-app.ts';
import type { ControlCommand, ModelPlatform } from './model-platform.ts';
import type { Step } from './steps.ts';

const hour = 3600;

/** The location of each platform's reviews, as its control API and as our side name it. */
const places = {
  google: { where: { location: googleLocation }, externalId: '77', reviews: 120 },
  facebook: { where: { page: facebookPage }, externalId: facebookPage, reviews: 70 },
} as const;

/**
 * Named faults of both platforms that end by themselves or by `endTrouble`. Faults that run into a timeout have tests of
 * their own, because a sequence of them would take minutes.
 */
const faults: Record<string, Record<string, unknown>> = {
  '429-seconds': { seconds: 60 },
  '429-date': { seconds: 600 },
  '429-none': {},
  '429-past-date': {},
  '500-burst': {},
  '502-html': {},
  '503-forever': { forSeconds: 8 * hour },
  'cut-mid-body': {},
  'bad-json': {},
  reset: {},
  'edit-behind-cursor': { times: 1 },
  'delete-before-cursor': { times: 1, count: 2 },
  'insert-while-paging': { times: 1, count: 3 },
  'edit-same-second': { times: 1 },
  'delete-then-repost': { times: 1 },
  'vanish-and-return': { count: 2, forSeconds: 26 * hour },
  'mass-vanish': { count: 'zero', forSeconds: 26 * hour },
  'count-lies': { by: 4, forSeconds: 26 * hour },
  'token-loop': { times: 1 },
  'token-expired': { times: 1 },
  'page-short': { times: 2 },
  'page-empty-with-token': { times: 1 },
  'wrong-type': { forSeconds: 26 * hour },
  'null-everything': { times: 2 },
  'unknown-enum': { times: 2 },
  'source-skew': { seconds: -600, forSeconds: 26 * hour },
  revoked: { times: 1 },
  'reply-elsewhere': { times: 1 },
  'reply-deleted-elsewhere': { times: 1 },
};

const number = fc.nat({ max: 110 });

function commands(platform: SimulatedPlatform): fc.Arbitrary<ControlCommand> {
  const { where } = places[platform];
  const named: fc.Arbitrary<Record<string, unknown>> = fc
    .constantFrom(...Object.keys(faults))
    .map((name) => ({ action: 'fault', name, ...faults[name], ...where }));
  const changes: fc.Arbitrary<Record<string, unknown>> =
    platform === 'google'
      ? fc.oneof(
          number.map((at) => ({
            action: 'put-review',
            ...where,
            review: { reviewId: `r-${at}`, comment: `Edited ${at}`, starRating: 'TWO' },
          })),
          number.map((at) => ({ action: 'delete-review', name: `${googleLocation}/reviews/r-${at}` })),
        )
      : number.map((at) => ({
          action: 'put-rating',
          page: facebookPage,
          rating: {
            review_text: `New ${at}`,
            recommendation_type: 'negative',
            open_graph_story: { id: `99000${at}` },
          },
        }));
  return fc
    .oneof({ weight: 3, arbitrary: named }, { weight: 2, arbitrary: changes })
    .map((order) => ({ do: 'order', order }));
}

/** Steps with the simulator's named faults. */
export function simulatedSteps(platform: SimulatedPlatform, longest: number): fc.Arbitrary<Step[]> {
  const sync: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('sync' as const),
    trigger: fc.constantFrom('schedule' as const, 'manual' as const, 'notification' as const),
    after: fc.constantFrom(0, 120, 2 * hour, 7 * hour, 25 * hour, 8 * 24 * hour),
    eventsDuring: fc.constant<never[]>([]),
    interruption: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.record({
          at: fc.nat({ max: 60 }),
          with: fc.constantFrom('death' as const, 'cut' as const),
        }),
      },
    ),
    secondWorker: fc.constant(false),
  });
  return fc.array(
    fc.oneof<fc.Arbitrary<Step>[]>(
      commands(platform),
      sync,
      fc.record({
        do: fc.constant('mark' as const),
        at: number,
        as: fc.constantFrom('hidden_at' as const, 'pinned_at' as const),
      }),
      fc.constantFrom<Step>(
        { do: 'accept' },
        { do: 'check-everything' },
        { do: 'reconnect', other: false },
        { do: 'wipe' },
      ),
    ),
    { minLength: Math.floor(longest / 3), maxLength: longest, size: 'max' },
  );
}

/** A freshly seeded platform, and how an account connects its only location. */
export async function createSimulatedPlatform(
  app: TestApp,
  simulators: Simulators,
  platform: SimulatedPlatform,
): Promise<{ platform: ModelPlatform; connect(user: TestUser): Promise<void> }> {
  const { where, externalId, reviews } = places[platform];
  const steer = (order: Record<string, unknown>) => simulators.control(platform, order);
  await steer({ action: 'reset' });
  await steer({ action: 'seed', ...where, count: reviews, label: 'r' });
  const used = new Set<string>();
  let owner: { accountId: string; connectionId: string } | null = null;
  const { connections, db } = app.services;

  async function early(): Promise<number> {
    const answer = await fetch(`${simulators.urls[platform]}/_control/ledger`);
    return ((await answer.json()) as { early: number }).early;
  }

  const model: ModelPlatform = {
    // The connection's status says whether the owner has to act.
    callsForbidden: false,
    violations: [],
    calls: 0,
    startObserving() {},
    // Only the platform in memory tracks which reviews existed throughout.
    presentThroughout: () => new Set(),
    mustBeFound: () => [],
    async refresh() {
      const earlyCalls = await early();
      if (earlyCalls > 0) model.violations.push(`${earlyCalls} calls came before a wait was over`);
      model.calls = (await simulators.callsTo(platform, '*')).length;
    },
    async apply(event) {
      if (event.do !== 'order') throw new Error('A platform over HTTP takes orders');
      const { order } = event;
      if (order.action === 'fault') used.add(String(order.name));
      // Deleting a removed review, and choosing one of an empty location, answer 400.
      await steer(order).catch((error: unknown) => {
        if (!String(error).includes('400')) throw error;
      });
    },
    applyAfterPages() {},
    async listReviews() {
      const connector = app.services.sync.connectors.get(platform);
      if (connector === undefined || owner === null) throw new Error('Nothing is connected');
      const { accountId, connectionId } = owner;
      const { resource_name } = await inTenant(db, accountId, (trx) =>
        trx.selectFrom('listings').select('resource_name').executeTakeFirstOrThrow(),
      );
      const all: PlatformReview[] = [];
      let cursor: string | null = null;
      do {
        const from: string | null = cursor;
        const answer: ReviewPage = await connections.tokens.withTokens(
          connector,
          accountId,
          connectionId,
          (tokens) => connector.fetchReviews(tokens, { externalId, resourceName: resource_name }, from),
        );
        all.push(...answer.reviews);
        cursor = answer.nextCursor;
      } while (cursor !== null);
      return all;
    },
    async endTrouble() {
      for (const name of used) await steer({ action: 'fault', name, off: true });
      used.clear();
    },
    reauthorize() {},
    async advanceClock(seconds) {
      await steer({ action: 'clock', advanceSeconds: seconds });
    },
  };
  return {
    platform: model,
    async connect(user) {
      const connectionId = await connectThroughConsent(app, user, platform);
      await chooseListings(connections, user, connectionId, [externalId]);
      owner = { accountId: user.accountId, connectionId };
    },
  };
}
