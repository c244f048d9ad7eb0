// The steps that make a release from the built project. The Dockerfile and the archives have the same ones.
import { createHash } from 'node:crypto';
import { chmod, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../paths.mjs';
import { copyPackages, installPackages } from './install.mjs';
import { licenseTexts } from './licenses.mjs';
import { findNeeded, isPackage, nameOf, platforms } from './packages.mjs';
import { prunePackage } from './prune.mjs';
import { shellStarter, windowsStarter } from './starters.mjs';

/** What of dist/ a release has: no simulators, which are for trying Kindling out, and no package for React. */
const BUILT = ['server', 'web', 'guest', 'maps'];
/** What of the project's other files it has. */
const COPIED = ['LICENSE', '.env.example', 'deploy'];
/** Packages of the web app that build it. */
const BUILD_TOOLS = ['vite', '@vitejs/plugin-react'];
/** Files that are programs; every other one is only read. */
const PROGRAM = /^kindling$|^deploy\/.+\.sh$/;
/** The most that a release may have, in bytes. */
export const mostBytes = 300 * 2 ** 20;

/**
 * Makes a release in the empty or missing folder `out`.
 * @param {{ platform: string, out: string, commit: string | null, installed?: string }} options platform: a key of `platforms`;
 *   installed: a folder with the packages of that platform, instead of npm
 * @returns the files with their modes, sorted by name
 */
export async function assembleRelease({ platform: name, out, commit, installed }) {
  const platform = platforms[name];
  const lock = await readJson('package-lock.json');
  const needed = findNeeded(lock, 'server', platform);
  await rm(out, { recursive: true, force: true });
  for (const part of BUILT) await cp(join(root, 'dist', part), join(out, 'dist', part), { recursive: true });
  if (installed === undefined) await installPackages(lock, needed, platform, out);
  else await copyPackages(needed, installed, out);
  await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licensesOf(lock, needed, platform, out));
  await prunePackages(out, needed);
  for (const part of COPIED) await cp(join(root, part), join(out, part), { recursive: true });
  await writeDescription(out, { platform: name, commit });
  const files = await finishFiles(out);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostBytes) throw new Error(`The release has ${bytes} bytes, more than ${mostBytes}.`);
  return files;
}

/** Of the packages that the release has, and of those of which the scripts for browsers are made. */
function licensesOf(lock, needed, platform, out) {
  const browsers = findNeeded(lock, 'web', platform, BUILD_TOOLS);
  const all = new Map([...browsers, ...needed].filter(([path]) => isPackage(path)));
  const own = new Map([...all].map(([path, entry]) => [path.replace(/^server\//, 'dist/server/'), entry]));
  return licenseTexts(own, [out, root]);
}

async function prunePackages(out, needed) {
  for (const path of needed.keys())
    if (isPackage(path))
      await prunePackage(join(out, path.replace(/^server\//, 'dist/server/')), nameOf(path));
}

async function writeDescription(out, { platform, commit }) {
  const { name, version, license, engines } = await readJson('package.json');
  const minimum = engines.node.replace('>=', '');
  const write = (file, content) => writeFile(join(out, file), content);
  // Node looks for the nearest package.json to know which kind of modules the files of dist are.
  await write(
    'package.json',
    `${JSON.stringify({ name, version, private: true, license, type: 'module', engines }, null, 2)}\n`,
  );
  await write(
    'release.json',
    `${JSON.stringify({ name, version, platform, node: engines.node, commit }, null, 2)}\n`,
  );
  if (platform.startsWith('win32')) await write('kindling.cmd', windowsStarter());
  else await write('kindling', shellStarter(minimum));
}

/** Sets the modes and writes SHA256SUMS, which `sha256sum -c` reads. */
async function finishFiles(out) {
  const names = (await readdir(out, { recursive: true, withFileTypes: true })).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
      .slice(out.length + 1)
      .replaceAll('\\', '/');
    if (entry.isSymbolicLink())
      throw new Error(`${path} is a link, and an archive may not be able to hold it.`);
    return entry.isFile() ? [path] : [];
  });
  const sums = [];
  for (const name of names.sort()) {
    const hash = createHash('sha256').update(await readFile(join(out, name)));
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(join(out, 'SHA256SUMS'), sums.join(''));
  const files = [...names, 'SHA256SUMS']
    .sort()
    .map((name) => ({ name, mode: PROGRAM.test(name) ? 0o755 : 0o644 }));
  for (const folder of new Set(files.map(({ name }) => dirname(name)))) await openFolder(out, folder);
  return Promise.all(
    files.map(async ({ name, mode }) => {
      await chmod(join(out, name), mode);
      return { name, mode, size: (await stat(join(out, name))).size };
    }),
  );
}

/** Another user than the maker's reads the files. */
async function openFolder(out, folder) {
  for (let at = folder; ; at = dirname(at)) {
    await chmod(join(out, at), 0o755);
    if (at === '.') return;
  }
}

async function readJson(name) {
  return JSON.parse(await readFile(join(root, name), 'utf8'));
}
