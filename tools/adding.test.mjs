// Adds a sample slice, screen, connector and language to a copy of the project, in the places that docs/adding-a-*.md name
// and nowhere else, and runs the checks on it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from './lib/paths.mjs';
import { capture } from './lib/run.mjs';
import {
  addSample,
  createTree,
  readPlaces,
  readSample,
  removeSample,
  removeTree,
} from './lib/sample-tree.mjs';

// Ends what hangs: the compiler alone takes minutes on a busy machine.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 600_000 });

const everything = process.env.KINDLING_TEST_ALL === '1';
const samples = await Promise.all(
  ['slice', 'screen', 'connector', 'language'].map(async (kind) => {
    const sample = await readSample(kind);
    const document = readFileSync(join(root, `docs/adding-a-${kind}.md`), 'utf8');
    return { ...sample, places: readPlaces(document, sample.names) };
  }),
);
const sampleOf = (kind) => samples.find((sample) => sample.kind === kind);

/** Tests of lists that a sample extends. */
const listTests = [
  'contract/src/screens.test.ts',
  'web/src/app/shell/navigation.test.ts',
  'tools/env-example.test.mjs',
  'tools/check-docs.test.mjs',
  'tools/lib/simulators.test.mjs',
  'guest/src/kit/kit.test.ts',
];
/** The same on a server with a database, which takes minutes: with `--all` only. */
const serverTests = [
  'server/src/connectors',
  'server/src/slices',
  'server/src/http/authz.test.ts',
  'server/src/http/api-addresses.test.ts',
  'server/src/http/malformed.test.ts',
  'server/src/http/tenant-walker.test.ts',
  'server/src/http/site',
  'server/src/testing/schema-lints.test.ts',
];

let folder = '';
beforeAll(async () => {
  folder = await createTree();
});
afterAll(() => removeTree(folder));

const node = (...args) => capture(process.execPath, args, { cwd: folder });
const vitest = (...files) =>
  node(
    // A test of all routes takes minutes on a busy machine, and this file has its own limit.
    ...['node_modules/vitest/vitest.mjs', 'run', ...files, '--maxWorkers=1', '--testTimeout=1000000'],
    ...['--project=packages', '--project=server', '--project=docs'],
  );

/** Every workspace, two at a time, until one fails. */
async function checkTypes() {
  const waiting = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'tsconfig.json')));
  let result = { code: 0, output: '' };
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined && result.code === 0; name = waiting.shift()) {
      const compiler = 'node_modules/typescript-native/bin/tsc';
      const done = await node(compiler, '--singleThreaded', '-p', `${name}/tsconfig.json`);
      if (done.code !== 0) result = done;
    }
  };
  await Promise.all([worker(), worker()]);
  return result;
}

const steps = {
  types: checkTypes,
  boundaries: () => node('tools/check-boundaries.mjs'),
  locales: () => node('tools/check-locales.mjs'),
  lint: () => node('node_modules/knip/bin/knip.js', '--no-progress'),
};
/** Runs what a document names: a step of `npm run check`, or a test. */
const runCheck = (check) => steps[check]?.() ?? vitest(check);

/** The end of what the check printed, and nothing when it passed. */
async function problemsOf(check) {
  const { code, output } = await check;
  return code === 0 ? '' : `ended with ${code}:\n${output.trim().split('\n').slice(-60).join('\n')}`;
}

describe.each(samples)('adding a $kind', ({ places, paths }) => {
  test('has a place for each file of the sample, and the sample a file for each place', () => {
    expect(places.length).toBeGreaterThan(1);
    expect(paths.filter((path) => !places.some(({ covers }) => covers(path)))).toEqual([]);
    expect(places.filter(({ covers }) => !paths.some(covers)).map(({ place }) => place)).toEqual([]);
  });
});

test('a connector is named in four places outside its folders and its texts', () => {
  const outside = sampleOf('connector').places.filter(
    ({ place }) => !/^(server\/src\/connectors\/<platform>|simulators\/<platform>|locales)\//.test(place),
  );
  expect(outside).toHaveLength(4);
});

test('a language is one line beside its folder and its glossary', () => {
  const { edits, places } = sampleOf('language');
  expect(places.map(({ place }) => place)).toEqual([
    'locales/<language>/',
    'locales/glossary/<language>.json',
    'locales/languages.ts',
  ]);
  expect(edits.map(({ insert }) => insert.trim().split('\n').length)).toEqual([1]);
});

describe('with all samples', () => {
  beforeAll(async () => {
    for (const sample of samples) await addSample(folder, sample);
  });
  afterAll(() => {
    for (const sample of samples) removeSample(folder, sample);
  });

  // The compiler and the check of boundaries take a minute of a processor.
  test.each(['locales', ...(everything ? ['types', 'boundaries', 'lint'] : [])])(
    '%s passes',
    async (step) => {
      expect(await problemsOf(runCheck(step))).toBe('');
    },
  );

  test('the tests of lists pass', async () => {
    expect(await problemsOf(vitest(...listTests, ...(everything ? serverTests : [])))).toBe('');
  });
});

/** The checks that take seconds. */
const quickChecks = [
  'locales',
  'tools/check-docs.test.mjs',
  'tools/env-example.test.mjs',
  'contract/src/screens.test.ts',
];
const omissions = samples.flatMap((sample) => {
  const cases = sample.places.map((place) => ({ sample, kind: sample.kind, ...place, left: place }));
  return everything ? cases : cases.filter(({ check }) => quickChecks.includes(check)).slice(0, 1);
});

test.each(omissions)('a $kind without $place fails: $check', async ({ sample, check, left }) => {
  await addSample(folder, sample, left);
  try {
    expect(await problemsOf(runCheck(check))).not.toBe('');
  } finally {
    removeSample(folder, sample);
  }
});
