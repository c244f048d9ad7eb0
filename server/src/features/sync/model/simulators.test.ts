/**
 * The model test over HTTP, with the simulators and their named faults, the real connectors, and fewer and shorter
 * sequences. Covers what the platform in memory does not have: headers, bodies, tokens and cursors.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseModes } from '../../../testing/database.ts';
import { runsEverything } from '../../../testing/scope.ts';
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
/** One database is enough over HTTP, because the model in memory covers both. */
const mode = databaseModes.at(-1) ?? 'embedded';

describe('the model over HTTP', () => {
  let simulators: Simulators;
  let app: TestApp;
  let runs = 0;
  let steps = 0;

  beforeAll(async () => {
    simulators = await startSimulators();
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(async () => {
    await app.close();
    await simulators.close();
  });

  test.each(['google', 'facebook'] as const)(
    '%s: the invariants hold after every step, and in the end our copy equals the platform',
    async (platform) => {
      const play = async (sequence: Step[]) => {
        runs += 1;
        const { platform: model, connect } = await createSimulatedPlatform(app, simulators, platform);
        const harness = await ModelHarness.open({ app, platform: model, connect }, `${platform}${runs}`);
        for (const [at, step] of sequence.entries()) {
          steps += 1;
          await harness.applyStep(step);
          const found = await harness.check();
          if (found.length > 0)
            throw new Error(`After step ${at} (${JSON.stringify(step)}): ${found.join('; ')}`);
        }
        const found = await harness.settle();
        if (found.length > 0) throw new Error(`In the end: ${found.join('; ')}`);
      };
      await fc.assert(fc.asyncProperty(simulatedSteps(platform, longest), play), {
        seed,
        numRuns: soakMs > 0 ? 1_000_000 : runsEverything ? 12 : 3,
        ...(path === undefined ? { endOnFailure: true } : { path }),
        ...(soakMs > 0 ? { interruptAfterTimeLimit: soakMs / 2 } : {}),
      });
      if (soakMs > 0) process.stdout.write(`${platform}: seed ${seed}, ${runs} sequences, ${steps} steps\n`);
      expect(steps).toBeGreaterThan(0);
    },
    soakMs + 300_000,
  );
});
