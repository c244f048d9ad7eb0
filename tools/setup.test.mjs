import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/paths.mjs';
import { isDevPackage } from './setup.mjs';

/** The size of the packages for the first start according to README.md, in MB as `du -m` counts them. */
const MOST = 480;

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** Paths of the packages that `npm start` installs on some machine. */
const started = Object.entries(packages)
  .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true && !isDevPackage(entry))
  .map(([path]) => path);

function namesOf(path) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, path, 'package.json'), 'utf8'),
  );
  return { needed: Object.keys(dependencies), tools: Object.keys(devDependencies) };
}

/** Bytes on the disk, without nested packages, which have their own entries in the lock file. */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(path);
    return sum + lstatSync(path).blocks * 512;
  }, 0);
}

test('`npm start` installs no package that only tests, checks and benchmarks need', () => {
  const workspaces = ['', ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces];
  const asked = workspaces.map(namesOf);
  const needed = new Set(asked.flatMap((one) => one.needed));
  const tools = asked.flatMap((one) => one.tools).filter((name) => !needed.has(name));
  // Named, so that the test fails when one of them is moved to the dependencies.
  const known = [
    'playwright',
    'playwright-core',
    'lighthouse',
    'vitest',
    'knip',
    '@biomejs/biome',
    'typescript',
  ];
  const names = new Set(started.map((path) => path.split('node_modules/').at(-1)));
  expect(names.size).toBeGreaterThan(200);
  expect([...tools, ...known].filter((name) => names.has(name))).toEqual([]);
});

test(`the packages that \`npm start\` installs take at most ${MOST} MB`, () => {
  const present = started.filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false }));
  const bytes = present.reduce((sum, path) => sum + sizeOf(join(root, path)), 0);
  expect(bytes / 2 ** 20).toBeGreaterThan(MOST / 2);
  expect(bytes / 2 ** 20).toBeLessThanOrEqual(MOST);
});
