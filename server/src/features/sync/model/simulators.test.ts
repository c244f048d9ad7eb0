/**
 * The model test over real HTTP: the platforms' stand-ins with their named faults, the real connectors, fewer and
 * shorter sequences. What the model in memory cannot know is tested here: headers, bodies, tokens, cursors.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseModes } from '../../../testing/database.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../../testing/simulators.ts';
import { ModelHarness } from '../../../testing/sync-model/model-harness.ts';
import { createSimulatedPlatform, simulatedSteps } from '../../../testing/sync-model/simulated-platform.ts';
import type { Step } from '../../../testing/sync-model/steps.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const {
  KINDLING_SOAK_MINUTES: minutes,
  KINDLING_MODEL_SEED: givenSeed,
  KINDLING_MODEL_PATH: path,
} = process.env;
const soakMs = Number(minutes ?? 0) * 60_000;
const seed = givenSeed !== undefined ? Number(givenSeed) : soakMs > 0 ? Date.now() % 2 ** 31 : 20_261_121;
const longest = 24;
/** One database is enough over HTTP: the model in memory compares both. */
const mode = databaseModes.at(-1) ?? 'embedded';

describe('the model over HTTP', () => {
  let standIns: Simulators;
  let app: TestApp;
  let shops = 0;
  let steps = 0;

  beforeAll(async () => {
    standIns = await startSimulators();
    app = await startAppWithSimulators(standIns, mode);
  });
  afterAll(async () => {
    await app.close();
    await standIns.close();
  });

  test.each(['google', 'facebook'] as const)(
    '%s: after every step the invariants hold, and at rest our copy is the platform’s',
    async (platform) => {
      const play = async (taken: Step[]) => {
        shops += 1;
        const { world, connect } = await createSimulatedPlatform(app, standIns, platform);
        const shop = await ModelHarness.open({ app, world, connect }, `${platform}${shops}`);
        for (const [at, step] of taken.entries()) {
          steps += 1;
          await shop.applyStep(step);
          const found = await shop.check();
          if (found.length > 0)
            throw new Error(`After step ${at} (${JSON.stringify(step)}): ${found.join('; ')}`);
        }
        const found = await shop.settle();
        if (found.length > 0) throw new Error(`At rest: ${found.join('; ')}`);
      };
      await fc.assert(fc.asyncProperty(simulatedSteps(platform, longest), play), {
        seed,
        numRuns: soakMs > 0 ? 1_000_000 : 12,
        ...(path === undefined ? { endOnFailure: true } : { path }),
        ...(soakMs > 0 ? { interruptAfterTimeLimit: soakMs / 2 } : {}),
      });
      if (soakMs > 0) process.stdout.write(`${platform}: seed ${seed}, ${shops} sequences, ${steps} steps\n`);
      expect(steps).toBeGreaterThan(0);
    },
    soakMs + 300_000,
  );
});
