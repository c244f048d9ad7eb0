import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder of the PostgreSQL server programs: from pg_config, otherwise Debian's newest known one; null when there is
 * none.
 */
export function findPostgresBinaries(): string | null {
  const folders = ['17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`);
  try {
    folders.unshift(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim());
  } catch {
    // Only the development package contains pg_config; a server can be installed without it.
  }
  return (
    folders.find(
      (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
    ) ?? null
  );
}
