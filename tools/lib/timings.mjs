// The duration of each step of a run, and the slowest files.
import { relative } from 'node:path';
import { root } from './paths.mjs';

const MAX_FILES = 10;

/**
 * @param report Vitest's JSON report
 * @returns {{ file: string, seconds: number }[]} wall time of each test file
 */
export function unitTimes(report) {
  return (report.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/**
 * The same for Playwright's JSON report: the sum of a file's tests over all workers, with hooks and repetitions.
 */
export function browserTimes(report) {
  return (report.suites ?? []).map((suite) => ({
    file: `e2e/${suite.file}`,
    seconds: specsOf(suite).reduce((sum, spec) => sum + durationOf(spec), 0) / 1000,
  }));
}

/** @returns {string} the result and duration of a step, in one line */
export function describeStep({ name, passed, failed, seconds }) {
  const verdict = failed === 0 ? 'ok    ' : 'FAILED';
  const counts = `${passed} passed, ${failed} failed`;
  return `${verdict} ${name.padEnd(10)} ${counts.padEnd(24)} ${seconds.toFixed(1)} s`;
}

/**
 * @param results of the steps, each with its `line` and, where it runs files, their `times`
 * @returns {string} the duration of each step, and the slowest files
 */
export function describeTimes(results) {
  const steps = `Time of each step:\n${results.map(({ line }) => `  ${line}`).join('\n')}`;
  const times = results.flatMap(({ times = [] }) => times);
  return times.length === 0 ? steps : `${steps}\n\nThe slowest files:\n${describeSlowest(times)}`;
}

/** @returns {string} one line per file, slowest first */
function describeSlowest(times) {
  return [...times]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_FILES)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(7)} s  ${file}`)
    .join('\n');
}

export const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

const durationOf = ({ tests }) =>
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
