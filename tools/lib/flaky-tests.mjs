// Flaky browser tests, which passed only when repeated: printed, counted and recorded, never hidden.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';
import { specsOf } from './timings.mjs';

/** A run with more flaky tests has failed, because something other than a single test is wrong. */
const MAX_FLAKY = 3;

/**
 * @param report Playwright's JSON report
 * @returns {{ name: string, title: string, reason: string }[]} `title` is the name without the line number, which
 * changes
 */
export function flakyBrowserTests(report) {
  return (report.suites ?? [])
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title, tests }) => ({
      name: `${file}:${line} ${title}`,
      title: `${file} ${title}`,
      reason: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(messageOf)))[0] ?? '',
    }));
}

/**
 * @param report Vitest's JSON report, where only tests of components are repeated
 * @returns the same for component tests, without line numbers, which the report lacks
 */
export function flakyComponentTests(report) {
  return (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => {
        const title = `${relative(root, name)} ${fullName}`;
        return { name: title, title, reason: failureMessages[0] };
      }),
  );
}

/**
 * @param steps the counts of each step, and its flaky tests
 * @returns {{ passed: number, failed: number }} of the run; too many flaky tests count as failed
 */
export function countRun(steps) {
  const sum = (of) => steps.reduce((total, step) => total + of(step), 0);
  const flaky = sum((step) => step.flaky?.length ?? 0);
  const refused = flaky > MAX_FLAKY ? flaky : 0;
  return { passed: sum(({ passed }) => passed) - refused, failed: sum(({ failed }) => failed) + refused };
}

/**
 * Adds the flaky tests of this run to the list in `file` and describes them.
 * @returns {string} empty without flaky tests
 */
export function recordFlakyTests(found, file, now = new Date()) {
  if (found.length === 0) return '';
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const at = now.toISOString();
  writeFileSync(file, `${JSON.stringify([...before, ...found.map((one) => ({ ...one, at }))], null, 2)}\n`);
  const lines = found.map(({ name, title, reason }) => {
    const times = before.filter((earlier) => earlier.title === title).length;
    const again = times > 0 ? `\n    flaky ${times + 1} times now: a defect to fix` : '';
    return `  ${name}\n    ${firstLine(reason)}${again}`;
  });
  const verdict = found.length > MAX_FLAKY ? ` (more than ${MAX_FLAKY} fail the run)` : '';
  return `Flaky, passed only when repeated${verdict}:\n${lines.join('\n')}`;
}

const messageOf = ({ message, value }) => message ?? value ?? '';
const firstLine = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .find((line) => line.trim() !== '') ?? '';
