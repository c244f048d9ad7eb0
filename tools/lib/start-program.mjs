import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from '../setup.mjs';
import { createHousehold } from './household.mjs';
import { root } from './paths.mjs';
import { simulatorSecrets } from './simulator-secrets.mjs';
import { portFault, standIns } from './stand-ins.mjs';

/**
 * Installs, builds and runs the program with `args`, with stand-ins for the outside services that have no keys.
 * A first argument without a dash is a one-shot command of the server: it needs no stand-ins.
 * Sets the exit code; returns when everything has ended.
 */
export async function start(args) {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  try {
    await ensureInstalled({ tools: false });
    await ensureBuilt();
    const oneShot = args[0] !== undefined && !args[0].startsWith('-');
    const planned = oneShot ? { programs: [], env: {}, lines: [] } : standIns(process.env);
    if (planned.programs.length > 0) Object.assign(process.env, simulatorSecrets(process.env));
    const fault = await portFault(planned);
    if (fault !== undefined) throw new Error(fault);
    await run(planned, args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function run({ programs, env, lines }, args) {
  const household = createHousehold();
  try {
    await Promise.all(programs.map((program) => household.startStandIn(program)));
    if (household.stopping()) return;
    for (const line of lines) console.log(`  ${line}`);
    await household.runServer(args, env);
  } finally {
    await household.close();
  }
}
