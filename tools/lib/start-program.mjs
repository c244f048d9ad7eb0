import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from '../setup.mjs';
import { root } from './paths.mjs';
import { createProcessGroup } from './process-group.mjs';
import { simulatorSecrets } from './simulator-secrets.mjs';
import { findPortConflict, planSimulators } from './simulators.mjs';

/**
 * Installs, builds and runs the program with `args`, with simulators for the outside services that have no keys.
 * A first argument other than `--demo` is a one-shot command of the server: it starts no simulators, but has the settings of those that
 * the running server has.
 * Sets the exit code; returns when everything has ended.
 */
export async function start(args) {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  try {
    await ensureInstalled({ tools: false });
    await ensureBuilt();
    const oneShot = args[0] !== undefined && args[0] !== '--demo';
    const planned = planSimulators(process.env);
    if (planned.programs.length > 0) Object.assign(process.env, simulatorSecrets(process.env));
    if (oneShot) {
      await run({ ...planned, programs: [], lines: [] }, args);
      return;
    }
    const fault = await findPortConflict(planned);
    if (fault !== undefined) throw new Error(fault);
    await run(planned, args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function run({ programs, env, lines }, args) {
  const processGroup = createProcessGroup();
  try {
    await Promise.all(programs.map((program) => processGroup.startSimulator(program)));
    if (processGroup.stopping()) return;
    for (const line of lines) console.log(`  ${line}`);
    await processGroup.runServer(args, env);
  } finally {
    await processGroup.close();
  }
}
