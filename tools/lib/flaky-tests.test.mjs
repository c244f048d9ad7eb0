import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countRun, flakyBrowserTests, flakyComponentTests, recordFlakyTests } from './flaky-tests.mjs';
import { browserTimes, describeStep, describeTimes, unitTimes } from './timings.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kindling-flaky-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failed = { duration: 4_000, errors: [{ message: '\u001b[31mExpected: 1\u001b[39m\nReceived: 2' }] };
const passed = { duration: 2_500, errors: [] };
const spec = (title, status, results) => ({
  title,
  file: 'app/shell.spec.ts',
  line: 12,
  tests: [{ status, results }],
});
const report = {
  suites: [
    {
      file: 'app/shell.spec.ts',
      specs: [spec('holds', 'expected', [passed])],
      suites: [
        {
          specs: [
            spec('holds the second time', 'flaky', [failed, passed]),
            spec('fails', 'unexpected', [failed, failed]),
          ],
        },
      ],
    },
  ],
};

test('finds only tests that passed when repeated', () => {
  expect(flakyBrowserTests(report).map(({ name }) => name)).toEqual([
    'app/shell.spec.ts:12 holds the second time',
  ]);
});

test('finds component tests that passed when repeated', () => {
  const result = (fullName, status, failureMessages) => ({ fullName, status, failureMessages });
  const components = {
    testResults: [
      {
        name: join(process.cwd(), 'web/src/a.browser.test.tsx'),
        assertionResults: [
          result('the list loads', 'passed', []),
          result('the list fails', 'passed', ['Error: late']),
          result('the list is empty', 'failed', ['Error: late']),
        ],
      },
    ],
  };
  expect(flakyComponentTests(components)).toEqual([
    {
      name: 'web/src/a.browser.test.tsx the list fails',
      title: 'web/src/a.browser.test.tsx the list fails',
      reason: 'Error: late',
    },
  ]);
});

test('keeps each case of a run, and reports one that happens again', () => {
  const file = join(folder, 'flaky.json');
  expect(recordFlakyTests([], file)).toBe('');
  const first = recordFlakyTests(flakyBrowserTests(report), file);
  expect(first).toContain('app/shell.spec.ts:12 holds the second time\n    Expected: 1');
  expect(first).not.toContain('to fix');
  expect(recordFlakyTests(flakyBrowserTests(report), file)).toContain('flaky 2 times now: a defect to fix');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2);
});

test('reports that a run with too many flaky tests has failed', () => {
  const many = [1, 2, 3, 4].map((line) => ({ name: `a:${line}`, title: `a ${line}`, reason: 'late' }));
  expect(recordFlakyTests(many.slice(1), join(folder, 'some.json'))).not.toContain('fail the run');
  expect(recordFlakyTests(many, join(folder, 'many.json'))).toContain('more than 3 fail the run');
});

test('too many flaky tests count as failures of the run', () => {
  const step = (flaky) => ({ passed: 10, failed: 0, flaky: Array(flaky).fill({}) });
  expect(countRun([{ passed: 1, failed: 1 }, step(2), step(1)])).toEqual({ passed: 21, failed: 1 });
  expect(countRun([{ passed: 1, failed: 1 }, step(2), step(2)])).toEqual({ passed: 17, failed: 5 });
});

test('lists the slowest files, including repetitions', () => {
  const times = [
    ...unitTimes({
      testResults: [{ name: join(process.cwd(), 'a.test.ts'), startTime: 1_000, endTime: 4_000 }],
    }),
    ...browserTimes(report),
  ];
  expect(describeTimes([{ line: 'unit', times }])).toMatch(
    /The slowest files:\n {5}17\.0 s {2}e2e\/app\/shell\.spec\.ts\n {6}3\.0 s {2}a\.test\.ts$/,
  );
  const many = Array.from({ length: 11 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
  const ten = describeTimes([{ line: 'unit', times: many }]);
  expect(ten).toContain(' 1.test.ts');
  expect(ten).not.toContain(' 0.test.ts');
});

test('lists each step in the order of the run, with its counts and its duration', () => {
  const lines = [
    { name: 'lint', passed: 2, failed: 0, seconds: 12.34 },
    { name: 'unit', passed: 4_100, failed: 3, seconds: 400 },
  ].map((step) => ({ line: describeStep(step) }));
  expect(describeTimes(lines)).toBe(
    [
      'Time of each step:',
      '  ok     lint       2 passed, 0 failed       12.3 s',
      '  FAILED unit       4100 passed, 3 failed    400.0 s',
    ].join('\n'),
  );
});
