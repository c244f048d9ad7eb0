/**
 * The model test: random posts, edits, deletions, replies, faults, crashes and actions of the owner against a platform in
 * memory. The invariants hold after every step. Once all faults have ended, our copy equals the platform. A failure
 * prints fast-check's seed and path; `KINDLING_MODEL_SEED` and `KINDLING_MODEL_PATH` repeat it.
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

/** CI always runs the same sequences. A soak run uses new ones for the given number of minutes. */
const {
  KINDLING_SOAK_MINUTES: minutes,
  KINDLING_MODEL_SEED: givenSeed,
  KINDLING_MODEL_PATH: path,
} = process.env;
const soakMs = Number(minutes ?? 0) * 60_000;
const seed = givenSeed !== undefined ? Number(givenSeed) : soakMs > 0 ? Date.now() % 2 ** 31 : 20_261_121;
const sequencesOf = runsEverything ? { embedded: 15, postgres: 45 } : { embedded: 2, postgres: 8 };
const longest = 60;

describe.each(databaseModes)('the model, %s', (mode) => {
  const platform = new MemoryPlatform();
  let app: TestApp;
  let runs = 0;
  let steps = 0;

  beforeAll(async () => {
    app = await startTestApp(mode, { connectors: [platform.connector] });
  });
  afterAll(() => app.close());

  async function play({ behavior, seeded, steps: sequence }: Sequence): Promise<void> {
    runs += 1;
    platform.reset(behavior);
    for (let number = 0; number < seeded; number += 1)
      platform.apply({ do: 'post', sameSecond: number % 3 === 0, words: number });
    const connect = (user: TestUser) => connectListings(app, user).then(() => undefined);
    const harness = await ModelHarness.open({ app, platform, connect }, `model${runs}`);
    for (const [at, step] of sequence.entries()) {
      steps += 1;
      await harness.applyStep(step);
      const found = await harness.check();
      if (found.length > 0)
        throw new Error(`After step ${at} (${JSON.stringify(step)}): ${found.join('; ')}`);
    }
    const found = await harness.settle();
    if (found.length > 0) throw new Error(`In the end: ${found.join('; ')}`);
  }

  test(
    'the invariants hold after every step, and in the end our copy equals the platform',
    async () => {
      await fc.assert(fc.asyncProperty(sequences(longest), play), {
        seed,
        numRuns: soakMs > 0 ? 1_000_000 : sequencesOf[mode],
        // Shrinking takes minutes, so it runs only for a given path.
        ...(path === undefined ? { endOnFailure: true } : { path }),
        ...(soakMs > 0 ? { interruptAfterTimeLimit: soakMs / databaseModes.length } : {}),
      });
      expect(app.logLines.join('\n')).not.toContain(textMarker);
      // Reports how much a soak run has covered.
      if (soakMs > 0) process.stdout.write(`${mode}: seed ${seed}, ${runs} sequences, ${steps} steps\n`);
    },
    soakMs + 300_000,
  );
});
