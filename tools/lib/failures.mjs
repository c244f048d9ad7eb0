// The reasons of failed tests, shortened for the end of a long log.
import { stripVTControlCharacters } from 'node:util';
import { specsOf } from './timings.mjs';

const most = { tests: 12, lines: 8 };

/**
 * @param report Playwright's JSON report
 * @returns {{ name: string, reasons: string[] }[]} also errors outside of tests
 */
export function browserFailures(report) {
  const specs = (report.suites ?? []).flatMap(specsOf).filter(({ ok }) => !ok);
  const tests = specs.map(({ file, line, title, tests }) => ({
    name: `${file}:${line} ${title}`,
    reasons: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(messageOf))),
  }));
  const outside = (report.errors ?? []).map((error) => ({
    name: 'outside of a test',
    reasons: [messageOf(error)],
  }));
  return [...tests, ...outside];
}

/** The same for Vitest's JSON report; a file that does not load is a failure without a test. */
export function unitFailures(report) {
  return (report.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0)
        return [{ name, reasons: [message || 'a hook, or the file itself; see the log above'] }];
      return failed.map(({ fullName, failureMessages }) => ({
        name: `${name} ${fullName}`,
        reasons: failureMessages,
      }));
    });
}

/** @returns {string} empty without failures */
export function describeFailures(failures) {
  const told = failures.slice(0, most.tests).map(({ name, reasons }) => {
    const lines = reasons.flatMap((reason) => firstLines(reason).map((line) => `    ${line}`));
    return [`  ${name}`, ...lines].join('\n');
  });
  const rest = failures.length - told.length;
  return [...told, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n');
}

const messageOf = ({ message, value, snippet }) => [message ?? value ?? '', snippet ?? ''].join('\n');

function firstLines(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.includes('node_modules/')).slice(0, most.lines);
}
