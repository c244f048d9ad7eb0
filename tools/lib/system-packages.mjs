// What the tests need besides npm packages: a browser, PostgreSQL's programs, a TLS proxy, and PgBouncer. As root on Debian (a
// container, CI) they are installed; elsewhere a sentence says what to install.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './run.mjs';

/** The path of Chromium. @throws Error in plain words when it is missing and cannot be installed */
export async function ensureBrowser() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted !== undefined && wanted !== '') {
    if (existsSync(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH names ${wanted}, which does not exist.`);
  }
  // The headless shell renders the same pages in two thirds of the processor time.
  const shell = 'chromium-headless-shell';
  // One test needs the complete browser, for its settings.
  const missing = [shell, 'chromium'].filter((name) => findProgram([name]) === undefined);
  if (missing.length > 0) await installPackages('Chromium', missing, ['chromium']);
  const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const found = findProgram(names);
  if (found !== undefined) return found;
  throw new Error(
    'The browser tests need Chromium: install the package "chromium" (or Chrome), or set CHROMIUM_PATH to its program.',
  );
}

/** @throws Error in plain words when nginx or openssl is missing and cannot be installed */
export async function ensureTlsProxy() {
  const missing = () => ['nginx', 'openssl'].filter((name) => findProgram([name]) === undefined);
  if (missing().length > 0) await installPackages('nginx and openssl', ['nginx', 'openssl']);
  if (missing().length === 0) return;
  throw new Error(`The tests need ${missing().join(' and ')}: install the packages of these names.`);
}

/** Prints a line when PostgreSQL is missing, because the database tests then run on the embedded database only. */
export async function ensurePostgres() {
  if (hasPostgres()) return;
  if ((await installPackages('PostgreSQL', ['postgresql-15'], ['postgresql'])) && hasPostgres()) return;
  console.log(
    '  PostgreSQL is not on this machine: the database tests run on the embedded one only ("postgresql-15" covers both).',
  );
}

/** Prints a line when PgBouncer is missing, because the test of several machines then does not run. */
export async function ensurePooler() {
  if (findProgram(['pgbouncer']) !== undefined) return;
  if (await installPackages('PgBouncer', ['pgbouncer'])) return;
  console.log('  PgBouncer is not on this machine: several processes are not tested ("pgbouncer").');
}

function hasPostgres() {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return (
    versions.some((version) => existsSync(join(folder, version, 'bin/postgres'))) ||
    findProgram(['postgres']) !== undefined
  );
}

function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Installs the first list of packages that is available; false where we may not install. */
async function installPackages(title, ...choices) {
  if (
    process.getuid?.() !== 0 ||
    !existsSync('/etc/debian_version') ||
    findProgram(['apt-get']) === undefined
  )
    return false;
  console.log(`  installing ${title} (once) ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await capture('apt-get', ['update'], { env });
  for (const packages of choices) {
    const { code, output } = await capture(
      'apt-get',
      ['install', '-y', '--no-install-recommends', ...packages],
      { env },
    );
    if (code === 0) return true;
    console.error(output.trim().split('\n').slice(-5).join('\n'));
  }
  return false;
}
