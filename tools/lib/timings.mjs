// Where the time of a run went: the steps, and the files that took longest.
import { relative } from 'node:path';
import { root } from './paths.mjs';

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
 * The same of Playwright's JSON report: the time of a file's tests, hooks and repetitions included, added up over
 * the workers that ran them.
 */
export function browserTimes(report) {
  return (report.suites ?? []).map((suite) => ({
    file: `e2e/${suite.file}`,
    seconds: specsOf(suite).reduce((sum, spec) => sum + durationOf(spec), 0) / 1000,
  }));
}

/** @returns {string} one line per file, slowest first */
export function describeSlowest(times, most = 10) {
  return [...times]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(7)} s  ${file}`)
    .join('\n');
}

export const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

const durationOf = ({ tests }) =>
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
