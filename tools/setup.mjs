// Brings the folder into the state the commands need: packages installed, programs built. Both checks take
// milliseconds when nothing changed, so that a second start is quick.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, listFiles } from './lib/fingerprint.mjs';
import { withLock } from './lib/lock.mjs';
import { runNpm } from './lib/npm.mjs';
import { root } from './lib/paths.mjs';

const installStamp = join(root, 'node_modules/.kindling-stamp');
const buildStamp = join(root, 'dist/.stamp');
const platform = `${process.platform}-${process.arch}`;

/** Everything that a build reads. The fingerprint leaves out tests, notes and similar files. */
const SOURCES = [
  'contract/src',
  'design/src',
  'guest/src',
  'identity/src',
  'locales',
  'react',
  'server/src',
  'service/src',
  'simulators',
  'web',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/build.mjs',
  'tools/lib',
  ...['contract', 'design', 'service', 'guest', 'identity', 'server'].map((name) => `${name}/package.json`),
];

/**
 * Installs the packages of the lock file unless they are installed: all, or without `tools` only what building and
 * running need (the dependencies, not the devDependencies). Throws with npm's own output when it fails.
 */
export async function ensureInstalled({ tools = true } = {}) {
  if (isInstalled(tools)) return;
  await withLock('install', async () => {
    if (isInstalled(tools)) return;
    const started = performance.now();
    console.log('  installing packages (once, about a minute) ...');
    // Not `npm ci`: some tools have a binary per platform, a registry may lack one of these, and then `ci` refuses the
    // lock file on every platform. `install` keeps to the lock file too, and its result is compared with it below. The
    // flag is always given, because otherwise NODE_ENV would decide. Installed tools stay.
    const kind = tools || hasDevPackages() ? '--include=dev' : '--omit=dev';
    const args = ['install', '--no-save', '--ignore-scripts', kind, '--no-audit', '--no-fund'];
    await runNpm(args, { cwd: root });
    if (kind === '--omit=dev') removeOptionalDevPackages();
    if (!matchesLockFile(tools)) throw new Error('npm did not install what package-lock.json asks for.');
    writeInstallStamp(tools);
    console.log(`  installed in ${seconds(started)}`);
  });
}

/** Builds `dist/` unless it was built from the current files. A failed build writes no stamp. */
export async function ensureBuilt({ force = false } = {}) {
  if (!force && isBuilt()) return;
  await withLock('build', async () => {
    if (!force && isBuilt()) return;
    const started = performance.now();
    console.log('  building ...');
    rmSync(buildStamp, { force: true });
    // Computed before building, so that the next start rebuilds what changes meanwhile.
    const { files } = fingerprint(root, SOURCES);
    const { build } = await import('./build.mjs');
    await build();
    const outputs = listFiles(join(root, 'dist'), ['.']).map((file) => file.name);
    writeFileSync(buildStamp, JSON.stringify({ platform, files, outputs }));
    console.log(`  built in ${seconds(started)}`);
  });
}

function isInstalled(tools) {
  const stamp = readJson(installStamp);
  const known = stamp?.platform === platform && (stamp.tools || !tools);
  if (known && fingerprint(root, ['package-lock.json'], stamp.files).same) return true;
  // Somebody ran `npm install` by hand, and the packages match the lock file.
  if (!matchesLockFile(tools)) return false;
  writeInstallStamp(tools);
  return true;
}

/** Whether development packages are installed, because somebody works on Kindling here. */
function hasDevPackages() {
  const present = readJson(join(root, 'node_modules/.package-lock.json'))?.packages ?? {};
  return Object.values(present).some((entry) => entry.dev === true);
}

/** npm installs tools that some dependency can use: TypeScript and others, 35 MB. */
function removeOptionalDevPackages() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  for (const [path, entry] of Object.entries(wanted))
    if (entry.devOptional === true) rmSync(join(root, path), { recursive: true, force: true });
}

/** Whether an entry of the lock file is a package that building and running do not need. */
export const isDevPackage = ({ dev, devOptional }) => dev === true || devOptional === true;

function matchesLockFile(tools) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link === true) return true;
    if (!tools && isDevPackage(entry)) return true;
    if (present[path] !== undefined) {
      return present[path].version === entry.version && existsSync(join(root, path, 'package.json'));
    }
    return entry.optional === true && !isForThisPlatform(entry);
  });
}

/** Whether an optional package of the lock file is a binary that this machine needs. */
function isForThisPlatform({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return os.includes(process.platform) && cpu.includes(process.arch);
}

function writeInstallStamp(tools) {
  const { files } = fingerprint(root, ['package-lock.json']);
  writeFileSync(installStamp, JSON.stringify({ platform, files, tools }));
}

function isBuilt() {
  const stamp = readJson(buildStamp);
  if (stamp?.platform !== platform) return false;
  if (!stamp.outputs.every((name) => existsSync(join(root, 'dist', name)))) return false;
  const { same, files } = fingerprint(root, SOURCES, stamp.files);
  const touched = same && Object.entries(files).some(([name, [mark]]) => stamp.files[name][0] !== mark);
  if (touched) {
    mkdirSync(dirname(buildStamp), { recursive: true });
    writeFileSync(buildStamp, JSON.stringify({ ...stamp, files }));
  }
  return same;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // A missing or incomplete file counts as not written.
    return undefined;
  }
}

function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
