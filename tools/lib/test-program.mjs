import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from '../setup.mjs';
import { browserFailures, describeFailures, unitFailures } from './failures.mjs';
import { countRun, flakyBrowserTests, flakyComponentTests, recordFlakyTests } from './flaky-tests.mjs';
import { root } from './paths.mjs';
import { capture, run } from './run.mjs';
import { createScratchFolder } from './scratch-folder.mjs';
import { ensureBrowser, ensurePooler, ensurePostgres, ensureTlsProxy } from './system-packages.mjs';
import { browserTimes, describeStep, describeTimes, unitTimes } from './timings.mjs';

const bin = (path) => join(root, 'node_modules', path);
const reports = {
  vitest: join(root, 'artifacts/vitest.json'),
  components: join(root, 'artifacts/components.json'),
  docs: join(root, 'artifacts/docs.json'),
  playwright: join(root, 'artifacts/playwright.json'),
  flaky: join(root, 'artifacts/flaky.json'),
};
const compact = process.env.CI === 'true' || !process.stdout.isTTY;

const { FORCE_COLOR: _, ...plainEnv } = process.env;
const runnerEnv = compact ? { ...plainEnv, NO_COLOR: '1' } : process.env;

/**
 * In the order in which they are printed. Each resolves to
 * { passed, failed, output?, failures?, times?, flaky? }.
 */
const STEPS = {
  lint: () =>
    runInSequence([
      [bin('@biomejs/biome/bin/biome'), 'check', '.'],
      [bin('knip/bin/knip.js'), '--no-progress'],
    ]),
  types: checkTypes,
  boundaries: () => runInSequence([[join(root, 'tools/check-boundaries.mjs')]]),
  locales: () => runInSequence([[join(root, 'tools/check-locales.mjs')]]),
  docs: (tools) => runUnitTests(tools, 'docs', ['docs']),
  build: buildPrograms,
  sizes: () => runInSequence([[join(root, 'tools/check-sizes.mjs')]]),
  generated: checkGenerated,
  unit: (tools) => runUnitTests(tools, 'vitest', ['server', 'packages']),
  statements: checkStatements,
  components: (tools) => runUnitTests(tools, 'components', ['components']),
  browser: runBrowserTests,
};

/** Steps of a lane run one after the other, the lanes of a stage in parallel: CI machines have two cores. */
const STAGES = [
  [
    ['lint', 'boundaries', 'locales', 'docs', 'generated'],
    ['types', 'build', 'sizes'],
  ],
  [['unit', 'statements'], ['components']],
  [['browser']],
];

/**
 * Runs the steps that `args` name (every one without `--only`), prints the totals and sets the exit code. With
 * `--all` the tests go through the whole matrix: both databases, every theme, width and language, long property runs.
 */
export async function test(args) {
  try {
    const names = readNames(args);
    const env = { ...runnerEnv, ...(args.includes('--all') ? { KINDLING_TEST_ALL: '1' } : {}) };
    await ensureInstalled();
    if (names.includes('unit')) await ensurePostgres();
    if (names.includes('unit') && args.includes('--all')) await ensurePooler();
    // Fails before the first step when the browser is missing; component tests need it too.
    if (names.includes('components') || names.includes('browser')) env.CHROMIUM_PATH = await ensureBrowser();
    if (names.includes('unit') || names.includes('browser')) await ensureTlsProxy();
    if (names.some((name) => ['unit', 'components', 'browser'].includes(name))) {
      env.TMPDIR = createScratchFolder();
      env.NODE_COMPILE_CACHE = join(env.TMPDIR, 'compiled');
    }
    if (names.includes('unit')) {
      env.KINDLING_TEST_STATEMENTS = join(env.TMPDIR, 'statements');
      mkdirSync(env.KINDLING_TEST_STATEMENTS);
    }
    mkdirSync(join(root, 'artifacts'), { recursive: true });
    const results = await runStages(names, { env });
    printSummary(results);
    const { passed, failed } = countRun(results);
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.log('\n0 passed, 1 failed');
    process.exitCode = 1;
  }
}

/** Repeats the failures at the end, because often only the end of a long log is kept. */
function printSummary(results) {
  const of = (field) => results.flatMap((result) => result[field] ?? []);
  console.log(`\n${describeTimes(results)}`);
  const flaky = recordFlakyTests(of('flaky'), reports.flaky);
  if (flaky !== '') console.log(`\n${flaky}`);
  if (of('failures').length > 0) console.log(`\nWhat failed:\n${describeFailures(of('failures'))}`);
}

