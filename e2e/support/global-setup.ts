import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** One file of each part of the build. `npm test` builds all parts; a manual run may not have. */
const parts = {
  server: 'dist/server/main.js',
  web: 'dist/web/app.html',
  guest: 'dist/guest/embed.js',
  simulators: 'dist/simulators/google.js',
};

export default function setUp(): Promise<() => Promise<void>> {
  buildWhatIsMissing();
  return startPostgres();
}

function buildWhatIsMissing(): void {
  const missing = Object.entries(parts).flatMap(([part, file]) =>
    existsSync(join(root, file)) ? [] : [part],
  );
  if (missing.length === 0) return;
  execFileSync(process.execPath, [join(root, 'tools/build.mjs'), ...missing], {
    cwd: root,
    stdio: 'inherit',
  });
}
