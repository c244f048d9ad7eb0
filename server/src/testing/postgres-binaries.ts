import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Folder of a PostgreSQL server's programs on this machine (pg_config's, else Debian's newest known), or null. */
export function findPostgresBinaries(): string | null {
  const folders = ['17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`);
  try {
    folders.unshift(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim());
  } catch {
    // Only the development package brings pg_config; a server may be there without it.
  }
  return (
    folders.find(
      (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
    ) ?? null
  );
}