function readNames(args) {
  const known = Object.keys(STEPS);
  const at = args.indexOf('--only');
  if (at === -1) return known;
  const asked = (args[at + 1] ?? '').split(',').filter((name) => name !== '');
  const strange = asked.filter((name) => !known.includes(name));
  if (asked.length === 0 || strange.length > 0) throw new Error(`--only takes some of: ${known.join(',')}.`);
  // The statements are those of the unit tests.
  const wanted = asked.includes('statements') ? [...asked, 'unit'] : asked;
  const needBuild = wanted.some((name) => ['sizes', 'unit', 'components', 'browser'].includes(name));
  return known.filter((name) => wanted.includes(name) || (needBuild && name === 'build'));
}

/** In the order of `names`, whichever ends first. */
async function runStages(names, tools) {
  const results = new Map();
  for (const lanes of STAGES)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const name of lane.filter((each) => names.includes(each)))
          results.set(name, { name, ...(await runStep(name, tools)) });
      }),
    );
  return names.map((name) => results.get(name));
}

async function runStep(name, tools) {
  const started = performance.now();
  const result = await STEPS[name](tools);
  if (result.failed > 0 && result.output) console.log(result.output.trim());
  const line = describeStep({ name, ...result, seconds: (performance.now() - started) / 1000 });
  console.log(line);
  return { ...result, line };
}

/** Runs Node programs one after the other; each counts as one check. */
async function runInSequence(commands) {
  const total = { passed: 0, failed: 0, output: '' };
  for (const command of commands) add(total, await capture(process.execPath, command, { cwd: root }));
  return total;
}

function add(total, { code, output }) {
  if (code === 0) total.passed += 1;
  else {
    total.failed += 1;
    total.output += `${output}\n`;
  }
}

/** Every workspace with a tsconfig.json, two at a time: the machines of CI have two cores. */
async function checkTypes() {
  const waiting = readdirSync(root).filter((name) => existsSync(join(root, name, 'tsconfig.json')));
  const total = { passed: 0, failed: 0, output: '' };
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const args = [bin('typescript-native/bin/tsc'), '--singleThreaded', '-p', `${name}/tsconfig.json`];
      add(total, await capture(process.execPath, args, { cwd: root }));
    }
  };
  await Promise.all([worker(), worker()]);
  return total;
}

/** Resolves also when the build fails, so that the checks of the sources still run. */
async function buildPrograms() {
  try {
    await ensureBuilt();
    return { passed: 1, failed: 0 };
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
}

/** The types of the tables, checked in, against a freshly migrated database. */
function checkGenerated() {
  return runInSequence([[join(root, 'server/src/db/generate-types.ts'), '--check']]);
}

/** @param projects of vitest.config.ts */
async function runUnitTests({ env }, name, projects) {
  const file = reports[name];
  rmSync(file, { force: true });
  const args = [bin('vitest/vitest.mjs'), 'run', ...projects.map((project) => `--project=${project}`)];
  args.push(`--reporter=${compact ? 'dot' : 'default'}`, '--reporter=json', `--outputFile.json=${file}`);
  const code = await run(process.execPath, args, { cwd: root, env });
  const report = readReport(file) ?? {};
  return {
    ...toResult(code, report.numPassedTests, report.numFailedTests, unitFailures(report)),
    times: unitTimes(report),
    flaky: flakyComponentTests(report),
  };
}

/** What the unit tests sent to the database. After a failed test some of it may be missing. */
function checkStatements({ env }) {
  const isWhole = readReport(reports.vitest)?.success === true;
  const program = join(root, 'tools/check-statements.mjs');
  return runInSequence([[program, env.KINDLING_TEST_STATEMENTS, ...(isWhole ? ['--whole'] : [])]]);
}

async function runBrowserTests({ env }) {
  rmSync(reports.playwright, { force: true });
  const args = [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'];
  const code = await run(process.execPath, [...args, `--reporter=${compact ? 'dot' : 'list'},json`], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright },
  });
  const report = readReport(reports.playwright) ?? {};
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {};
  return {
    ...toResult(code, expected + flaky, unexpected, browserFailures(report)),
    times: browserTimes(report),
    flaky: flakyBrowserTests(report),
  };
}

/**
 * A runner that fails without a failed test (a file that does not load, no report) counts as a failure too.
 * @param failures from the runner's report
 */
function toResult(code, passed = 0, failed = 0, failures = []) {
  if (code === 0) return { passed, failed };
  const unknown = [{ name: 'the runner itself', reasons: [`ended with ${code}; see its output above`] }];
  return { passed, failed: Math.max(1, failed), failures: failures.length > 0 ? failures : unknown };
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
