/** `doctor`: looks at everything that the program needs, changes nothing, and says what to do. */
import type { Settings } from '../../config/settings.ts';
import { askProgram } from '../../control/ask-program.ts';
import type { Database } from '../../db/client.ts';
import type { Log } from '../../lib/log.ts';
import { openAsItIs } from '../../open-migrated.ts';
import { type CommandResult, exitCodes } from '../command-result.ts';
import { type Check, type CheckContext, type Finding, failure, reasonOf } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { machineChecks } from './machine-checks.ts';
import { networkChecks } from './network-checks.ts';

export interface DoctorContext {
  settings: Settings;
  log: Log;
  /** The database of the program that runs this; null where it must be opened. */
  db: Database | null;
}

const checks: readonly Check[] = [...machineChecks, ...databaseChecks, ...networkChecks];
/** For each check; all of them run at the same time. */
const deadlineMs = 10_000;
const databaseStartMs = 5_000;

export interface CheckResult extends Finding {
  check: string;
}

export async function doctorCommand(context: DoctorContext): Promise<CommandResult> {
  if (context.db !== null) return report(await runChecks({ ...context, databaseProblem: null }));
  const { settings, log } = context;
  // The running program holds the embedded database, so it looks itself.
  const answer = settings.databaseUrl === null ? await askProgram(settings.dataFolder, ['doctor']) : null;
  if (answer !== null) return answer;
  const opened = await openAsItIs(settings, log, databaseStartMs).catch((error: unknown) => reasonOf(error));
  if (typeof opened === 'string')
    return report(await runChecks({ settings, db: null, databaseProblem: opened }));
  try {
    return report(await runChecks({ settings, db: opened, databaseProblem: null }));
  } finally {
    await opened.close();
  }
}

/** @param deadline in ms */
export async function runChecks(
  context: Omit<CheckContext, 'signal'>,
  deadline: number = deadlineMs,
  all: readonly Check[] = checks,
): Promise<CheckResult[]> {
  const results = await Promise.all(all.map((check) => runCheck(check, context, deadline)));
  return results.flat();
}

async function runCheck(
  { name, run }: Check,
  context: Omit<CheckContext, 'signal'>,
  deadline: number,
): Promise<CheckResult[]> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => {
      stopping.abort();
      resolve(
        failure(
          `There was no answer within ${deadline / 1000} seconds.`,
          'Look at the network, and at how busy the machine is.',
        ),
      );
    }, deadline);
  });
  try {
    const found = await Promise.race([run({ ...context, signal: stopping.signal }), late]);
    return [found].flat().map((finding) => ({ check: name, ...finding }));
  } catch (error) {
    return [
      { check: name, ...failure(`It could not be checked (${reasonOf(error)}).`, 'Look into the log.') },
    ];
  } finally {
    clearTimeout(timer);
  }
}

function report(results: readonly CheckResult[]): CommandResult {
  const width = Math.max(...results.map(({ check }) => check.length));
  const failures = results.filter(({ status }) => status === 'failure').length;
  const warnings = results.filter(({ status }) => status === 'warning').length;
  return {
    lines: [
      ...results.map(
        ({ check, status, says, todo }) =>
          `${status.padEnd(7)}  ${check.padEnd(width)}  ${says}${todo === undefined ? '' : ` ${todo}`}`,
      ),
      `${failures} failures, ${warnings} warnings.`,
    ],
    json: { checks: results, failures, warnings },
    exitCode: failures > 0 ? exitCodes.failed : exitCodes.ok,
  };
}
