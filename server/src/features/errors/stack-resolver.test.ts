import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStackResolver, type StackResolver } from './stack-resolver.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindling-maps-'));
let resolver: StackResolver;
/** Line and column of the call in the built script, 1-based. */
let place = '';

beforeAll(async () => {
  const contents = 'export function openShop(name) {\n  console.log(name);\n  throw new Error(name);\n}\n';
  const { outputFiles } = await build({
    stdin: { contents, sourcefile: 'web/src/shop.ts', loader: 'ts' },
    outfile: join(folder, 'shop.js'),
    write: false,
    minify: true,
    bundle: true,
    format: 'esm',
    sourcemap: 'external',
  });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  place = `1:${text('.js').indexOf('new Error') + 1}`;
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/shop-Ab12Cd34.js.map'), text('.map'));
  await writeFile(join(folder, 'assets/broken-Ab12Cd34.js.map'), 'not a map');
  await writeFile(join(folder, 'secret.js.map'), text('.map'));
  resolver = createStackResolver({ folder, log: { warn() {} } });
});
afterAll(() => {
  resolver.close();
  rmSync(folder, { recursive: true });
});

const sourcesOf = async (stack: string) => (await resolver.resolve(stack)).lines.map(({ source }) => source);

test('a line of a built script names the place in the source; other lines stay as they are', async () => {
  const stack = [
    'Error: closed: Tuesday',
    `    at r (https://app.example:8443/assets/shop-Ab12Cd34.js:${place})`,
    `r@http://localhost/assets/shop-Ab12Cd34.js:${place}`,
    '    at node:internal/timers:1:2',
  ].join('\n');
  const [, chromium, firefox] = await sourcesOf(stack);
  expect(chromium).toMatchObject({ file: 'web/src/shop.ts', line: 3 });
  expect(firefox).toEqual(chromium);
  expect(await resolver.resolve(stack)).toMatchObject({ isEarlierBuild: false });
});

test('a script of an earlier build has no map, and the answer says so', async () => {
  expect(await resolver.resolve('    at f (https://app.example/assets/shop-Zz98Yy76.js:1:1)')).toEqual({
    lines: [{ text: '    at f (https://app.example/assets/shop-Zz98Yy76.js:1:1)', source: null }],
    isEarlierBuild: true,
  });
});

test('a stack reads no file but the maps of its scripts, and none of it takes long', async () => {
  const bad = [
    '    at f (https://x/assets/../secret.js:1:1)',
    '    at f (https://x/secret.js:1:1)',
    '    at f (file:///etc/passwd.js:1:1)',
    '    at f (https://x/assets/%2e%2e%2fsecret.js:1:1)',
    '    at f (https://x/assets/shop-Ab12Cd34.js:9999999:9999999)',
    '    at f (https://x/assets/shop-Ab12Cd34.js:0:0)',
  ].join('\n');
  expect(new Set(await sourcesOf(bad))).toEqual(new Set([null]));
  const long = `${'/a'.repeat(50_000)}.js:1:1\n`.repeat(10) + ' at x\n'.repeat(5_000);
  expect((await resolver.resolve(long)).lines).toHaveLength(100);
});

test('a map that cannot be read names no place, and the next stack is resolved', async () => {
  expect(await sourcesOf('    at f (https://x/assets/broken-Ab12Cd34.js:1:1)')).toEqual([null]);
  const next = `    at g (https://x/assets/shop-Ab12Cd34.js:${place})`;
  expect((await sourcesOf(next))[0]).toMatchObject({ line: 3 });
});
