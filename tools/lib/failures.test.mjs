import { expect, test } from 'vitest';
import { browserFailures, describeFailures, unitFailures } from './failures.mjs';

const spec = (title, errors) => ({
  title,
  ok: errors.length === 0,
  file: 'embed/look.spec.ts',
  line: 82,
  tests: [{ results: [{ errors }] }],
});

test('names each failed browser test with its message, without colors and empty lines', () => {
  const report = {
    suites: [
      {
        specs: [spec('holds', [])],
        suites: [{ specs: [spec('fails', [{ message: '\u001b[31mExpected: 1\u001b[39m\n\nReceived: 2' }])] }],
      },
    ],
    errors: [{ message: 'the server did not start' }],
  };
  expect(describeFailures(browserFailures(report))).toBe(
    [
      '  embed/look.spec.ts:82 fails',
      '    Expected: 1',
      '    Received: 2',
      '  outside of a test',
      '    the server did not start',
    ].join('\n'),
  );
});

test('names each failed unit test, and a file that does not load', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one' },
          { status: 'failed', fullName: 'two', failureMessages: ['Error: no'] },
        ],
      },
      { name: 'c.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
    ],
  };
  expect(describeFailures(unitFailures(report))).toBe(
    ['  b.test.ts two', '    Error: no', '  c.test.ts', '    cannot be loaded'].join('\n'),
  );
});

test('stays short: a few lines of each, and a few tests', () => {
  const many = Array.from({ length: 15 }, (_, index) => ({
    name: `test ${index}`,
    reasons: ['a\n'.repeat(50)],
  }));
  const text = describeFailures(many).split('\n');
  expect(text).toHaveLength(12 * 9 + 1);
  expect(text.at(-1)).toBe('  and 3 more');
});
