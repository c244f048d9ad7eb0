import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Names the build of the running program: the beginning of the hash of its bundle. */
export function readRelease(): string {
  const program = readFileSync(fileURLToPath(import.meta.url));
  return createHash('sha256').update(program).digest('hex').slice(0, 10);
}
