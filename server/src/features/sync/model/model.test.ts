/**
 * P1 and P3, the model test: random edits, posts, deletions, replies, faults, crashes and owners' doings against a
 * platform in memory. After every step the invariants hold; after everything has calmed down our copy is the
 * platform's. A failure prints fast-check's seed and path, which `KINDLING_MODEL_SEED` and `KINDLING_MODEL_PATH`
 * bring back.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseModes } from '../../../testing/database.ts';
import { connectListings } from '../../../testing/factories.ts';
import { runsEverything } from '../../../testing/scope.ts';
import { MemoryPlatform } from '../../../testing/sync-model/memory-connector.ts';
import { ModelHarness } from '../../../testing/sync-model/model-harness.ts';
import { textMarker } from '../../../testing/sync-model/model-platform.ts';
import { type Sequence, sequences } from '../../../testing/sync-model/steps.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

/** In CI always the same sequences; the soak takes new ones for as many minutes as it is given. */
const {
  KINDLING_SOAK_MINUTES: minutes,
  KINDLING_MODEL_SEED: givenSeed,
  KINDLING_MODEL_PATH: path,
} = process.env;
const soakMs = Number(minutes ?? 0) * 60_000;
const seed = givenSeed !== undefined ? Number(givenSeed) : soakMs > 0 ? Date.now() % 2 ** 31 : 20_261_121;
const sequencesOf = runsEverything ? { embedded: 15, postgres: 45 } : { embedded: 5, postgres: 20 };
const longest = 60;

describe.each(databaseModes)('the model, %s', (mode) => {
  const world = new MemoryPlatform();
  let app: TestApp;
  let shops = 0;
  let steps = 0;

  beforeAll(async () => {
    app = await startTestApp(mode, { connectors: [world.connector] });
  });
  afterAll(() => app.close());

  async function play({ manners, seeded, steps: taken }: Sequence): Promise<void> {
    shops += 1;
    world.reset(manners);
    for (let number = 0; number < seeded; number += 1)
      world.apply({ do: 'post', sameSecond: number % 3 === 0, words: number });
    const connect = (user: TestUser) => connectListings(app, user).then(() => undefined);
    const shop = await ModelHarness.open({ app, world, connect }, `model${shops}`);
    for (const [at, step] of taken.entries()) {
      steps += 1;
      await shop.applyStep(step);
      const found = await shop.check();
      if (found.length > 0)
        throw new Error(`After step ${at} (${JSON.stringify(step)}): ${found.join('; ')}`);
    }
    const found = await shop.settle();
    if (found.length > 0) throw new Error(`At rest: ${found.join('; ')}`);
  }

  test(
    'I1 to I14: after every step the invariants hold, and at rest our copy is the platform’s',
    async () => {
      await fc.assert(fc.asyncProperty(sequences(longest), play), {
        seed,
        numRuns: soakMs > 0 ? 1_000_000 : sequencesOf[mode],
        // Shrinking takes minutes; who comes back with the path has them.
        ...(path === undefined ? { endOnFailure: true } : { path }),
        ...(soakMs > 0 ? { interruptAfterTimeLimit: soakMs / databaseModes.length } : {}),
      });
      expect(app.logLines.join('\n')).not.toContain(textMarker);
      // A soak is worth knowing by its length.
      if (soakMs > 0) process.stdout.write(`${mode}: seed ${seed}, ${shops} sequences, ${steps} steps\n`);
    },
    soakMs + 300_000,
  );
});
