import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../server/src/lib/make-folder.ts';
import { root } from './paths.mjs';

/**
 * The secrets that simulators and server share: one is made at each start unless the operator sets it; the other signs the
 * simulators' tokens and is stored in the data folder, so that connections survive a restart.
 * @returns {{ KINDLING_SIMULATOR_SECRET: string, KINDLING_SIMULATOR_TOKEN_KEY: string }}
 */
export function simulatorSecrets(env) {
  return {
    KINDLING_SIMULATOR_SECRET: env.KINDLING_SIMULATOR_SECRET || fresh(),
    KINDLING_SIMULATOR_TOKEN_KEY:
      env.KINDLING_SIMULATOR_TOKEN_KEY || keptKey(resolve(root, env.KINDLING_DATA || 'data')),
  };
}

function fresh() {
  return randomBytes(32).toString('base64url');
}

function keptKey(folder) {
  const file = join(folder, 'simulator-key');
  try {
    makeFolder(folder);
    if (!existsSync(file)) writeFileSync(file, fresh(), { mode: 0o600, flag: 'wx' });
    return readFileSync(file, 'utf8').trim() || fresh();
  } catch {
    // The server reports what is wrong with the folder.
    return fresh();
  }
}
