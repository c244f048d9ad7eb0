// Browser tests that passed only when they were repeated: shown, counted and remembered, never hidden.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { specsOf } from './timings.mjs';

/** With more than this many a run has failed: something is wrong that no single test is to blame for. */
export const MOST_UNSTEADY = 3;

/**
 * @param report Playwright's JSON report
 * @returns {{ name: string, title: string, reason: string }[]} `title` is the name without the line, which moves
 */
export function findUnsteady(report) {
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
 * Adds the cases of this run to the list in `file` and says what to do about them.
 * @returns {string} nothing where nothing was unsteady
 */
export function recordUnsteady(found, file, now = new Date()) {
  if (found.length === 0) return '';
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const at = now.toISOString();
  writeFileSync(file, `${JSON.stringify([...before, ...found.map((one) => ({ ...one, at }))], null, 2)}\n`);
  const lines = found.map(({ name, title, reason }) => {
    const times = before.filter((earlier) => earlier.title === title).length;
    const again = times > 0 ? `\n    unsteady ${times + 1} times now: a defect to be mended` : '';
    return `  ${name}\n    ${firstLine(reason)}${again}`;
  });
  const verdict = found.length > MOST_UNSTEADY ? ` (more than ${MOST_UNSTEADY} fail the run)` : '';
  return `Unsteady, passed only when repeated${verdict}:\n${lines.join('\n')}`;
}

const messageOf = ({ message, value }) => message ?? value ?? '';
const firstLine = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .find((line) => line.trim() !== '') ?? '';
