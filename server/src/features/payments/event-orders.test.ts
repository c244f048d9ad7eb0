/**
 * Random histories of accounts: orders, changes, cancelations, failing cards, money that goes back, time that passes, and
 * messages of the provider that are lost, repeated, late, or in another order, read by jobs that die. In the end what is stored
 * equals what the provider holds, and nobody got a mail twice.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import type { PaymentsWorld } from '../../testing/payments-world.ts';
import { type Ahead, type History, histories, Player } from '../../testing/plan-acts.ts';
import { compareWithProvider } from '../../testing/plan-truth.ts';
import { runsEverything } from '../../testing/scope.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';

/** A failure prints its seed and path; with these variables it is repeated and shrunk. */
const { KINDLING_MODEL_SEED: givenSeed, KINDLING_MODEL_PATH: path, KINDLING_MODEL_RUNS: runs } = process.env;

describe.each(featureModes)('histories of accounts, %s', (mode) => {
  let world: PaymentsWorld;
  const ahead: Ahead = { ms: 0 };
  beforeAll(async () => {
    world = await startRelayedWorld(mode);
    world.deps.now = () => new Date(Date.now() + ahead.ms);
  });
  afterAll(() => world.close());

  test('end in what the provider holds, and no mail was stored twice', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ ends, acts }) => {
        const user = await world.newUser();
        const history: History = {
          user,
          ends,
          canceled: { here: 0, there: 0 },
          deletedCustomers: new Set(),
        };
        const player = new Player(world, ahead, history);
        for (const act of acts) await player.play(act);
        await player.settle();
        expect(await compareWithProvider(world, history)).toEqual([]);
        await player.leave();
      }),
      {
        seed: givenSeed === undefined ? 20_261_128 : Number(givenSeed),
        numRuns: runs === undefined ? (runsEverything ? 200 : 12) : Number(runs),
        ...(path === undefined ? { endOnFailure: true } : { path }),
      },
    );
    const { rows } = await queryAsOwner(
      world.app.services.db,
      'select id from payment_events where handled_at is null',
    );
    expect(rows).toEqual([]);
  }, 1_200_000);
});
